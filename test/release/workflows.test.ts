import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readProjectFile } from "../docs/source-files";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  permissions?: Record<string, string>;
  "timeout-minutes"?: number;
  strategy?: { matrix?: Record<string, (string | number)[]> };
  steps: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = ".github/workflows";
const texts = readdirSync(folder).map((name): [string, string] => [
  name,
  readProjectFile(`${folder}/${name}`),
]);
const workflows = new Map(texts.map(([name, text]) => [name, parse(text) as Workflow]));
const { scripts } = JSON.parse(readProjectFile("package.json")) as { scripts: Record<string, string> };

const jobsOf = (name: string) => Object.values(workflows.get(name)?.jobs ?? {});
const commandsOf = (job: Job) => job.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

describe.each(texts)("the workflow %s", (name, text) => {
  it("pins every action to a commit, with the version beside it", () => {
    const uses = text.split("\n").filter((line) => /\buses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w.-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("may only read the code, unless a job states a reason", () => {
    expect(workflows.get(name)?.permissions).toEqual({ contents: "read" });
    const granted = jobsOf(name).flatMap(({ permissions }) => Object.entries(permissions ?? {}));
    expect(granted.filter(([, level]) => level === "write")).toEqual(
      name === "publish.yml" ? [["id-token", "write"]] : [],
    );
  });

  it("uses no secret, stores no credentials, and limits the time of its jobs", () => {
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN|pull_request_target/);
    for (const job of jobsOf(name)) {
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
      const checkouts = job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
      expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual([false]);
    }
  });

  it("runs existing scripts of package.json", () => {
    const named = jobsOf(name).flatMap((job) => {
      const values = job.strategy?.matrix?.["command"] ?? [];
      const commands = commandsOf(job).flatMap((command) =>
        command.includes("${{ matrix.command }}")
          ? values.map((value) => command.replace("${{ matrix.command }}", String(value)))
          : [command],
      );
      return commands.flatMap((command) =>
        [...command.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script),
      );
    });
    for (const script of named) expect(Object.keys(scripts)).toContain(script);
  });
});

it("CI runs the checks of pull requests on Node 20, 22 and 24, and the long commands at night", () => {
  const ci = workflows.get("ci.yml");
  expect(Object.keys(ci?.on ?? {})).toEqual(["push", "pull_request", "schedule", "workflow_dispatch"]);
  expect(ci?.jobs["check"]?.strategy?.matrix?.["node"]).toEqual([20, 22, 24]);
  expect(ci?.jobs["check"]?.steps.at(-1)?.run).toBe("bash .ci/run");
  expect(ci?.jobs["long"]?.strategy?.matrix?.["command"]).toContain("test:mutants");
});

it("publishing needs a tag, runs all checks first, and states the origin of the package", () => {
  const publish = workflows.get("publish.yml");
  expect(publish?.on).toEqual({ push: { tags: ["v*"] } });
  const commands = jobsOf("publish.yml").flatMap(commandsOf);
  expect(commands.slice(0, 2)).toEqual(["npm ci", "npm run release:check"]);
  expect(commands[2]).toMatch(/^npm publish --provenance --access public --tag /);
});
