import { describe, expect, it } from "vitest";
import { operations, written } from "../../scripts/readme.mjs";
import { createClient } from "../core/client";
import { methodNames } from "../resources/methods";
import { operationOf, OPERATIONS, WITNESS } from "../resources/witness";
import { cases } from "../resources/wire-cases";
import { readProjectFile } from "./source-files";

const rows = operations();
const [, list = ""] = readProjectFile("README.md").split("## Every operation");
const namesIn = (text = "") => [...text.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name);

describe("the list of methods in README.md", () => {
  it("matches the output of `npm run docs:readme`", () => {
    const readme = readProjectFile("README.md");
    expect(written(readme)).toBe(readme);
  });

  it("lists every method of the client once, and the package knows the purpose of each", () => {
    const names = methodNames(createClient({ fetch: () => Promise.reject(new Error("not called")) })).sort();
    const listed = [...list.matchAll(/^- \*\*`([\w.]+)`\*\*: (.+)$/gm)].flatMap(
      ([, resource, methods = ""]) => namesIn(methods).map((method) => `${resource}.${method}`),
    );
    expect(listed.sort()).toEqual(names);
    expect(rows.map(({ method }) => method).sort()).toEqual(names);
    for (const { does } of rows) expect(does).toMatch(/^[A-Z][^|\n]{8,}[^.]$/);
  });

  it("names the HTTP call of each method", () => {
    // `waitFor` sends the same request as `retrieve`. `findOrCreate` ends with that of `create`.
    const sent = (method: string) => {
      const name = method.replace(/waitFor$/, "retrieve").replace(/findOrCreate$/, "create");
      return new Set(cases.filter((wire) => wire.name === name).map(({ request }) => operationOf(request)));
    };
    for (const { method, http } of rows) expect([method, ...sent(method)]).toEqual([method, http]);
  });

  it("names the methods that take a key or a signer", () => {
    const taking = (option: string) =>
      namesIn(list.split(`Only these take \`${option}\`: `)[1]?.split("\n")[0]);
    const named = (rows: typeof WITNESS) => rows.map(({ name }) => name);
    expect(taking("idempotencyKey").sort()).toEqual(named(WITNESS.filter(({ isKeyed }) => isKeyed)).sort());
    expect(taking("signer").sort()).toEqual(named(WITNESS.filter(({ isSigned }) => isSigned)).sort());
  });

  it("lists every operation of the service", () => {
    expect([...new Set(rows.map(({ http }) => http))].sort()).toEqual([...OPERATIONS].sort());
  });
});
