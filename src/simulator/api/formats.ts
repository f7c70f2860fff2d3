import { isCountry } from "../../forms/check-digits";
import { readPublicKey } from "../crypto/p256";
import type { ClientKey } from "../domain/records/wallets";
import { findCurrency } from "../domain/currencies";
import { matching, nonEmptyText, parse } from "../domain/format";
import type { Format } from "../domain/format";
import { umaKey } from "../domain/records/customers";
import { isHttpAddress } from "../runtime/options/reader";
import { isRecord } from "../runtime/saved";
import { closedObject, requiredField } from "./fields";
import type { Field } from "./fields";

const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether the day exists. `2026-02-30` does not. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** Text for people. It may be empty, because the contract has a `minLength` only for account details (OP-70). */
export const freeText = matching("a string", () => true);
/** What the payee's bank shows with a payment. */
export const remittanceInformation = matching("at most 80 characters", ({ length }) => length <= 80);
export const date = matching("a date YYYY-MM-DD", isDate);
export const country = matching("an ISO 3166-1 alpha-2 country code, such as GB", isCountry);
export const phone = matching("a phone number in E.164", (value) => /^\+[1-9]\d{1,14}$/.test(value));

export const email = matching(
  "an e-mail address",
  (value) => value.length <= 320 && /^[^\s@"<>()[\]\\,;:]+@[^\s@"<>()[\]\\,;:]+\.[^\s@.]+$/.test(value),
);
export const currency = matching(
  "the code of a supported currency, such as USD",
  (value) => findCurrency(value) !== undefined,
  "INVALID_CURRENCY",
);
export const umaAddress = matching(
  "an UMA address, $name@domain",
  (value) => /^\$[^\s@/]+@[^\s@/]+$/.test(value),
  "INVALID_UMA_ADDRESS",
);

export const domainName = matching(
  "a domain name",
  (value) => value.length <= 253 && /^([a-z0-9](-*[a-z0-9])*\.)+[a-z]{2,63}$/i.test(value),
);
export const webAddress = matching("an http or https address", isHttpAddress);

export const trueOrFalse: Format<boolean> = {
  expected: "true or false",
  parse: (value) => (typeof value === "boolean" ? value : undefined),
};

/** A share of the whole, in percent. */
export const percentage: Format<number> = {
  expected: "a number from 0 to 100",
  parse: (value) => (typeof value === "number" && value >= 0 && value <= 100 ? value : undefined),
};

/** An integer within bounds, both included. */
export const integerFrom = (min: number, max = Number.MAX_SAFE_INTEGER): Format<number> => ({
  expected:
    max === Number.MAX_SAFE_INTEGER ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`,
  parse: (value) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
});

/** A positive amount in the smallest unit of its currency. */
export const amountUpTo = (max: number): Format<number> => ({
  ...integerFrom(1, max),
  code: "INVALID_AMOUNT",
});

export const positiveAmount = amountUpTo(Number.MAX_SAFE_INTEGER);

const itemsOf = <T>(items: readonly unknown[], name: string, item: Field<T>): T[] =>
  items.map((one, index) => parse(one, `${name}[${String(index)}]`, item));

/** A non-empty array, each value at most once in the result. */
export const setOf = <T>(item: Field<T>): Field<T[]> => ({
  expected: "an array with at least one item",
  item,
  parse: (value, name) =>
    Array.isArray(value) && value.length > 0 ? [...new Set(itemsOf(value, name, item))] : undefined,
});

/** An array, which may be empty. */
export const arrayOf = <T>(item: Field<T>): Field<T[]> => ({
  expected: "an array",
  item,
  parse: (value, name) => (Array.isArray(value) ? itemsOf(value, name, item) : undefined),
});

export const textMap: Format<Record<string, string>> = {
  expected: "an object",
  parse: (value, name) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, one]) => [key, parse(one, `${name}.${key}`, nonEmptyText)]),
        )
      : undefined,
};

export const address = closedObject({
  line1: requiredField(nonEmptyText),
  line2: freeText,
  city: requiredField(nonEmptyText),
  state: requiredField(nonEmptyText),
  postalCode: requiredField(nonEmptyText),
  country: requiredField(country),
});

const keyOf = (expected: string, form: RegExp): Format<ClientKey> => ({
  expected,
  parse(value) {
    if (typeof value !== "string" || !form.test(value)) return undefined;
    const point = readPublicKey(value);
    return point && { text: value, hex: value.toLowerCase(), point };
  },
});

/** An uncompressed point of P-256 (specification, "Limits"), required in every environment. */
export const clientKey = keyOf(
  "a P-256 public key in 130 hexadecimal digits starting 04",
  /^04[0-9a-f]{128}$/i,
);

/** A point of P-256 in either form. The form selects the flow of the sign-in. */
export const sessionKey = keyOf(
  "a P-256 public key in 130 hexadecimal digits starting 04, or 66 starting 02 or 03",
  /^(04[0-9a-f]{128}|0[23][0-9a-f]{64})$/i,
);

/** In a query: an id, or an UMA address in any case. */
export const identifier: Format<string> = {
  expected: nonEmptyText.expected,
  parse: (value) =>
    typeof value === "string" && value.startsWith("$") ? umaKey(value) : nonEmptyText.parse(value, ""),
};

/** In a query: `true` or `false`. */
export const queryFlag: Format<boolean> = {
  expected: "true or false",
  parse: (value) => (value === "true" || value === "false" ? value === "true" : undefined),
};

/** In a query: decimal digits within bounds, both included. */
export function digitsFrom(min: number, max: number): Format<number> {
  const { expected, parse: check } = integerFrom(min, max);
  return {
    expected,
    parse: (value, name) =>
      typeof value === "string" && /^\d{1,16}$/.test(value) ? check(Number(value), name) : undefined,
  };
}

/** In a query: a date-time with an offset, as milliseconds since 1970-01-01 UTC. */
export const dateTime: Format<number> = {
  expected: "an ISO 8601 date-time with an offset, such as 2026-04-27T09:30:00Z",
  parse(value) {
    const isDateTime = typeof value === "string" && dateTimePattern.test(value) && isDate(value.slice(0, 10));
    const ms = isDateTime ? Date.parse(value) : NaN;
    return Number.isNaN(ms) ? undefined : ms;
  },
};
