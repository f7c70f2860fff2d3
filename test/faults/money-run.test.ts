import { describe, expect, it } from "vitest";
import { kinds } from "./kinds";
import { moneyRun } from "./money-run";
import type { Breakage } from "./money-run";

/** Short forms of `npm run test:faults`: three processes, real sockets. */
const short = { seed: "1", operations: 120, concurrency: 20, timeout: 800 };

describe("payments while three requests in ten fail in every way", () => {
  it("are each executed exactly once, and no error says more than is true [IDM-02] [IDM-06]", async () => {
    expect(kinds.length).toBeGreaterThan(60);
    const result = await moneyRun(short);
    expect(result.violations).toEqual([]);
    expect(result.operations).toBe(short.operations);
    expect(result.faults / result.requests).toBeGreaterThan(0.2);
  }, 60_000);
});

const broken: [string, Breakage][] = [
  [
    "says not-executed after a failure",
    {
      file: "src/core/outcome.ts",
      from: 'if (status >= 500 || status === 408) return "failed";',
      to: 'if (status >= 500 || status === 408) return "refused";',
    },
  ],
  [
    "takes any JSON as its result",
    { file: "src/resources/echo.ts", from: "return isForeign", to: "return isForeign && false" },
  ],
  [
    "makes a new key for a call that is repeated",
    {
      file: "src/core/idempotency.ts",
      from: ".test(key)) return key;",
      to: ".test(key)) return `${key}-${crypto.randomUUID()}`;",
    },
  ],
];

describe("the run itself", () => {
  it.each(broken)(
    "notices a client that %s",
    async (_name, breakage) => {
      const result = await moneyRun({ ...short, breakage });
      expect(result.violations).not.toEqual([]);
    },
    60_000,
  );
});
