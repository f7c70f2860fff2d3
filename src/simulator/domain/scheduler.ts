import { LONGEST_TIMER_MS } from "../../options/kinds";
import type { TaskData, World } from "./world";
import { importRow } from "./onboarding";
import { timeOutApproval } from "./incoming-payments";
import { expireQuote } from "./quotes";
import { endPayment } from "./settlement";

/** Everything that the service does later, by name. */
export const tasks: { [Name in keyof TaskData]: (world: World, data: TaskData[Name]) => void } = {
  "quote.expire": expireQuote,
  "transaction.end": endPayment,
  "payment-approval.time-out": timeOutApproval,
  "bulk-import.row": importRow,
  "webhook.retry": (world, attempt) => world.outside.deliver(attempt),
};

/** Runs due tasks. In real time a timer does it, and keeps no process alive. */
export class Scheduler {
  readonly #world: World;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isStopped = false;

  constructor(world: World) {
    this.#world = world;
  }

  /** Moves the clock forward and runs, in order, what falls due on the way. Each task sees its own due time. */
  advance(byMs: number): void {
    const { clock } = this.#world;
    const untilMs = clock.after(byMs);
    try {
      this.#runUntil(untilMs);
    } finally {
      clock.move(byMs);
      this.setTimer();
    }
  }

  /** Runs what is due now. Returns at once when a task is running. */
  runDue(): void {
    if (!this.#isRunning) this.#runUntil(this.#world.clock.now());
  }

  /** Ends the timer: the world is given up. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  setTimer(): void {
    const { clock } = this.#world;
    const next = this.#world.tasks.first();
    if (clock.stands || this.#isRunning || this.#isStopped || next === undefined) return;
    clearTimeout(this.#timer);
    const waitMs = Math.min(Math.max(next.dueMs - clock.now(), 0), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => {
      this.runDue();
      // A timer may come a moment early.
      this.setTimer();
    }, waitMs);
    // Node's timers have it; those of other platforms keep nothing alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #runUntil(untilMs: number): void {
    const { clock, tasks: pending } = this.#world;
    let next = pending.first();
    if (next === undefined || next.dueMs > untilMs) return;
    this.#isRunning = true;
    let atMs = -Infinity;
    try {
      for (; next !== undefined && next.dueMs <= untilMs && !this.#isStopped; next = pending.first()) {
        pending.delete(next.id);
        // A task may schedule another one for an earlier time.
        atMs = Math.max(atMs, next.dueMs);
        clock.pin(atMs);
        const perform: (world: World, data: never) => void = tasks[next.task];
        // `later` stored the data that the task needs.
        perform(this.#world, next.data as never);
      }
    } finally {
      this.#isRunning = false;
      clock.pin(undefined);
    }
  }
}
