/**
 * All checks before a release, fastest failures first. Usage:
 *
 *     npm run release:check [-- --from <step>] [-- --list]
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { root } from "./entries.mjs";

const cwd = fileURLToPath(root);

/**
 * One step: its name, and its command. A function returns the problem, or undefined.
 *
 * @typedef {{ name: string, run: readonly string[] | (() => string | undefined) }} Step
 */

/** @type {readonly Step[]} */
export const steps = [
  {
    name: "version",
    run: () => versionProblem(readVersion(), readFileSync(new URL("CHANGELOG.md", root), "utf8")),
  },
  { name: "lint", run: ["npm run --silent lint", "npm run --silent format:check"] },
  { name: "types", run: ["npm run --silent typecheck"] },
  { name: "build", run: ["npm run --silent build"] },
  { name: "size", run: ["npm run --silent size"] },
  // npm pack, publint and "Are the types wrong?".
  { name: "package", run: ["npm run --silent check:package"] },
  { name: "docs", run: ["npm run --silent docs"] },
  { name: "tests", run: ["npm run --silent test:all"] },
  {
    name: "runtimes",
    run: ["npm ci --silent --prefix test/runtimes", "npm test --silent --prefix test/runtimes"],
  },
];

function readVersion() {
  return JSON.parse(readFileSync(new URL("package.json", root), "utf8")).version;
}

/**
 * The problem that blocks a release: no dated section in the changelog, or a tag of another version.
 *
 * @param {string} version
 * @param {string} changelog
 * @param {Readonly<Record<string, string | undefined>>} [env] of the workflow, which knows the tag
 */
export function versionProblem(version, changelog, env = process.env) {
  const [section] = changelog.split("\n").filter((line) => line.startsWith(`## [${version}]`));
  if (section === undefined) return `CHANGELOG.md has no section "## [${version}] - <date>"`;
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(section)) return `the section of ${version} in CHANGELOG.md has no date`;
  if (env["GITHUB_REF_TYPE"] === "tag" && env["GITHUB_REF_NAME"] !== `v${version}`) {
    return `the tag ${env["GITHUB_REF_NAME"]} is not v${version}, the version in package.json`;
  }
  return undefined;
}

/** Runs a command and shows its output. Returns the problem, or undefined. */
function shell(command) {
  const { status, signal, error } = spawnSync(command, { cwd, shell: true, stdio: "inherit" });
  return status === 0 ? undefined : `${command}: ${error?.message ?? signal ?? `exit code ${status}`}`;
}

/**
 * Runs the steps up to the first failure, and prints each with its time.
 *
 * @param {readonly Step[]} all
 * @param {{ from?: string | undefined, print?: (line: string) => void, execute?: (command: string) => string | undefined, now?: () => number }} [options]
 * @returns {boolean} whether every step passed
 */
export function runSteps(all, options = {}) {
  const { from, print = console.log, execute = shell, now = () => performance.now() } = options;
  const first = from === undefined ? 0 : all.findIndex(({ name }) => name === from);
  if (first < 0) {
    print(`there is no step "${from}"; the steps are ${all.map(({ name }) => name).join(", ")}`);
    return false;
  }
  const lines = [];
  let problem;
  for (const { name, run } of all.slice(first)) {
    print(`\n== ${name}`);
    const started = now();
    problem = typeof run === "function" ? run() : firstProblem(run, execute);
    const seconds = ((now() - started) / 1000).toFixed(1);
    lines.push(`${problem === undefined ? "ok    " : "FAILED"} ${name.padEnd(14)} ${seconds.padStart(7)} s`);
    if (problem !== undefined) {
      lines.push("", problem, `after the fix: npm run release:check -- --from ${name}`);
      break;
    }
  }
  print(["", ...lines].join("\n"));
  return problem === undefined;
}

function firstProblem(commands, execute) {
  for (const command of commands) {
    const problem = execute(command);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { from: { type: "string" }, list: { type: "boolean" } } });
  if (values.list) console.log(steps.map(({ name }) => name).join("\n"));
  else if (!runSteps(steps, { from: values.from })) process.exitCode = 1;
}
