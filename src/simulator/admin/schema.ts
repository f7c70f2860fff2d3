import { nearest } from "../../options/nearest";
import { invalidField, invalidInput, missingField } from "../domain/problem";
import { isRecord } from "../runtime/saved";

/** The part of JSON Schema that the admin API uses: one declaration checks a body and documents it. */
export interface JsonSchema {
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  description?: string;
  enum?: readonly string[];
  minimum?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  $ref?: string;
}

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isRecord,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  integer: Number.isSafeInteger,
  number: (value) => typeof value === "number" && Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
};

/** What a value must be, in words. */
function expectedBy({ type, enum: values, minimum, anyOf }: JsonSchema): string {
  if (anyOf) return anyOf.map(expectedBy).join(" or ");
  if (values) return `one of ${values.join(", ")}`;
  const article = /^[aeio]/.test(type ?? "") ? "an" : "a";
  return `${article} ${type ?? "value"}${minimum === undefined ? "" : ` of at least ${minimum}`}`;
}

function accepts(schema: JsonSchema, value: unknown): boolean {
  const { type, enum: values, minimum, anyOf } = schema;
  if (anyOf) return anyOf.some((one) => accepts(one, value));
  if (type !== undefined && isOfType[type]?.(value) !== true) return false;
  if (values && !values.includes(value as string)) return false;
  return minimum === undefined || Number(value) >= minimum;
}

/**
 * Checks a value by its schema.
 *
 * @throws {Problem} 400 with the path of the first mistake, and with the nearest name for an unknown one
 */
export function checkJson(schema: JsonSchema, value: unknown, path = ""): void {
  if (!accepts(schema, value)) {
    const meant = schema.enum && typeof value === "string" ? nearest(value, schema.enum) : undefined;
    const advice = meant === undefined ? "" : `. Did you mean ${meant}?`;
    throw invalidField(path || "body", expectedBy(schema) + advice, undefined, { nearest: meant });
  }
  const { properties, required = [], additionalProperties } = schema;
  if (!properties || !isRecord(value)) return;
  const names = Object.keys(properties);
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) {
      if (inner !== null) checkJson(known, inner, at(name));
    } else if (additionalProperties !== true) {
      const meant = nearest(name, names);
      const others = names.length === 0 ? "None is known here" : `Known: ${names.join(", ")}`;
      const advice = meant === undefined ? others : `Did you mean \`${meant}\`?`;
      throw invalidInput(`Unknown field \`${at(name)}\`. ${advice}`, { field: at(name), nearest: meant });
    }
  }
  const missing = required.find((name) => (value[name] ?? undefined) === undefined);
  if (missing !== undefined) throw missingField(at(missing), expectedBy(properties[missing] ?? {}));
}
