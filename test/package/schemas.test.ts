import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import process from "node:process";
import type { Schema } from "../../src/models/schema";
import { transactionsPage } from "../../bench/transactions";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

const models = new URL("../../src/models/", import.meta.url);
const PlatformFunction = globalThis.Function;

/** Enough uses for a schema to be compiled. */
const READINGS = 5;

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

function readAll(all: readonly Schema<unknown>[]): unknown[] {
  const values = [{}, { id: "Quote:1", data: [{}], hasMore: false }, null, "text"];
  return Array.from({ length: READINGS }, () =>
    all.flatMap((schema) => values.map((value) => schema.safeParse(value).error?.issues)),
  ).flat();
}

const issuesOf = (schema: Schema<unknown>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => ({ path, message })) ?? [];

/** A page of two rows in many broken forms. Each form has one value replaced or removed. */
function* mutations(page: { data: unknown[] }): Generator<unknown> {
  const text = JSON.stringify(page);
  const others = [undefined, null, 1.5, 2 ** 53, "text", true, {}, [], [null], "constructor", "__proto__"];
  const places = (value: unknown, path: string[] = []): string[][] =>
    typeof value === "object" && value !== null
      ? [path, ...Object.entries(value).flatMap(([name, item]) => places(item, [...path, name]))]
      : [path];
  for (const path of places(page).filter(({ length }) => length > 0)) {
    for (const other of others) {
      const mutated: Record<string, unknown> = JSON.parse(text);
      let parent = mutated;
      for (const name of path.slice(0, -1)) parent = parent[name] as Record<string, unknown>;
      const name = path.at(-1) ?? "";
      if (other === undefined) delete parent[name];
      else parent[name] = other;
      yield mutated;
    }
  }
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => {
  globalThis.Function = PlatformFunction;
  vi.unstubAllGlobals();
});

describe("the response schemas", () => {
  let page: { data: { type: string }[] };
  beforeAll(async () => {
    const { data, ...rest } = JSON.parse(await transactionsPage()) as typeof page;
    // The transaction with the most fields, for each direction.
    const longest = (type: string) =>
      data
        .filter((row) => row.type === type)
        .sort((a, b) => Object.keys(b).length - Object.keys(a).length)[0];
    page = { ...rest, data: ["INCOMING", "OUTGOING"].flatMap((type) => longest(type) ?? []) };
  });

  it("never make a function from text in a page, where a Content-Security-Policy would report it", async () => {
    vi.stubGlobal("document", {});
    const calls = trapFunction();
    readAll(await schemas());
    expect(calls()).toBe(0);
  });

  it("never make a function from text on other platforms without a server", async () => {
    const schema = await pageOfTransactions();
    vi.stubGlobal("process", undefined);
    const calls = trapFunction();
    for (let count = 0; count < READINGS; count += 1) schema.safeParse(page);
    expect(calls()).toBe(0);
  });

  it("are compiled on a server after two uses", async () => {
    const schema = await pageOfTransactions();
    // Makes zod check whether it may compile. It checks once for all schemas.
    expect(schema.zod).toBeDefined();
    const calls = trapFunction();
    const made = [];
    for (let count = 0; count < READINGS; count += 1) {
      schema.safeParse(page);
      made.push(calls());
    }
    const [first, second, third, ...later] = made;
    expect([first, second]).toEqual([0, 0]);
    expect(third).toBeGreaterThan(5);
    expect(new Set(later)).toEqual(new Set([third]));
  });

  it("are interpreted where functions from text are forbidden", () => {
    const program = `
      import { pageSchema } from "./src/models/page.ts";
      import { transactionSchema } from "./src/models/transaction.ts";
      const schema = pageSchema(transactionSchema);
      const page = ${JSON.stringify(page)};
      for (let count = 0; count < ${READINGS}; count += 1)
        console.log(schema.safeParse(page).success, schema.safeParse({ data: 1 }).error.issues.length);`;
    const forbidden = ["--disallow-code-generation-from-strings", "--import", "tsx", "--input-type=module"];
    const output = execFileSync(process.execPath, [...forbidden, "--eval", program], { encoding: "utf8" });
    expect(output.trim().split("\n")).toEqual(Array.from({ length: READINGS }, () => "true 2"));
  });

  it("report the same problems for every broken page, compiled or not", async () => {
    const compiled = await pageOfTransactions();
    for (let count = 0; count < READINGS; count += 1) expect(issuesOf(compiled, page)).toEqual([]);
    vi.stubGlobal("document", {});
    const interpreted = await pageOfTransactions();
    let broken = 0;
    for (const value of mutations(page)) {
      const issues = issuesOf(compiled, value);
      expect(issues).toEqual(issuesOf(interpreted, value));
      if (issues.length > 0) broken += 1;
    }
    expect(broken).toBeGreaterThan(200);
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
