import { badRequest, invalidInput } from "./problem";
import type { Problem } from "./problem";
import { findCurrency } from "./state/currencies";
import type { AddressRecord } from "./state/customers";

export interface IntegerRules {
  min?: number;
  max?: number;
  /** The error code of a wrong value. Default INVALID_INPUT. */
  code?: string;
}

const emailPattern = /^[^\s@"<>()[\]\\,;:]+@[^\s@"<>()[\]\\,;:]+\.[^\s@.]+$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One value with the name it has in the request, for error messages. */
class Field {
  readonly value: unknown;
  readonly name: string;

  constructor(name: string, value: unknown) {
    this.name = name;
    this.value = value;
  }

  refuse(expected: string, code = "INVALID_INPUT"): Problem {
    return badRequest(code, `${this.name}: expected ${expected}`, { field: this.name, expected });
  }

  string(): string {
    if (typeof this.value !== "string" || this.value.trim() === "") throw this.refuse("a non-empty string");
    return this.value;
  }

  #matching(expected: string, accepts: (text: string) => boolean, code?: string): string {
    if (typeof this.value !== "string" || !accepts(this.value)) throw this.refuse(expected, code);
    return this.value;
  }

  number({ min = -Infinity, max = Infinity, code }: IntegerRules = {}): number {
    const { value } = this;
    if (typeof value !== "number" || value < min || value > max)
      throw this.refuse(`a number${range(min, max)}`, code);
    return value;
  }

  integer({ min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, code }: IntegerRules = {}): number {
    const { value } = this;
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < min || value > max) {
      throw this.refuse(`an integer${range(min, max)}`, code);
    }
    return value;
  }

  boolean(): boolean {
    if (typeof this.value !== "boolean") throw this.refuse("true or false");
    return this.value;
  }

  enum<T extends string>(values: readonly T[]): T {
    const match = values.find((value) => value === this.value);
    if (match === undefined) throw this.refuse(`one of ${values.join(", ")}`);
    return match;
  }

  date(): string {
    return this.#matching("a date YYYY-MM-DD", isDate);
  }

  country(): string {
    return this.#matching("an ISO 3166-1 alpha-2 country code", (text) => /^[A-Z]{2}$/.test(text));
  }

  currency(): string {
    return this.#matching(
      "the code of a supported currency",
      (text) => findCurrency(text) !== undefined,
      "INVALID_CURRENCY",
    );
  }

  email(): string {
    return this.#matching("an e-mail address", (text) => text.length <= 320 && emailPattern.test(text));
  }

  umaAddress(): string {
    return this.#matching(
      "an UMA address, $name@domain",
      (text) => /^\$[^\s@/]+@[^\s@/]+$/.test(text),
      "INVALID_UMA_ADDRESS",
    );
  }

  object(): ObjectReader {
    if (!isRecord(this.value)) throw this.refuse("an object");
    return new ObjectReader(this.value, this.name);
  }

  array(): Field[] {
    if (!Array.isArray(this.value)) throw this.refuse("an array");
    return this.value.map((item: unknown, index) => new Field(`${this.name}[${String(index)}]`, item));
  }
}

function range(min: number, max: number): string {
  const low = min > Number.MIN_SAFE_INTEGER ? ` of at least ${String(min)}` : "";
  const high = max < Number.MAX_SAFE_INTEGER ? `${low === "" ? " of" : " and"} at most ${String(max)}` : "";
  return low + high;
}

/**
 * Reads the members of a JSON object. Each method checks one member and throws a 400 that names it, so a handler that has
 * read everything holds only valid values. An absent member and `null` are the same. Only own members count.
 */
export class ObjectReader {
  /** The object as sent, unknown members included. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(raw: Readonly<Record<string, unknown>>, path = "") {
    this.raw = raw;
    this.#path = path;
  }

  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  string(name: string): string {
    return this.#required(name, "a non-empty string").string();
  }

  optionalString(name: string): string | undefined {
    return this.#optional(name)?.string();
  }

  number(name: string, rules?: IntegerRules): number {
    return this.#required(name, "a number").number(rules);
  }

  optionalNumber(name: string, rules?: IntegerRules): number | undefined {
    return this.#optional(name)?.number(rules);
  }

  /** A positive amount in the smallest unit of its currency (GEN-06): 400 INVALID_AMOUNT otherwise. */
  amount(name: string, max?: number): number {
    return this.#required(name, "a positive integer").integer(amountRules(max));
  }

  optionalAmount(name: string, max?: number): number | undefined {
    return this.#optional(name)?.integer(amountRules(max));
  }

  optionalBoolean(name: string): boolean | undefined {
    return this.#optional(name)?.boolean();
  }

  enum<T extends string>(name: string, values: readonly T[]): T {
    return this.#required(name, `one of ${values.join(", ")}`).enum(values);
  }

  optionalEnum<T extends string>(name: string, values: readonly T[]): T | undefined {
    return this.#optional(name)?.enum(values);
  }

  /** A date YYYY-MM-DD (GEN-07). */
  optionalDate(name: string): string | undefined {
    return this.#optional(name)?.date();
  }

  /** Two capital letters (GEN-08). */
  country(name: string): string {
    return this.#required(name, "an ISO 3166-1 alpha-2 country code").country();
  }

  optionalCountry(name: string): string | undefined {
    return this.#optional(name)?.country();
  }

  /** The code of a known currency (GEN-09): 400 INVALID_CURRENCY otherwise. */
  currency(name: string): string {
    return this.#required(name, "a currency code").currency();
  }

  optionalCurrency(name: string): string | undefined {
    return this.#optional(name)?.currency();
  }

  optionalEmail(name: string): string | undefined {
    return this.#optional(name)?.email();
  }

  umaAddress(name: string): string {
    return this.#required(name, "an UMA address").umaAddress();
  }

  optionalUmaAddress(name: string): string | undefined {
    return this.#optional(name)?.umaAddress();
  }

  object(name: string): ObjectReader {
    return this.#required(name, "an object").object();
  }

  optionalObject(name: string): ObjectReader | undefined {
    return this.#optional(name)?.object();
  }

  /** An address; all but `line2` is required (OP-44). */
  address(name: string): AddressRecord {
    const address = this.object(name);
    const line2 = address.optionalString("line2");
    return {
      line1: address.string("line1"),
      ...(line2 === undefined ? {} : { line2 }),
      city: address.string("city"),
      state: address.string("state"),
      postalCode: address.string("postalCode"),
      country: address.country("country"),
    };
  }

  optionalAddress(name: string): AddressRecord | undefined {
    return this.has(name) ? this.address(name) : undefined;
  }

  /** A non-empty array of known values, each at most once in the result. */
  optionalEnums<T extends string>(name: string, values: readonly T[]): T[] | undefined {
    return this.#items(name, (item) => item.enum(values));
  }

  /** A non-empty array of currency codes, each at most once in the result. */
  optionalCurrencies(name: string): string[] | undefined {
    return this.#items(name, (item) => item.currency());
  }

  /** A map of strings to strings. */
  optionalStrings(name: string): Record<string, string> | undefined {
    const map = this.optionalObject(name);
    if (map === undefined) return undefined;
    return Object.fromEntries(Object.keys(map.raw).map((key) => [key, map.string(key)]));
  }

  /** The problem to throw when a member is well-formed and still wrong. */
  refuse(name: string, expected: string, code?: string): Problem {
    return new Field(this.#name(name), this.#value(name)).refuse(expected, code);
  }

  #items<T>(name: string, read: (item: Field) => T): T[] | undefined {
    const items = this.#optional(name)?.array();
    if (items === undefined) return undefined;
    if (items.length === 0) throw this.refuse(name, "at least one item");
    return [...new Set(items.map(read))];
  }

  #name(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  #value(name: string): unknown {
    return Object.hasOwn(this.raw, name) ? (this.raw[name] ?? undefined) : undefined;
  }

  #optional(name: string): Field | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : new Field(this.#name(name), value);
  }

  #required(name: string, expected: string): Field {
    const field = this.#optional(name);
    if (field === undefined) {
      throw invalidInput(`${this.#name(name)} is required`, { field: this.#name(name), expected });
    }
    return field;
  }
}

function amountRules(max?: number): IntegerRules {
  return { min: 1, code: "INVALID_AMOUNT", ...(max === undefined ? {} : { max }) };
}

/** Reads a request body, which must be a JSON object (GEN-03). */
export function reader(body: unknown): ObjectReader {
  if (!isRecord(body)) throw invalidInput("The request body must be a JSON object");
  return new ObjectReader(body);
}

/** Reads the query of a list: each method checks one parameter and throws a 400 that names it. */
export class QueryReader {
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  string(name: string): string {
    const value = this.optionalString(name);
    if (value === undefined) throw invalidInput(`${name} is required`, { field: name });
    return value;
  }

  /** An empty parameter counts as absent. */
  optionalString(name: string): string | undefined {
    const value = this.#query.get(name);
    return value === null || value === "" ? undefined : value;
  }

  optionalEnum<T extends string>(name: string, values: readonly T[]): T | undefined {
    return this.#field(name)?.enum(values);
  }

  optionalCurrency(name: string): string | undefined {
    return this.#field(name)?.currency();
  }

  optionalCountry(name: string): string | undefined {
    return this.#field(name)?.country();
  }

  optionalBoolean(name: string): boolean | undefined {
    const value = this.#field(name)?.enum(["true", "false"]);
    return value === undefined ? undefined : value === "true";
  }

  optionalInteger(name: string, { min, max }: { min: number; max: number }): number | undefined {
    const field = this.#field(name);
    if (field === undefined) return undefined;
    const number = /^\d{1,15}$/.test(field.string()) ? Number(field.value) : NaN;
    if (!(number >= min && number <= max))
      throw field.refuse(`an integer from ${String(min)} to ${String(max)}`);
    return number;
  }

  /** A date-time with an offset (GEN-07), as milliseconds since 1970-01-01 UTC. */
  optionalInstant(name: string): number | undefined {
    const field = this.#field(name);
    if (field === undefined) return undefined;
    const text = field.string();
    const instant = dateTimePattern.test(text) && isDate(text.slice(0, 10)) ? Date.parse(text) : NaN;
    if (Number.isNaN(instant))
      throw field.refuse("an ISO 8601 date-time with an offset, such as 2026-04-27T09:30:00Z");
    return instant;
  }

  #field(name: string): Field | undefined {
    const value = this.optionalString(name);
    return value === undefined ? undefined : new Field(name, value);
  }
}
