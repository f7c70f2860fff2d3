import { afterEach, beforeEach, vi } from "vitest";
import { findSourcesOnce } from "./support/stacks";

findSourcesOnce();

/** Unexpected console output fails a test, because it may hide a problem. A test may mock the console itself. */
const methods = ["log", "info", "warn", "error", "debug"] as const;
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...values: unknown[]) => {
      printed.push(`console.${method}: ${values.map(String).join(" ")}`);
    });
  }
});

afterEach(() => {
  const seen = printed;
  vi.restoreAllMocks();
  if (seen.length > 0) throw new Error(`unexpected console output:\n${seen.join("\n")}`);
});
