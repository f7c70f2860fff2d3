import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readResults, render } from "../../bench/suite/report.mjs";

const project = new URL("../../", import.meta.url);
const text = (file: string) => readFileSync(new URL(file, project), "utf8");

interface Row {
  name: string;
  ratio: number;
}
interface Figures {
  figure: string;
  rows: Row[];
}
type Results = Record<string, { results: Record<string, { figures?: Figures[] } | undefined> } | undefined>;

/**
 * A figure of a document and its source, for example `0.84 x<!-- 24 call, cpu GET: payments-sdk of openai -->`. That one is the
 * ratio of two subjects on Node 24.
 */
const CLAIM = /([\d.]+) x<!-- (\d+) (\w+), ([^:]+): (.+?) of (.+?) -->/g;

/** The figures of a text that differ from the measurements. */
function wrongClaims(document: string, results: Results): string[] {
  return [...document.matchAll(CLAIM)].flatMap(
    ([claim, said, major = "", measurement = "", figure, subject, base]) => {
      const rows = results[major]?.results[measurement]?.figures?.find(
        (found) => found.figure === figure,
      )?.rows;
      const ratio = (name?: string) => rows?.find((row) => row.name === name)?.ratio ?? Number.NaN;
      return said === (ratio(subject) / ratio(base)).toFixed(2) ? [] : [claim];
    },
  );
}

/** The ratios of a text without a source. */
const unnamed = (document: string) => document.match(/\b\d+\.\d+ x\b(?!<!-- )/g) ?? [];

describe("the figures of the README", () => {
  const results = readResults() as Results;

  it("match the last measurements", () => {
    expect(wrongClaims(text("README.md"), results)).toEqual([]);
    expect(unnamed(text("README.md"))).toEqual([]);
  });

  it("are compared: the check finds a wrong figure", () => {
    const rows = [
      { name: "payments-sdk", ratio: 1 },
      { name: "openai", ratio: 1.25 },
    ];
    const measured = { 24: { results: { call: { figures: [{ figure: "cpu GET", rows }] } } } };
    const claim = (figure: string) =>
      `a GET costs ${figure} x<!-- 24 call, cpu GET: payments-sdk of openai -->`;
    expect(wrongClaims(claim("0.80"), measured)).toEqual([]);
    expect(wrongClaims(claim("0.75"), measured)).toHaveLength(1);
    expect(wrongClaims(claim("0.80").replace("24", "22"), measured)).toHaveLength(1);
    expect(unnamed("0.80 x faster")).toEqual(["0.80 x"]);
  });
});

describe("docs/maintainers/benchmarks.md", () => {
  it("matches the results, with its charts", () => {
    const files = render(readResults()) as Map<string, string>;
    const stale = [...files].filter(([name, wanted]) => {
      const file = new URL(`docs/maintainers/${name}`, project);
      return !existsSync(file) || readFileSync(file, "utf8") !== wanted;
    });
    expect(stale.map(([name]) => name)).toEqual([]);
    const charts = readdirSync(new URL("docs/maintainers/benchmarks/", project)).filter((name) =>
      name.endsWith(".svg"),
    );
    expect(charts.length).toBeGreaterThan(0);
    expect(charts.filter((name) => !files.has(`benchmarks/${name}`))).toEqual([]);
  });
});
