import { isFlat } from "./phase";
import type { Report } from "./phase";
import { HEAP_BOUND_BYTES } from "./trend";
import type { Verdict } from "./trend";

const KIB = 1024;
const WIDTHS = [22, 10, 15, 20, 9];

const cells = (...texts: string[]) =>
  texts
    .map((text, index) => (index === 0 ? text.padEnd(WIDTHS[0] ?? 0) : text.padStart(WIDTHS[index] ?? 0)))
    .join("  ")
    .trimEnd();

export const HEADINGS = [
  "Per phase: operations; the heap in MiB at the first and last of the measured operations (the last two thirds); its slope in KiB",
  "per 1,000 operations with its standard error; the bytes per operation that would have been noticed; then counts, first -> last.",
  "",
  cells("phase", "operations", "heap MiB", "KiB per 1,000 ops", "seen from") + "  verdict",
].join("\n");

const mib = (bytes: number) => (bytes / KIB ** 2).toFixed(2);
const perThousand = (bytes: number) => ((bytes * 1000) / KIB).toFixed(2);

/** The smallest leak that the rule counts as growth. */
function noticedFrom({ heap, measured }: Report): string {
  const bytes = Math.max(HEAP_BOUND_BYTES / measured, 3 * heap.standardError);
  return `${bytes < 10 ? bytes.toFixed(1) : Math.ceil(bytes)} B`;
}

function countText(name: string, { first, last, perOperation, grows }: Verdict): string {
  const slope = grows ? ` (${(perOperation * 1000).toFixed(3)} per 1,000: GROWS)` : "";
  return first === last && !grows ? `${name} ${last}` : `${name} ${first} -> ${last}${slope}`;
}

/** A report as lines of the table. */
export function linesOf(report: Report): string[] {
  const { name, operations, heap, counts, left, warnings, seconds } = report;
  const slope = `${heap.perOperation < 0 ? "" : "+"}${perThousand(heap.perOperation)} ± ${perThousand(heap.standardError)}`;
  const heaps = `${mib(heap.first)} -> ${mib(heap.last)}`;
  const verdict = isFlat(report) ? "flat" : heap.grows ? "GROWS" : "NOT FLAT";
  const facts = [
    ...Object.entries(counts).map(([kind, count]) => countText(kind, count)),
    ...Object.entries(left).map(([kind, count]) => `${kind} ${count}`),
    `${Math.round(seconds)} s`,
  ];
  return [
    `${cells(name, String(operations), heaps, slope, noticedFrom(report))}  ${verdict}`,
    `    ${facts.join(", ")}`,
    ...warnings.map((warning) => `    warning: ${warning}`),
  ];
}

/** Every sample of a report, which shows where something grew. */
export function samplesOf({ samples }: Report): string[] {
  return samples.map(([at, { heapBytes, counts }]) => {
    const others = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
    return `      after ${at}: ${mib(heapBytes)} MiB, ${others.join(", ")}`;
  });
}
