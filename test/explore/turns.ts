import type { Choices } from "./choices";

/** The longest limit of a call of the client. */
const LONGEST_WAIT_MS = 120_000;

/** How a process waits. */
export interface Wait {
  /** The process cannot continue before this is true. */
  readonly isReady?: () => boolean;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** The process does nothing for now. Undisturbed, the others continue first. */
  readonly isResting?: boolean;
}

/** Waits for the turn of a process. */
export interface Turn {
  (wait?: Wait): Promise<void>;
  /** Does something at a moment of its own. Undisturbed, all who have work continue first. */
  readonly aside?: (name: string, work: () => Promise<void>) => Promise<void>;
}

/** Longer than any work that waits for nothing. */
export async function later(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise(setImmediate);
}

/** One process that waits for its turn. */
interface Parked extends Wait {
  readonly name: string;
  readonly go: () => void;
  /** The longest wait has passed. */
  hasWaited?: boolean;
}

/**
 * Lets several processes run one at a time, from one request to the next. A choice selects the next process, so that the search
 * visits every order and can repeat it exactly.
 */
export class Turns {
  readonly #choices: Choices;
  #parked: Parked[] = [];
  #live = 0;
  /** Time is passing, so that nobody continues before all have heard of it. */
  #isPassing = false;
  #latest = "";

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** Runs all processes to their end. */
  async run(processes: Readonly<Record<string, (turn: Turn) => Promise<void>>>): Promise<void> {
    const started = Object.entries(processes);
    this.#live = started.length;
    await Promise.all(
      started.map(async ([name, work]) => {
        const wait = (wait?: Wait) => this.#wait(name, wait);
        const turn: Turn = Object.assign(wait, { aside: this.#aside });
        await turn();
        try {
          await work(turn);
        } finally {
          this.#live -= 1;
          this.#next();
        }
      }),
    );
  }

  readonly #aside: NonNullable<Turn["aside"]> = async (name, work) => {
    this.#live += 1;
    await this.#wait(name, { isResting: true });
    await work();
    this.#live -= 1;
    this.#next();
  };

  #wait(name: string, wait: Wait = {}): Promise<void> {
    return new Promise((go) => {
      const parked: Parked = { ...wait, name, go };
      this.#parked.push(parked);
      wait.signal?.addEventListener("abort", () => {
        this.#parked = this.#parked.filter((each) => each !== parked);
        go();
      });
      this.#next();
    });
  }

  /** A process that has just begun to wait has no limit yet. */
  async #passTime(): Promise<void> {
    this.#isPassing = true;
    await later();
    for (const process of this.#parked) process.hasWaited = true;
    this.#choices.passTime(LONGEST_WAIT_MS);
    await later();
    this.#isPassing = false;
    this.#next();
  }

  /** If no process runs, one continues. Without a disturbance, it is the one that ran last. */
  #next(): void {
    const parked = this.#parked;
    if (parked.length < this.#live || parked.length === 0) return;
    parked.sort(
      (one, other) => rank(one, this.#latest) - rank(other, this.#latest) || (one.name < other.name ? -1 : 1),
    );
    const ready = parked.filter((process) => process.isReady?.() ?? true);
    // Nobody can continue before time passes.
    if (ready.length === 0 && (this.#isPassing || parked.some(({ hasWaited }) => !hasWaited))) {
      if (!this.#isPassing) void this.#passTime();
      return;
    }
    // Processes that wait for each other go on, so that the history ends as a failed one.
    if (ready.length === 0) this.#choices.failure = new Error("every process waits for another");
    const [first, ...others] = (ready.length === 0 ? parked : ready) as [Parked, ...Parked[]];
    const chosen = others.length === 0 ? first : this.#choices.choose("who goes on", [first, ...others]);
    if (this.#latest !== chosen.name) this.#choices.log.push(`-- ${chosen.name} goes on`);
    this.#latest = chosen.name;
    this.#parked = parked.filter((each) => each !== chosen);
    chosen.go();
  }
}

function rank({ name, isResting }: Parked, latest: string): number {
  if (isResting) return 2;
  return name === latest ? 0 : 1;
}
