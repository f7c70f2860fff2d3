/** The report of a run: the counts and survivors of each file, and the table of the page. */
import { readFileSync } from "node:fs";

const WIDTH = 70;
const columns = ["killed", "survived", "timeout", "no coverage"];
const columnOf = { Killed: "killed", Survived: "survived", Timeout: "timeout", NoCoverage: "no coverage" };

/** One line, cut if it is long. */
function short(text) {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line;
}

/** The source text that a mutant replaces. Lines and columns start at 1. */
function replacedText(source, { start, end }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join("\n");
}

/**
 * The mutants of a run by file: `{ [file]: { counts, survivors } }`.
 *
 * @param {import("@stryker-mutator/api/core").MutantResult[]} mutants
 * @param {(fileName: string) => string} relative
 * @param {(file: string) => boolean} isMeant
 */
export function byFile(mutants, relative, isMeant) {
  const files = {};
  for (const { fileName, status, mutatorName, replacement, location } of mutants) {
    const column = columnOf[status];
    if (column === undefined || !isMeant(relative(fileName))) continue;
    const file = (files[relative(fileName)] ??= {
      counts: Object.fromEntries(columns.map((name) => [name, 0])),
      survivors: [],
    });
    file.counts[column] += 1;
    if (status === "Survived" || status === "NoCoverage") {
      const original = short(replacedText(readFileSync(fileName, "utf8"), location));
      const at = `${location.start.line}:${location.start.column}`;
      file.survivors.push({ at, status, mutator: mutatorName, original, replacement: short(replacement) });
    }
  }
  return files;
}

/** The share of mutants that a test detected, in percent. */
export function scoreOf(counts) {
  const noticed = counts.killed + counts.timeout;
  const all = noticed + counts.survived + counts["no coverage"];
  return all === 0 ? "-" : ((100 * noticed) / all).toFixed(1);
}

/** The sum of several files. */
export const sum = (all) =>
  Object.fromEntries(columns.map((name) => [name, all.reduce((total, counts) => total + counts[name], 0)]));

const row = (cells) => `| ${cells.join(" | ")} |`;

const START = "<!-- results: written by npm run test:mutants -->";
const END = "<!-- /results -->";

/**
 * The page with the result of one folder in its table. The other rows do not change.
 *
 * @param {string} page
 * @param {string} folder
 * @param {{ counts: Record<string, number>, date: string, commit: string, versions: string }} result
 */
export function withResult(page, folder, { counts, date, commit, versions }) {
  const [before, rest] = page.split(START);
  const [table, after] = rest.split(END);
  const name = `\`${folder}\``;
  const others = table
    .split("\n")
    .filter((line) => line.startsWith("| `") && !line.startsWith(`| ${name} |`));
  const own = row([name, ...columns.map((column) => counts[column]), scoreOf(counts), date, commit]);
  const head = row(["folder", ...columns, "score", "date", "commit"]);
  const lines = [head, head.replaceAll(/[^|]+/g, " --- "), ...[...others, own].sort()];
  return `${before}${START}\n\nLast run with ${versions}.\n\n${lines.join("\n")}\n\n${END}${after}`;
}
