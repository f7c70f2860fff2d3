import { DURATION_RULE, durationMs } from "../clock";
import { described, kindOf } from "../described";

/** A problem of one option, by its path such as `keep.events`. */
export const wrongKind = (path: string, rule: string): TypeError => new TypeError(`\`${path}\` ${rule}`);

/** The elements of an array. */
export function elementsOf(path: string, value: unknown, rule = "must be an array"): unknown[] {
  if (!Array.isArray(value)) throw wrongKind(path, `${rule}, got ${kindOf(value)}`);
  return Array.from(value);
}

/** The texts of an array. */
export function textsOf(path: string, value: unknown): readonly string[] {
  const rule = "must be an array of non-empty texts";
  const elements = elementsOf(path, value, rule);
  const isText = (element: unknown): element is string => typeof element === "string" && element !== "";
  if (elements.every(isText)) return elements;
  throw wrongKind(path, `${rule}, got ${kindOf(elements.find((element) => !isText(element)))} in it`);
}

/** @throws {TypeError} when it is not a function. */
export function requireFunction(path: string, value: unknown): void {
  if (typeof value !== "function") throw wrongKind(path, `must be a function, got ${kindOf(value)}`);
}

/** The instant in milliseconds since 1970-01-01 UTC. */
export function instantOf(path: string, value: unknown): number {
  const isDate = Object.prototype.toString.call(value) === "[object Date]";
  const ms =
    isDate || typeof value === "string" || typeof value === "number"
      ? new Date(value as Date).getTime() // One of the three that `Date` reads.
      : Number.NaN;
  if (Number.isNaN(ms))
    throw new RangeError(
      `\`${path}\` must be a valid date: a Date, milliseconds since 1970-01-01 UTC, or a text such as "2026-04-27T09:00:00Z", got ${described(value)}`,
    );
  return ms;
}

/** Milliseconds. */
export function durationOf(path: string, value: unknown): number {
  const ms = durationMs(value);
  if (ms === undefined) throw new RangeError(`\`${path}\` must be ${DURATION_RULE}, got ${described(value)}`);
  return ms;
}

/**
 * Reads options of any form. Absent, `undefined` and `null` stand for the default. Everything else that is wrong is an error of
 * ours, which names the option: a {@link TypeError} for a value of the wrong kind, a {@link RangeError} for a number or a duration.
 */
export class OptionReader<Options extends object> {
  readonly #given: object;
  readonly #path: string;
  /** The names that were asked for: every option there is, once all are read. */
  readonly #names = new Set<string>();
  readonly #groups: OptionReader<object>[] = [];

  /** @param path where the options stand in those of the simulator; empty for its own */
  constructor(given: unknown, path = "") {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      throw wrongKind(path || "options", `must be an object, got ${kindOf(given)}`);
    this.#given = given;
    this.#path = path;
  }

  /** The name of an option in messages. */
  path(name: keyof Options & string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  /** The value of an option as it was given. */
  value(name: keyof Options & string): unknown {
    this.#names.add(name);
    return (Reflect.get(this.#given, name) as unknown) ?? undefined;
  }

  /** Options inside of an option. */
  group<Inner extends object>(name: keyof Options & string): OptionReader<Inner> {
    const group = new OptionReader<Inner>(this.value(name) ?? {}, this.path(name));
    this.#groups.push(group);
    return group;
  }

  /** Checks, once all options are read, that no other was given: a misspelt one would have no effect. */
  requireNoOthers(): void {
    const isUnknown = ([name, value]: [string, unknown]) => value != null && !this.#names.has(name);
    const [name] = Object.entries(this.#given).find(isUnknown) ?? [];
    if (name !== undefined) {
      const owner = this.#path === "" ? "the simulator" : `\`${this.#path}\``;
      const known = [...this.#names].join(", ");
      // Any name has a place, also one that no option has.
      throw wrongKind(
        this.path(name as keyof Options & string),
        `is not an option of ${owner}; there are ${known}`,
      );
    }
    for (const group of this.#groups) group.requireNoOthers();
  }

  flag(name: keyof Options & string, fallback: boolean): boolean {
    const value = this.value(name) ?? fallback;
    if (typeof value === "boolean") return value;
    throw wrongKind(this.path(name), `must be true or false, got ${kindOf(value)}`);
  }

  text<Fallback extends string | undefined>(
    name: keyof Options & string,
    fallback: Fallback,
  ): string | Fallback {
    const value = this.value(name);
    if (value === undefined) return fallback;
    if (typeof value === "string" && value !== "") return value;
    throw wrongKind(this.path(name), `must be a non-empty text, got ${kindOf(value)}`);
  }

  /** A text, or a number that is read as one. */
  seed<Fallback extends string | undefined>(
    name: keyof Options & string,
    fallback: Fallback,
  ): string | Fallback {
    const value = this.value(name);
    if (value === undefined) return fallback;
    if (typeof value === "string" || typeof value === "number") return String(value);
    throw wrongKind(this.path(name), `must be a text or a number, got ${kindOf(value)}`);
  }

  choice<Choice extends string, Fallback extends Choice | undefined>(
    name: keyof Options & string,
    choices: readonly Choice[],
    fallback: Fallback,
  ): Choice | Fallback {
    const value = this.value(name);
    if (value === undefined) return fallback;
    const chosen = choices.find((choice) => choice === value);
    if (chosen !== undefined) return chosen;
    const rule = `must be ${choices.map((choice) => `"${choice}"`).join(" or ")}`;
    throw wrongKind(this.path(name), `${rule}, got ${described(value)}`);
  }

  /** @param rule what the number must be, such as `a number above 0` */
  number(
    name: keyof Options & string,
    fallback: number,
    isAllowed: (value: number) => boolean,
    rule: string,
  ): number {
    const value = this.value(name) ?? fallback;
    if (typeof value === "number" && isAllowed(value)) return value;
    throw new RangeError(`\`${this.path(name)}\` must be ${rule}, got ${described(value)}`);
  }

  /** An integer of at least 0, or Infinity. */
  count(name: keyof Options & string, fallback: number): number {
    const isCount = (value: number) => value === Infinity || (Number.isSafeInteger(value) && value >= 0);
    return this.number(name, fallback, isCount, "an integer of at least 0, or Infinity");
  }

  /** Milliseconds. */
  duration(name: keyof Options & string, fallback: number | string): number {
    return durationOf(this.path(name), this.value(name) ?? fallback);
  }

  texts(name: keyof Options & string, fallback: readonly string[]): readonly string[] {
    return textsOf(this.path(name), this.value(name) ?? fallback);
  }

  /** A function. What it takes and returns cannot be checked: the caller names the type. */
  callback<Callback>(name: keyof Options & string): Callback | undefined {
    const value = this.value(name);
    if (value !== undefined) requireFunction(this.path(name), value);
    return value as Callback | undefined;
  }
}
