import { isObject, kind } from "../options/kinds";
import type { Kind } from "../options/kinds";
import { inheritedIssue } from "./fields";

/** Text that fits into a header: visible ASCII, with spaces inside. */
export const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Whether headers are an object of names and values. A `Headers`, a `Map` or an instance of a class would lose its fields. */
export function isHeaderRecord(given: unknown): given is Readonly<Record<string, string | undefined>> {
  return (
    isObject(given) &&
    !(Symbol.iterator in given) &&
    Object.getOwnPropertySymbols(given).length === 0 &&
    inheritedIssue(given) === undefined
  );
}

/** Headers or a query by name. */
export const plainRecord: Kind = /* @__PURE__ */ kind("a plain object of names and values", isHeaderRecord);

/** Headers by name. A `Headers` or a `Map` would lose its fields. Only the option sets a key, so that two keys never compete. */
export const headerRecord: Kind = (value, path) => {
  const key = isHeaderRecord(value) && Object.keys(value).find((name) => /^idempotency-key$/i.test(name));
  if (typeof key !== "string") return plainRecord(value, path);
  return {
    path: `${path}.${key}`,
    message: "is not a header to set: use the call's option `idempotencyKey`",
  };
};
