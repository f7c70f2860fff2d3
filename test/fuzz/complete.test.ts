import { Wallet } from "payments-sdk/wallet";
import { expect, it } from "vitest";
import { createClient } from "../core/client";
import { methodNames, METHODS } from "../resources/methods";
import { cases } from "../resources/wire-cases";
import { modelSchemas } from "./properties/schemas";
import { WALLET_MEMBERS } from "./properties/wallet";
import { goodOptions, letGo, recordedClient } from "./wallet-service";

/** A method or a model that is added is fuzzed, or this fails. */
it("the mutated operations read every schema of every model", async () => {
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

it("every client method gets mutated responses and arguments", () => {
  const methods = methodNames(createClient({ fetch: () => Promise.reject(new Error("not called")) }));
  const responding = new Set(cases.map(({ name }) => name));
  // These only make calls of other methods.
  const isComposed = (name: string) => name.endsWith(".waitFor") || name === "customers.findOrCreate";
  expect(methods.filter((name) => !responding.has(name) && !isComposed(name))).toEqual([]);
  const own = methods.filter((name) => name !== "customers.findOrCreate");
  expect(METHODS.map(({ name }) => name).sort()).toEqual(own.sort());
});

/** The names of what a wallet has in public, with what its parts have. */
function membersOf(owner: object, prefix = ""): string[] {
  const own = Object.entries(owner).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? membersOf(value as object, `${prefix}${name}.`)
      : [prefix + name],
  );
  const shared = Object.getOwnPropertyNames(Object.getPrototypeOf(owner)).filter(
    (name) => name !== "constructor",
  );
  return [...own, ...shared.map((name) => prefix + name)];
}

it("every public method of a wallet and its parts gets random arguments", async () => {
  const wallet = new Wallet(goodOptions("sandbox", recordedClient([])));
  const session = await wallet.restore();
  const signing = membersOf(session ?? {}, "session.").filter(
    (name) => typeof Reflect.get(session ?? {}, name.slice("session.".length)) === "function",
  );
  const named = new Set(WALLET_MEMBERS.map(({ name }) => name));
  const all = [...membersOf(wallet), ...signing];
  expect(all).toContain("quotes.create");
  expect(all).toContain("session.stamp");
  expect(all.filter((name) => !named.has(name))).toEqual([]);
  letGo(wallet);
});
