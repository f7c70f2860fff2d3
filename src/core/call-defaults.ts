import { callback, integer, isObject, listOf, milliseconds, oneOf } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import { objectOf, ownField } from "../options/read";
import { headerRecord } from "./header-record";
import type { Hooks } from "./hooks";

/** The options of a client that `withOptions` can change, and that a wallet with a relay takes. */
export interface CallDefaults {
  /** The limit for one attempt, in milliseconds. It includes reading the body. Default 30,000. */
  timeout?: number | undefined;
  /** The limit for a whole call, in milliseconds. It includes waits between attempts. Default 120,000. */
  totalTimeout?: number | undefined;
  /** The most retries of a failed attempt. The client only retries when that is safe. Default 2. */
  maxRetries?: number | undefined;
  /**
   * Returns the delay before a retry, in milliseconds. It gets the number of the retry, from 1. The client
   * adds this delay to the service's `Retry-After`. If the function fails, the client uses the default delay.
   * That delay is random: at most half a second, doubled for each retry up to eight seconds.
   */
  retryDelay?: ((retry: number) => number) | undefined;
  /** Headers for every call. `undefined` removes a header that the client would send. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Callbacks for requests, responses, retries, errors and unexpected shapes. All hooks of a list run, in order. */
  hooks?: Hooks | readonly Hooks[] | undefined;
  /**
   * What to do when a successful response has an unexpected shape. `"lenient"` (the default) delivers it and
   * fires `hooks.onResponseMismatch`. It also logs a warning, once per operation and field. `"strict"` throws
   * a `ResponseValidationError` with the whole body. `"off"` skips the check. Unreadable JSON and inexact
   * amounts always throw.
   */
  validation?: "lenient" | "strict" | "off" | undefined;
}

/** The options with their defaults. */
export type ResolvedDefaults = {
  readonly [Name in keyof CallDefaults]-?: Exclude<CallDefaults[Name], undefined>;
};

/** All facts about one option. */
interface Row<Value> {
  readonly kind: Kind;
  readonly usual: Value;
  /** Adds the value of `withOptions` to that of the client. Without it, the value of `withOptions` counts. */
  readonly join?: (first: Value, second: Value) => Value;
}

/** The timeout of an attempt or a call. */
const timeout = /* @__PURE__ */ milliseconds(1);

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Exponential, up to half a second first and eight seconds at most. The delay is random, so clients do not retry together. */
export function defaultRetryDelay(retry: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1)) * (random / 2 ** 32);
}

/** Known hooks. The compiler keeps this list complete. */
const observer: Kind = /* @__PURE__ */ hooksOf({
  onRequest: callback,
  onResponse: callback,
  onRetry: callback,
  onError: callback,
  onEnd: callback,
  onResponseMismatch: callback,
});
const hooks: Kind = (value, path) => (Array.isArray(value) ? listOf(observer) : observer)(value, path);

/** The hooks. An instance of a class may have other fields. */
function hooksOf(kinds: Kinds<Hooks>): Kind {
  const check = objectOf<Hooks>(kinds);
  return (value, path) => {
    if (!isObject(value)) return check(value, path);
    const named = Object.keys(value).filter((name) => /^on[A-Z]/.test(name));
    const known = [...Object.keys(kinds), ...named].map((name) => [name, ownField(value, name)]);
    return check(Object.fromEntries(known), path);
  };
}

/** Each header has one name here, so that an older value in another spelling never counts. */
function joinedHeaders(...all: readonly ResolvedDefaults["headers"][]): ResolvedDefaults["headers"] {
  const named = all.flatMap((headers) => Object.entries(headers));
  return Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value]));
}

/** One row for each option. The compiler keeps the table complete. */
const ROWS: { readonly [Name in keyof ResolvedDefaults]: Row<ResolvedDefaults[Name]> } = {
  timeout: { kind: timeout, usual: 30_000 },
  totalTimeout: { kind: timeout, usual: 120_000 },
  maxRetries: { kind: /* @__PURE__ */ integer(0), usual: 2 },
  retryDelay: { kind: callback, usual: defaultRetryDelay },
  headers: { kind: headerRecord, usual: {}, join: joinedHeaders },
  hooks: { kind: hooks, usual: [], join: (first, second) => [first, second].flat() },
  validation: { kind: /* @__PURE__ */ oneOf("lenient", "strict", "off"), usual: "lenient" },
};

type Names = keyof CallDefaults;

/** The options with a value for each row. */
const fromRows = <Value>(valueOf: (name: Names, row: Row<unknown>) => Value): Record<Names, Value> =>
  Object.fromEntries(
    Object.entries(ROWS).map(([name, row]) => [name, valueOf(name as Names, row as Row<unknown>)]),
  ) as Record<Names, Value>;

/** What each option must be. */
export const CALL_KINDS: Kinds<CallDefaults> = /* @__PURE__ */ fromRows((_, { kind }) => kind);

/** The options, with defaults for absent ones. */
export function withDefaults(options: CallDefaults): ResolvedDefaults {
  return fromRows((name, { usual }) => options[name] ?? usual) as unknown as ResolvedDefaults;
}

/** The options of a client with those of `withOptions`. */
export function joined(options: CallDefaults, overrides: CallDefaults): ResolvedDefaults {
  const first = withDefaults(options);
  return fromRows((name, { join }) => {
    const second = overrides[name];
    if (second === undefined) return first[name];
    return join ? join(first[name], second) : second;
  }) as unknown as ResolvedDefaults;
}
