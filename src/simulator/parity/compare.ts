import { isRecord } from "../runtime/saved";
import { NO_RESPONSE } from "./caller";
import type { Seen } from "./caller";

/** The names of statuses, kinds and codes. They are part of the interface, and no secret looks like that. */
const NAME = /^[A-Z][A-Z_.]{0,60}$/;
const ID = /^([A-Z][A-Za-z]+):[\w-]+$/;
/** Fields with a random text. By chance it can look like a name. */
const RANDOM = /(?:^code|(?:^|\.)reference)$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Every text and number in what was sent. */
function valuesIn(sent: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof sent === "object" && sent !== null)
    for (const inner of Object.values(sent)) valuesIn(inner, found);
  else if (typeof sent === "string" || typeof sent === "number") found.add(sent);
  return found;
}

/** What two services must agree on in a value. It never contains an id, a secret or an amount. */
function traitOf(value: unknown, sent: ReadonlySet<unknown>): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return sent.has(value) ? "the number that was sent" : "a number";
  if (typeof value !== "string") return "absent";
  const [, kind] = ID.exec(value) ?? [];
  if (kind !== undefined) return `${sent.has(value) ? "the id that was sent" : "an id"} of ${kind}`;
  if (NAME.test(value)) return value;
  if (INSTANT.test(value)) return "a time";
  return sent.has(value) ? "the text that was sent" : "a text";
}

/** The traits of a body by path. Of a list, the first item counts. */
function traitsOf(value: unknown, sent: ReadonlySet<unknown>, path = ""): [string, string][] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) {
    const items = value.length === 0 ? "an empty list" : "a list";
    return [[path, items], ...(value.length === 0 ? [] : traitsOf(value[0], sent, `${path}[]`))];
  }
  if (RANDOM.test(path)) return [[path, `a ${typeof value}`]];
  if (!isRecord(value)) return [[path, traitOf(value, sent)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    traitsOf(inner, sent, path === "" ? name : `${path}.${name}`),
  );
}

/** Errors agree in these. Their messages and details are for people. */
function errorTraits(body: unknown): [string, string][] {
  const { code, reason } = isRecord(body) ? body : {};
  return [
    ["code", typeof code === "string" && NAME.test(code) ? code : "absent"],
    ...(typeof reason === "string" ? [["reason", "a text"] as [string, string]] : []),
  ];
}

function traits({ status, body, sent }: Seen): Map<string, string> {
  return new Map(status >= 400 ? errorTraits(body) : traitsOf(body, valuesIn(sent)));
}

/**
 * What differs in one exchange. A field that only the other service has does not count, because services may add
 * fields.
 */
export function stepDifferences(expected: Seen, actual: Seen | undefined): string[] {
  if (!actual) return ["was not made"];
  if (actual.status === NO_RESPONSE) return [`got no response: ${String(actual.body)}`];
  if (expected.status !== actual.status) {
    const code = actual.status >= 400 ? ` ${errorTraits(actual.body)[0]?.[1] ?? ""}` : "";
    return [`status ${String(actual.status)}${code}, expected ${String(expected.status)}`];
  }
  const found = traits(actual);
  return [...traits(expected)]
    .filter(([path, trait]) => found.get(path) !== trait)
    .map(([path, trait]) => `${path} is ${found.get(path) ?? "absent"}, expected ${trait}`);
}
