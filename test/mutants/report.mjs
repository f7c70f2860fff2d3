/** What a run says: the numbers and survivors of each file, and the page that keeps them with the reasons given by hand. */
import { readFileSync } from "node:fs";

const WIDTH = 70;
const columns = ["killed", "survived", "timeout", "no coverage"];
const columnOf = { Killed: "killed", Survived: "survived", Timeout: "timeout", NoCoverage: "no coverage" };

/** One line, cut where it is long: it stays the same when code moves. */
function short(text) {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line;
}

/** The source text that a mutant replaces; lines and columns begin at 1. */
function replacedText(source, { start, end }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join("\n");
}

/**
 * The mutants of a run by file: `{ [file]: { date, counts, survivors } }`.
 *
 * @param {import("@stryker-mutator/api/core").MutantResult[]} mutants
 * @param {(fileName: string) => string} relative
 * @param {(file: string) => boolean} isMeant
 */
export function byFile(mutants, relative, isMeant) {
  const files = {};
  const date = new Date().toISOString().slice(0, 10);
  for (const { fileName, status, mutatorName, replacement, location } of mutants) {
    const column = columnOf[status];
    if (column === undefined || !isMeant(relative(fileName))) continue;
    const file = (files[relative(fileName)] ??= {
      date,
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

/** The share of the mutants that some test noticed, in percent. */
export function scoreOf(counts) {
  const noticed = counts.killed + counts.timeout;
  const all = noticed + counts.survived + counts["no coverage"];
  return all === 0 ? "-" : ((100 * noticed) / all).toFixed(1);
}

/** The sum of what several files have. */
export const sum = (all) =>
  Object.fromEntries(columns.map((name) => [name, all.reduce((total, counts) => total + counts[name], 0)]));

const cell = (text) => {
  const fence = text.includes("`") ? "``" : "`";
  const padding = fence === "``" ? " " : "";
  return `${fence}${padding}${text.replaceAll("|", "\\|")}${padding}${fence}`;
};
const row = (cells) => `| ${cells.join(" | ")} |`;
const head = (cells) => `${row(cells)}\n${row(cells.map(() => "---"))}`;

/** The rows of the tables in a text, as cells. */
const rowsOf = (text) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((text) => text.trim()));

const START = "<!-- results: written by npm run test:mutants, except for the column `why` -->";
const END = "<!-- /results -->";

/**
 * The page with the results of a run in it. What was not run stays as it was, and so do the reasons.
 *
 * @param {string} page
 * @param {ReturnType<typeof byFile>} files
 * @param {{ versions: string, pieceOf: (file: string) => string | undefined }} about a file that is no longer there has no piece
 */
export function merge(page, files, { versions, pieceOf }) {
  const [before, rest] = page.split(START);
  const [old, after] = rest.split(END);
  const numbers = new Map();
  const undetected = new Map();
  for (const cells of rowsOf(old)) {
    const file = cells[0].replaceAll("`", "");
    if (pieceOf(file) === undefined) continue;
    const kept = !(file in files);
    if (cells.length === 7) {
      const counts = Object.fromEntries(columns.map((name, index) => [name, Number(cells[index + 1])]));
      if (kept) numbers.set(file, { counts, date: cells[6] });
    } else {
      undetected.set(cells.slice(0, 4).join("|"), { count: kept ? Number(cells[4]) : 0, why: cells[5] });
    }
  }
  for (const [file, { counts, date, survivors }] of Object.entries(files)) {
    numbers.set(file, { counts, date });
    for (const { mutator, original, replacement } of survivors) {
      const key = [cell(file), mutator, cell(original), cell(replacement)].join("|");
      const { count = 0, why = "" } = undetected.get(key) ?? {};
      undetected.set(key, { count: count + 1, why });
    }
  }

  const sorted = [...numbers].sort(([a], [b]) => (a < b ? -1 : 1));
  const groups = Map.groupBy(sorted, ([file]) => pieceOf(file));
  const line = (counts) => [...columns.map((name) => counts[name]), scoreOf(counts)];
  const tables = [
    `Last run with ${versions}.`,
    [
      head(["piece", ...columns, "score"]),
      ...[...groups].map(([piece, all]) => row([piece, ...line(sum(all.map(([, { counts }]) => counts)))])),
    ].join("\n"),
    [
      head(["file", ...columns, "score", "date"]),
      ...sorted.map(([file, { counts, date }]) => row([cell(file), ...line(counts), date])),
    ].join("\n"),
    "## Mutants that no test notices",
    [
      head(["file", "mutator", "original", "replacement", "times", "why"]),
      ...[...undetected]
        .filter(([, { count }]) => count > 0)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, { count, why }]) => row([...key.split(/(?<!\\)\|/), count, why])),
    ].join("\n"),
  ];
  return `${before}${START}\n\n${tables.join("\n\n")}\n\n${END}${after}`;
}
