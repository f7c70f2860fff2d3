import { ConfigurationError, refuse } from "./errors";

/** The names that an object may have, as the keys of a record: so the compiler holds the list complete. */
type KnownNames = Readonly<Record<string, true>>;

/** How many characters two names have in common at their beginning, whatever their case. */
function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length]?.toLowerCase() === right[length]?.toLowerCase()) length += 1;
  return length;
}

/**
 * The first name that is not known, and what is wrong with it. A misspelt name has no effect, which nobody notices before it is
 * needed: a deadline, an idempotency key, a limit. `undefined` and `null` count as absent.
 */
function unknownName(
  given: object,
  known: KnownNames,
  what: string,
): { readonly name: string; readonly problem: string } | undefined {
  const isUnknown = ([name, value]: [string, unknown]) => value != null && !Object.hasOwn(known, name);
  const [name] = Object.entries(given).find(isUnknown) ?? [];
  if (name === undefined) return undefined;
  const names = Object.keys(known);
  const likeness = (other: string) => commonStart(other, name);
  const [nearest = ""] = names.toSorted((left, right) => likeness(right) - likeness(left));
  const advice = likeness(nearest) > 3 ? `did you mean \`${nearest}\`?` : `there are ${names.join(", ")}`;
  return { name, problem: `is not ${what}; ${advice}` };
}

/**
 * Checks the names of options.
 *
 * @param what for example `an option of the client`
 * @param path what goes before a name in the error, for example `hooks.`
 * @throws {ConfigurationError} when one is not known; it says which may have been meant
 */
export function requireKnownOptions(given: object, known: KnownNames, what: string, path = ""): void {
  const unknown = unknownName(given, known, what);
  if (unknown !== undefined) throw new ConfigurationError(path + unknown.name, unknown.problem);
}

/**
 * Checks the names of a call's options.
 *
 * @throws {InvalidRequestError} when one is not known; it says which may have been meant
 */
export function refuseUnknownOptions(given: object, known: KnownNames, operation: string): void {
  const unknown = unknownName(given, known, `an option of ${operation}`);
  if (unknown !== undefined) refuse(unknown.name, unknown.problem, operation);
}
