/** Says what kind of version the changes of the API need. `npm run release:check` runs it. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { manifest, root } from "../entries.mjs";
import { apiChanges, versionKind } from "./changes.mjs";

const read = (file) => readFileSync(new URL(file, root), "utf8");

/** The last released version, and the changes of the API since then. */
export function changesSinceRelease() {
  const released = read("test/package/api/released.api.md");
  const [, version = ""] = /^<!-- version (\S+) -->/.exec(released) ?? [];
  return { version, changes: apiChanges(released, read("test/package/api/current.api.md")) };
}

const KINDS = ["major", "minor", "patch"];

/**
 * The problem of a version that promises more than its changes keep. After a preview, everything may change.
 *
 * @param {string} released
 * @param {string} next
 * @param {"major" | "minor" | "patch"} kind of the changes
 * @returns {string | undefined}
 */
export function versionKindProblem(released, next, kind) {
  if (released.includes("-")) return undefined;
  const [was, is] = [released, next].map((version) => version.split("-")[0].split(".").map(Number));
  const raised = is.findIndex((part, index) => part !== was[index]);
  if (raised >= 0 && is[raised] > was[raised] && raised <= KINDS.indexOf(kind)) return undefined;
  return `the changes of the API since ${released} need a new ${kind} version, and ${next} is none`;
}

/** Prints the kind with its reasons. Returns the problem of the version in package.json, or undefined. */
function check() {
  const { version, changes } = changesSinceRelease();
  const kind = versionKind(changes);
  console.log(`A ${kind} version: ${changes.length} changes of the API since ${version}.`);
  for (const { name, what, breaks } of changes)
    console.log(`  ${breaks ? "BREAKS" : "      "} ${name}: ${what}`);
  return versionKindProblem(version, manifest.version, kind);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = check();
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = 1;
  }
}
