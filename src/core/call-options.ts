import { callback, kind, methods, rule } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import { hasField, ownField, ownOptions } from "../options/read";
import { isSignal } from "./abort";
import { refuse } from "./errors";
import { CALL_KINDS } from "./call-defaults";
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from "./idempotency";
import { readArguments } from "./read-options";
import type { Call, CalledOperation, ListOptions, RequestOptions, UploadOptions } from "./types";

/** An abort signal. */
export const signal: Kind = /* @__PURE__ */ kind("an AbortSignal", isSignal);

/** Every option of any call. */
const OPTIONS: Kinds<ListOptions & UploadOptions> = {
  signal,
  timeout: CALL_KINDS.timeout,
  totalTimeout: CALL_KINDS.totalTimeout,
  maxRetries: CALL_KINDS.maxRetries,
  headers: CALL_KINDS.headers,
  idempotencyKey: /* @__PURE__ */ rule(IDEMPOTENCY_KEY_RULE, isIdempotencyKey),
  signer: /* @__PURE__ */ methods("stamp"),
  prefetch: /* @__PURE__ */ kind("0 or 1", (value) => value === 0 || value === 1),
  onProgress: callback,
};
const { idempotencyKey, signer, prefetch, onProgress, ...plain } = OPTIONS;

/** A call without options. Each name is there, so that nothing is inherited. */
const ABSENT: RequestOptions = /* @__PURE__ */ ownOptions<ListOptions & UploadOptions>({}, OPTIONS);

/** What a call takes beside the common options. The call itself says it, or a function that makes calls. */
interface Taking extends Pick<CalledOperation, "signed">, Pick<Call<unknown>, "upload" | "own"> {
  readonly keyed?: CalledOperation["keyed"] | boolean;
  readonly isList?: boolean;
}

/**
 * Reads the options of a call.
 *
 * @throws {InvalidRequestError} when an option is unknown, invalid or has no effect
 */
export function readCallOptions<Options extends RequestOptions>(
  given: Options | null | undefined,
  operation: string,
  taking: Taking,
): Options {
  // A required option of the method is still missing then.
  if (given == null && taking.own === undefined) return { ...ABSENT, headers: {} } as Options;
  const { keyed, signed, upload, own, isList } = taking;
  const givenKey = ownField(given, "idempotencyKey");
  // A misspelt column is `undefined`. A fresh key would pay again in the next run.
  if (keyed && givenKey == null && hasField(given, "idempotencyKey")) {
    refuse(
      "idempotencyKey",
      `is ${String(givenKey)}: pass your key, or leave the option out for a fresh key`,
      operation,
    );
  }
  if (!keyed && givenKey != null) {
    refuse("idempotencyKey", `has no effect on ${operation}: the service does not read it there`, operation);
  }
  if (!signed && ownField(given, "signer") != null) {
    refuse("signer", `has no effect on ${operation}: the service asks for no signature there`, operation);
  }
  const kinds: Partial<Kinds<ListOptions & UploadOptions>> = {
    ...plain,
    ...(keyed && { idempotencyKey }),
    ...(signed && { signer }),
    ...(isList && { prefetch }),
    ...(upload && { onProgress }),
    ...own,
  };
  const read = readArguments<Options>(given, kinds as Partial<Kinds<Options>>, operation);
  // A copy: the caller may use its object again while the call runs.
  return { ...ABSENT, ...read, headers: { ...read.headers } };
}
