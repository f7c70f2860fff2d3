import { isApiError, UnrelatedResponseError } from "payments-sdk";
import type { FetchLike, PaymentsError } from "payments-sdk";

/** A client that breaks one rule on purpose, so that a test sees the money run notice it. */
export interface Planted {
  /** What the client does. */
  readonly rule: string;
  /** Only the kinds of faults with this text in their name reveal it. */
  readonly faults: string;
  /** The broken rule, between the client and the network. */
  readonly network?: ((fetch: FetchLike) => FetchLike) | undefined;
  /** The broken rule, between the client and its caller. It returns a value, or the outcome that the error states. */
  readonly misread?:
    | ((
        error: PaymentsError,
      ) => { readonly value: unknown } | { readonly outcome: "not-executed" } | undefined)
    | undefined;
}

const NOT_EXECUTED = { outcome: "not-executed" } as const;

function newKeys(fetch: FetchLike): FetchLike {
  const seen = new Map<string, number>();
  return (url, init) => {
    const headers = new Headers(init.headers);
    const key = headers.get("idempotency-key");
    if (key !== null) {
      const attempt = seen.get(key) ?? 0;
      seen.set(key, attempt + 1);
      if (attempt > 0) headers.set("idempotency-key", `${key}-${attempt}`);
    }
    return fetch(url, { ...init, headers });
  };
}

/** The planted defects, by the rule that each breaks. */
export const planted: readonly Planted[] = [
  {
    rule: "says not-executed after a failure",
    faults: "the service's 500",
    misread: (error) => (isApiError(error) && error.status === 500 ? NOT_EXECUTED : undefined),
  },
  {
    rule: "takes any JSON as its result",
    faults: "JSON of a portal",
    misread: (error) => (error instanceof UnrelatedResponseError ? { value: {} } : undefined),
  },
  { rule: "makes a new key for a call that is repeated", faults: "reset (after)", network: newKeys },
  {
    rule: "believes a refusal although an earlier attempt may still arrive",
    faults: "forgets refusals",
    misread: (error) => (isApiError(error) && error.status === 422 ? NOT_EXECUTED : undefined),
  },
];
