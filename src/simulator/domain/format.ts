import { words } from "../runtime/words";
import type { WordOf } from "../runtime/words";
import { invalidField } from "./problem";

/** What a value of a request must be. */
export interface Format<T> {
  /** Completes "expected …" in the error message. */
  expected: string;
  /** The error code of an invalid value. Default INVALID_INPUT. */
  code?: string | undefined;
  /** `undefined` when the value is invalid. `name` is for errors about what is inside of it. */
  parse(value: unknown, name: string): T | undefined;
}

export function matching(
  expected: string,
  accepts: (text: string) => boolean,
  code?: string,
): Format<string> {
  return {
    expected,
    code,
    parse: (value) => (typeof value === "string" && accepts(value) ? value : undefined),
  };
}

export const nonEmptyText = matching("a non-empty string", (value) => value.trim() !== "");

export function enumOf<const T extends string>(values: readonly T[]): Format<T> {
  return {
    expected: `one of ${values.join(", ")}`,
    parse: (value) => values.find((candidate) => candidate === value),
  };
}

/** One of the words of each line. */
export const wordOf = <const Line extends string>(...lines: readonly Line[]): Format<WordOf<Line>> =>
  enumOf(words(...lines));

/** @throws {Problem} 400 when the value is invalid */
export function parse<T>(value: unknown, name: string, format: Format<T>): T {
  const parsed = format.parse(value, name);
  if (parsed === undefined) throw invalidField(name, format.expected, format.code);
  return parsed;
}
