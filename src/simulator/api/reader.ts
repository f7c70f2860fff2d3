import { invalidField, invalidInput } from "../domain/problem";
import type { Problem } from "../domain/problem";
import { ask } from "./unknown-fields";

export interface Format<T> {
  /** Completes "expected …" in the error message. */
  expected: string;
  /** The error code of an invalid value. Default INVALID_INPUT. */
  code?: string;
  /** `undefined` when the value is invalid. `name` is for errors about what is inside of it. */
  parse(value: unknown, name: string): T | undefined;
}

export function parse<T>(value: unknown, name: string, format: Format<T>): T {
  const parsed = format.parse(value, name);
  if (parsed === undefined) throw invalidField(name, format.expected, format.code);
  return parsed;
}

/** Reads fields of a JSON object or a query. `null` means absent. An invalid field gives a 400 that names it. */
export class Reader {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #holder: object;

  /** @param holder notes the names that were asked for. */
  constructor(fields: Readonly<Record<string, unknown>>, path = "", holder: object = fields) {
    this.#fields = fields;
    this.#path = path;
    this.#holder = holder;
  }

  /** The object as sent. Its fields are free. */
  get raw(): Readonly<Record<string, unknown>> {
    ask(this.#holder);
    return this.#fields;
  }

  /** Names that may be there and have no effect. Without names, every field is free. */
  allow(...names: readonly string[]): void {
    ask(this.#holder, ...names);
  }

  has(name: string): boolean {
    return this.#value(name) !== undefined;
  }

  required<T>(name: string, format: Format<T>): T {
    const value = this.optional(name, format);
    if (value === undefined) {
      const field = this.name(name);
      throw invalidInput(`${field} is required`, { field, expected: format.expected });
    }
    return value;
  }

  optional<T>(name: string, format: Format<T>): T | undefined {
    const value = this.#value(name);
    return value === undefined ? undefined : parse(value, this.name(name), format);
  }

  invalid(name: string, expected: string, code?: string): Problem {
    return invalidField(this.name(name), expected, code);
  }

  /** The field's name as seen from the whole request, for example `source.accountId`. */
  name(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  #value(name: string): unknown {
    ask(this.#holder, name);
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const object: Format<Reader> = {
  expected: "an object",
  parse: (value, name) => (isRecord(value) ? new Reader(value, name) : undefined),
};

export function bodyReader(body: unknown): Reader {
  if (!isRecord(body)) throw invalidInput("The request body must be a JSON object");
  return new Reader(body);
}

/** Reads a query. An empty parameter counts as absent; of a repeated one the first counts. */
export function queryReader(query: URLSearchParams): Reader {
  const names = [...new Set(query.keys())];
  return new Reader(Object.fromEntries(names.map((name) => [name, query.get(name) || undefined])), "", query);
}
