import { readdirSync } from "node:fs";
import type { Schema } from "../../src/models/schema";
import { afterEach, describe, expect, it } from "vitest";

const models = new URL("../../src/models/", import.meta.url);
const PlatformFunction = globalThis.Function;

/** Counts what a strict Content-Security-Policy forbids: making a function from text. */
function trapFunction(): () => number {
  let calls = 0;
  globalThis.Function = new Proxy(PlatformFunction, {
    construct(target, args) {
      calls += 1;
      return Reflect.construct(target, args);
    },
    apply(target, that, args) {
      calls += 1;
      return Reflect.apply(target, that, args);
    },
  });
  return () => calls;
}

const isSchema = (value: unknown): value is Schema<unknown> =>
  typeof value === "object" && value !== null && "safeParse" in value && "zod" in value;

afterEach(() => {
  globalThis.Function = PlatformFunction;
});

describe("the response schemas", () => {
  it("never make a function from text, so that they run under a strict Content-Security-Policy", async () => {
    const calls = trapFunction();
    let schemas = 0;
    for (const file of readdirSync(models)) {
      const module = (await import(new URL(file, models).href)) as Record<string, unknown>;
      for (const schema of Object.values(module).filter(isSchema)) {
        schemas += 1;
        for (const value of [{}, { id: "Quote:1", data: [{}], hasMore: false }, null, "text"])
          schema.safeParse(value);
      }
    }
    expect(schemas).toBeGreaterThan(20);
    expect(calls()).toBe(0);
  });

  it("would be caught if they did: the large form of zod does", async () => {
    const calls = trapFunction();
    const { object, string } = await import("zod");
    object({ id: string() }).safeParse({ id: "1" });
    expect(calls()).toBeGreaterThan(0);
  });
});
