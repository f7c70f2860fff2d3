import { kindOf } from "./describe";
import type { Kind, Kinds, ValueProblem } from "./kinds";
import { isObject, object } from "./kinds";
import { unknownOption } from "./nearest";

/** Who reads the options, and how to report an invalid one. */
export interface Reader {
  /** The name in messages, for example `quotes.retrieve`. */
  readonly owner: string;
  /** Throws the error for an invalid option. */
  readonly fail: (problem: ValueProblem) => never;
  /** The path of the options. The default `options` is omitted from the paths of single options. */
  readonly path?: string;
  /** Appended to the message when the options are not an object. */
  readonly advice?: string;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The first problem: an unknown name, then a value of the wrong kind. */
function problemOf(
  given: object,
  kinds: Readonly<Record<string, Kind>>,
  owner: string,
  prefix: string,
): ValueProblem | undefined {
  const names = Object.keys(kinds);
  const isUnknown = ([name, value]: [string, unknown]) => isGiven(value) && !Object.hasOwn(kinds, name);
  const [unknown] = Object.entries(given).find(isUnknown) ?? [];
  if (unknown !== undefined) {
    const path = prefix + unknown;
    return { path, message: unknownOption(path, unknown, names, owner) };
  }
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name);
    const problem = isGiven(value) || kind.isRequired === true ? kind(value, prefix + name) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Reads options. Rejects unknown names and values of the wrong kind, because they would silently have no
 * effect. JavaScript callers may pass `null`, which equals absent.
 *
 * @returns the options without the absent ones
 */
export function readOptions<Options extends object>(
  given: Options | null | undefined,
  kinds: Partial<Kinds<Options>>,
  { owner, fail, path = "options", advice = "" }: Reader,
): Options {
  const options = given ?? {};
  const wrong = object(options, path);
  if (wrong !== undefined) return fail({ path, message: wrong.message + (advice && `. ${advice}`) });
  const problem = problemOf(
    options,
    kinds as Readonly<Record<string, Kind>>,
    owner,
    path === "options" ? "" : `${path}.`,
  );
  if (problem !== undefined) return fail(problem);
  const present = Object.keys(kinds)
    .map((name) => [name, Reflect.get(options, name) as unknown] as const)
    .filter(([, value]) => isGiven(value));
  return Object.fromEntries(present) as Options;
}

/** An object with its own options. */
export const objectOf =
  <Options extends object>(kinds: Kinds<Options>): Kind =>
  (value, path) =>
    isObject(value)
      ? problemOf(value, kinds as Readonly<Record<string, Kind>>, `\`${path}\``, `${path}.`)
      : { path, message: `must be an object, got ${kindOf(value)}` };
