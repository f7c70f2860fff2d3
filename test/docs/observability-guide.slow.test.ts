import { describe, expect, it } from "vitest";
import type { Hooks } from "payments-sdk";
import { runExample } from "../support/run-example";
import { readProjectFile } from "../docs/source-files";

const guide = readProjectFile("docs/guides/observability.md");

/** Every hook. The compiler keeps this list complete. */
const HOOKS: Record<keyof Hooks, true> = {
  onRequest: true,
  onResponse: true,
  onRetry: true,
  onResponseMismatch: true,
  onError: true,
  onEnd: true,
};

describe("the guide to metrics and tracing", () => {
  it("has a row for each hook", () => {
    const rows = [...guide.matchAll(/^\| `(on\w+)` \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(Object.keys(HOOKS).sort());
  });

  it("names exactly the attributes and metrics of payments-sdk/otel", () => {
    const names = (text: string, pattern: RegExp) => [
      ...new Set([...text.matchAll(pattern)].map(([, name]) => name)),
    ];
    const prefix = "(?:http|url|server|payments|error)";
    const table = guide
      .split("\n")
      .filter((line) => /^\| (?:span|histogram|counter)/.test(line))
      .join("\n");
    const made = names(
      ["attributes", "instrument"].map((name) => readProjectFile(`src/otel/${name}.ts`)).join("\n"),
      new RegExp(`"(${prefix}\\.[\\w.]+)"`, "g"),
    );
    expect(names(table, new RegExp(`\`(${prefix}\\.[\\w.]+)\``, "g")).sort()).toEqual(made.sort());
  });
});

it("has an example that prints both attempts below their call, with the log line between them", async () => {
  const { code, stdout, stderr } = await runExample("observability/main.ts");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("GET config.retrieve failed (CONNECTION_FAILED)");
  expect(stdout.match(/name: 'GET \/config'/g)).toHaveLength(2);
  expect(stdout).toContain("name: 'payments config.retrieve'");
  expect(stdout).toContain("'http.request.resend_count': 1");
});
