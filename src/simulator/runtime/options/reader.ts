import { DURATION_RULE, durationMs, LONGEST_MS } from "../clock";
import { described, kindOf } from "../../../options/describe";
import { kind, listOf, LONGEST_TIMER_MS, messageOf, numberThat, rule, text } from "../../../options/kinds";
import type { Kind, Kinds, ValueProblem } from "../../../options/kinds";
import { readOptions } from "../../../options/read";

/** The error for one option, by its path such as `keep.events`. */
export const wrongKind = (path: string, message: string): TypeError =>
  new TypeError(messageOf({ path, message }));

function fail(problem: ValueProblem): never {
  const message = messageOf(problem);
  throw problem.isRange === true ? new RangeError(message) : new TypeError(message);
}

/** Reads options of the simulator. The path is `options` for those of the simulator itself. */
export function readSimulatorOptions<Options extends object>(
  given: Options,
  kinds: Kinds<Options>,
  path = "options",
): Options {
  // Absent options are those of a call without any; `null` is a mistake.
  if (given === undefined || given === null) throw wrongKind(path, `must be an object, got ${kindOf(given)}`);
  const owner = path === "options" ? "the simulator" : `\`${path}\``;
  return readOptions(given, kinds, { owner, fail, path });
}

/** @throws {TypeError} when the value is not of the kind. */
export function requireValue(kind: Kind, path: string, value: unknown): void {
  const problem = kind(value, path);
  if (problem !== undefined) fail(problem);
}

/** True for an http or https address without credentials, which `fetch` does not take. */
export function isHttpAddress(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** True for the form of an ISO 3166-1 alpha-2 code. */
export const isCountryCode = (value: unknown): boolean =>
  typeof value === "string" && /^[A-Z]{2}$/.test(value);

export const httpAddress: Kind = rule(
  "must be an http or https address without a username or password",
  isHttpAddress,
);

const durationUpTo =
  (mostMs: number): Kind =>
  (value, path) => {
    const ms = durationMs(value);
    if (ms !== undefined && ms <= mostMs) return undefined;
    const rule = ms === undefined ? DURATION_RULE : `at most ${mostMs} milliseconds`;
    return { path, message: `must be ${rule}, got ${described(value)}`, isRange: true };
  };

/** Milliseconds, or a string such as `"30s"`. At most 100 years, so that a timestamp can show its end. */
export const duration = durationUpTo(LONGEST_MS);

/** A {@link duration} of real time, which a timer can wait. */
export const realDuration = durationUpTo(LONGEST_TIMER_MS);

export const msOf = (value: number | string): number => durationMs(value) ?? Number.NaN;

/** An integer of at least `minimum`, or Infinity. */
export const countFrom = (minimum: number): Kind =>
  numberThat(
    `an integer of at least ${minimum}, or Infinity`,
    (value) => value === Infinity || (Number.isSafeInteger(value) && value >= minimum),
  );

export const count = countFrom(0);

export const texts: Kind = listOf(text);

export const seed: Kind = kind(
  "a string or a number",
  (value) => typeof value === "string" || typeof value === "number",
);
