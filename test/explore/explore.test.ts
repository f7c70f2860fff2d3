import { readFileSync } from "node:fs";
import * as core from "payments-sdk";
import * as wallet from "payments-sdk/wallet";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as react from "../../src/react/store";
import { assumptions } from "./assumptions";
import type { AssumptionName } from "./assumptions";
import { search } from "./choices";
import type { Choices } from "./choices";
import { defects } from "./defects";
import { rules } from "./rules";
import { scenarios, searchScenario, withoutAssumption, wrongReaders } from "./scenarios";

const sources = { ...core, ...wallet, ...react };
const { stackTraceLimit } = Error;

// A history throws hundreds of errors. Their stacks are not needed.
beforeAll(() => {
  Error.stackTraceLimit = 0;
  // Many histories run at once, and the tabs of one must not hear those of another.
  vi.stubGlobal("BroadcastChannel", undefined);
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
  vi.unstubAllGlobals();
});

describe("the search", () => {
  const threeOfThree = async (choices: Choices, seen: string[]) => {
    seen.push([1, 2, 3].map((at) => choices.choose(`choice ${at}`, ["a", "b", "c"])).join(""));
    return undefined;
  };

  it("visits every history within the bound once, with the fewest disturbances first", async () => {
    const seen: string[] = [];
    const found = await search((choices) => threeOfThree(choices, seen), { disturbances: 2 });
    expect(found).toEqual({ histories: 1 + 3 * 2 + 3 * 4, isComplete: true, violations: [] });
    expect(new Set(seen).size).toBe(19);
    const disturbances = seen.map((history) => history.replaceAll("a", "").length);
    expect(disturbances).toEqual(disturbances.toSorted());
  });

  it("is incomplete if a history never ends", async () => {
    const endless = async (choices: Choices) => {
      for (;;) choices.happens("again");
    };
    expect(await search(endless, { disturbances: 0 })).toMatchObject({ isComplete: false });
  });

  it("fails if a history cannot be repeated", async () => {
    let runs = 0;
    const found = await search(
      async (choices) => {
        runs += 1;
        if (runs === 1) choices.happens("only at first");
        return undefined;
      },
      { disturbances: 1 },
    );
    expect(found.violations[0]?.problem).toContain("the history failed");
  });
});

describe("every history up to the short bound keeps every promise", () => {
  it.each(scenarios)("$name", async (scenario) => {
    const { isComplete, violations } = await searchScenario(scenario, sources, "short");
    expect(violations[0]).toBeUndefined();
    expect(isComplete).toBe(true);
  });
});

// `npx tsx test/explore/run.ts` finds the defects, which takes minutes.
describe("a planted defect", () => {
  it.each(defects)("changes a line that occurs once in $file: $breaks", ({ file, text }) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(source.split(text)).toHaveLength(2);
  });
});

describe("a planted rule", () => {
  it.each(rules)("is declared in $file: $breaks", ({ file, name }) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(
      source.match(new RegExp(`^(?:export )?(?:async )?(?:function|class) ${name}\\b`, "gm")),
    ).toHaveLength(1);
  });
});

describe("docs/outcomes.md", () => {
  it("lists exactly these assumptions", () => {
    const text = readFileSync(new URL("../../docs/outcomes.md", import.meta.url), "utf8");
    const section = text.slice(text.indexOf("## Assumptions"));
    const rows = section.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
    const listed = rows.slice(1).map((row) => row.split(" | ")[0]?.slice(2));
    expect(listed).toEqual(Object.values(assumptions));
  });
});

describe("without one assumption, a history breaks a promise", () => {
  it.each(Object.keys(assumptions) as AssumptionName[])("%s", async (name) => {
    const { violations } = await searchScenario(withoutAssumption[name], sources, "short", name);
    expect(violations).not.toEqual([]);
  });
});

describe("a reader of another rule for keys loses money [C14]", () => {
  it.each(wrongReaders)("$name", async (scenario) => {
    const { violations } = await searchScenario(scenario, sources, "short");
    expect(violations).not.toEqual([]);
  });
});
