/**
 * Rehearses a release up to its tarball. It packs the package, which builds it. Then publint, "Are the types wrong?", the API report and
 * the tests of test/package/tarball check the tarball. At last npm publishes it, without sending anything.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { root } from "./entries.mjs";

const cwd = fileURLToPath(root);
const run = (command, args, stdio = "inherit") =>
  execFileSync(command, args, { cwd, stdio, encoding: "utf8" });
const bin = (path) => fileURLToPath(new URL(`node_modules/${path}`, root));

mkdirSync(new URL(".artifacts", root), { recursive: true });
const packed = run(
  "npm",
  ["pack", "--silent", "--pack-destination", ".artifacts"],
  ["ignore", "pipe", "inherit"],
);
const tarball = `.artifacts/${packed.trim().split("\n").at(-1)}`;

run(process.execPath, [bin("publint/src/cli.js"), "run", tarball, "--strict"]);
// The profile leaves out Node 10's resolution. It ignores `exports`, so it finds only the root entry.
run(process.execPath, [
  bin("@arethetypeswrong/cli/dist/index.js"),
  tarball,
  "--profile",
  "node16",
  "--no-emoji",
  "--format",
  "ascii",
]);
// The build of the tarball has the API that the repository lists.
run(process.execPath, ["scripts/api/report.mjs", "--check"]);
process.env.TARBALL = path.join(cwd, tarball);
run(process.execPath, [
  bin("vitest/vitest.mjs"),
  "run",
  "--config",
  "test/package/tarball/vitest.config.ts",
  ...process.argv.slice(2),
]);
// As in publish.yml, without an identity.
run("npm", [
  "publish",
  `./${tarball}`,
  "--dry-run",
  "--ignore-scripts",
  "--access",
  "public",
  "--tag",
  "next",
  "--loglevel",
  "error",
]);
