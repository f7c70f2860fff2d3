import { expect, it } from "vitest";
import { crash } from "./crashes";

/** The short form of `npm run test:crash`. */
it("payments-simulator restores its state file after every kill, in the middle of a write too", async () => {
  const result = await crash(4, 300, Math.random);
  expect(result.violations).toEqual([]);
  expect(result.duringWrite).toBeGreaterThan(0);
}, 300_000);
