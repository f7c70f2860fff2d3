import { ConfigurationError } from "../core/errors";
import { positive } from "./checks";
import type { LimitedCall } from "./limit";
import type { RelayOperation } from "./operation";
import { operations } from "./operations";
import type { RelayUser } from "./user";

/** How often a user may call. */
export interface RateLimit {
  /** So many calls, 1 or more. */
  readonly calls: number;
  /** In so many milliseconds. */
  readonly windowMs: number;
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

const MINUTE_MS = 60_000;

/** Calls that send an e-mail or take a code are few in a minute; a page reads often while a payment settles. */
const defaults = {
  "POST /auth/credentials": { calls: 10, windowMs: MINUTE_MS },
  "POST /auth/credentials/{id}/challenge": { calls: 5, windowMs: MINUTE_MS },
  "POST /auth/credentials/{id}/verify": { calls: 10, windowMs: MINUTE_MS },
  other: { calls: 120, windowMs: MINUTE_MS },
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
    positive(`limits["${name}"].calls`, limit?.calls);
    positive(`limits["${name}"].windowMs`, limit?.windowMs);
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
