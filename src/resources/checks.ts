import { InvalidRequestError } from "../core/errors";
import type { Issue } from "../core/types";

/** A check of one argument: says what is wrong, or nothing. */
export type Check = (value: unknown) => string | undefined;

const PREFIXES = [
  "Customer",
  "InternalAccount",
  "ExternalAccount",
  "Quote",
  "Transaction",
  "AuthMethod",
  "Session",
  "BeneficialOwner",
  "Verification",
  "Lookup",
] as const;
type Prefix = (typeof PREFIXES)[number];

const described = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;

/** An identifier of one of the given resources. One that plainly belongs to another is refused; one without a known prefix passes. */
export const idOf =
  (...expected: Prefix[]): Check =>
  (value) => {
    if (typeof value !== "string") return `must be a string, got ${described(value)}`;
    if (value.trim() === "") return "must not be empty";
    const prefix = PREFIXES.find((known) => value.startsWith(`${known}:`));
    return prefix === undefined || expected.includes(prefix)
      ? undefined
      : `expected a ${expected.join(" or ")} id, got ${JSON.stringify(value.slice(0, 80))}`;
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
          typeof value === "number" ? value : described(value)
        }`;

/** Money: an integer in the smallest unit of its currency, zero or more, within the safe integers. */
export const amount: Check = between(0, Number.MAX_SAFE_INTEGER);

/** The specification's upper limit of `lockedCurrencyAmount` (specification, "Limits"). */
export const lockedAmount: Check = between(0, 9_000_000_000_000_000);

/** An uncompressed SEC1 P-256 public key: 130 hexadecimal characters that start with 04 (specification, "Limits"). */
export const publicKey: Check = (value) =>
  typeof value === "string" && /^04[\da-f]{128}$/i.test(value)
    ? undefined
    : "must be an uncompressed P-256 public key: 130 hexadecimal characters that start with 04";

/** A non-empty string. */
export const text: Check = (value) =>
  typeof value === "string" && value !== ""
    ? undefined
    : `must be a non-empty string, got ${described(value)}`;

/** An object, as a method's parameters must be. */
export const object: Check = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? undefined
    : `must be an object, got ${described(value)}`;

/** Passes when absent. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null ? undefined : check(value);

function member(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined),
      value,
    );
}

/**
 * Checks arguments before anything is sent; throws one {@link InvalidRequestError} that names all at fault.
 *
 *     check("transfers.in", params, { "source.accountId": idOf("ExternalAccount"), amount })
 */
export function check(operation: string, params: unknown, checks: Readonly<Record<string, Check>>): void {
  const problem = object(params);
  const issues: Issue[] = problem === undefined ? [] : [{ path: "params", message: problem }];
  if (problem === undefined) {
    for (const [path, test] of Object.entries(checks)) {
      const message = test(member(params, path));
      if (message !== undefined) issues.push({ path, message });
    }
  }
  if (issues.length > 0) throw new InvalidRequestError(issues, operation);
}
