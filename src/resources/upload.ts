import { untilAborted } from "../core/abort";
import { readCallOptions } from "../core/call-options";
import { refuse } from "../core/errors";
import { presentable } from "../core/network-failure";
import type { UploadOptions } from "../core/types";
import type { UploadContext } from "./upload-file";
import type * as Parts from "./upload-parts";

/** Loads the upload code on demand, because few programs need it, and builds the body with it. */
export async function uploadParts(
  operation: string,
  options: UploadOptions | null | undefined,
  make: (parts: typeof Parts, context: UploadContext) => Promise<Parts.UploadParts>,
): Promise<Parts.UploadParts> {
  const { signal, onProgress } = readCallOptions(options, operation, { isUpload: true });
  const fail: UploadContext["fail"] = (path, message, cause) =>
    refuse(path, message, operation, presentable(cause, []));
  return untilAborted(
    signal,
    async (own) => make(await import("./upload-parts"), { fail, onProgress, signal: own }),
    operation,
  );
}
