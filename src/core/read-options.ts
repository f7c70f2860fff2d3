import type { Kinds } from "../options/kinds";
import { readOptions } from "../options/read";
import type { Reader } from "../options/read";
import { ConfigurationError, refuse } from "./errors";

/**
 * Reads the options of a constructor or factory.
 *
 * @param owner for messages, for example `PaymentsClient`
 * @throws {ConfigurationError} when an option is unknown or invalid
 */
export function readConfiguration<Options extends object>(
  given: Options | null | undefined,
  kinds: Kinds<Options>,
  owner: string,
  more?: Partial<Pick<Reader, "path" | "advice">>,
): Options {
  const fail: Reader["fail"] = ({ path, message }) => {
    throw new ConfigurationError(path, message);
  };
  return readOptions(given, kinds, { owner, fail, path: "options", ...more });
}

/**
 * Reads the options of one call.
 *
 * @throws {InvalidRequestError} when an option is unknown or invalid
 */
export function readArguments<Options extends object>(
  given: Options | null | undefined,
  kinds: Partial<Kinds<Options>>,
  operation: string,
): Options {
  const fail: Reader["fail"] = ({ path, message }) => refuse(path, message, operation);
  return readOptions(given, kinds, { owner: operation, fail, path: "options" });
}

/** A clock that rounds to whole milliseconds. It throws a {@link ConfigurationError} when `now` returns no time. */
export function wholeClock(now: () => number = Date.now): () => number {
  return () => {
    const nowMs: unknown = now();
    // A `Date` cannot hold nanoseconds, and compares as NaN.
    if (typeof nowMs === "number" && new Date(nowMs).getTime() >= 0) return Math.floor(nowMs);
    throw new ConfigurationError("now", "must return the current time in milliseconds since the epoch");
  };
}
