import { ConfigurationError } from "../core/errors";
import type { Kind } from "../options/kinds";

/**
 * Checks a value that is not an option.
 *
 * @throws {ConfigurationError} when it is of the wrong kind
 */
export function requireKind(path: string, value: unknown, kind: Kind): void {
  const problem = kind(value, path);
  if (problem !== undefined) throw new ConfigurationError(problem.path, problem.message);
}

/** A clock that rounds to whole milliseconds. It throws a {@link ConfigurationError} when `now` returns no time. */
export function wholeClock(now: () => number = Date.now): () => number {
  return () => {
    const nowMs = Math.floor(now());
    if (Number.isSafeInteger(nowMs) && nowMs >= 0) return nowMs;
    throw new ConfigurationError("now", "must return the current time in milliseconds since the epoch");
  };
}
