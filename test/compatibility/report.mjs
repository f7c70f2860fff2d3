import { existsSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import process from "node:process";

const document = new URL("../../docs/compatibility.md", import.meta.url);
const memory = new URL("node_modules/.results.json", import.meta.url);
const START = "<!-- results: written by `npx tsx test/compatibility/run.ts` -->";
const END = "<!-- end of results -->";

/** The text of a cell: short, without line breaks and bars. */
const cell = (text) => text.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 240);

/** The most settings that a line lists by name. */
const LISTED = 4;

/** The tables of all areas, in the order of the rows. Settings of one version with the same result share a line. */
function tables(rows, results) {
  const areas = [...new Set(rows.map(({ area }) => area))];
  return areas.map((area) => {
    const lines = new Map();
    for (const { name, version } of rows.filter((row) => row.area === area)) {
      const result = results[`${area}: ${name}`];
      const passes = result === undefined ? "not run" : "passes";
      const outcome = result?.failure === undefined ? passes : `**fails**: ${cell(result.failure)}`;
      const [what, ...setting] = name.split(", ");
      const end = `| ${version} | ${outcome} |`;
      const { settings = [] } = lines.get(what + end) ?? {};
      lines.set(what + end, { what, end, settings: [...settings, setting.join(", ")] });
    }
    const shown = [...lines.values()].map(({ what, end, settings }) => {
      const listed = settings.length > LISTED ? `${settings.length} settings` : settings.join("; ");
      return `| ${what}${listed && ": "}${listed} ${end}`;
    });
    return [`### ${area}`, "", "| what | version | result |", "|---|---|---|", ...shown, ""].join("\n");
  });
}

/**
 * Writes the results into docs/compatibility.md. Rows that did not run this time keep their earlier result on this machine.
 *
 * @param {{ area: string, name: string, version: string }[]} rows all of them
 * @param {Record<string, { failure?: string | undefined }>} found by area and name
 */
export function report(rows, found) {
  const results = { ...(existsSync(memory) ? JSON.parse(readFileSync(memory, "utf8")) : {}), ...found };
  writeFileSync(memory, JSON.stringify(results));
  const text = readFileSync(document, "utf8");
  const [before] = text.split(START);
  const [, after] = text.split(END);
  if (before === text || after === undefined)
    throw new Error("docs/compatibility.md has no place for the results");
  const [cpu] = os.cpus();
  const machine = `${os.type()} ${os.arch()}, ${os.cpus().length} x ${cpu?.model.trim() || "CPU"}`;
  const date = new Date().toISOString().slice(0, 10);
  const head = `Last run: ${date}, with Node ${process.version} on ${machine}.`;
  writeFileSync(
    document,
    `${before}${START}\n\n${head}\n\n${tables(rows, results).join("\n")}\n${END}${after}`,
  );
}
