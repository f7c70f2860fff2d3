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
  const until: UploadContext["until"] = (work) => untilAborted(signal, work, operation);
  const made = loadForms({ operation }).then((forms) => make(forms, { fail, onProgress, until }));
  // An abort ends the call before that code has loaded. The code then closes the stream.
  return Promise.race([made, until(() => made)]);
}
