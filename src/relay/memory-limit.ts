import { readConfiguration } from "../core/read-options";
import { anything, integer } from "../options/kinds";
import type { Kinds } from "../options/kinds";
import type { RelayLimit } from "./options";
import { rateFinder } from "./rates";
import type { RateLimits } from "./rates";

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

const OPTIONS: Kinds<MemoryLimitOptions> = { limits: anything, maxCounters: /* @__PURE__ */ integer(1) };

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
  const { limits, maxCounters = 10_000 } = readConfiguration(options, OPTIONS, "memoryLimit");
  const rateOf = rateFinder(limits);
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
