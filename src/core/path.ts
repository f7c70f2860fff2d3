import { problemOfText } from "../operations/ids";
import { refuse } from "./errors";

/**
 * Text that a server, a proxy or a URL parser could read as another path: dot segments, separators, their encodings and controls.
 * Also unpaired surrogates, because an encoder replaces them. With the flag `u`, a pair is one character.
 */
const UNSAFE = /^\.{1,2}$|[/\\?#\u0000-\u001f\u007f\ud800-\udfff]|%(?:2e|2f|5c|00)/iu;

/** One path segment: percent-encoded, never empty, never able to reach another route. */
export function segment(value: unknown, name = "id"): string {
  const problem = problemOfText(value);
  if (problem !== undefined) refuse(name, problem);
  const text = String(value);
  if (UNSAFE.test(text)) refuse(name, "must not contain path separators, dot segments or control characters");
  return encodeURIComponent(text);
}

/** Checks a whole path that a caller of `request()` wrote, and returns it. */
export function checkedPath(value: unknown): string {
  if (typeof value !== "string" || !value.startsWith("/"))
    refuse("path", "must be a string that starts with `/`");
  for (const part of value.slice(1).split("/")) {
    if (part === "" || UNSAFE.test(part)) {
      refuse("path", "must not contain empty or dot segments, a query, a fragment or control characters");
    }
  }
  return value;
}

/** The values of a template, by name. */
export type PathParameters = Readonly<Record<string, string | number>>;

const PARAMETER = /\{([^{}]*)\}/g;

/** Fills a template such as `/cards/{id}`. Each value becomes exactly one segment. */
export function filledPath(template: string, values: PathParameters): string {
  const names = Array.from(checkedPath(template).matchAll(PARAMETER), ([, name = ""]) => name);
  const unused = Object.keys(values).find((name) => !names.includes(name));
  if (unused !== undefined) refuse(`path.${unused}`, `is not a parameter of ${template}`);
  return template.replace(PARAMETER, (_, name: string) => {
    const value = values[name];
    return segment(Number.isFinite(value) ? String(value) : value, `path.${name}`);
  });
}

/** The query string with its `?`, or an empty text. It omits absent fields, repeats arrays, and sends dates in UTC. */
export function queryString(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      const isDate = item instanceof Date;
      if (isDate && Number.isNaN(item.getTime())) refuse(name, "must be a valid date");
      // Anything else would become a wrong text.
      if ((!isDate && !/string|number|boolean|bigint/.test(typeof item)) || Number.isNaN(item)) {
        refuse(name, "must be text, a number, a boolean, a date or a list of them");
      }
      search.append(name, isDate ? item.toISOString() : String(item));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}
