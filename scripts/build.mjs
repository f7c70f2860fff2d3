/**
 * Builds the package: `node scripts/build.mjs [folder]` writes `dist` in that folder (default: the project's). It fails if the
 * compiler fails, or if the output differs from package.json.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { billOfMaterials, carriedPackages, licenceTexts } from "./carried.mjs";
import { buildCommonJs } from "./commonjs.mjs";
import { finishDeclarations } from "./declarations.mjs";
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
finishDeclarations(dist);
// The CommonJS build contains every package of the ES modules, and more.
const carried = await buildCommonJs(project, dist);

const packages = carriedPackages(project, dist, carried);
writeFileSync(path.join(dist, "THIRD-PARTY-LICENSES.txt"), licenceTexts(packages));
writeFileSync(
  path.join(dist, "sbom.cdx.json"),
  `${JSON.stringify(billOfMaterials(manifest, packages), undefined, 2)}\n`,
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

// If a declaration uses a type of another package, every user needs that package in a fitting version. Users of these entries
// have the peers.
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
