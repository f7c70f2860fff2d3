import { callback, isObject, kind, methods, rule } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import { isSignal } from "./abort";
import { refuse } from "./errors";
import { retries, timeout } from "./call-defaults";
import { headerRecord } from "./header-record";
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from "./idempotency";
import { readArguments } from "./read-options";
import type { Call, ListOptions, RequestOptions, UploadOptions } from "./types";

/** An abort signal. */
export const signal: Kind = /* @__PURE__ */ kind("an AbortSignal", isSignal);

/** Every option of any call. */
const OPTIONS: Kinds<ListOptions & UploadOptions> = {
  signal,
  timeout,
  totalTimeout: timeout,
  maxRetries: retries,
  headers: headerRecord,
  idempotencyKey: /* @__PURE__ */ rule(IDEMPOTENCY_KEY_RULE, isIdempotencyKey),
  signer: /* @__PURE__ */ methods("stamp"),
  prefetch: /* @__PURE__ */ kind("0 or 1", (value) => value === 0 || value === 1),
  onProgress: callback,
};
const { idempotencyKey, signer, prefetch, onProgress, ...plain } = OPTIONS;

/** The options of a call in addition to the common ones. */
export interface OptionSet {
  readonly isKeyed?: boolean;
  readonly isSigned?: boolean;
  readonly isList?: boolean;
  readonly isUpload?: boolean;
  readonly own?: Call<unknown>["own"];
}

/**
 * Reads the options of a call.
 *
 * @throws {InvalidRequestError} when an option is unknown, invalid or has no effect
 */
export function readCallOptions<Options extends RequestOptions>(
  given: Options | null | undefined,
  operation: string,
  { isKeyed, isSigned, isList, isUpload, own }: OptionSet,
): Options {
  const { idempotencyKey: givenKey, signer: givenSigner } = given ?? {};
  // A misspelt column is `undefined`. A fresh key would pay again in the next run.
  if (isKeyed && givenKey == null && isObject(given) && "idempotencyKey" in given) {
    refuse(
      "idempotencyKey",
      `is ${givenKey}: pass your key, or leave the option out for a fresh key`,
      operation,
    );
  }
  if (!isKeyed && givenKey != null) {
    refuse("idempotencyKey", `has no effect on ${operation}: the service does not read it there`, operation);
  }
  if (!isSigned && givenSigner != null) {
    refuse("signer", `has no effect on ${operation}: the service asks for no signature there`, operation);
  }
  const kinds: Partial<Kinds<ListOptions & UploadOptions>> = {
    ...plain,
    ...(isKeyed && { idempotencyKey }),
    ...(isSigned && { signer }),
    ...(isList && { prefetch }),
    ...(isUpload && { onProgress }),
    ...own,
  };
  return readArguments<Options>(given, kinds as Partial<Kinds<Options>>, operation);
}
