/** A sample of the defects: chosen by a seed, kept in a list with a line for each, and found again after code has moved. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defectsOf, operators } from "./operators.mjs";

const MOST_OF_A_FILE = 2;

/** What identifies a defect. */
const facts = ["file", "function", "operator", "before", "after", "nth"];
const columns = [...facts, "result"];

/** Every defect that can be planted in the files. */
export const allDefects = (files) => files.flatMap((file) => defectsOf(file, readFileSync(file, "utf8")));

/** Chooses defects by a seed: as many of each operator, and at most two of a file. */
export function choose(defects, count, seed) {
  const rank = (defect) =>
    createHash("sha256")
      .update(JSON.stringify([seed, ...facts.map((fact) => defect[fact])]))
      .digest("hex");
  const ranked = defects
    .map((defect) => [rank(defect), defect])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, defect]) => defect);
  const ofFile = new Map();
  const chosen = [];
  for (const [index, operator] of operators.entries()) {
    const wanted = Math.floor((count * (index + 1)) / operators.length);
    for (const defect of ranked) {
      const others = ofFile.get(defect.file) ?? 0;
      if (chosen.length === wanted) break;
      if (defect.operator !== operator || others === MOST_OF_A_FILE) continue;
      ofFile.set(defect.file, others + 1);
      chosen.push(defect);
    }
  }
  const order = (a, b) => a.file.localeCompare(b.file) || a.start - b.start;
  return chosen.sort(order);
}

/** The list as text: a head, then a line for each defect with tabs between its columns. */
export const written = (lines) =>
  `${[columns, ...lines.map((line) => columns.map((column) => line[column] ?? ""))].map((cells) => cells.join("\t")).join("\n")}\n`;

/** The list from its text. */
export function readList(text) {
  const [head, ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  return rows.map((cells) => {
    const line = Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ""]));
    return { ...line, nth: Number(line.nth) };
  });
}

/** From the strictest: the same place, the same file, the same function elsewhere, the same text anywhere. */
const searches = [
  facts,
  facts.filter((fact) => fact !== "nth" && fact !== "function"),
  facts.filter((fact) => fact !== "nth" && fact !== "file"),
  ["operator", "before", "after"],
];

/** The defect of a line in the sources of today. Undefined if it is gone, or if several are alike. */
export function findAgain(line, defects) {
  for (const search of searches) {
    const alike = defects.filter((defect) => search.every((fact) => defect[fact] === line[fact]));
    if (alike.length === 1) return alike[0];
    if (alike.length > 1 && search.length > searches.at(-1).length) return alike[line.nth - 1] ?? alike[0];
  }
  return undefined;
}
