import { ConfigurationError } from "../core/errors";
import { checkedClock, checkedFunction, checkedOptions } from "./checks";
import type { RelayLimit } from "./limit";
import { ratesOf } from "./rates";
import type { RateLimits } from "./rates";

/** Counters that several instances of a relay share. In Redis it takes two commands. */
export interface RateStore {
  /**
   * Adds 1 to a counter, and resolves to the sum. A counter that is not there begins at 0 and is forgotten `ttlMs` later. In
   * Redis: `SET key 0 PX ttlMs NX`, then `INCR key`.
   */
  increment(key: string, ttlMs: number): number | Promise<number>;
}

/** Options of {@link storeLimit}. */
export interface StoreLimitOptions {
  /**
   * Limits by operation, over those that are set: 5 challenges, 10 verifications and 10 new credentials a minute, and 120
   * of all other calls together.
   */
  limits?: RateLimits | undefined;
  /** What every key begins with. Default `"wallet-relay:"`. */
  prefix?: string | undefined;
  /** The current time in milliseconds since the epoch, the same on every instance. Default `Date.now`. */
  now?: (() => number) | undefined;
}

const OPTIONS: Record<keyof StoreLimitOptions, true> = { limits: true, prefix: true, now: true };

/**
 * Limits the calls of each user over several instances, for the option `limit` of `createWalletRelay`. It counts in fixed
 * windows of time: around the end of a window, up to twice `calls` can come close together. A store that fails or hangs
 * lets no call through.
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
  const { limits, prefix = "wallet-relay:", now } = checkedOptions(options, OPTIONS, "storeLimit");
  const clock = checkedClock(now);
  if (typeof prefix !== "string") throw new ConfigurationError("prefix", "must be a string");
  checkedFunction("store.increment", store?.increment);
  const rateOf = ratesOf(limits);

  return async (call) => {
    const { calls, windowMs, name, who } = rateOf(call);
    const nowMs = clock();
    const window = Math.floor(nowMs / windowMs);
    // The user comes last: whatever is in the name, no two counters share a key.
    const sum = await store.increment(`${prefix}${name}:${window}:${who}`, windowMs);
    if (!Number.isSafeInteger(sum) || sum < 1) {
      throw new ConfigurationError("store.increment", "must resolve to the sum, an integer from 1");
    }
    return sum <= calls ? undefined : { retryAfter: ((window + 1) * windowMs - nowMs) / 1000 };
  };
}
