import { callback, integer, isObject, kind, methods, milliseconds } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import { isSignal } from "./abort";
import { refuse } from "./errors";
import { fieldOf } from "./fields";
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey, takesIdempotencyKey } from "./idempotency";
import { readArguments } from "./read-options";
import { isHeaderRecord } from "./request";
import type { Call, ListOptions, RequestOptions, UploadOptions } from "./types";

/** Headers by name. A `Headers` or a `Map` would lose its fields. */
export const headerRecord: Kind = /* @__PURE__ */ kind("a plain object of names and values", isHeaderRecord);

/** The timeout of an attempt or a call. */
export const timeout: Kind = /* @__PURE__ */ milliseconds(1);

/** A number of retries. */
export const retries: Kind = /* @__PURE__ */ integer(0);

/** Every option of any call. */
const OPTIONS: Kinds<ListOptions & UploadOptions> = {
  signal: /* @__PURE__ */ kind("an AbortSignal", isSignal),
  timeout,
  totalTimeout: timeout,
  maxRetries: retries,
  headers: headerRecord,
  idempotencyKey: (value, path) =>
    isIdempotencyKey(value) ? undefined : { path, message: IDEMPOTENCY_KEY_RULE },
  signer: /* @__PURE__ */ methods("stamp"),
  prefetch: /* @__PURE__ */ kind("0 or 1", (value) => value === 0 || value === 1),
  onProgress: callback,
};
const { idempotencyKey, signer, prefetch, onProgress, ...plain } = OPTIONS;

/** The kind of the option `signal`. */
export const signal: Kind = plain.signal;

/** The parts of a call that decide which options it takes. */
type CallFacts = Pick<
  Call<unknown>,
  "operation" | "method" | "path" | "mayCarryKey" | "signedRetry" | "form" | "countedForm"
>;

/**
 * Reads the options of a call that is not a list. Only a keyed call takes a key, only a signed call a signer, and only an
 * upload `onProgress`.
 *
 * @throws {InvalidRequestError} when an option is unknown, invalid or has no effect
 */
export function readCallOptions(
  call: CallFacts,
  given: RequestOptions | null | undefined,
): Partial<RequestOptions> {
  const { operation, method, path, mayCarryKey, signedRetry } = call;
  const isRaw = mayCarryKey === true;
  const isKeyed = isRaw || takesIdempotencyKey(method, path);
  const isSigned = signedRetry !== undefined;
  const isUpload = !isRaw && (call.form !== undefined || call.countedForm !== undefined);
  requireEffect(given, operation, { isKeyed, isSigned });
  const kinds = {
    ...plain,
    ...(isKeyed && { idempotencyKey }),
    ...(isSigned && { signer }),
    ...(isUpload && { onProgress }),
  };
  return readArguments<RequestOptions>(given, kinds, operation);
}

/**
 * Reads the options of a wallet's call, which signs by itself.
 *
 * @throws {InvalidRequestError} when an option is unknown, invalid or has no effect
 */
export function readPlainOptions(
  given: RequestOptions | null | undefined,
  operation: string,
  isKeyed: boolean,
): Partial<RequestOptions> {
  requireEffect(given, operation, { isKeyed, isSigned: false });
  return readArguments<RequestOptions>(given, { ...plain, ...(isKeyed && { idempotencyKey }) }, operation);
}

/**
 * Reads the options of a list.
 *
 * @throws {InvalidRequestError} when an option is unknown, invalid or has no effect
 */
export function readListOptions(
  given: ListOptions | null | undefined,
  operation: string,
): Partial<ListOptions> {
  requireEffect(given, operation, { isKeyed: false, isSigned: false });
  return readArguments<ListOptions>(given, { ...plain, prefetch }, operation);
}

/**
 * Reads the options of an upload before its form is made.
 *
 * @throws {InvalidRequestError} when an option is unknown, invalid or has no effect
 */
export function readUploadOptions(
  given: UploadOptions | null | undefined,
  operation: string,
): Partial<UploadOptions> {
  requireEffect(given, operation, { isKeyed: false, isSigned: false });
  return readArguments<UploadOptions>(given, { ...plain, onProgress }, operation);
}

/** A key or a signer that would have no effect gets a message that says why. */
function requireEffect(
  given: unknown,
  operation: string,
  { isKeyed, isSigned }: { isKeyed: boolean; isSigned: boolean },
): void {
  if (!isObject(given)) return;
  if (!isKeyed && (fieldOf(given, "idempotencyKey") ?? undefined) !== undefined) {
    refuse("idempotencyKey", `has no effect on ${operation}: the service does not read it there`, operation);
  }
  if (!isSigned && (fieldOf(given, "signer") ?? undefined) !== undefined) {
    refuse("signer", `has no effect on ${operation}: the service asks for no signature there`, operation);
  }
}
