import type { WebhookEvent } from "payments-sdk/webhooks";
import { bossDb } from "../postgres/database";
import { EVENTS } from "./database";
import type { Database } from "./database";

/** The most events of one statement. */
const MOST = 100;
/** The most events that wait in memory. The service delivers what is refused again. */
const MOST_WAITING = 10_000;

/** PostgreSQL stores no NUL in text. */
const withoutNul = <T>(event: T): T =>
  JSON.parse(
    JSON.stringify(event, (_, value: unknown) =>
      typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value,
    ),
  ) as T;

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
      this.#waiting.push({ event: withoutNul(event), resolve, reject });
      if (!this.#isWriting) void this.#write();
    });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST);
      try {
        await this.#store(batch.map(({ event }) => event));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }

  /** Events and their job become visible together, or not at all. */
  async #store(events: readonly WebhookEvent[]): Promise<void> {
    await this.#database.transaction(async (db) => {
      const { rows } = await db.query<{ event_id: string }>(
        `insert into inbox (event_id, type, event)
           select * from unnest($1::text[], $2::text[], $3::json[]) as event (id, type, event) order by id
           on conflict do nothing returning event_id`,
        [
          events.map(({ id }) => id),
          events.map(({ type }) => type),
          events.map((event) => JSON.stringify(event)),
        ],
      );
      if (rows.length === 0) return;
      const data = { eventIds: rows.map(({ event_id }) => event_id) };
      await this.#database.boss.insert(EVENTS, [{ data }], { db: bossDb(db) });
    });
  }
}
