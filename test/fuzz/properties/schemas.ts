import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import type { Schema } from "../../../src/models/schema";
import { samples } from "../../models/samples";
import { mutated, mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";

const models = new URL("../../../src/models/", import.meta.url);

const isSchema = (value: unknown): value is Schema<unknown> =>
  typeof value === "object" && value !== null && "safeParse" in value && "zod" in value;

/** Every schema that a model exports, by file and name: a new model is in it. */
export async function modelSchemas(): Promise<Map<string, Schema<unknown>>> {
  const found = new Map<string, Schema<unknown>>();
  for (const file of readdirSync(models)) {
    const exported = (await import(new URL(file, models).href)) as object;
    for (const [name, value] of Object.entries(exported))
      if (isSchema(value)) found.set(`${file} ${name}`, value);
  }
  return found;
}

const schemas = await modelSchemas();

/** Responses, and their parts: whatever a schema is of, some sample has it. */
function partsOf(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}
const parts = Object.values(samples).flatMap(({ response }) => partsOf(response));

/** A schema never throws. It gives the same verdict twice, and does not change the value. */
export const schemaChecks: FuzzProperty = defineProperty(
  "any value through the schema of any model",
  120,
  fc.record({
    name: fc.constantFrom(...schemas.keys()),
    part: fc.nat(parts.length - 1),
    mutations: fc.array(mutation(), { maxLength: 3 }),
  }),
  ({ name, part, mutations }) => {
    const schema = schemas.get(name) ?? assert.fail(name);
    const { text } = mutated(parts[part], mutations);
    const value: unknown = JSON.parse(text);
    const first = schema.safeParse(value);
    const second = schema.safeParse(value);
    assert.equal(first.success, second.success);
    if (text.length < 20_000) assert.deepEqual(value, JSON.parse(text));
    if (first.success) return;
    const { issues } = first.error;
    assert.ok(issues.length > 0);
    for (const { path, message } of issues) {
      assert.ok(path.every((step) => ["string", "number"].includes(typeof step)));
      assert.equal(typeof message, "string");
    }
  },
);
