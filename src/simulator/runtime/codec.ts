import { base64 } from "@scure/base";
import { entriesOf, listOf, textOf } from "./saved";

/** The tagged form of a value that JSON has no form for. */
function tagged(value: unknown): object | undefined {
  if (typeof value === "bigint") return { $bigint: String(value) };
  if (typeof value === "number" && !Number.isFinite(value)) return { $number: String(value) };
  if (value instanceof Uint8Array) return { $bytes: base64.encode(value) };
  if (value instanceof RegExp) return { $pattern: [value.source, value.flags] };
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
 * Turns plain data into what JSON has a form for: bytes, `bigint`, patterns and infinite numbers become an object with one
 * tag, such as `{"$bytes": "AQI="}`. What needs no change is given as it is, not as a copy: most data need none.
 *
 * @throws {TypeError} when the data contains a function, a symbol or an instance of a class: such a thing cannot be saved.
 */
export function encode(value: unknown): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new TypeError(`a ${typeof value} cannot be saved: keep plain data only`);
  }
  const form = tagged(value);
  if (form) return form;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => encode(item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`a ${value.constructor.name} cannot be saved: keep plain data only`);
  }
  return encodeFields(value as Record<string, unknown>);
}

function encodeFields(record: Record<string, unknown>): unknown {
  let isChanged = false;
  let looksTagged = false;
  for (const name of Object.keys(record)) {
    isChanged ||= encode(record[name]) !== record[name];
    // A user's own field may look like a tag.
    looksTagged ||= name.startsWith("$");
  }
  if (!isChanged && !looksTagged) return record;
  const fields = Object.entries(record).map(([name, field]) => [name, encode(field)] as const);
  return looksTagged
    ? { $object: fields.filter(([, field]) => field !== undefined) }
    : Object.fromEntries(fields);
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
