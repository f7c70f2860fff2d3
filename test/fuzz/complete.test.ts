import { expect, it } from "vitest";
import { createClient } from "../core/client";
import { methodNames, METHODS } from "../resources/methods";
import { cases } from "../resources/wire-cases";
import { modelSchemas } from "./properties/schemas";

/** A method or a model that is added is fuzzed, or this fails. */
it("every schema of every model is asked when the operations that are mutated are read", async () => {
  const schemas = await modelSchemas();
  expect(schemas.size).toBeGreaterThan(20);
  const asked = new Set<string>();
  for (const [name, schema] of schemas) {
    const made = Object.getOwnPropertyDescriptor(schema, "zod")?.get;
    const note = () => {
      asked.add(name);
      return made?.call(schema) as unknown;
    };
    Object.defineProperty(schema, "zod", { configurable: true, get: note });
  }
  for (const { call, response, status = 200 } of cases) {
    const fetch = () =>
      Promise.resolve(
        response === undefined ? new Response(null, { status: 204 }) : Response.json(response, { status }),
      );
    await call(createClient({ fetch, maxRetries: 0 }));
  }
  expect([...schemas.keys()].filter((name) => !asked.has(name))).toEqual([]);
});

it("every method of the client gets mutated responses and arguments", () => {
  const methods = methodNames(createClient({ fetch: () => Promise.reject(new Error("not called")) }));
  const responding = new Set(cases.map(({ name }) => name));
  expect(methods.filter((name) => !responding.has(name) && !name.endsWith(".waitFor"))).toEqual([]);
  expect(METHODS.map(({ name }) => name).sort()).toEqual(methods.sort());
});
