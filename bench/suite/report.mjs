// Writes docs/benchmarks.md and its charts from docs/benchmarks/results.json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chart } from "./chart.mjs";

const docs = new URL("../../docs/", import.meta.url);
const file = new URL("benchmarks/results.json", docs);

export const readResults = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

const titles = {
  call: [
    "A call with a mocked `fetch`",
    "Processor time of a call, of this package's. `fetch` is the bare function with its JSON.",
  ],
  loopback: [
    "Calls over loopback",
    "Processor time, and wall time, of a call to a server in another process. `payments-sdk/node` is this package with `nodeFetch()`.",
  ],
  page: ["A page of 100 transactions", "Processor time to read and check it."],
  cold: [
    "Import and first response",
    "Processor time of a fresh process up to the first response of a mocked `fetch`, less an empty process.",
  ],
};

const table = (head, rows) =>
  [
    `| ${head.join(" | ")} |`,
    `|${head.map(() => "---").join("|")}|`,
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
  ].join("\n");
const thousands = (value) =>
  value === null || value === undefined ? "failed" : Math.round(value).toLocaleString("en");

/** How far apart two runs of the same thing came out in one measurement: a smaller difference than that says nothing. */
function noise(figures) {
  const again = figures.flatMap(({ rows }) => rows.filter(({ name }) => name.endsWith(" again")));
  if (again.length === 0) return "";
  const ratios = again.map(({ ratio }) => ratio);
  const worst = Math.max(...ratios.map((ratio) => Math.abs(ratio - 1)));
  return ` Noise: this package beside itself (rows "again") came out between ${Math.min(...ratios).toFixed(2)} and ${Math.max(...ratios).toFixed(2)} x, so a difference of less than ${Math.ceil(worst * 100)} % says nothing.`;
}

function compared(name, figures, major, files) {
  const [title, words] = titles[name];
  const parts = figures.map(({ figure, rows }) => {
    const isRate = figure.startsWith("wall");
    const body = rows.map(({ name: subject, ratio, low, high, microseconds }) => [
      subject,
      `${ratio.toFixed(2)} x`,
      `${low.toFixed(2)} to ${high.toFixed(2)}`,
      microseconds >= 10_000 ? `${(microseconds / 1000).toFixed(1)} ms` : `${microseconds.toFixed(1)} us`,
      ...(isRate ? [thousands(1e6 / microseconds)] : []),
    ]);
    const image = `node-${major}-${name}-${figure.toLowerCase().replaceAll(/\W+/g, "-")}.svg`;
    let shown = "";
    if (!isRate) {
      files.set(image, chart({ title: `${title.replaceAll("`", "")}: ${figure}, Node ${major}`, rows }));
      shown = `![${title.replaceAll("`", "")}: ${figure}](benchmarks/${image})\n\n`;
    }
    const head = ["subject", "ratio", "middle half", "median", ...(isRate ? ["calls a second"] : [])];
    return `**${figure}**\n\n${shown}${table(head, body)}`;
  });
  return `### ${title}\n\n${words}${noise(figures)}\n\n${parts.join("\n")}`;
}

const others = {
  bundle: (rows) =>
    `### Bundles\n\nBytes, minified and gzipped, files that load later included. Optional peers and \`node:\` modules are left out.\n\n${table(
      ["program", "esbuild", "rollup", "webpack"],
      rows.map(({ name, esbuild, rollup, webpack }) => [
        name,
        thousands(esbuild),
        thousands(rollup),
        thousands(webpack),
      ]),
    )}`,
  types: (rows) =>
    `### Types\n\nWhat the compiler takes on for one line of a user's code, beyond an empty file.\n\n${table(
      ["package", "symbols", "types", "instantiations", "time"],
      rows.map((row) => [
        row.name,
        thousands(row.Symbols),
        thousands(row.Types),
        thousands(row.Instantiations),
        `${row["Total time"].toFixed(2)} s`,
      ]),
    )}`,
};

/** The output of a measurement that prints its own lines. */
const printed = (name, text) =>
  `### ${name[0].toUpperCase()}${name.slice(1)}\n\nPrinted by \`bench/${name}.ts\`.\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`;

/** The page and the charts, by their names in `docs`. */
export function render(all) {
  const files = new Map();
  const majors = Object.keys(all).sort((left, right) => Number(right) - Number(left));
  const sections = majors.map((major) => {
    const run = all[major];
    const { machine, versions, results } = run;
    const parts = Object.entries(results).map(([name, result]) => {
      const when = `_${result.date}, ${result.rounds} rounds${result.isQuick ? ", quick: not for comparison" : ""}; load of the machine ${result.load}._\n\n`;
      const text =
        result.text === undefined
          ? titles[name] === undefined
            ? others[name](result.rows)
            : compared(name, result.figures, major, files)
          : printed(name, result.text);
      return text.replace("\n\n", `\n\n${when}`);
    });
    return `## Node ${versions.node}\n\n${machine}. ${Object.entries(versions)
      .filter(([name]) => name !== "node")
      .map(([name, version]) => `${name} ${version}`)
      .join(", ")}.\n\n${parts.join("\n")}`;
  });
  const text = `# Benchmarks

Written by \`npm run bench\`; do not edit. One sample is one fresh process; subjects run by turns, in an order that moves on with each round. A ratio compares
a subject with \`payments-sdk\` in the same round; the median of the rounds is shown, with the middle half of them. Below 1 is cheaper than this package.

${sections.join("\n")}`;
  const charts = [...files].map(([name, svg]) => [`benchmarks/${name}`, svg]);
  return new Map([...charts, ["benchmarks.md", `${text.trimEnd()}\n`]]);
}

/** Writes the results, the page and the charts. */
export function report(all) {
  mkdirSync(new URL("benchmarks/", docs), { recursive: true });
  writeFileSync(file, `${JSON.stringify(all, undefined, 1)}\n`);
  for (const [name, text] of render(all)) writeFileSync(new URL(name, docs), text);
}
