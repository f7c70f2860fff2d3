import { describe, expect, it } from "vitest";
import { kinds } from "./kinds";
import { moneyRun } from "./money-run";
import type { Breakage } from "./money-run";

/** Short forms of `npm run test:faults`, with three processes and real sockets. */
const short = { seed: "1", operations: 120, concurrency: 20, timeout: 600 };

describe("payments while three requests in ten fail in every way", () => {
  it("are each executed exactly once, and every error states a true outcome [IDM-02] [IDM-06]", async () => {
    expect(kinds.length).toBeGreaterThan(190);
    const result = await moneyRun(short);
    expect(result.violations).toEqual([]);
    expect(result.operations).toBe(short.operations);
    expect(result.faults / result.requests).toBeGreaterThan(0.2);
  }, 60_000);
});

/** Defects of the client, each with the kinds of faults that reveal it. */
const broken: [string, Breakage, string?][] = [
  [
    "says not-executed after a failure",
    {
      file: "src/core/judge.ts",
      from: 'failed: { outcome: "unknown"',
      to: 'failed: { outcome: "not-executed"',
    },
    "the service's 500",
  ],
  [
    "takes any JSON as its result",
    { file: "src/core/recognition.ts", from: 'if (form === "anything")', to: 'if (form !== "list")' },
    "JSON message",
  ],
  [
    "makes a new key for a call that is repeated",
    {
      file: "src/core/idempotency.ts",
      from: "isIdempotencyKey(key) ? key :",
      to: "isIdempotencyKey(key) ? `${key}-${crypto.randomUUID()}` :",
    },
    "reset (after)",
  ],
  [
    "believes a refusal although an earlier attempt may still arrive",
    {
      file: "src/core/judge.ts",
      from: 'if (earlier === "not-executed" ||',
      to: 'if (attempt.name === "refused" || earlier === "not-executed" ||',
    },
    "forgets refusals",
  ],
];

describe("the run itself", () => {
  it.each(broken)(
    "notices a client that %s",
    async (_name, breakage, only) => {
      const result = await moneyRun({
        ...short,
        operations: 40,
        concurrency: 10,
        timeout: 400,
        breakage,
        only,
      });
      expect(result.violations).not.toEqual([]);
    },
    60_000,
  );
});
