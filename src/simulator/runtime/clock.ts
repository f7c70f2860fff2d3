import { described } from "../../options/describe";
import { LONGEST_TIMER_MS } from "../../options/kinds";
import { booleanOf, numberOf, recordOf } from "./saved";
import type { Stateful } from "./state";

interface Transition {
  at: number;
  order: number;
  run: () => void | Promise<void>;
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What a duration must be. */
export const DURATION_RULE =
  'a duration of at least 0, in milliseconds or as a string such as "30s", "6m", "24h" or "1d"';

/** The milliseconds of a duration; `undefined` for anything else. */
export function durationMs(duration: unknown): number | undefined {
  if (typeof duration === "number") return Number.isFinite(duration) && duration >= 0 ? duration : undefined;
  if (typeof duration !== "string") return undefined;
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(duration.trim());
  return match ? Number(match[1]) * (unitMs[match[2] ?? "ms"] ?? 1) : undefined;
}

/**
 * Reads a duration: a number of milliseconds, or a text such as `"250ms"`, `"30s"`, `"6m"`, `"24h"`, `"1d"`.
 *
 * @throws {RangeError} when it is anything else, or negative.
 */
export function parseDuration(duration: number | string): number {
  const ms = durationMs(duration);
  if (ms === undefined) throw new RangeError(`expected ${DURATION_RULE}, got ${described(duration)}`);
  return ms;
}

function comesBefore(left: Transition, right: Transition): boolean {
  return left.at < right.at || (left.at === right.at && left.order < right.order);
}

/**
 * The time of the simulated service. With a start it stands still until `advance` moves it; without one it follows the
 * real time, so that quotes and sessions of a running server expire by themselves, and what falls due happens, and is
 * delivered, without a request. The timer for it keeps no process alive.
 */
export class VirtualClock implements Stateful {
  readonly #source: () => number;
  readonly #isStanding: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #advanced = 0;
  /** The due time of the transition that is running: what it calls sees that instant. */
  #pinned: number | undefined;
  #order = 0;
  #transitions: Transition[] = [];
  #running = false;
  #queue: Promise<void> = Promise.resolve();

  constructor(startMs?: number) {
    this.#isStanding = startMs !== undefined;
    this.#source = startMs === undefined ? () => Date.now() : () => startMs;
  }

  /** The current instant, in milliseconds since 1970-01-01 UTC. */
  now(): number {
    return this.#pinned ?? this.#source() + this.#advanced;
  }

  /** The current instant, or the given one (milliseconds), as ISO 8601 in UTC. */
  iso(ms: number = this.now()): string {
    return new Date(ms).toISOString();
  }

  /** Runs `run` when the clock reaches `atMs`; transitions of one instant run in the order of scheduling. Returns the cancellation. */
  schedule(atMs: number, run: () => void | Promise<void>): () => void {
    const transition: Transition = { at: atMs, order: this.#order++, run };
    this.#transitions.splice(this.#position(transition), 0, transition);
    if (this.#transitions[0] === transition) this.#setTimer();
    return () => {
      const index = this.#position(transition);
      if (this.#transitions[index] === transition) this.#transitions.splice(index, 1);
    };
  }

  /**
   * Moves the clock forward and runs, in order, everything that falls due on the way; each transition sees its own due
   * time as `now()`. Resolves when all of it is done.
   *
   * @param by milliseconds, or a text such as `"30s"`, `"6m"`, `"24h"`, `"1d"`.
   * @throws {RangeError} when `by` is not a duration.
   */
  async advance(by: number | string): Promise<void> {
    const duration = parseDuration(by);
    const done = this.#queue.then(async () => {
      const target = this.now() + duration;
      try {
        await this.#runUntil(target);
      } finally {
        this.#advanced += duration;
        // A transition may schedule another one at the very instant reached, and real time may have passed meanwhile.
        this.#pinned = undefined;
        this.#setTimer();
      }
      await this.runDue();
    });
    this.#queue = done.catch(() => undefined);
    await done;
  }

  /** Runs what is due at the current instant. A call from inside a running transition returns at once. */
  async runDue(): Promise<void> {
    const first = this.#transitions[0];
    if (this.#running || first === undefined || first.at > this.now()) return;
    try {
      await this.#runUntil(this.now());
    } finally {
      this.#pinned = undefined;
    }
  }

  /** Forgets all that is scheduled and returns to the start. */
  reset(): void {
    this.#transitions = [];
    this.#advanced = 0;
    this.#pinned = undefined;
    clearTimeout(this.#timer);
  }

  /** For snapshots. What was scheduled here with a function of the caller's is not part of them. */
  save(): unknown {
    return { nowMs: this.now(), advancedMs: this.#advanced, isStanding: this.#isStanding };
  }

  /**
   * For snapshots. A clock that stands still goes on at the saved instant. One that follows the real time keeps what it was
   * ahead of it, and is never earlier than the saved instant: what fell due while it was saved runs with the next
   * `runDue`, in order.
   */
  load(saved: unknown): void {
    const { nowMs, advancedMs, isStanding } = recordOf(saved);
    const sourceMs = this.#source();
    const keepsAhead = !this.#isStanding && !booleanOf(isStanding);
    const aheadMs = numberOf(nowMs) - sourceMs;
    this.#pinned = undefined;
    this.#advanced = keepsAhead ? Math.max(numberOf(advancedMs), aheadMs) : aheadMs;
    this.#setTimer();
  }

  async #runUntil(target: number): Promise<void> {
    this.#running = true;
    try {
      for (let next = this.#transitions[0]; next && next.at <= target; next = this.#transitions[0]) {
        this.#transitions.shift();
        this.#pinned = Math.max(next.at, this.#pinned ?? next.at);
        const outcome = next.run();
        if (outcome !== undefined) await outcome;
      }
    } finally {
      this.#running = false;
      this.#setTimer();
    }
  }

  /** In real time, runs the next transition when it is due: nobody advances such a clock. */
  #setTimer(): void {
    const next = this.#transitions[0];
    if (this.#isStanding || this.#running || next === undefined) return;
    clearTimeout(this.#timer);
    const waitMs = Math.min(Math.max(next.at - this.#source() - this.#advanced, 0), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => {
      // A timer may come a moment early.
      void this.runDue().finally(() => {
        this.#setTimer();
      });
    }, waitMs);
    // Node's timers have it; those of other platforms keep nothing alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #position(transition: Transition): number {
    let low = 0;
    let high = this.#transitions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#transitions[middle];
      if (other && comesBefore(other, transition)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
