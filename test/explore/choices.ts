/** The most choices that one history may make. A longer one is cut off, and the search is not complete. */
const LONGEST_HISTORY = 400;

/** How many histories run at once: their timers overlap. */
const AT_ONCE = 256;

/** One choice that a history made. */
interface Made {
  readonly name: string;
  readonly picked: number;
  readonly options: number;
}

/** A history was longer than any should be. */
class CutOff extends Error {}

/** The choices of one history: a script for the first ones, and the undisturbed option for all later ones. */
export class Choices {
  readonly #script: readonly number[];
  readonly #made: Made[] = [];
  /** What happened, line by line, for the reader. */
  readonly log: string[] = [];
  /** How many choices so far were not the undisturbed one. */
  disturbances = 0;
  /** Why the history could not be followed. The client may have caught the error. */
  failure: Error | undefined;

  constructor(script: readonly number[]) {
    this.#script = script;
  }

  get made(): readonly Made[] {
    return this.#made;
  }

  /** Picks one of the options. The first one is the undisturbed one. */
  choose<T>(name: string, options: readonly [T, ...T[]]): T {
    const at = this.#made.length;
    if (at >= LONGEST_HISTORY) throw (this.failure = new CutOff(`more than ${LONGEST_HISTORY} choices`));
    const picked = this.#script[at] ?? 0;
    const option = options[picked];
    if (picked >= options.length) {
      throw (this.failure = new Error(`"${name}" has ${options.length} options, and ${picked + 1} before`));
    }
    this.#made.push({ name, picked, options: options.length });
    if (picked !== 0) this.disturbances += 1;
    return option as T;
  }

  /** Whether something unusual happens here. */
  happens(name: string): boolean {
    return this.choose(name, [false, true]);
  }
}

/** A promise that was broken, and how. */
export interface Violation {
  readonly problem: string;
  /** What happened, line by line. */
  readonly history: readonly string[];
  readonly disturbances: number;
}

/** What a search found. */
export interface Found {
  readonly histories: number;
  /** Every history within the bound was visited, and none was cut off. */
  readonly isComplete: boolean;
  /** The first ones, the shortest first. */
  readonly violations: readonly Violation[];
}

/** How far a search goes. */
export interface Bound {
  /** The most choices of a history that are not the undisturbed one. */
  readonly disturbances: number;
  /** How many violations end the search. Default 1. */
  readonly violations?: number;
}

/** Runs one history, and returns what it broke. */
export type Run = (choices: Choices) => Promise<string | undefined>;

/** A history whose last disturbance is its last scripted choice. */
interface Visited {
  readonly made: readonly Made[];
  readonly scripted: number;
}

/**
 * Visits every history with at most so many disturbances, each once, those with the fewest first. So the first violation is a
 * shortest one. A history with one disturbance more is a visited one, changed at one choice behind its last disturbance.
 */
export async function search(run: Run, { disturbances, violations: enough = 1 }: Bound): Promise<Found> {
  const violations: Violation[] = [];
  let histories = 0;
  let isComplete = true;
  let visited: Visited[] = [{ made: [], scripted: 0 }];
  for (let level = 0; level <= disturbances; level += 1) {
    const next: Visited[] = [];
    const scripts = level === 0 ? [[]].values() : oneMore(visited);
    for (let batch = take(scripts, AT_ONCE); batch.length > 0; batch = take(scripts, AT_ONCE)) {
      const ended = await Promise.all(batch.map((script) => visit(run, script)));
      histories += ended.length;
      for (const { choices, problem, isCut } of ended) {
        isComplete &&= !isCut;
        const { log: history } = choices;
        if (problem !== undefined) violations.push({ problem, history, disturbances: level });
        if (level < disturbances) next.push({ made: choices.made, scripted: scriptedOf(choices) });
      }
      if (violations.length >= enough) return { histories, isComplete: false, violations };
    }
    visited = next;
  }
  return { histories, isComplete, violations };
}

/** The scripts of all histories with one disturbance more. */
function* oneMore(visited: readonly Visited[]): Generator<number[]> {
  for (const { made, scripted } of visited) {
    const picked = made.map((choice) => choice.picked);
    for (const [at, { options }] of made.entries()) {
      if (at < scripted) continue;
      for (let option = 1; option < options; option += 1) yield [...picked.slice(0, at), option];
    }
  }
}

function take<T>(from: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = from.next();
    if (done) break;
    taken.push(value as T);
  }
  return taken;
}

function scriptedOf({ made }: Choices): number {
  return made.findLastIndex(({ picked }) => picked !== 0) + 1;
}

async function visit(run: Run, script: readonly number[]) {
  const choices = new Choices(script);
  try {
    const problem = await run(choices);
    if (choices.failure !== undefined) throw choices.failure;
    if (choices.made.length < script.length) {
      throw new Error(`a repeated history made ${choices.made.length} of ${script.length} choices`);
    }
    return { choices, problem, isCut: false };
  } catch (error) {
    if (choices.failure instanceof CutOff) return { choices, problem: undefined, isCut: true };
    const problem = `the history failed: ${error instanceof Error ? error.stack : String(error)}`;
    return { choices, problem, isCut: false };
  }
}
