import { ConfigurationError } from "../core/errors";
import { integer, required } from "../options/kinds";
import { objectOf } from "../options/read";
import { requireKind } from "./require-kind";
import type { RelayOperation } from "./event";
import { operations } from "./operations";
import type { LimitedCall } from "./options";

/** The maximum rate of a user's calls. */
export interface RateLimit {
  /** The number of calls, 1 or more. */
  readonly calls: number;
  /** The window, in milliseconds. */
  readonly window: number;
}

/**
 * Limits by operation. Each operation counts separately. `other` covers all operations without their own limit, together.
 */
export type RateLimits = Readonly<Partial<Record<RelayOperation | "other", RateLimit>>>;

/** The unit of counting: one user's calls under one limit. */
export interface Rate extends RateLimit {
  /** Names the limit: an operation, or `other`. */
  readonly name: string;
  /** Names the user. */
  readonly who: string;
}

const rateLimit = /* @__PURE__ */ objectOf<RateLimit>({
  calls: /* @__PURE__ */ required(/* @__PURE__ */ integer(1)),
  window: /* @__PURE__ */ required(/* @__PURE__ */ integer(1)),
});

const MINUTE_MS = 60_000;

/** Calls that send an email or check a code are rare. A page reads often while a payment settles. */
const defaults = {
  "POST /auth/credentials": { calls: 10, window: MINUTE_MS },
  "POST /auth/credentials/{id}/challenge": { calls: 5, window: MINUTE_MS },
  "POST /auth/credentials/{id}/verify": { calls: 10, window: MINUTE_MS },
  other: { calls: 120, window: MINUTE_MS },
} satisfies RateLimits;

/**
 * Checks the limits and adds defaults. Returns the function that finds the rate of a call.
 *
 * @throws {ConfigurationError} when a limit is malformed
 */
export function rateFinder(limits: RateLimits | undefined): (call: LimitedCall) => Rate {
  const { other, ...byOperation } = { ...defaults, ...limits };
  const all = new Map<string, RateLimit>(Object.entries({ ...byOperation, other }));
  for (const [name, limit] of all) {
    if (name !== "other" && !operations.some((operation) => operation.name === name)) {
      throw new ConfigurationError("limits", "must name operations of the relay, or other");
    }
    requireKind(`limits["${name}"]`, limit, rateLimit);
  }
  return ({ user: { userId, customerId, accountIds }, operation }) => {
    const own = all.get(operation);
    const name = own === undefined ? "other" : operation;
    // The platform's id of the user. Without one, the user's customer or wallets.
    return { ...(own ?? other), name, who: userId ?? customerId ?? accountIds.join(",") };
  };
}
