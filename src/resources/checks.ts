import { InvalidRequestError } from "../core/errors";
import { valueAt } from "../core/fields";
import { kindOfId } from "../core/ids";
import type { IdKind } from "../core/ids";
import type { Issue } from "../core/types";
import { kindOf } from "../options/describe";
import { isObject } from "../options/kinds";
import { plainName } from "../options/nearest";

/** A check of one value: says what is wrong, or nothing. */
export type Check = (value: unknown) => string | undefined;

/** The checks of an object's properties, by path: `amount`, `source.accountId`. */
export type Checks = Readonly<Record<string, Check>>;

/** Resources whose ids have no known prefix: only that of another resource is invalid. */
type Unprefixed = "document" | "job" | "token";

/** In characters. A longer one may hold a secret, whose part could not be told from other text. */
const LONGEST_SHOWN_ID = 80;

const articleOf = (noun = "") => (/^[AEIO]/.test(noun) ? "an" : "a");

/** An id of one of the given resources. The id of another resource is invalid; an id without a known prefix passes. */
export const idOf =
  (...expected: (IdKind | Unprefixed)[]): Check =>
  (value) => {
    if (typeof value !== "string") return `must be a string, got ${kindOf(value)}`;
    if (value.trim() === "") return "must not be empty";
    const prefix = kindOfId(value);
    return prefix === undefined || expected.includes(prefix)
      ? undefined
      : `expected ${articleOf(expected[0])} ${expected.join(" or ")} id, got ${value.length > LONGEST_SHOWN_ID ? `${prefix}:…` : JSON.stringify(value)}`;
  };

/** A number between two bounds, both included. */
export const between =
  (minimum: number, maximum: number, integer = true): Check =>
  (value) =>
    typeof value === "number" &&
    value >= minimum &&
    value <= maximum &&
    (!integer || Number.isSafeInteger(value))
      ? undefined
      : `must be ${integer ? "an integer" : "a number"} from ${minimum} to ${maximum}, got ${
          typeof value === "number" ? value : kindOf(value)
        }`;

/** Money: an integer in the smallest unit of its currency, zero or more, within the safe integers. */
export const amount: Check = /* @__PURE__ */ between(0, Number.MAX_SAFE_INTEGER);

/**
 * A SEC1 P-256 public key in hexadecimal: uncompressed (specification, "Limits"), or compressed, as newer versions of the
 * service use it.
 */
export const publicKey: Check = (value) =>
  typeof value === "string" && /^(04[\da-f]{128}|0[23][\da-f]{64})$/i.test(value)
    ? undefined
    : "must be a P-256 public key: 130 hexadecimal characters that start with 04, or 66 with 02 or 03";

/** A non-empty string. */
export const text: Check = (value) =>
  typeof value === "string" && value !== "" ? undefined : `must be a non-empty string, got ${kindOf(value)}`;

/** An object, as a method's parameters must be. */
export const object: Check = (value) =>
  isObject(value) ? undefined : `must be an object, got ${kindOf(value)}`;

/** Passes when absent; `null` equals absent. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null ? undefined : check(value);

const IN_OPTIONS = "belongs in the options, which are the last argument";

const notAnOption: Check = /* @__PURE__ */ optional(() => IN_OPTIONS);

/** The other options of a call. Only keyed calls are checked for them: any other parameters may get such a field one day. */
export const noOptions: Checks = {
  signal: notAnOption,
  timeout: notAnOption,
  totalTimeout: notAnOption,
  maxRetries: notAnOption,
  headers: notAnOption,
};

function issuesOf(params: unknown, checks: Checks): Issue[] {
  const problem = object(params);
  if (problem !== undefined) return [{ path: "params", message: problem }];
  return Object.entries(checks).flatMap(([path, test]) => {
    const message = test(valueAt(params, path));
    return message === undefined ? [] : [{ path, message }];
  });
}

/**
 * Checks arguments before anything is sent; throws one error that names all invalid ones.
 *
 * @throws {InvalidRequestError} when a check fails
 */
export function check(operation: string | undefined, params: unknown, checks: Checks): void {
  const issues = issuesOf(params, checks);
  if (issues.length > 0) throw new InvalidRequestError(issues, operation);
}

/** Any spelling of an idempotency key. Among the parameters it protects nothing: each run makes another payment. */
function keysAmong(params: object): Issue[] {
  return Object.entries(params)
    .filter(([name, value]: [string, unknown]) => value != null && plainName(name) === "idempotencykey")
    .map(([path]) => ({ path, message: IN_OPTIONS }));
}

/**
 * Checks the parameters of a method. An idempotency key among them is invalid.
 *
 * @throws {InvalidRequestError} when a check fails
 */
export function checkParams(operation: string, params: unknown, checks: Checks = {}): void {
  const issues = [...issuesOf(params, checks), ...(isObject(params) ? keysAmong(params) : [])];
  if (issues.length > 0) throw new InvalidRequestError(issues, operation);
}

/** An id in a route. It must not be the id of another resource. */
export const id = (resource: IdKind | Unprefixed, value: string) => (): string => {
  check(undefined, { id: value }, { id: idOf(resource) });
  return value;
};
