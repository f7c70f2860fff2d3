/**
 * Compares this package with others, and writes docs/maintainers/benchmarks.md.
 *
 *     npm run bench                      # everything, for the Node that runs it: seven minutes
 *     npm run bench -- loopback cold     # some of: cold, call, loopback, pages, wallet
 *     npm run bench -- --quick call      # a quick look, written only with --write
 *
 * The page keeps the results of each major version of Node. For another one, put it first in PATH.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const at = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" }, write: { type: "boolean" } },
});
const isQuick = values.quick === true;
const isWritten = values.write === true || !isQuick;

const { dependencies } = JSON.parse(readFileSync(at("package.json"), "utf8"));
if (!Object.keys(dependencies).every((name) => existsSync(at(`node_modules/${name}`)))) {
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund"], { cwd: at("."), stdio: "inherit" });
}
const [major = "0"] = process.versions.node.split(".");
const hasUndici8 = Number(major) >= 22;

/** The installed build beside the peers, with the newest undici for this Node. */
function stage() {
  const staged = at("node_modules/payments-sdk");
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(`${staged}/node_modules`, { recursive: true });
  cpSync(at("../dist"), `${staged}/dist`, { recursive: true });
  cpSync(at("../package.json"), `${staged}/package.json`);
  // The bundlers run outside of the project, so that they do not find its modules.
  rmSync(at("node_modules/ky"), { force: true });
  symlinkSync(at("../node_modules/ky"), at("node_modules/ky"));
  if (!hasUndici8) symlinkSync(at("../node_modules/undici"), `${staged}/node_modules/undici`);
}
stage();

const { measure, compare } = await import("./suite/measure.mjs");
const { readResults, report } = await import("./suite/report.mjs");
const rounds = (full) => (isQuick ? 2 : full);
const scale = isQuick ? 0.2 : 1;
const compared = async (name, subjects, full) => {
  const samples = await measure(name, subjects, { rounds: rounds(full), scale });
  return { rounds: rounds(full), figures: compare(samples) };
};
/** Compares whole processes, too, and what they do beside an empty one. */
const comparedWithEmpty = async (name, subjects, full, empty) => {
  const samples = await measure(name, [...subjects, empty], { rounds: rounds(full), scale });
  const [whole] = compare(samples);
  return {
    rounds: rounds(full),
    figures: [...compare(samples, empty), { ...whole, figure: `${whole.figure}, whole process` }],
  };
};
/** Measurements that print their own lines. */
const printed = (file, given = []) => {
  const args = ["--import", "tsx", at(file), ...given];
  let text;
  try {
    text = execFileSync(process.execPath, args, {
      cwd: at("."),
      encoding: "utf8",
      timeout: 360_000,
      stdio: ["ignore", "pipe", "inherit"],
    });
  } catch (error) {
    // A missed target also fails the command.
    text = error.stdout || String(error.message);
    if (error.code === "ETIMEDOUT") text += "   cut off after 6 minutes\n";
  }
  // The last line may have the figures.
  const [, shown = text, figures] = /^([^]*\n)(\{.*\})\s*$/.exec(text) ?? [];
  return { rounds: 1, file, text: shown, found: figures && JSON.parse(figures) };
};

const apis = ["fetch", "ky", "stripe, fetch", "openai"];
const measurements = {
  cold: () => comparedWithEmpty("cold", ["payments-sdk", "payments-sdk again", ...apis], 11, "nothing"),
  call: () => compared("call", ["payments-sdk", "payments-sdk again", ...apis], 5),
  loopback: () =>
    compared(
      "loopback",
      [
        "payments-sdk",
        "payments-sdk again",
        "payments-sdk/node",
        "stripe, node:http",
        "undici, request",
        "fetch",
        "ky",
      ],
      3,
    ),
  pages: () => printed("pages.ts", [isQuick ? "1" : "3"]),
  wallet: () => printed("wallet.ts"),
};
const unknown = positionals.filter((name) => measurements[name] === undefined);
if (unknown.length > 0) {
  console.error(`no measurement ${unknown.join(", ")}; there are ${Object.keys(measurements).join(", ")}`);
  process.exit(1);
}
const wanted = positionals.length > 0 ? positionals : Object.keys(measurements);

const versionOf = (folder) => JSON.parse(readFileSync(at(`${folder}/package.json`), "utf8")).version;
const all = readResults();
const run = {
  machine: `${os.cpus().length} cores of ${os.cpus()[0]?.model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()}`,
  versions: {
    node: process.versions.node,
    ky: versionOf("../node_modules/ky"),
    undici: versionOf(hasUndici8 ? "node_modules/undici" : "../node_modules/undici"),
    stripe: versionOf("node_modules/stripe"),
    openai: versionOf("node_modules/openai"),
  },
  results: { ...all[major]?.results },
};
for (const name of wanted) {
  const started = performance.now();
  const load = os.loadavg()[0]?.toFixed(1);
  const result = await measurements[name]();
  run.results[name] = { date: new Date().toISOString().slice(0, 10), load, isQuick, ...result };
  console.log(`\n${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
  if (result.text !== undefined) console.log(result.text.trim());
  for (const { figure, rows } of result.figures ?? []) {
    console.log(`  ${figure}`);
    for (const { name: subject, ratio, low, high, microseconds } of rows) {
      console.log(
        `    ${subject.padEnd(24)} ${ratio.toFixed(2)} x (${low.toFixed(2)} to ${high.toFixed(2)})  ${microseconds.toFixed(1)} us`,
      );
    }
  }
  if (isWritten) report({ ...all, [major]: run });
}
