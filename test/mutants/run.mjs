/**
 * Makes one small change to the sources at a time, and checks that a test fails (https://stryker-mutator.io). It works in a copy of
 * the project in the folder for temporary files. See docs/maintainers/mutation-testing.md.
 *
 *     npm install --prefix test/mutants
 *     npm run test:mutants                               all pieces
 *     npm run test:mutants -- core relay                 some pieces
 *     npm run test:mutants -- src/core/retry-policy.ts   one file
 *
 *     npm run test:mutants -- --sample 300 --seed 23     a sample of all sources (measure.mjs)
 *
 * `--concurrency 2` runs two mutants at once. `--force` ignores the results of earlier runs.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measure } from "./measure.mjs";
import { pieces } from "./pieces.mjs";
import { byFile, scoreOf, sum, withResult } from "./report.mjs";

const at = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const project = at("../../");
const results = at("results");
const page = at("../../docs/maintainers/mutation-testing.md");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "1" },
    force: { type: "boolean", default: false },
    sample: { type: "string" },
    seed: { type: "string", default: "23" },
    limit: { type: "string", default: "120" },
    likely: { type: "string", default: "300" },
    part: { type: "string", default: "1/1" },
  },
});

/** The piece of a file: the one with the longest folder. Undefined for a file that does not exist. */
function pieceOf(file) {
  return Object.entries(pieces)
    .filter(([, { folder }]) => file.startsWith(`${folder}/`) && existsSync(path.join(project, file)))
    .sort(([, a], [, b]) => b.folder.length - a.folder.length)[0]?.[0];
}

/** The work of a run: the patterns of each piece's files, or the requested files. */
function plan(names) {
  const wanted = new Map();
  for (const name of names.length > 0 ? names : Object.keys(pieces)) {
    if (name in pieces) {
      const { folder, heldElsewhere = [] } = pieces[name];
      const inner = Object.values(pieces).filter((other) => other.folder.startsWith(`${folder}/`));
      const left = [...inner.map((other) => `${other.folder}/**`), ...heldElsewhere];
      wanted.set(name, [`${folder}/**/*.ts`, ...left.map((pattern) => `!${pattern}`)]);
    } else {
      const piece = pieceOf(name);
      if (piece === undefined) {
        throw new Error(`${name} is neither a piece (${Object.keys(pieces).join(", ")}) nor a file of one`);
      }
      wanted.set(piece, [...(wanted.get(piece) ?? []), name]);
    }
  }
  return wanted;
}

/**
 * Forgets survivors in code that runs when a module loads. Stryker does not know which tests reach them, so it would keep their
 * result after a new test.
 */
function forgetStaticSurvivors(file) {
  const { files = {}, ...rest } = read(file);
  for (const entry of Object.values(files)) {
    entry.mutants = entry.mutants.filter((mutant) => !(mutant.static && mutant.status === "Survived"));
  }
  if (existsSync(file)) writeFileSync(file, JSON.stringify({ ...rest, files }));
}

async function run(name, mutate) {
  process.env.MUTANTS_PIECE = JSON.stringify(pieces[name]);
  const incrementalFile = path.join(results, `${name}.incremental.json`);
  forgetStaticSurvivors(incrementalFile);
  const workplace = mkdtempSync(path.join(tmpdir(), "payments-sdk-mutants-"));
  const clean = () => rmSync(workplace, { recursive: true, force: true });
  // Stryker ends the process after an interrupt.
  process.once("exit", clean);
  // Every folder below finds it, even if the project's own is a link.
  symlinkSync(realpathSync(path.join(project, "node_modules")), path.join(workplace, "node_modules"));
  // Not at the top: a sample needs no installation.
  const { Stryker } = await import("@stryker-mutator/core");
  try {
    return await new Stryker({
      mutate,
      tempDirName: path.join(workplace, "sandboxes"),
      symlinkNodeModules: false,
      ignorePatterns: [
        "/node_modules",
        "/dist",
        "/.artifacts",
        "/bench",
        "/test/browser",
        "/test/mutants/results",
      ],
      plugins: [import.meta.resolve("@stryker-mutator/vitest-runner"), at("ignore-messages.mjs")],
      ignorers: ["messages"],
      testRunner: "vitest",
      vitest: { configFile: "test/mutants/vitest.config.mjs" },
      coverageAnalysis: "perTest",
      disableBail: false,
      // Code that runs at import loads once for all mutants.
      ignoreStatic: true,
      concurrency: Number(values.concurrency),
      // Added to 1.5 times the duration of the tests, because runs on a busy machine wait long.
      timeoutMS: 30_000,
      dryRunTimeoutMinutes: 10,
      incremental: true,
      incrementalFile,
      force: values.force,
      reporters: [process.stdout.isTTY ? "progress" : "progress-append-only"],
      allowConsoleColors: process.stdout.isTTY === true,
    }).runMutationTest();
  } finally {
    clean();
    process.removeListener("exit", clean);
  }
}

/** The content of a file in `results`, if it exists. */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

if (values.sample !== undefined) {
  await measure(values);
  process.exit();
}

process.chdir(project);
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const date = new Date().toISOString().slice(0, 10);
mkdirSync(results, { recursive: true });
const versionOf = (name) => JSON.parse(readFileSync(name, "utf8")).version;
const versions = [
  `Stryker ${versionOf(at("node_modules/@stryker-mutator/core/package.json"))}`,
  `vitest ${versionOf(path.join(project, "node_modules/vitest/package.json"))}`,
  `Node ${process.versions.node}`,
].join(", ");

const scores = [];
for (const [name, mutate] of plan(positionals)) {
  const started = Date.now();
  const mutants = await run(name, mutate);
  // For a single file, leave out the earlier results of other files.
  const isMeant = (file) => mutate.includes(file) || mutate.some((pattern) => pattern.includes("*"));
  const files = byFile(mutants, (file) => path.relative(project, file), isMeant);
  const seconds = Math.round((Date.now() - started) / 1000);

  const file = path.join(results, `${name}.json`);
  writeFileSync(file, `${JSON.stringify({ ...read(file), ...files }, null, 2)}\n`);

  for (const [file, { survivors }] of Object.entries(files)) {
    for (const { at, status, mutator, original, replacement } of survivors) {
      console.log(`${file}:${at} ${status} ${mutator}\n  - ${original}\n  + ${replacement}`);
    }
  }
  const counts = sum(Object.values(files).map((each) => each.counts));
  const isWhole = !positionals.some((wanted) => pieceOf(wanted) === name);
  if (isWhole) {
    const result = { counts, date, commit, versions };
    writeFileSync(page, withResult(readFileSync(page, "utf8"), pieces[name].folder, result));
  }
  scores.push(`${name}: ${scoreOf(counts)} % in ${seconds} s ${JSON.stringify(counts)}`);
}
console.log(`\n${scores.join("\n")}`);
