import { isObject, kind } from "../options/kinds";
import type { Kind } from "../options/kinds";
import { inheritedIssue } from "./fields";

/** Whether a value is the name of a header (RFC 9110, section 5.1). */
export const isHeaderName = (value: unknown): boolean =>
  typeof value === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(value);

/** Text that fits into a header: visible ASCII, with spaces inside. */
export const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers or a query by name. A `Headers`, a `Map` or an instance of a class would lose its fields. */
export const plainRecord: Kind = /* @__PURE__ */ kind(
  "a plain object of names and values",
  (value) =>
    isObject(value) &&
    !(Symbol.iterator in value) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    inheritedIssue(value) === undefined,
);

/** Headers by name. Only the option sets a key, so that two keys never compete. */
export const headerRecord: Kind = (value, path) => {
  const key = Object.keys(Object(value) as object).find((name) => /^idempotency-key$/i.test(name));
  const problem = plainRecord(value, path);
  if (problem !== undefined || key === undefined) return problem;
  return {
    path: `${path}.${key}`,
    message: "is not a header to set: use the call's option `idempotencyKey`",
  };
};
