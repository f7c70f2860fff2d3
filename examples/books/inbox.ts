import type { WebhookEvent } from "payments-sdk/webhooks";
import { bossDb } from "../postgres/database";
import type { Database } from "../postgres/database";
import { isOfEvent } from "./apply";
import { jsonOf } from "./books";
import { EVENTS } from "./database";

/** The most events of one statement. */
const MOST = 100;
/** The most events that wait in memory. The service delivers what is refused again. */
const MOST_WAITING = 10_000;

interface Waiting {
  event: WebhookEvent;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** Stores events. What arrives while a statement runs is stored by the next one, so that a commit carries many events. */
export class Inbox {
  readonly #database: Database;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves when the event is committed. An event that came before changes nothing. */
  async add(event: WebhookEvent): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) throw new Error(`${MOST_WAITING} events wait already`);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event: JSON.parse(jsonOf(event)) as WebhookEvent, resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0, MOST));
    this.#isWriting = false;
  }

  /** Stores events and responds for them. An event that cannot be stored fails alone. */
  async #settle(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#store(batch.map(({ event }) => event));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length > 1 && isOfEvent(error)) for (const one of batch) await this.#settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }

  /** Events and their job become visible together, or not at all. */
  async #store(events: readonly WebhookEvent[]): Promise<void> {
    await this.#database.transaction(async (db) => {
      const { rows } = await db.query<{ event_id: string }>(
        `insert into inbox (event_id, type, event)
           select event ->> 'id' as id, event ->> 'type', event from json_array_elements($1) as event order by id
           on conflict do nothing returning event_id`,
        [JSON.stringify(events)],
      );
      if (rows.length === 0) return;
      const data = { eventIds: rows.map(({ event_id }) => event_id) };
      await this.#database.boss.insert(EVENTS, [{ data }], { db: bossDb(db) });
    });
  }
}
