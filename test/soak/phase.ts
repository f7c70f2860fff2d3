import process from "node:process";
import { look } from "./gauge";
import type { Sample } from "./gauge";
import { COUNT_BOUND, HEAP_BOUND_BYTES, verdictOf } from "./trend";
import type { Verdict } from "./trend";

/** One kind of repeated work. */
export interface Work {
  /** Does this many operations. Resolves when all have ended. */
  run(operations: number): Promise<void>;
  /** Signals that live as long as the phase. */
  readonly signals?: readonly AbortSignal[];
  /** More counts that must not grow. */
  counts?(): Record<string, number>;
  /** Replaces the heap and handles of this process with those of another, such as a page. */
  sample?(): Promise<Sample>;
  /** Ends the work. Resolves to everything that is still open, which must be empty. */
  close(): Promise<Record<string, number>>;
}

/** A phase of the soak. */
export interface Phase {
  readonly name: string;
  readonly operations: number;
  readonly open: () => Promise<Work>;
}

/** The result of a phase. */
export interface Report {
  readonly name: string;
  readonly operations: number;
  /** The operations between the first and the last counted sample. */
  readonly measured: number;
  readonly heap: Verdict;
  readonly counts: Readonly<Record<string, Verdict>>;
  /** Things that were still open at the end. */
  readonly left: Readonly<Record<string, number>>;
  /** Warnings of the process, for example about too many listeners. */
  readonly warnings: readonly string[];
  readonly seconds: number;
  readonly samples: readonly (readonly [operations: number, sample: Sample])[];
}

/** The slices of a phase. The first third is the warm-up, which fills caches and compiles code. */
const SLICES = 12;

/** True if nothing grew and nothing stayed open. */
export function isFlat({ heap, counts, left, warnings }: Report): boolean {
  const grows = [heap, ...Object.values(counts)].some((verdict) => verdict.grows);
  return !grows && Object.values(left).every((count) => count === 0) && warnings.length === 0;
}

/** Does the work, or a share of it, in slices. Measures after each slice. */
export async function runPhase(
  { name, open, operations }: Phase,
  { share = 1, slices = SLICES } = {},
): Promise<Report> {
  const warmUp = Math.floor(slices / 3);
  const startMs = performance.now();
  const warnings: string[] = [];
  const onWarning = ({ name: kind, message }: Error) => {
    // Node 20 warns about its own experimental interfaces.
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
  // The measured operations begin at the last sample of the warm-up.
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
