import { ConfigurationError } from "../core/errors";
import { askPlatform } from "./beyond-relay";
import type { RelayOperation } from "./operation";
import { Problem, SOON } from "./problem";
import type { RelayUser } from "./user";

/** One call of a user who is signed in, as the option `limit` sees it. Nothing was asked of the service yet. */
export interface LimitedCall {
  /** Who sent the call. */
  readonly user: RelayUser;
  /** What they ask for. */
  readonly operation: RelayOperation;
  /** The request, for its headers. Its body must be left alone. */
  readonly request: Request;
}

/** Turns a call away. */
export interface CallTurnedAway {
  /** How long the page has to wait, in seconds. */
  readonly retryAfter: number;
}

/** Decides whether a call may go on: `undefined` or `null` lets it, anything else turns it away. */
export type RelayLimit = (
  call: LimitedCall,
) => CallTurnedAway | null | undefined | Promise<CallTurnedAway | null | undefined>;

/** Reads a decision. A value of another kind would let everybody through, or nobody. */
function checkedWait(decision: unknown): number | undefined {
  if (decision === undefined || decision === null) return undefined;
  const wait: unknown = typeof decision === "object" ? Reflect.get(decision, "retryAfter") : undefined;
  if (typeof wait !== "number" || !Number.isFinite(wait) || wait < 0) {
    throw new ConfigurationError(
      "limit",
      "must return undefined, or an object with `retryAfter`, a number of seconds",
    );
  }
  return wait;
}

/**
 * Asks the platform's own limit.
 *
 * @throws {Problem} when the call has to wait (429), or when the limit takes too long (503)
 * @throws {ConfigurationError} when `limit` returns something else than a decision
 * @throws {BeyondRelay} when `limit` fails
 */
export async function requireWithinLimit(
  limit: (call: LimitedCall) => unknown,
  call: LimitedCall,
  timeoutMs: number,
): Promise<void> {
  const late = () => new Problem(503, "LIMIT_TIMEOUT", "The rate limit did not respond in time", SOON);
  const retryAfter = checkedWait(await askPlatform(() => limit(call), timeoutMs, late));
  if (retryAfter === undefined) return;
  throw new Problem(429, "RATE_LIMITED", "There were too many calls: wait before the next one", retryAfter);
}
