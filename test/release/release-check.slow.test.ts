import { execFileSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runSteps, steps, versionProblem } from "../../scripts/release-check.mjs";

/** Runs steps without a process. The command `fails` fails. Each command takes a second. */
function run(fails?: string, from?: string) {
  const printed: string[] = [];
  const executed: string[] = [];
  let clock = 0;
  const passed = runSteps(
    [
      { name: "lint", run: ["eslint", "prettier"] },
      { name: "checked", run: () => (fails === "checked" ? "it is wrong" : undefined) },
      { name: "tests", run: ["vitest"] },
    ],
    {
      from,
      print: (line) => printed.push(line),
      execute: (command) => {
        executed.push(command);
        clock += 1000;
        return command === fails ? `${command}: exit code 1` : undefined;
      },
      now: () => clock,
    },
  );
  return { passed, executed, printed: printed.join("\n") };
}

describe("npm run release:check", () => {
  it("runs every step, and prints each with its time at the end", () => {
    const { passed, executed, printed } = run();
    expect(passed).toBe(true);
    expect(executed).toEqual(["eslint", "prettier", "vitest"]);
    expect(printed.slice(printed.lastIndexOf("\n\n"))).toMatch(
      /ok\s+lint\s+2\.0 s\nok\s+checked\s+0\.0 s\nok\s+tests\s+1\.0 s$/,
    );
  });

  it.each([
    ["eslint", ["eslint"], /FAILED lint\s+1\.0 s\n\neslint: exit code 1\nafter the fix: .* --from lint$/],
    [
      "checked",
      ["eslint", "prettier"],
      /FAILED checked\s+0\.0 s\n\nit is wrong\nafter the fix: .* --from checked$/,
    ],
  ])("stops at the first failure: %s", (fails, commands, end) => {
    const { passed, executed, printed } = run(fails);
    expect(passed).toBe(false);
    expect(executed).toEqual(commands);
    expect(printed).toMatch(end);
  });

  it("continues from a step, and lists the steps if the name is unknown", () => {
    expect(run(undefined, "checked").executed).toEqual(["vitest"]);
    const { passed, executed, printed } = run(undefined, "test");
    expect(passed).toBe(false);
    expect(executed).toEqual([]);
    expect(printed).toBe('there is no step "test"; the steps are lint, checked, tests');
  });

  it("has a step for every check of a release", () => {
    const script = fileURLToPath(new URL("../../scripts/release-check.mjs", import.meta.url));
    const listed = execFileSync(process.execPath, [script, "--list"], { encoding: "utf8" })
      .trim()
      .split("\n");
    expect(listed).toEqual(steps.map(({ name }) => name));
    for (const name of ["lint", "types", "build", "size", "package", "docs", "tests", "runtimes"]) {
      expect(listed).toContain(name);
    }
  });
});

describe("a version", () => {
  const changelog = "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n## [1.1.0]\n";

  it.each([
    ["1.2.0", {}, undefined],
    ["1.2.0", { GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v1.2.0" }, undefined],
    ["1.2.0", { GITHUB_REF_TYPE: "branch", GITHUB_REF_NAME: "main" }, undefined],
    ["1.2.0", { GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v1.3.0" }, "the tag v1.3.0 is not v1.2.0"],
    ["1.1.0", {}, "has no date"],
    ["1.3.0", {}, "has no section"],
    ["1.2", {}, "has no section"],
  ])("%s with %j is released only with a dated section and its own tag", (version, env, problem) => {
    const found = versionProblem(version, changelog, env);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });
});
