import { ConfigurationError } from "../core/errors";
import { requireKnownOptions } from "../core/known-names";

/**
 * Reads an option that is a function.
 *
 * @throws {ConfigurationError} when it is not
 */
export function checkedFunction<Value>(option: string, value: Value): Value {
  if (typeof value !== "function") throw new ConfigurationError(option, "must be a function");
  return value;
}

/**
 * Reads the option `now`, and rounds what it returns to whole milliseconds.
 *
 * @throws {ConfigurationError} when it is not a function, and later when it returns no time
 */
export function checkedClock(now: () => number = Date.now): () => number {
  checkedFunction("now", now);
  return () => {
    const nowMs = Math.floor(now());
    if (Number.isSafeInteger(nowMs) && nowMs >= 0) return nowMs;
    throw new ConfigurationError("now", "must return the current time in milliseconds since the epoch");
  };
}

/**
 * Reads the options themselves.
 *
 * @throws {ConfigurationError} when they are not an object, or have a name that is not known
 */
export function checkedOptions<Options extends object>(
  options: Options,
  known: Readonly<Record<keyof Options, true>>,
  owner: string,
): Options {
  if (typeof options !== "object" || options === null)
    throw new ConfigurationError("options", "must be an object");
  requireKnownOptions(options, known, `an option of ${owner}`);
  return options;
}

/**
 * Reads an option that is a positive integer.
 *
 * @throws {ConfigurationError} when it is not, or when it is too large
 */
export function positive(option: string, value: number, maximum = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value) || value < 1 || value > maximum) {
    throw new ConfigurationError(option, `must be an integer from 1 to ${maximum}`);
  }
  return value;
}
