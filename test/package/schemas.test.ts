import { readdirSync } from "node:fs";
import type { Schema } from "../../src/models/schema";
import { afterEach, describe, expect, it, vi } from "vitest";

const models = new URL("../../src/models/", import.meta.url);
const PlatformFunction = globalThis.Function;

/** Counts functions made from text, which a strict Content-Security-Policy forbids. */
function trapFunction(): () => number {
  let calls = 0;
  const make = (of: () => object) => {
    calls += 1;
    return of();
  };
  globalThis.Function = new Proxy(PlatformFunction, {
    construct: (target, args) => make(() => Reflect.construct(target, args)),
    apply: (target, that, args) => make(() => Reflect.apply(target, that, args)),
  });
  return () => calls;
}

const isSchema = (value: unknown): value is Schema<unknown> =>
  typeof value === "object" && value !== null && "safeParse" in value && "zod" in value;

/** New schemas of all models. */
async function schemas(): Promise<Schema<unknown>[]> {
  vi.resetModules();
  const modules = await Promise.all(
    readdirSync(models).map(async (file) => import(new URL(file, models).href) as Promise<object>),
  );
  const found = [...new Set(modules.flatMap((module) => Object.values(module)).filter(isSchema))];
  expect(found.length).toBeGreaterThan(20);
  return found;
}

/** A new schema of a page of transactions. */
async function pageOfTransactions(): Promise<Schema<unknown>> {
  vi.resetModules();
  const { pageSchema } = await import("../../src/models/page");
  const { transactionSchema } = await import("../../src/models/transaction");
  return pageSchema(transactionSchema);
}

const issuesOf = (schema: Schema<unknown>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => ({ path, message })) ?? [];

afterEach(() => {
  globalThis.Function = PlatformFunction;
});

describe("the response schemas", () => {
  it("never make a function from text, which a Content-Security-Policy would report", async () => {
    const all = await schemas();
    const values = [{}, { id: "Quote:1", data: [{}], hasMore: false }, null, "text"];
    const calls = trapFunction();
    // A schema that compiles itself may do so after some uses.
    for (let use = 0; use < 5; use += 1)
      for (const schema of all) for (const value of values) schema.safeParse(value);
    expect(calls()).toBe(0);
  });

  it("accept an unknown variant with the name of an object property, such as `toString`", async () => {
    const schema = await pageOfTransactions();
    for (const type of ["constructor", "__proto__", "toString"]) {
      expect(issuesOf(schema, { data: [{ type }], hasMore: false })).toEqual([]);
    }
    expect(issuesOf(schema, { data: [{ type: ["INCOMING"] }], hasMore: false })).toMatchObject([
      { path: ["data", 0, "type"] },
    ]);
  });
});
