import process from "node:process";
import { look } from "./gauge";
import type { Sample } from "./gauge";
import { COUNT_BOUND, HEAP_BOUND_BYTES, verdictOf } from "./trend";
import type { Verdict } from "./trend";

/** One kind of work, done over and over. */
export interface Work {
  /** Does so many operations; resolves when all of them have ended. */
  run(operations: number): Promise<void>;
  /** Signals that live as long as the phase. */
  readonly signals?: readonly AbortSignal[];
  /** Further counts that must not grow. */
  counts?(): Record<string, number>;
  /** In place of the heap and handles of this process: those of another one, such as a page. */
  sample?(): Promise<Sample>;
  /** Ends; resolves to what is still open, which must be nothing. */
  close(): Promise<Record<string, number>>;
}

/** A phase of the soak. */
export interface Phase {
  readonly name: string;
  readonly operations: number;
  readonly open: () => Promise<Work>;
}

/** What a phase came to. */
export interface Report {
  readonly name: string;
  readonly operations: number;
  /** Between the first and the last sample that count. */
  readonly measured: number;
  readonly heap: Verdict;
  readonly counts: Readonly<Record<string, Verdict>>;
  /** What was open at the end, and must not be. */
  readonly left: Readonly<Record<string, number>>;
  /** Warnings of the process, such as that of too many listeners. */
  readonly warnings: readonly string[];
  readonly seconds: number;
  readonly samples: readonly (readonly [operations: number, sample: Sample])[];
}

/** Slices of a phase. The first third is the warm-up: caches fill, code is compiled. */
const SLICES = 12;

/** Whether nothing grew and nothing was left open. */
export function isFlat({ heap, counts, left, warnings }: Report): boolean {
  const grows = [heap, ...Object.values(counts)].some((verdict) => verdict.grows);
  return !grows && Object.values(left).every((count) => count === 0) && warnings.length === 0;
}

/** Does the work, or a share of it, in slices and measures after each. */
export async function runPhase(
  { name, open, operations }: Phase,
  { share = 1, slices = SLICES } = {},
): Promise<Report> {
  const warmUp = Math.floor(slices / 3);
  const startMs = performance.now();
  const warnings: string[] = [];
  const onWarning = ({ name: kind, message }: Error) => {
    // Node 20 announces its own interfaces.
    if (kind !== "ExperimentalWarning" && kind !== "DeprecationWarning") warnings.push(`${kind}: ${message}`);
  };
  process.on("warning", onWarning);
  const perSlice = Math.max(1, Math.round((operations * share) / slices));
  const work = await open();
  const samples: [number, Sample][] = [];
  for (let slice = 1; slice <= slices; slice += 1) {
    await work.run(perSlice);
    const sample = (await work.sample?.()) ?? (await look(work.signals ?? [], work.counts?.() ?? {}));
    samples.push([slice * perSlice, sample]);
  }
  const left = await work.close();
  process.off("warning", onWarning);
  // The last sample of the warm-up is where the measured operations begin.
  const measured = samples.slice(warmUp - 1);
  const [, { counts: names } = { counts: {} }] = measured[0] ?? [];
  const counts = Object.keys(names).map((kind) => {
    const points = measured.map(([at, sample]) => [at, sample.counts[kind] ?? 0] as const);
    return [kind, verdictOf(points, COUNT_BOUND)] as const;
  });
  return {
    name,
    operations: slices * perSlice,
    measured: (slices - warmUp) * perSlice,
    heap: verdictOf(
      measured.map(([at, { heapBytes }]) => [at, heapBytes]),
      HEAP_BOUND_BYTES,
    ),
    counts: Object.fromEntries(counts),
    left,
    warnings,
    seconds: (performance.now() - startMs) / 1000,
    samples,
  };
}
