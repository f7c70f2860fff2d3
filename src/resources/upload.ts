import { refuse } from "../core/errors";
import { onDemand } from "../core/load-on-demand";
import { presentable } from "../core/network-failure";
import type { Call, CountedForm } from "../core/types";
import type { UploadContext } from "./upload-file";
import type * as Forms from "./upload-form";

const loadForms = /* @__PURE__ */ onDemand(() => import("./upload-form"));

/** Builds the form of an upload when its call begins. Few programs need that code. */
export function uploadForm(
  operation: string,
  make: (forms: typeof Forms, context: UploadContext) => Promise<FormData | CountedForm>,
): Call<unknown>["upload"] {
  return (until, { onProgress }) => {
    const fail: UploadContext["fail"] = (path, message, cause) =>
      refuse(path, message, operation, presentable(cause, []));
    const made = loadForms({ operation }).then((forms) => make(forms, { fail, onProgress, until }));
    // The call may end before that code has loaded. The code then closes the stream.
    return Promise.race([made, until(() => made)]);
  };
}
