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
  /** The path of the options. `options` is omitted from the paths of single options. */
  readonly path: string;
  /** Appended to the message when the options are not an object. */
  readonly advice?: string;
}

/** Whether an object or its class has a property. `Object.prototype` does not count, because a flaw of any package can set it. */
export function hasField(given: unknown, name: string): boolean {
  let owner: unknown = given;
  while (typeof owner === "object" && owner !== null && !Object.hasOwn(owner, "isPrototypeOf")) {
    if (Object.hasOwn(owner, name)) return true;
    owner = Object.getPrototypeOf(owner);
  }
  return false;
}

/** A property of an object or of its class, or `undefined`. */
export function ownField(given: unknown, name: string): unknown {
  return hasField(given, name) ? Reflect.get(given as object, name) : undefined;
}

/** A copy with every known name, so that nothing is inherited. It checks nothing. */
export function ownOptions<Options extends object>(given: unknown, kinds: Partial<Kinds<Options>>): Options {
  const copies = Object.entries<Kind>(kinds as Readonly<Record<string, Kind>>).map(([name, { copy }]) => {
    const value = ownField(given, name) ?? undefined;
    return [name, copy === undefined || value === undefined ? value : copy(value)] as const;
  });
  return Object.fromEntries(copies) as Options;
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
    const value: unknown = ownField(given, name);
    const problem = isGiven(value) || kind.isRequired === true ? kind(value, prefix + name) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Reads options. Rejects unknown names and values of the wrong kind, because they would silently have no
 * effect. JavaScript callers may pass `null`, which equals absent.
 *
 * @returns a copy with every known option. An absent one is `undefined`
 */
export function readOptions<Options extends object>(
  given: Options | null | undefined,
  kinds: Partial<Kinds<Options>>,
  { owner, fail, path, advice = "" }: Reader,
): Options {
  const options = given ?? {};
  const wrong = object(options, path);
  if (wrong !== undefined) return fail({ path, message: wrong.message + (advice && `. ${advice}`) });
  const known = kinds as Readonly<Record<string, Kind>>;
  const problem = problemOf(options, known, owner, path === "options" ? "" : `${path}.`);
  if (problem !== undefined) return fail(problem);
  return ownOptions(options, kinds);
}

/** An object with its own options. */
export function objectOf<Options extends object>(kinds: Kinds<Options>): Kind {
  const known = kinds as Readonly<Record<string, Kind>>;
  const check: Kind = (value, path) =>
    isObject(value)
      ? problemOf(value, known, `\`${path}\``, `${path}.`)
      : { path, message: `must be an object, got ${kindOf(value)}` };
  return Object.assign(check, {
    copy: (value: unknown) => (isObject(value) ? ownOptions(value, kinds) : value),
  });
}
