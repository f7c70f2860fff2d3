import { describe, expect, it } from "vitest";
import { kinds } from "./kinds";
import { moneyRun } from "./money-run";
import { planted } from "./planted";

/** Short forms of `npx tsx test/faults/run.ts`, with three processes and real sockets. */
const short = { seed: "1", operations: 120, concurrency: 20, timeout: 600 };

describe("payments while three requests in ten fail in every way", () => {
  it.each(["fetch", "undici"] as const)(
    "are each executed exactly once over %s, and every error states a true outcome [IDM-02] [IDM-06]",
    { timeout: 60_000 },
    async (transport) => {
      expect(kinds.length).toBeGreaterThan(270);
      const result = await moneyRun({ ...short, transport });
      expect(result.violations).toEqual([]);
      expect(result.operations).toBe(short.operations);
      expect(result.faults / result.requests).toBeGreaterThan(0.2);
    },
  );
});

describe("the run itself", () => {
  it("notices each client that breaks a rule, and blames no other", async () => {
    const { violations } = await moneyRun({
      ...short,
      operations: 24 * (planted.length + 1),
      share: 0.8,
      timeout: 400,
      isPlanted: true,
    });
    const blamed = violations.filter((text) => text.startsWith("op-"));
    const rules = planted.map(({ rule }) => rule);
    expect(rules.filter((rule) => !blamed.some((text) => text.includes(rule)))).toEqual([]);
    expect(blamed.filter((text) => !rules.some((rule) => text.includes(rule)))).toEqual([]);
  }, 60_000);
});
