import { describe, expect, it } from "vitest";
import { casesOf, runProperty } from "./property";
import { properties } from "./properties";

/** The short form: the same cases each time. `npx tsx test/fuzz/run.ts` runs others, a thousand times as many. */
const SEED = 2026;
const CASES = 1_000;

const counts = casesOf(properties, CASES);

describe("holds for any input:", () => {
  it.each(
    properties.map((property, index) => ({ property, count: counts[index] ?? 1, name: property.name })),
  )("$name", async ({ property, count }) => {
    const { failure, cases: run } = await runProperty(property, count, SEED);
    expect(failure).toBeUndefined();
    expect(run).toBe(count);
  });
});

it("the number of cases is the requested number", () => {
  const total = casesOf(properties, 1_000_000).reduce((sum, count) => sum + count, 0);
  expect(Math.abs(total - 1_000_000)).toBeLessThan(properties.length);
});
