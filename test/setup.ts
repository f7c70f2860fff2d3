import { afterEach, beforeEach, vi } from "vitest";
import { findSourcesOnce } from "./support/stacks";

findSourcesOnce();

/** Unexpected console output fails a test, because it may hide a problem. A test may mock the console itself. */
const methods = ["log", "info", "warn", "error", "debug"] as const;
const original = Object.fromEntries(methods.map((method) => [method, console[method]]));
let printed: string[] = [];
const print = (method: string, values: unknown[]) =>
  void printed.push(`console.${method}: ${values.map(String).join(" ")}`);
const watched = Object.fromEntries(
  methods.map((method) => [method, (...values: unknown[]) => print(method, values)]),
);

beforeEach(() => {
  printed = [];
  Object.assign(console, watched);
});

afterEach(() => {
  const seen = printed;
  vi.restoreAllMocks();
  Object.assign(console, original);
  if (seen.length > 0) throw new Error(`unexpected console output:\n${seen.join("\n")}`);
});
