// Writes docs/maintainers/benchmarks.md from bench/results.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const docs = new URL("../../docs/maintainers/", import.meta.url);
const file = new URL("../results.json", import.meta.url);

export const readResults = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** What the package must reach. `most` is of the peer's. `why` says why a target is missed. */
const targets = [
  ...[
    ["GET, 1", 0.9],
    ["GET, 50", 0.7],
    ["POST, 50", 0.7],
  ].map(([kind, most]) => ({
    what: `\`payments-sdk/node\`, ${kind} in flight`,
    of: "stripe, node:http",
    subject: "payments-sdk/node",
    at: ["loopback", `cpu ${kind} in flight`],
    most,
  })),
  ...[
    ["GET", 1.25],
    ["POST", 1.1],
  ].map(([method, most]) => ({
    what: `the platform's \`fetch\`, ${method}, 50 in flight`,
    of: "ky",
    at: ["loopback", `cpu ${method}, 50 in flight`],
    most,
  })),
  ...[
    ["GET", 1.55],
    ["POST", 1.45],
  ].map(([method, most]) => ({
    what: `a mocked ${method}`,
    of: "ky",
    at: ["call", `cpu ${method}`],
    most,
    why: "ky knows no API. The call also checks its parameters and its response, and keeps a record",
  })),
  {
    what: "import and first response, whole process",
    of: "ky",
    at: ["cold", "cpu, whole process"],
    most: 1.15,
    why: "`payments-sdk` loads some thirty files, so that pages can load parts. Each costs Node half a millisecond. One file would give 1.26",
  },
  {
    what: "20,000 rows over `payments-sdk/node`, time",
    of: "stripe, node:http",
    found: "rows: time",
    most: 1.02,
    why: "undici loads before the first page. Once it is loaded, the ratio is 0.99",
  },
  {
    what: "20,000 rows over `payments-sdk/node`, CPU",
    of: "stripe, node:http",
    found: "rows: cpu",
    most: 1.1,
    why: "The loading of undici is almost half of the difference, and the check of each row a third. stripe checks no row",
  },
  {
    what: "20,000 rows over `payments-sdk/node`, peak memory",
    of: "stripe, node:http",
    found: "rows: memory",
    most: 1.1,
    why: "Not the checks and not the page ahead: it is the same without them. The rest is not known yet",
  },
  {
    what: "a slow consumer waits for rows",
    of: "stripe, node:http",
    found: "rows: slow consumer",
    most: 0.2,
    why: "A page takes its 10 ms, its way and its reading. One page ahead hides the 10 ms of the consumer, and 3 ms are left",
  },
  {
    what: "wallet: open a bundle",
    of: "the best package",
    found: "wallet: open",
    most: 0.9,
    why: "The best one is `@hpke/core` by hand, which opens the bundle with the same WebCrypto",
  },
  { what: "wallet: stamp", of: "the best package", found: "wallet: stamp", most: 0.8 },
  { what: "wallet: cold first opening", of: "the best package", found: "wallet: cold opening", most: 0.7 },
];

/** What was measured for a target, as a part of the peer's cost. */
function reached({ at, found, of, subject = "payments-sdk" }, results) {
  if (found !== undefined) return Object.values(results).flatMap((result) => result.found?.[found] ?? [])[0];
  const [measurement, figure] = at;
  const rows = results[measurement]?.figures.find((one) => one.figure === figure)?.rows ?? [];
  const [ours, peer] = [subject, of].map((name) => rows.find((row) => row.name === name)?.microseconds);
  return ours && peer && ours / peer;
}

/** The targets with what was measured, for each major version of Node. */
function targetTable(all, majors) {
  const rows = targets.map((target) => {
    const values = majors.map((major) => reached(target, all[major].results));
    const isMissed = values.some((value) => value !== undefined && value > target.most);
    const shown = values.map((value) => (value === undefined ? "not measured" : value.toFixed(2)));
    return [
      target.what,
      target.of,
      String(target.most),
      ...shown,
      isMissed ? `missed. ${target.why ?? ""}` : "",
    ];
  });
  return `## Targets\n\n${table(["measure", "1.00 is", "at most", ...majors.map((major) => `Node ${major}`), ""], rows)}`;
}

const titles = {
  call: [
    "A call with a mocked `fetch`",
    "Processor time of a call. `fetch` is the function alone, with JSON.",
  ],
  loopback: [
    "Calls over loopback",
    "Processor time and elapsed time (wall) of a call to a server in another process. `payments-sdk/node` is this package with `nodeTransport()`, and `undici, request` is undici without a client.",
  ],
  cold: [
    "Import and first response",
    "Processor time of a new process until the first response of a mocked `fetch`, without the time of an empty process. The second table has the whole process.",
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

/** The difference between two runs of the same subject. A smaller difference means nothing. */
function noise(figures) {
  const again = figures.flatMap(({ rows }) => rows.filter(({ name }) => name.endsWith(" again")));
  if (again.length === 0) return "";
  const ratios = again.map(({ ratio }) => ratio);
  const worst = Math.max(...ratios.map((ratio) => Math.abs(ratio - 1)));
  const range = [...new Set([Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)))];
  return ` Noise: a second run of this package (rows "again") gave ${range.join(" to ")} x. Ignore differences below ${Math.ceil(worst * 100)} %.`;
}

function compared(name, figures) {
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
    const head = ["subject", "ratio", "middle half", "median", ...(isRate ? ["calls a second"] : [])];
    return `**${figure}**\n\n${table(head, body)}`;
  });
  return `### ${title}\n\n${words}${noise(figures)}\n\n${parts.join("\n")}`;
}

/** The output of a measurement that prints its own lines. */
const printed = (name, { file = `${name}.ts`, text }) =>
  `### ${name[0].toUpperCase()}${name.slice(1)}\n\nPrinted by \`bench/${file}\`.\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`;

/** The page: the targets on every Node that was measured, and the figures of the newest. */
export function render(all) {
  const majors = Object.keys(all).sort((left, right) => Number(right) - Number(left));
  const sections = majors.slice(0, 1).map((major) => {
    const run = all[major];
    const { machine, versions, results } = run;
    const parts = Object.entries(results).map(([name, result]) => {
      const when = `_${result.date}, ${result.rounds} ${result.rounds === 1 ? "round" : "rounds"}${result.isQuick ? ", quick: not for comparison" : ""}; load average ${result.load}._\n\n`;
      const text = result.text === undefined ? compared(name, result.figures) : printed(name, result);
      return text.replace("\n\n", `\n\n${when}`);
    });
    return `## Node ${versions.node}\n\n${machine}. ${Object.entries(versions)
      .filter(([name]) => name !== "node")
      .map(([name, version]) => `${name} ${version}`)
      .join(", ")}.\n\n${parts.join("\n")}`;
  });
  const text = `# Benchmarks

This page compares the cost of this package with its peers. \`npm run bench\` writes it, so do not edit it. Each section has its date, and the code may have
changed since.

A sample is one new process. In each round, every subject runs once. A ratio divides the cost of a subject by the cost of \`payments-sdk\` in the same round. Below 1
is cheaper than this package. The tables show the median of all rounds, and the range of the middle half. \`bench/results.json\` has the figures of each Node.

${majors.length > 0 ? targetTable(all, majors) : ""}
${sections.join("\n")}`;
  return `${text.trimEnd()}\n`;
}

/** Writes the results and the page. */
export function report(all) {
  writeFileSync(file, `${JSON.stringify(all, undefined, 1)}\n`);
  writeFileSync(new URL("benchmarks.md", docs), render(all));
}
