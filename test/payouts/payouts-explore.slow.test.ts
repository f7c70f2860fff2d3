import { readFileSync } from "node:fs";
import { nextStep } from "payments-sdk/payouts";
import { describe, expect, it } from "vitest";
import { assumptions } from "../payouts/assumptions";
import type { AssumptionName } from "../payouts/assumptions";
import { defects, nextStepWith } from "../payouts/defects";
import { nameOf, scenarios, searchPayouts, withoutAssumption } from "../payouts/scenarios";

describe("every history up to the short bound pays once, and refuses truly", () => {
  it.each(scenarios.map((scenario) => [nameOf(scenario), scenario] as const))("%s", async (_, scenario) => {
    const { isComplete, violations } = await searchPayouts(scenario, nextStep, "short");
    expect(violations[0]).toBeUndefined();
    expect(isComplete).toBe(true);
  });
});

describe("without one assumption, a history breaks a promise", () => {
  it.each(Object.keys(assumptions) as AssumptionName[])("%s", async (name) => {
    const { violations } = await searchPayouts(withoutAssumption[name], nextStep, "short", name);
    expect(violations).not.toEqual([]);
  });
});

describe("a planted defect is found", () => {
  it.each(defects)("$breaks", async (defect) => {
    const broken = await nextStepWith(defect);
    for (const scenario of scenarios) {
      if ((await searchPayouts(scenario, broken, "short")).violations.length > 0) return;
    }
    expect.fail("no history reveals it");
  });
});

describe("docs/outcomes.md", () => {
  it("lists exactly these assumptions", () => {
    const text = readFileSync(new URL("../../docs/outcomes.md", import.meta.url), "utf8");
    const section = text.slice(text.indexOf("### Jobs that follow"));
    const listed = section.split("\n").filter((line) => line.startsWith("- "));
    expect(listed).toEqual(Object.values(assumptions).map((sentence) => `- ${sentence}`));
  });
});
