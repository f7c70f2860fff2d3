import { ConfigurationError } from "../core/errors";

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
