import { ConfigurationError } from "../core/errors";
import { integer, required } from "../options/kinds";
import { objectOf } from "../options/read";
import { requireKind } from "./checks";
import type { LimitedCall } from "./limit";
import type { RelayOperation } from "./operation";
import { operations } from "./operations";
import type { RelayUser } from "./user";

/** How often a user may call. */
export interface RateLimit {
  /** So many calls, 1 or more. */
  readonly calls: number;
  /** The window, in milliseconds. */
  readonly window: number;
}

/** Limits by operation, each counted on its own. `other` is for all operations without one, counted together. */
export type RateLimits = Readonly<Partial<Record<RelayOperation | "other", RateLimit>>>;

/** What counts as one: a user's calls under one limit. */
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

/** Calls that send an e-mail or take a code are few in a minute; a page reads often while a payment settles. */
const defaults = {
  "POST /auth/credentials": { calls: 10, window: MINUTE_MS },
  "POST /auth/credentials/{id}/challenge": { calls: 5, window: MINUTE_MS },
  "POST /auth/credentials/{id}/verify": { calls: 10, window: MINUTE_MS },
  other: { calls: 120, window: MINUTE_MS },
} satisfies RateLimits;

/**
 * Completes and checks limits, and gives what finds the rate of a call.
 *
 * @throws {ConfigurationError} when a limit is malformed
 */
export function ratesOf(limits: RateLimits | undefined): (call: LimitedCall) => Rate {
  const { other, ...byOperation } = { ...defaults, ...limits };
  const all = new Map<string, RateLimit>(Object.entries({ ...byOperation, other }));
  for (const [name, limit] of all) {
    if (name !== "other" && !operations.some((operation) => operation.name === name)) {
      throw new ConfigurationError("limits", "must name operations of the relay, or other");
    }
    requireKind(`limits["${name}"]`, limit, rateLimit);
  }
  return ({ user, operation }) => {
    const own = all.get(operation);
    return { ...(own ?? other), name: own === undefined ? "other" : operation, who: whoIs(user) };
  };
}

/** The platform's own identifier, else what belongs to the user. */
function whoIs({ userId, customerId, accountIds }: RelayUser): string {
  return userId ?? customerId ?? accountIds.join(",");
}
