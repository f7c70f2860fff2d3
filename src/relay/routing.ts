import { malformedCall, missingResource } from "./problem";
import { operations } from "./operations";
import type { ServedOperation } from "./operation";

/**
 * The characters of an identifier or a UMA address. A server behind this one cannot read them as another path (separators,
 * dot segments, double percent-encoding).
 */
const PARAMETER = /^(?!\.{1,2}$)[\w$@:.+-]{1,200}$/;

function parameterOf(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return PARAMETER.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The operations, each with its path. Letter for letter: no decoding, no case folding, no doubled or trailing slash. */
const routes = /* @__PURE__ */ operations.map((operation) => ({
  operation,
  path: new RegExp(`^${operation.template.replace(/\{\w+\}/, "([^/]+)")}$`),
}));

/** The operations of a path, with its parameter: empty if the template has none. */
export function operationsAt(
  pathname: string,
  basePath: string,
): { operation: ServedOperation; parameter: string }[] {
  if (!pathname.startsWith(`${basePath}/`)) return [];
  return routes.flatMap(({ operation, path }) => {
    const [found, segment] = path.exec(pathname.slice(basePath.length)) ?? [];
    const parameter = segment === undefined ? found && "" : parameterOf(segment);
    return parameter === undefined ? [] : [{ operation, parameter }];
  });
}

/**
 * The operation of a call.
 *
 * @throws {Problem} when it is not in the table of operations (404)
 */
export function findOperation(method: string, pathname: string, basePath: string) {
  const found = operationsAt(pathname, basePath).find(({ operation }) => operation.method === method);
  if (found === undefined) throw missingResource();
  return found;
}

/**
 * The operation's query parameters.
 *
 * @throws {Problem} when one is unknown or repeated (400): two readers of a repeated parameter could use different values
 */
export function readQuery({ query }: ServedOperation, search: URLSearchParams): Record<string, string> {
  const read = new Map<string, string>();
  for (const [name, value] of search) {
    if (!query.includes(name)) throw malformedCall("Unknown query parameter");
    if (read.has(name)) throw malformedCall(`\`${name}\` is repeated`);
    read.set(name, value);
  }
  return Object.fromEntries(read);
}

/** Visible ASCII without blanks. A header that was sent twice has become "one, two". */
const HEADER_VALUE = /^[\x21-\x7e]{1,4096}$/;

/**
 * The operation's headers.
 *
 * @throws {Problem} when a value is not allowed (400)
 */
export function readHeaders(operation: ServedOperation, headers: Headers): Record<string, string> {
  const read: Record<string, string> = {};
  for (const name of operation.headers) {
    const value = headers.get(name);
    if (value === null) continue;
    if (!HEADER_VALUE.test(value)) throw malformedCall(`The header ${name} is malformed`);
    read[name] = value;
  }
  return read;
}
