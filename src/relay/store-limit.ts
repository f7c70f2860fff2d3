import { ConfigurationError } from "../core/errors";
import { readConfiguration } from "../core/read-options";
import { anything, anyText, callback } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import { requireKind, wholeClock } from "./require-kind";
import type { RelayLimit } from "./options";
import { rateFinder } from "./rates";
import type { RateLimits } from "./rates";

/** Counters that several relay instances share. In Redis, this takes two commands. */
export interface RateStore {
  /**
   * Adds 1 to a counter, and resolves to the sum. A new counter starts at 0 and expires after `ttlMs`. In Redis: `SET key 0
   * PX ttlMs NX`, then `INCR key`.
   */
  increment(key: string, ttlMs: number): number | Promise<number>;
}

/** Options of {@link storeLimit}. */
export interface StoreLimitOptions {
  /**
   * Limits by operation. They override the defaults per minute: 5 challenges, 10 verifications, 10 new credentials, and 120
   * other calls together.
   */
  limits?: RateLimits | undefined;
  /** The prefix of every key. Default `"wallet-relay:"`. */
  prefix?: string | undefined;
  /** Returns the current time in milliseconds since the epoch, the same on every instance. Default `Date.now`. */
  now?: (() => number) | undefined;
}

const OPTIONS: Kinds<StoreLimitOptions> = { limits: anything, prefix: anyText, now: callback };

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
  const { limits, prefix = "wallet-relay:", now } = readConfiguration(options, OPTIONS, "storeLimit");
  const clock = wholeClock(now);
  requireKind("store.increment", store?.increment, callback);
  const rateOf = rateFinder(limits);

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
