import { within } from "../core/time-limit";
import type { RelayProblem } from "./problem";

/**
 * Carries an error of the platform's own function past the relay's error handling. Even an SDK error goes to the platform,
 * because the page must not see responses to the platform's own calls.
 */
export class BeyondRelay {
  /** The original error. */
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/**
 * Calls a function of the platform.
 *
 * @throws {BeyondRelay} when it fails
 * @throws {RelayProblem} when it takes too long
 */
export async function askPlatform(
  work: () => unknown,
  timeoutMs: number,
  timeoutError: () => RelayProblem,
): Promise<unknown> {
  const asked = (async () => work())().catch((reason: unknown) => {
    throw new BeyondRelay(reason);
  });
  return within({ timeoutMs, timeoutError }, () => asked);
}
