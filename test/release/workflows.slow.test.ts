import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { steps } from "../../scripts/release-check.mjs";
import { readProjectFile } from "../docs/source-files";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  needs?: string;
  environment?: string;
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
      for (const step of checkouts) expect(step.with?.["persist-credentials"]).toBe(false);
    }
    expect(text).toMatch(/uses: actions\/checkout@/);
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
  expect(ci?.jobs["long"]?.strategy?.matrix?.["command"]).toContain("npx tsx test/explore/run.ts");
});

describe("publishing", () => {
  const publish = workflows.get("publish.yml");
  const pack = publish?.jobs["pack"];
  const release = publish?.jobs["publish"];
  const actionsOf = (job: Job | undefined) =>
    job?.steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses.split("@")[0]]));

  it("needs a tag, and runs all checks without an identity", () => {
    expect(publish?.on).toEqual({ push: { tags: ["v*"] } });
    expect(Object.keys(publish?.jobs ?? {})).toEqual(["pack", "publish"]);
    expect(pack?.permissions).toBeUndefined();
    expect(pack?.environment).toBeUndefined();
    expect(pack && commandsOf(pack)).toEqual(["npm ci", "npm run release:check"]);
    const upload = pack?.steps.at(-1);
    expect(upload?.uses).toMatch(/^actions\/upload-artifact@/);
    // Uploads skip folders that begin with a dot, unless told otherwise.
    expect(upload?.with).toMatchObject({
      path: ".artifacts/payments-sdk-*.tgz",
      "include-hidden-files": true,
      "if-no-files-found": "error",
    });
  });

  it("gives the identity to a job that runs nothing of ours", () => {
    expect(release?.needs).toBe("pack");
    expect(release?.environment).toBe("npm");
    expect(release?.permissions).toEqual({ "id-token": "write" });
    expect(actionsOf(release)).toEqual(["actions/setup-node", "actions/download-artifact"]);
    const commands = release ? commandsOf(release) : [];
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatch(
      /\bnpm publish \.\/payments-sdk-\*\.tgz --ignore-scripts --provenance --access public --tag "\$tag"\n$/,
    );
  });

  /** Runs the command in a folder of its own, with a function in place of npm. */
  function publishes(VERSION: string, view: string) {
    const npm = `npm() { if [ "$1" = view ]; then ${view}; else echo "$@"; fi; }\n`;
    const cwd = mkdtempSync(join(tmpdir(), "publish-"));
    const command = npm + (release && commandsOf(release)[0]);
    const ended = spawnSync("bash", ["-e", "-c", command], { encoding: "utf8", cwd, env: { VERSION } });
    rmSync(cwd, { recursive: true });
    return ended;
  }
  const fails = (code: string) => `echo "npm error code ${code}" >&2; return 1`;

  it.each([
    ["v1.0.0-rc.1", "nothing", fails("E404"), "next"],
    ["v1.0.0", "1.0.0-rc.1", "echo 1.0.0-rc.1", "latest"],
    ["v1.0.0", "nothing", fails("E404"), "latest"],
    ["v1.10.0", "1.9.3", "echo 1.9.3", "latest"],
    ["v1.9.4", "1.10.0", "echo 1.10.0", "previous"],
    ["v2.0.0-beta.1", "1.10.0", "echo 1.10.0", "next"],
  ])("publishes %s after %s", (version, _, view, tag) => {
    expect(publishes(version, view).stdout).toMatch(new RegExp(`^publish .* --tag ${tag}$`, "m"));
  });

  it("publishes nothing while the registry does not respond", () => {
    expect(publishes("v1.9.4", fails("ECONNREFUSED"))).toMatchObject({ status: 1, stdout: "" });
  });

  it("checks a release from lock files", () => {
    const commands = steps.flatMap(({ run }) => (typeof run === "function" ? [] : run));
    const installs = commands.filter((command) => /\bnpm (?:ci|i|install|add)\b/.test(command));
    expect(installs.length).toBeGreaterThan(0);
    for (const command of installs) {
      const [, folder] = /^npm ci --silent --prefix (\S+)$/.exec(command) ?? [];
      expect(existsSync(`${folder}/package-lock.json`), command).toBe(true);
    }
  });
});
