import type { Call, UploadOptions } from "../core/types";

/** What of a call the file decides. */
export type UploadParts = Pick<Call<unknown>, "form" | "countedForm">;

/**
 * What the reading of a file needs of this package. It is given to the module that reads: that one imports nothing, or bundlers
 * would cut the client in two for it.
 */
export interface UploadContext {
  /** Refuses the file; the cause is shown without secrets. */
  readonly fail: (path: string, message: string, cause?: unknown) => never;
  readonly onProgress: UploadOptions["onProgress"];
  /** Aborts when the caller's signal does. */
  readonly signal: AbortSignal | undefined;
}
