import { ConfigurationError } from "../core/errors";
import { fieldOf } from "../core/fields";
import { askPlatform } from "./beyond-relay";
import type { RelayOperation } from "./operation";
import { RelayProblem, SOON } from "./problem";
import type { RelayUser } from "./user";

/** One call of a signed-in user, as the option `limit` receives it. The relay has not called the service yet. */
export interface LimitedCall {
  /** The user who sent the call. */
  readonly user: RelayUser;
  /** The operation of the call. */
  readonly operation: RelayOperation;
  /** The request, for its headers. Do not read its body. */
  readonly request: Request;
}

/** Rejects a call. */
export interface CallTurnedAway {
  /** How long the page must wait, in seconds. */
  readonly retryAfter: number;
}

/**
 * Decides whether a call may continue. `undefined` or `null` allows it, `{ retryAfter }` rejects it. Any other result causes
 * a `ConfigurationError`.
 */
export type RelayLimit = (
  call: LimitedCall,
) => CallTurnedAway | null | undefined | Promise<CallTurnedAway | null | undefined>;

/** Reads a decision. An unchecked value could allow everybody, or nobody. */
function checkedWait(decision: unknown): number | undefined {
  if (decision === undefined || decision === null) return undefined;
  const wait = fieldOf(decision, "retryAfter");
  if (typeof wait !== "number" || !Number.isFinite(wait) || wait < 0) {
    throw new ConfigurationError("limit", "must return undefined, or `{ retryAfter }` in seconds");
  }
  return wait;
}

/**
 * Calls the platform's own limit.
 *
 * @throws {RelayProblem} when the call has to wait (429), or when the limit takes too long (503)
 * @throws {ConfigurationError} when `limit` returns an invalid decision
 * @throws {BeyondRelay} when `limit` fails
 */
export async function requireWithinLimit(
  limit: (call: LimitedCall) => unknown,
  call: LimitedCall,
  timeoutMs: number,
): Promise<void> {
  const late = () => new RelayProblem(503, "LIMIT_TIMEOUT", "The rate limit did not respond in time", SOON);
  const retryAfter = checkedWait(await askPlatform(() => limit(call), timeoutMs, late));
  if (retryAfter === undefined) return;
  throw new RelayProblem(429, "RATE_LIMITED", "Too many calls: wait before the next one", retryAfter);
}
