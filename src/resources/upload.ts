import { untilAborted } from "../core/abort";
import { readCallOptions } from "../core/call-options";
import { refuse } from "../core/errors";
import { presentable } from "../core/network-failure";
import type { CountedForm, UploadOptions } from "../core/types";
import type { UploadContext } from "./upload-file";
import type * as Forms from "./upload-form";

/** Loads the upload code on demand, because few programs need it, and builds the form with it. */
export async function uploadForm(
  operation: string,
  options: UploadOptions | null | undefined,
  make: (forms: typeof Forms, context: UploadContext) => Promise<FormData | CountedForm>,
): Promise<FormData | CountedForm> {
  const { signal, onProgress } = readCallOptions(options, operation, { isUpload: true });
  const fail: UploadContext["fail"] = (path, message, cause) =>
    refuse(path, message, operation, presentable(cause, []));
  return untilAborted(
    signal,
    async (own) => make(await import("./upload-form"), { fail, onProgress, signal: own }),
    operation,
  );
}
