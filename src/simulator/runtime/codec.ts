import { base64 } from "@scure/base";
import { entriesOf, listOf, textOf } from "./saved";

/** Encodes a value for JSON; `undefined` for what JSON has a form for. */
function encodeScalar(value: unknown): [tag: string, form: unknown] | undefined {
  if (typeof value === "bigint") return ["$bigint", String(value)];
  if (typeof value === "number" && !Number.isFinite(value)) return ["$number", String(value)];
  if (value instanceof Uint8Array) return ["$bytes", base64.encode(value)];
  if (value instanceof RegExp) return ["$pattern", [value.source, value.flags]];
  return undefined;
}

const decoders: Readonly<Record<string, (form: unknown) => unknown>> = {
  $bigint: (form) => BigInt(textOf(form)),
  $number: (form) => Number(textOf(form)),
  $bytes: (form) => new Uint8Array(base64.decode(textOf(form))),
  $pattern: (form) => {
    const [source, flags] = listOf(form);
    return new RegExp(textOf(source), textOf(flags));
  },
  $object: (form) => decodeFields(entriesOf(form)),
};

function decodeFields(fields: readonly [string, unknown][]): object {
  return Object.fromEntries(fields.map(([name, value]) => [name, decode(value)]));
}

/**
 * Turns plain data into JSON values: bytes, `bigint`, patterns and infinite numbers become an object with one tag, such as
 * `{"$bytes": "AQI="}`. Properties that are `undefined` are left out. The result shares nothing with the data.
 *
 * @throws {TypeError} when the data contains a function, a symbol or an instance of a class: such a thing cannot be saved.
 */
export function encode(value: unknown): unknown {
  const scalar = encodeScalar(value);
  if (scalar) return { [scalar[0]]: scalar[1] };
  if (Array.isArray(value)) return value.map((item: unknown) => encode(item) ?? null);
  if (typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`a ${typeof value} cannot be saved: keep plain data only`);
  }
  if (typeof value !== "object" || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`a ${value.constructor.name} cannot be saved: keep plain data only`);
  }
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]): [string, unknown] => [name, encode(field)]);
  // A user's own field may look like a tag.
  if (fields.some(([name]) => name.startsWith("$"))) return { $object: fields };
  return Object.fromEntries(fields);
}

/**
 * The data behind `encode`.
 *
 * @throws {TypeError} when a tagged value has the wrong form.
 */
export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => decode(item));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  const [first] = fields;
  if (first?.[0].startsWith("$")) {
    const decoder = Object.hasOwn(decoders, first[0]) ? decoders[first[0]] : undefined;
    if (!decoder) throw new TypeError(`unknown tag ${first[0]}`);
    return decoder(first[1]);
  }
  return decodeFields(fields);
}
