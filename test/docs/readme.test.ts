import { describe, expect, it } from "vitest";
import { OPERATIONS as DECLARED } from "../../src/operations/all";
import type { Operation } from "../../src/operations/operation";
import { operations, written } from "../../.ci/readme.mjs";
import { createClient } from "../core/client";
import { methodNames } from "../resources/methods";
import { operationOf, OPERATIONS } from "../resources/witness";
import { cases } from "../resources/wire-cases";
import { readProjectFile } from "./source-files";

const rows = operations();

describe("the table of operations in README.md", () => {
  it("matches the output of `npm run docs:readme`", () => {
    const readme = readProjectFile("README.md");
    expect(written(readme)).toBe(readme);
  });

  it("lists every method of the client once, with its purpose", () => {
    const names = methodNames(createClient({ fetch: () => Promise.reject(new Error("not called")) }));
    expect(rows.map(({ method }) => method).sort()).toEqual(names.sort());
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

  it("lists every operation of the service", () => {
    expect([...new Set(rows.map(({ http }) => http))].sort()).toEqual([...OPERATIONS].sort());
  });
});

describe("the pages that say what holds for the declared operations", () => {
  const declared: readonly Operation[] = DECLARED;

  it.each([
    ["AGENTS.md", /\*\*Only these operations take a key\*\*:(.*?)\. /s],
    ["docs/guides/money-safety.md", /^(.*) always carry an `Idempotency-Key`/m],
  ])("%s names those that take a key", (page, sentence) => {
    const [, text = ""] = sentence.exec(readProjectFile(page)) ?? [];
    const named = [...text.matchAll(/`([\w.]+)`/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(
      declared
        .filter(({ keyed }) => keyed)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it("docs/newest-service.md counts those of April", () => {
    const count = declared.filter(({ since }) => since === undefined).length;
    expect(readProjectFile("docs/newest-service.md")).toContain(`| operations | ${count} |`);
  });
});
