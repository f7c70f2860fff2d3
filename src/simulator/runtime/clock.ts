import { described } from "../../options/describe";
import { booleanOf, numberOf, recordOf } from "./saved";

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What a duration must be. */
export const DURATION_RULE =
  'a duration of at least 0, in milliseconds or as a string such as "30s", "6m", "24h" or "1d"';

export function durationMs(duration: unknown): number | undefined {
  if (typeof duration === "number") return Number.isFinite(duration) && duration >= 0 ? duration : undefined;
  if (typeof duration !== "string") return undefined;
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/.exec(duration.trim());
  return match ? Number(match[1]) * (unitMs[match[2] ?? "ms"] ?? 1) : undefined;
}

/** @throws {RangeError} when it is not a duration */
export function parseDuration(duration: number | string): number {
  const ms = durationMs(duration);
  if (ms === undefined) throw new RangeError(`expected ${DURATION_RULE}, got ${described(duration)}`);
  return ms;
}

/** The longest duration: 100 years. */
export const LONGEST_MS = 36_524 * 86_400_000;

/** Timestamps have a year of four digits. The last years are left for what falls due later. */
const FIRST_MS = Date.parse("0000-01-01T00:00:00Z");
const END_MS = Date.parse("9999-01-01T00:00:00Z") - LONGEST_MS;
const LAST_SHOWN_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** The time of the service. With a start it stands still until it is moved. Without one it follows the real time. */
export class Clock {
  #startMs: number | undefined;
  /** How far it is ahead of its start, or of the real time. */
  #aheadMs = 0;
  /** The due time of the task that is running. */
  #pinnedMs: number | undefined;
  /** The instant that `iso` wrote last. Most records of a call share it. */
  #shown = { ms: Number.NaN, text: "" };

  /**
   * @param saved the JSON of a clock. One that stands still stands. Another keeps its lead, and is never earlier.
   * @throws {RangeError} when the time is none that a timestamp can show
   */
  constructor(startMs: number | undefined, saved?: unknown) {
    this.#startMs = startMs;
    if (saved !== undefined) {
      const { nowMs, aheadMs, stands } = recordOf(saved);
      const shownMs = numberOf(nowMs);
      this.#aheadMs = numberOf(aheadMs);
      this.#startMs = booleanOf(stands) ? shownMs - this.#aheadMs : undefined;
      this.#aheadMs += Math.max(shownMs - this.now(), 0);
    }
    this.after(0);
  }

  get stands(): boolean {
    return this.#startMs !== undefined;
  }

  /** The current instant, in milliseconds since 1970-01-01 UTC. */
  now(): number {
    return this.#pinnedMs ?? this.actual();
  }

  /** The same, also while a task runs that was due earlier. */
  actual(): number {
    return (this.#startMs ?? Date.now()) + this.#aheadMs;
  }

  /** A later instant than the year 9999 is shown as its end: several long durations may add up to it. */
  iso(ms: number = this.now()): string {
    if (ms !== this.#shown.ms)
      this.#shown = { ms, text: new Date(Math.min(ms, LAST_SHOWN_MS)).toISOString() };
    return this.#shown.text;
  }

  stop(): void {
    this.#startMs ??= Date.now();
  }

  resume(): void {
    if (this.#startMs === undefined) return;
    this.#aheadMs += this.#startMs - Date.now();
    this.#startMs = undefined;
  }

  /**
   * The instant that is so much later.
   *
   * @throws {RangeError} when no timestamp can show it
   */
  after(byMs: number): number {
    const ms = this.now() + byMs;
    if (ms >= FIRST_MS && ms < END_MS) return ms;
    throw new RangeError("the clock must stay between the years 0 and 9898");
  }

  move(byMs: number): void {
    this.#aheadMs += byMs;
  }

  /** Stops the time at an instant, for the task that is due then; `undefined` lets it go on. */
  pin(ms: number | undefined): void {
    this.#pinnedMs = ms;
  }

  toJSON(): object {
    return { nowMs: this.now(), aheadMs: this.#aheadMs, stands: this.stands };
  }
}
