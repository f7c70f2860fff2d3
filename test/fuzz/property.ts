import assert from "node:assert/strict";
import fc from "fast-check";

/** Something that holds for every input, and how to make the inputs. */
export interface FuzzProperty {
  readonly name: string;
  /** How many of 1,000 cases are its own. */
  readonly share: number;
  /** Created for each run: a property of fast-check counts its cases. */
  readonly make: () => fc.IAsyncProperty<[unknown]>;
}

/** How a run of one property ended. */
export interface FuzzResult {
  readonly name: string;
  readonly seed: number;
  readonly cases: number;
  readonly seconds: number;
  /** What to read, and how to run the case again; absent when the property held. */
  readonly failure?: string;
}

/** A case that takes longer is a failure. Far above what a case takes on a busy machine, far below a hang. */
const MOST_MS = 5_000;
/** For a case that never ends. */
const HANG_MS = 30_000;

const prototypes = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Promise.prototype,
];
const namesOf = () => prototypes.map((prototype) => Reflect.ownKeys(prototype).length).join();
const cleanNames = namesOf();

/** Defines a property. Beside what it asserts, each case ends in time and leaves the prototypes of the language alone. */
export function defineProperty<Input>(
  name: string,
  share: number,
  input: fc.Arbitrary<Input>,
  holds: (input: Input) => unknown,
): FuzzProperty {
  const check = async (given: Input): Promise<void> => {
    const started = performance.now();
    await holds(given);
    const tookMs = performance.now() - started;
    assert.equal(namesOf(), cleanNames, "a prototype of the language was changed");
    assert.ok(tookMs < MOST_MS, `the case took ${Math.round(tookMs)} ms`);
  };
  const make = () => fc.asyncProperty(input, check) as unknown as fc.IAsyncProperty<[unknown]>;
  return { name, share, make };
}

/** Spreads a number of cases over the properties by their shares; each has at least one. */
export function casesOf(properties: readonly FuzzProperty[], total: number): number[] {
  const all = properties.reduce((sum, { share }) => sum + share, 0);
  return properties.map(({ share }) => Math.max(1, Math.round((total * share) / all)));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Runs one property.
 *
 * @param path where a failure was found, to run that case alone.
 */
export async function runProperty(
  { name, make }: FuzzProperty,
  cases: number,
  seed: number,
  path?: string,
): Promise<FuzzResult> {
  const started = performance.now();
  const details = await fc.check(make(), {
    seed,
    numRuns: cases,
    timeout: HANG_MS,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  });
  const result = { name, seed, cases: details.numRuns, seconds: (performance.now() - started) / 1000 };
  if (!details.failed) return result;
  const again = `npx tsx test/fuzz/run.ts --only "${name}" --seed ${seed} --path "${details.counterexamplePath ?? ""}"`;
  const [input] = details.counterexample ?? [];
  const failure = [
    `${name} fails with the seed ${seed}; to run the case again: ${again}`,
    `input: ${fc.stringify(input).slice(0, 4_000)}`,
    reasonOf(details.errorInstance),
  ].join("\n");
  return { ...result, failure };
}
