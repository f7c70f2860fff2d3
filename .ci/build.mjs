/**
 * Builds the package: `node .ci/build.mjs [folder]` writes `dist` in that folder (default: the project's) and fails when the
 * compiler does, or when what it wrote is not what package.json promises.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { buildCommonJs } from "./commonjs.mjs";
import { manifest, root } from "./entries.mjs";

const project = fileURLToPath(root);
const folder = path.resolve(process.argv[2] ?? project);
const dist = path.join(folder, "dist");

rmSync(dist, { recursive: true, force: true });
const tsup = path.join(project, "node_modules/tsup/dist/cli-default.js");
const { status } = spawnSync(process.execPath, [tsup, "--silent", "--out-dir", dist], {
  cwd: project,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
// The CommonJS carries all that the ES modules carry, and more.
const carried = await buildCommonJs(project, dist);

/** The licence of a package, as its authors ask to have it passed on. */
function licenceOf(name) {
  const from = path.join(project, "node_modules", name);
  const file = readdirSync(from).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence to pass on`);
  return `${name}\n\n${readFileSync(path.join(from, file), "utf8").trim()}\n`;
}
writeFileSync(
  path.join(dist, "THIRD-PARTY-LICENSES.txt"),
  carried.map(licenceOf).join(`\n${"-".repeat(80)}\n\n`),
);

const targets = (value) =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(targets);
const promised = [manifest.main, manifest.types, ...targets(manifest.exports), ...targets(manifest.bin)];
const problems = promised
  .filter((target) => target !== "./package.json" && !existsSync(path.join(folder, target)))
  .map((target) => `package.json names ${target}, which the build did not write`);

for (const file of targets(manifest.bin)) {
  if (
    !problems.length &&
    !readFileSync(path.join(folder, file), "utf8").startsWith("#!/usr/bin/env node\n")
  ) {
    problems.push(`${file} has no shebang line`);
  }
}

// A type of another package in a declaration ties every user to one version of it, or to having it at all. Users of these entries
// have their peers.
const typedPeers = { react: "react", "@opentelemetry/api": "otel" };
for (const file of readdirSync(dist).filter((name) => /\.d\.c?ts$/.test(name))) {
  const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(
    readFileSync(path.join(dist, file), "utf8"),
  );
  for (const { fileName } of [...importedFiles, ...typeReferenceDirectives]) {
    const isOwn = fileName.startsWith("./") || file.startsWith(`${typedPeers[fileName]}.`);
    if (!isOwn) problems.push(`dist/${file} needs the types of ${fileName}`);
  }
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
