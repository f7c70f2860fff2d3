import { setTimeout as sleep } from "node:timers/promises";
import { isApiError } from "payments-sdk";
import type { Queryable } from "./database.js";

/** The most requests at once after an idle time. */
const BURST = 10;

/**
 * One token bucket for all workers, in one row of the database. Each request reserves the next free instant. When the service asks
 * for a pause, no worker sends a request until it is over.
 */
export class Gate {
  readonly #db: Queryable;
  readonly #rate: number;

  /** @param rate requests per second, of all workers together */
  constructor(db: Queryable, rate: number) {
    this.#db = db;
    this.#rate = rate;
  }

  /** Sends a request in its turn. What the service asks of one worker, it asks of all. */
  async run<T>(send: () => Promise<T>): Promise<T> {
    await this.pass();
    try {
      return await send();
    } catch (error) {
      if (isApiError(error) && error.retryAfter !== undefined) await this.pause(error.retryAfter);
      throw error;
    }
  }

  /** Waits until one request may be sent. */
  async pass(): Promise<void> {
    for (;;) {
      const { rows } = await this.#db.query<{ wait_ms: number }>(
        `update rate_gate
            set next_at = greatest(next_at, closed_until, clock_timestamp() - $1 * $2 * interval '1 second')
                          + $1 * interval '1 second'
          returning extract(epoch from greatest(next_at - $1 * interval '1 second', closed_until)
                                       - clock_timestamp())::float8 * 1000 as wait_ms`,
        [1 / this.#rate, BURST],
      );
      const waitMs = rows[0]?.wait_ms ?? 0;
      if (waitMs <= 0) return;
      await sleep(waitMs);
      // The service may have asked for a pause meanwhile.
      if ((await this.pauseMs()) <= 0) return;
    }
  }

  /** The remaining time of the pause that the service asked for. */
  async pauseMs(): Promise<number> {
    const { rows } = await this.#db.query<{ pause_ms: number }>(
      "select extract(epoch from closed_until - clock_timestamp())::float8 * 1000 as pause_ms from rate_gate",
    );
    return rows[0]?.pause_ms ?? 0;
  }

  /** Pauses the requests of all workers for this time. A wrong header stops them for a day at most. */
  async pause(seconds: number): Promise<void> {
    await this.#db.query(
      "update rate_gate set closed_until = greatest(closed_until, clock_timestamp() + $1 * interval '1 second')",
      [Math.min(seconds, 86_400)],
    );
  }
}
