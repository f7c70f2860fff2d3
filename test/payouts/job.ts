import type { Choices } from "../explore/choices";
import { Turns } from "../explore/turns";
import { LONGEST_DELAY, PayoutWorld } from "./world";
import type { Row, Settings } from "./world";

/** A process ended at an await. */
class Crash extends Error {}

/** More steps than any history without a lasting fault needs. */
const MOST_STEPS = 60;

/** A job that follows `nextStep`, and may crash at each await. */
class Job {
  readonly #world: PayoutWorld;
  readonly #rows: readonly Row[];
  readonly #turn: () => Promise<void>;

  constructor(world: PayoutWorld, rows: readonly Row[], turn: () => Promise<void>) {
    this.#world = world;
    this.#rows = rows;
    this.#turn = turn;
  }

  /** Runs to the end. A process that crashed starts again. */
  async run(row: Row): Promise<void> {
    for (let steps = 0; row.end === undefined; steps += 1) {
      if (steps > MOST_STEPS) throw new Error(`${row.name} does not end`);
      try {
        await this.#step(row);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        this.#world.choices.log.push(`the process of ${row.name} crashes`);
      }
    }
  }

  async #await(): Promise<void> {
    await this.#turn();
    if (this.#world.choices.happens("the process crashes")) throw new Crash();
  }

  async #step(row: Row): Promise<void> {
    const { settings, choices } = this.#world;
    const { assumptions, maxDelay } = settings;
    const options = { now: new Date(this.#world.now), maxDelay };
    // A table stores text.
    const step = settings.nextStep(JSON.parse(JSON.stringify(row)) as Row, options);
    choices.log.push(`${row.name}: ${JSON.stringify(step)}`);
    if (!assumptions.has("one transaction")) await this.#await();
    switch (step.step) {
      case "done":
        row.end = "done";
        if (step.id !== undefined) row.claimed = step.id;
        return;
      case "refused":
      case "ask":
        this.#end(row, step.step);
        return;
      case "look": {
        await this.#await();
        const listed = this.#world.list(this.#rows.filter((other) => other !== row));
        const isOpen = (other: Row) => other !== row && other.end !== "done" && other.end !== "refused";
        const open = assumptions.has("open equals") ? this.#rows.filter(isOpen).length : 0;
        await this.#await();
        row.looked = { at: step.at, listed, equalOpen: open };
        return;
      }
      case "again": {
        if (step.after > 0) {
          this.#world.pass(step.after);
          return;
        }
        const recordedAt = this.#world.nowMs;
        const one: Row["tries"][number] = { key: step.key, at: this.#world.now };
        const isFirst = assumptions.has("recorded first");
        if (isFirst) row.tries.push(one);
        await this.#await();
        // A process that was stopped for so long must not send any more.
        const isLate = this.#world.nowMs - recordedAt >= LONGEST_DELAY;
        if (isLate && assumptions.has("longest delay")) throw new Crash();
        const ended = this.#world.send(row, `${row.name}-${step.key}`, recordedAt);
        await this.#await();
        if (!isFirst) row.tries.push(one);
        one.ended = ended;
        await this.#await();
      }
    }
  }

  /** The payment waits for a person, who may correct the cause and say "go on". */
  #end(row: Row, end: "refused" | "ask"): void {
    const { choices, now, settings } = this.#world;
    if (row.continued >= (settings.continues ?? 0)) {
      row.end = end;
      return;
    }
    if (end === "refused") checkRefused(this.#world, row);
    row.continued += 1;
    row.continuedAt = now;
    choices.log.push(`a person says: go on with ${row.name}`);
  }
}

function checkRefused({ payments }: PayoutWorld, row: Row): void {
  if (payments.some((payment) => payment.row === row))
    throw new Error(`${row.name} is refused, and was paid`);
}

/** Who runs: one worker, two workers on one payment, or one worker for each of two equal payments. */
export type Cast = "one worker" | "two workers" | "two equal payments";

/** Runs one history, and returns the broken promise. */
export async function runHistory(
  choices: Choices,
  settings: Settings,
  cast: Cast,
): Promise<string | undefined> {
  const world = new PayoutWorld(choices, settings);
  const row = (name: string): Row => ({ name, tries: [], continued: 0 });
  const rows = cast === "two equal payments" ? [row("A"), row("B")] : [row("A")];
  const [first, second = first] = rows as [Row, Row?];
  world.payEarlier(first);
  try {
    if (cast === "one worker") await new Job(world, rows, () => Promise.resolve()).run(first);
    else {
      await new Turns(choices).run({
        "worker 1": (turn) => new Job(world, rows, turn).run(first),
        "worker 2": (turn) => new Job(world, rows, turn).run(second),
      });
    }
    world.allArrive();
    for (const each of rows) check(world, each);
    return undefined;
  } catch (error) {
    if (choices.failure !== undefined) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}

function check(world: PayoutWorld, row: Row): void {
  const made = world.payments.filter((payment) => payment.row === row);
  if (made.length > 1) throw new Error(`${row.name} is paid ${made.length} times`);
  if (row.end === "refused") checkRefused(world, row);
  if (row.end === "done" && row.claimed !== made[0]?.id)
    throw new Error(`${row.name} is done as ${String(row.claimed)}, and was paid as ${String(made[0]?.id)}`);
  const isQuiet = world.choices.disturbances === 0 && world.settings.isRefused !== true;
  if (isQuiet && row.end !== "done") throw new Error(`${row.name} ends as ${String(row.end)}, undisturbed`);
}
