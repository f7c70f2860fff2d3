import process from "node:process";

/** How often a test with random values repeats. `npm test` has the short form; at night, `TEST_RUNS=10` multiplies it. */
export const runs = (count: number): number => count * Number(process.env["TEST_RUNS"] ?? 1);
