import { nearest } from "../../options/nearest";
import { invalidInput } from "../domain/problem";
import type { ResolvedOptions } from "../runtime/options";
import type { SimRequest } from "./route";

/** The names that a route asked for, by object or query. */
const asked = new WeakMap<object, Set<string>>();

/** Stands for every name of an object. */
const ANY = "*";

/** Notes that a route asked for names. Without names, it asks for the whole object. */
export function ask(holder: object, ...names: readonly string[]): void {
  const known = asked.get(holder) ?? new Set();
  asked.set(holder, known);
  for (const name of names.length > 0 ? names : [ANY]) known.add(name);
}

interface UnknownField {
  field: string;
  /** The known name that was probably meant. */
  nearest: string | undefined;
}

function unknownIn(holder: object, path = ""): UnknownField[] {
  const names = asked.get(holder) ?? new Set();
  if (names.has(ANY)) return [];
  const entries: [string, unknown][] =
    holder instanceof URLSearchParams ? [...holder] : Object.entries(holder);
  return entries.flatMap(([name, value]) => {
    const field = path === "" ? name : `${path}.${name}`;
    return names.has(name) ? unknownInside(value, field) : [{ field, nearest: nearest(name, [...names]) }];
  });
}

/** An object that no route reads field by field may hold anything. */
function unknownInside(value: unknown, path: string): UnknownField[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => unknownInside(item, `${path}[${index}]`));
  return typeof value === "object" && value !== null && asked.has(value) ? unknownIn(value, path) : [];
}

/** What to say about an unknown field. */
const messageOf = ({ field, nearest: meant }: UnknownField): string =>
  `Unknown field \`${field}\`.${meant === undefined ? "" : ` Did you mean \`${meant}\`?`}`;

/**
 * Finds the fields and query parameters that the route did not ask for, and notes a message about each in the request.
 *
 * @throws {Problem} when there is one and the option says so: 400
 */
export function checkNames(request: SimRequest, mode: ResolvedOptions["unknownFields"]): void {
  const { body, query } = request;
  if (mode === "ignore") return;
  const unknown = [
    ...(typeof body === "object" && body !== null ? unknownIn(body) : []),
    ...unknownIn(query),
  ];
  request.unknownFields = Object.fromEntries(unknown.map((field) => [field.field, messageOf(field)]));
  const [first] = unknown;
  if (first && mode === "reject") throw invalidInput(messageOf(first), { ...first });
}
