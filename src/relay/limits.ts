import { ConfigurationError } from "../core/errors";
import { readConfiguration, wholeClock } from "../core/read-options";
import { anyText, callback, integer, methods, required } from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import { objectOf } from "../options/read";
import type { RelayOperation } from "./event";
import { operations } from "./operations";
import type { LimitedCall, RelayLimit } from "./options";

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

/** Known limits. */
const LIMITS = /* @__PURE__ */ objectOf<RateLimits>(
  /* @__PURE__ */ Object.fromEntries(
    [...operations.map(({ name }) => name), "other"].map((name) => [name, rateLimit]),
  ) as Record<RelayOperation | "other", Kind>,
);

/** Adds the defaults. Returns the function that finds the rate of a call, the name of its limit, and who is counted. */
function rateFinder(given: RateLimits) {
  return ({ user: { userId, customerId, accountIds }, operation }: LimitedCall) => {
    const own = given[operation] ?? (defaults as RateLimits)[operation];
    const name = own === undefined ? "other" : operation;
    // The platform's id of the user. Without one, the user's customer or wallets.
    const who = userId ?? customerId ?? accountIds.join(",");
    return { ...(own ?? given.other ?? defaults.other), name, who };
  };
}

/** Options of {@link memoryLimit}. */
export interface MemoryLimitOptions {
  /**
   * Limits by operation. They override the defaults per minute: 5 challenges, 10 verifications, 10 new credentials, and 120
   * other calls together.
   */
  limits?: RateLimits | undefined;
  /** The maximum number of counters. Above it, the relay forgets the least recently used. Default 10,000. */
  maxCounters?: number | undefined;
}

const MEMORY_OPTIONS: Kinds<MemoryLimitOptions> = {
  limits: LIMITS,
  maxCounters: /* @__PURE__ */ integer(1),
};

/** Sums of durations have rounding errors. A shorter wait counts as none. */
const ROUNDING_MS = 0.001;

/**
 * Limits the calls of each user, in the memory of this instance. Pass it as the option `limit` of `createWalletRelay`. Each
 * counter is a token bucket: `calls` at once, then one more every `window / calls`. It uses the monotonic clock, so changes
 * of the system time have no effect. Each instance counts separately. For several instances, use {@link storeLimit}.
 *
 * @throws {ConfigurationError} when an option is malformed
 * @example
 * ```ts
 * const limit = memoryLimit({ limits: { "POST /quotes": { calls: 20, window: 60_000 } } });
 * const relay = createWalletRelay({ ...options, limit });
 * ```
 * @see RFC 9110, section 10.2.3
 */
export function memoryLimit(options: MemoryLimitOptions = {}): RelayLimit {
  const { limits, maxCounters = 10_000 } = readConfiguration(options, MEMORY_OPTIONS, "memoryLimit");
  const rateOf = rateFinder({ ...limits });
  /** When each bucket is full again, by the monotonic clock. The last entry was used last. */
  const fullAt = new Map<string, number>();

  return (call) => {
    const { calls, window, name, who } = rateOf(call);
    const key = JSON.stringify([name, who]);
    const now = performance.now();
    const before = Math.max(now, fullAt.get(key) ?? now);
    const after = before + window / calls;
    // An empty bucket needs the whole window to fill.
    const waitMs = after - window - now;
    const isAllowed = waitMs < ROUNDING_MS;
    fullAt.delete(key);
    fullAt.set(key, isAllowed ? after : before);
    const [oldest = key] = fullAt.keys();
    if (fullAt.size > maxCounters) fullAt.delete(oldest);
    return isAllowed ? undefined : { retryAfter: waitMs / 1000 };
  };
}

/** Counters that several relay instances share. In Redis, this takes two commands. */
export interface RateStore {
  /**
   * Adds 1 to a counter, and resolves to the sum. A new counter starts at 0 and expires after `ttlMs`. In Redis: `SET key 0
   * PX ttlMs NX`, then `INCR key`.
   */
  increment(key: string, ttlMs: number): number | Promise<number>;
}

/** Options of {@link storeLimit}. */
export interface StoreLimitOptions extends Pick<MemoryLimitOptions, "limits"> {
  /** The prefix of every key. Default `"wallet-relay:"`. */
  prefix?: string | undefined;
  /** Returns the current time in milliseconds since the epoch, the same on every instance. Default `Date.now`. */
  now?: (() => number) | undefined;
}

const STORE_OPTIONS: Kinds<StoreLimitOptions> = { limits: LIMITS, prefix: anyText, now: callback };

/**
 * Limits the calls of each user across several instances. Pass it as the option `limit` of `createWalletRelay`. It counts in
 * fixed time windows. Around the end of a window, up to twice `calls` can come close together. If the store fails or hangs,
 * no call is allowed.
 *
 * @throws {ConfigurationError} when the store or an option is malformed
 * @example
 * ```ts
 * const store = {
 *   async increment(key: string, ttlMs: number) {
 *     await redis.set(key, 0, { PX: ttlMs, NX: true });
 *     return redis.incr(key);
 *   },
 * };
 * const relay = createWalletRelay({ ...options, limit: storeLimit(store) });
 * ```
 */
export function storeLimit(store: RateStore, options: StoreLimitOptions = {}): RelayLimit {
  const { limits, prefix = "wallet-relay:", now } = readConfiguration(options, STORE_OPTIONS, "storeLimit");
  const clock = wholeClock(now);
  readConfiguration({ store }, { store: required(methods("increment")) }, "storeLimit");
  const rateOf = rateFinder({ ...limits });

  return async (call) => {
    const { calls, window, name, who } = rateOf(call);
    const nowMs = clock();
    const count = Math.floor(nowMs / window);
    // The user comes last, so no two counters share a key, whatever the name contains.
    const sum = await store.increment(`${prefix}${name}:${count}:${who}`, window);
    if (!Number.isSafeInteger(sum) || sum < 1) {
      throw new ConfigurationError("store.increment", "must resolve to the sum, an integer of 1 or more");
    }
    return sum <= calls ? undefined : { retryAfter: ((count + 1) * window - nowMs) / 1000 };
  };
}
