import { within } from "../core/time-limit";
import type { Problem } from "./problem";

/**
 * Carries an error of the platform's own function past the relay's errors. Even an error of this package goes to the platform:
 * the page must not see what the service said about a call that the platform made.
 */
export class BeyondRelay {
  /** What was thrown. */
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/**
 * Calls a function of the platform.
 *
 * @throws {BeyondRelay} when it fails
 * @throws {Problem} when it takes too long
 */
export async function askPlatform(
  work: () => unknown,
  timeoutMs: number,
  timeoutError: () => Problem,
): Promise<unknown> {
  const asked = (async () => work())().catch((reason: unknown) => {
    throw new BeyondRelay(reason);
  });
  return within({ timeoutMs, timeoutError }, () => asked);
}
