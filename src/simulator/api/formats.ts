import { readPublicKey } from "../crypto/p256";
import type { ClientKey } from "../domain/records/wallets";
import { findCurrency } from "../domain/currencies";
import { umaKey } from "../domain/records/customers";
import type { AddressRecord } from "../domain/records/customers";
import { object, parse } from "./reader";
import type { Format, Reader } from "./reader";

const emailPattern = /^[^\s@"<>()[\]\\,;:]+@[^\s@"<>()[\]\\,;:]+\.[^\s@.]+$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const umaPattern = /^\$[^\s@/]+@[^\s@/]+$/;

/** The calendar knows the day: `2026-02-30` does not exist. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function matching(expected: string, accepts: (text: string) => boolean, code?: string): Format<string> {
  return {
    expected,
    ...(code === undefined ? {} : { code }),
    parse: (value) => (typeof value === "string" && accepts(value) ? value : undefined),
  };
}

export const text = matching("a non-empty string", (value) => value.trim() !== "");
/** Text for people, which may be empty: the contract has a `minLength` for account details only (OP-70). */
export const freeText = matching("a string", () => true);
export const date = matching("a date YYYY-MM-DD", isDate);
export const country = matching("an ISO 3166-1 alpha-2 country code", (value) => /^[A-Z]{2}$/.test(value));
export const email = matching(
  "an e-mail address",
  (value) => value.length <= 320 && emailPattern.test(value),
);
export const currency = matching(
  "the code of a supported currency",
  (value) => findCurrency(value) !== undefined,
  "INVALID_CURRENCY",
);
export const umaAddress = matching(
  "an UMA address, $name@domain",
  (value) => umaPattern.test(value),
  "INVALID_UMA_ADDRESS",
);

export const domainName = matching(
  "a domain name",
  (value) => value.length <= 253 && /^([a-z0-9](-*[a-z0-9])*\.)+[a-z]{2,63}$/i.test(value),
);
/** An absolute address over HTTP, without credentials. */
export const webAddress = matching("an http or https address", (value) => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
});

export const boolean: Format<boolean> = {
  expected: "true or false",
  parse: (value) => (typeof value === "boolean" ? value : undefined),
};

function range(min: number, max: number): string {
  const low = min > Number.MIN_SAFE_INTEGER ? ` of at least ${String(min)}` : "";
  const high = max < Number.MAX_SAFE_INTEGER ? `${low === "" ? " of" : " and"} at most ${String(max)}` : "";
  return low + high;
}

export function numberFrom(min: number, max: number): Format<number> {
  return {
    expected: `a number${range(min, max)}`,
    parse: (value) => (typeof value === "number" && value >= min && value <= max ? value : undefined),
  };
}

export function integerFrom(min: number): Format<number> {
  return {
    expected: `an integer${range(min, Number.MAX_SAFE_INTEGER)}`,
    parse: (value) =>
      typeof value === "number" && Number.isSafeInteger(value) && value >= min ? value : undefined,
  };
}

/** A positive amount in the smallest unit of its currency. */
export function amountUpTo(max: number): Format<number> {
  return {
    expected: `an integer${range(1, max)}`,
    code: "INVALID_AMOUNT",
    parse: (value) =>
      typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= max
        ? value
        : undefined,
  };
}

export const amount = amountUpTo(Number.MAX_SAFE_INTEGER);

export function oneOf<T extends string>(values: readonly T[]): Format<T> {
  return {
    expected: `one of ${values.join(", ")}`,
    parse: (value) => values.find((candidate) => candidate === value),
  };
}

/** A non-empty array, each value at most once in the result. */
export function setOf<T>(item: Format<T>): Format<T[]> {
  return {
    expected: "an array with at least one item",
    parse: (value, name) =>
      Array.isArray(value) && value.length > 0
        ? [...new Set(value.map((one: unknown, index) => parse(one, `${name}[${String(index)}]`, item)))]
        : undefined,
  };
}

/** An array, which may be empty. */
export function listOf<T>(item: Format<T>): Format<T[]> {
  return {
    expected: "an array",
    parse: (value, name) =>
      Array.isArray(value)
        ? value.map((one: unknown, index) => parse(one, `${name}[${String(index)}]`, item))
        : undefined,
  };
}

export const texts: Format<string[]> = {
  expected: "an array of strings",
  parse: (value) =>
    Array.isArray(value) && value.every((item): item is string => typeof item === "string")
      ? value
      : undefined,
};

export const textMap: Format<Record<string, string>> = {
  expected: "an object",
  parse(value, name) {
    const map = object.parse(value, name);
    return map && Object.fromEntries(Object.keys(map.raw).map((key) => [key, map.required(key, text)]));
  },
};

function readAddress(address: Reader): AddressRecord {
  const line2 = address.optional("line2", freeText);
  return {
    line1: address.required("line1", text),
    ...(line2 === undefined ? {} : { line2 }),
    city: address.required("city", text),
    state: address.required("state", text),
    postalCode: address.required("postalCode", text),
    country: address.required("country", country),
  };
}

/** An address; all but `line2` is required. */
export const address: Format<AddressRecord> = {
  expected: "an object",
  parse(value, name) {
    const fields = object.parse(value, name);
    return fields && readAddress(fields);
  },
};

/** An uncompressed point of P-256 (specification, "Limits"), required in every environment. */
export const clientKey: Format<ClientKey> = {
  expected: "a P-256 public key in 130 hexadecimal digits starting 04",
  parse(value) {
    if (typeof value !== "string" || !/^04[0-9a-f]{128}$/i.test(value)) return undefined;
    const point = readPublicKey(value);
    return point && { hex: value.toLowerCase(), point };
  },
};

/** In a query: an id, or an UMA address in any case. */
export const identifier: Format<string> = {
  expected: text.expected,
  parse: (value) =>
    typeof value === "string" && value.startsWith("$") ? umaKey(value) : text.parse(value, ""),
};

/** In a query: `true` or `false`. */
export const flag: Format<boolean> = {
  expected: "true or false",
  parse: (value) => (value === "true" || value === "false" ? value === "true" : undefined),
};

/** In a query: decimal digits within bounds, both included. */
export function digitsFrom(min: number, max: number): Format<number> {
  return {
    expected: `an integer from ${String(min)} to ${String(max)}`,
    parse(value) {
      const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** In a query: a date-time with an offset, as milliseconds since 1970-01-01 UTC. */
export const instant: Format<number> = {
  expected: "an ISO 8601 date-time with an offset, such as 2026-04-27T09:30:00Z",
  parse(value) {
    const isDateTime = typeof value === "string" && dateTimePattern.test(value) && isDate(value.slice(0, 10));
    const ms = isDateTime ? Date.parse(value) : NaN;
    return Number.isNaN(ms) ? undefined : ms;
  },
};
