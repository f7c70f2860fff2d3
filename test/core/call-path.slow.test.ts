import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** The most functions of `src` in a call. What a newcomer reads to follow one. */
const MOST_FUNCTIONS = 90;

it("executes a quote with few functions", async () => {
  const args = ["--import", "tsx", "test/core/call-path.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const functions = stdout.trim().split("\n");
  expect(functions).toContain("resources/quotes.ts execute");
  expect(functions.length, stdout).toBeLessThanOrEqual(MOST_FUNCTIONS);
});
