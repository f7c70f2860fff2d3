import { untilAborted } from "../core/abort";
import { readCallOptions } from "../core/call-options";
import { refuse } from "../core/errors";
import { onDemand } from "../core/load-on-demand";
import { presentable } from "../core/network-failure";
import type { CountedForm, UploadOptions } from "../core/types";
import type { UploadContext } from "./upload-file";
import type * as Forms from "./upload-form";

const loadForms = /* @__PURE__ */ onDemand(() => import("./upload-form"));

/** Builds the form of an upload. Few programs need that code. */
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
    async (own) => make(await loadForms({ operation }), { fail, onProgress, signal: own }),
    operation,
  );
}
