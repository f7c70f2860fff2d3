import { AsyncLocalStorage } from "node:async_hooks";

/** The most choices of one history. A longer history is cut off, and the search is incomplete. */
const LONGEST_HISTORY = 400;

/** The number of concurrent histories. Their timers overlap. */
const AT_ONCE = 256;

/** Longer than any pause of a history, and shorter than any time limit of the client. */
const SHORTEST_LIMIT_MS = 1_000;
const NEVER_MS = 2 ** 31 - 1;

/** One choice of a history. */
interface Made {
  readonly name: string;
  readonly picked: number;
  readonly options: number;
}

/** A history was too long. */
class CutOff extends Error {}

/** The choices of one history: a script for the first ones, then always the undisturbed option. */
export class Choices {
  readonly #script: readonly number[];
  readonly #made: Made[] = [];
  /** The events of the history, line by line. */
  readonly log: string[] = [];
  /** The number of disturbances so far. */
  disturbances = 0;
  /** The reason why the script could not continue. The client may have caught the error. */
  failure: Error | undefined;
  /** What happens at the end of each limit. */
  readonly limits = new Map<unknown, { readonly end: () => void; readonly ms: number }>();

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

  /** Lets time pass: the limits up to this length end. */
  passTime(upToMs: number): void {
    for (const [timer, { end, ms }] of [...this.limits]) if (ms <= upToMs && this.limits.delete(timer)) end();
  }

  /** Chooses whether something unusual happens here. */
  happens(name: string): boolean {
    return this.choose(name, [false, true]);
  }
}

/** A broken promise. */
export interface Violation {
  readonly problem: string;
  /** The events, line by line. */
  readonly history: readonly string[];
  readonly disturbances: number;
}

/** The result of a search. */
export interface Found {
  readonly histories: number;
  /** True if the search visited every history within the bound completely. */
  readonly isComplete: boolean;
  /** The first violations, shortest first. */
  readonly violations: readonly Violation[];
}

/** The bounds of a search. */
export interface Bound {
  /** The most disturbances of a history. */
  readonly disturbances: number;
  /** The number of violations that ends the search. Default 1. */
  readonly violations?: number;
}

/** Runs one history, and returns the broken promises. */
export type Run = (choices: Choices) => Promise<string | undefined>;

/** A history. Its last disturbance is its last scripted choice. */
interface Visited {
  readonly made: readonly Made[];
  readonly scripted: number;
}

/** The history to which the running code belongs. */
const running = new AsyncLocalStorage<Choices>();

/**
 * Visits every history up to a number of disturbances once, with the fewest first. So the first violation is one of the shortest.
 * A history with one more disturbance is a visited history, changed at one choice after its last disturbance.
 */
export async function search(run: Run, bound: Bound): Promise<Found> {
  const { setTimeout, clearTimeout } = globalThis;
  // On a busy machine, a time limit would end a wait in one of two runs of the same history. The history ends it.
  const withoutLimits = (end: () => void, ms = 0) => {
    const isLimit = ms >= SHORTEST_LIMIT_MS;
    const timer = setTimeout(end, isLimit ? NEVER_MS : ms);
    if (isLimit) running.getStore()?.limits.set(timer, { end, ms });
    return timer;
  };
  globalThis.setTimeout = Object.assign(withoutLimits, setTimeout) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    running.getStore()?.limits.delete(timer);
    clearTimeout(timer);
  };
  try {
    return await searchWithoutClock(run, bound);
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
}

async function searchWithoutClock(run: Run, { disturbances, violations: enough = 1 }: Bound): Promise<Found> {
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

/** The scripts of all histories with one more disturbance. */
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
    const problem = await running.run(choices, () => run(choices));
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
