import type { CountedForm } from "../core/transport";
import { refuse } from "../core/errors";
import { onDemand } from "../core/load-on-demand";
import { presentable } from "../core/network-failure";
import type { Call } from "../core/types";
import type { UploadContext } from "./upload-file";
import type * as Forms from "./upload-form";

const loadForms = /* @__PURE__ */ onDemand(() => import("./upload-form"));

/** Builds the form of an upload when its call begins. Few programs need that code. */
export function uploadForm(
  operation: string,
  file: unknown,
  make: (forms: typeof Forms, file: unknown, context: UploadContext) => Promise<FormData | CountedForm>,
): Call<unknown>["upload"] {
  // A copy, because the caller may use its memory again while the code loads.
  const isBytes = file instanceof ArrayBuffer || ArrayBuffer.isView(file);
  const kept = isBytes ? new Blob([file as BlobPart]) : file;
  return (until, { onProgress }) => {
    const fail: UploadContext["fail"] = (path, message, cause) =>
      refuse(path, message, operation, presentable(cause, []));
    const made = loadForms({ operation }).then((forms) => make(forms, kept, { fail, onProgress, until }));
    // The call may end before that code has loaded. The code then closes the stream.
    return Promise.race([made, until(() => made)]);
  };
}
