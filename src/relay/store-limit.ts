import { ConfigurationError } from "../core/errors";
import { readConfiguration } from "../core/read-options";
import { anything, anyText, callback } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { requireFunction, wholeClock } from "./checks";
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

const OPTIONS: Kinds<StoreLimitOptions> = { limits: anything, prefix: anyText, now: callback };

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
  const { limits, prefix = "wallet-relay:", now } = readConfiguration(options, OPTIONS, "storeLimit");
  const clock = wholeClock(now);
  requireFunction("store.increment", store?.increment);
  const rateOf = ratesOf(limits);

  return async (call) => {
    const { calls, window, name, who } = rateOf(call);
    const nowMs = clock();
    const count = Math.floor(nowMs / window);
    // The user comes last: whatever is in the name, no two counters share a key.
    const sum = await store.increment(`${prefix}${name}:${count}:${who}`, window);
    if (!Number.isSafeInteger(sum) || sum < 1) {
      throw new ConfigurationError("store.increment", "must resolve to the sum, an integer from 1");
    }
    return sum <= calls ? undefined : { retryAfter: ((count + 1) * window - nowMs) / 1000 };
  };
}
