import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { Database } from "../../postgres/database";
import { LocalPostgres } from "../../postgres/local-postgres";
import { applyOrQuarantine } from "../apply";
import { close, record, transactionsOf } from "../books";
import { createDatabase } from "../database";
import { Inbox } from "../inbox";
import { readPart } from "../sweeper";

describe("what cannot be used, or comes late", { timeout: 120_000 }, () => {
  const payments = new PaymentsClient(new Simulator().clientOptions());
  let postgres: LocalPostgres;
  let database: Database;

  before(async () => {
    postgres = await LocalPostgres.start();
    database = await createDatabase(postgres.url).open();
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
      event("Webhook:4", { ...transaction("Transaction:4"), note: "a\0b\ud800\\u0000", "a\0": 1 }),
      event("Webhook:5", "text"),
      event("Webhook:6", "text"),
    ];
    await Promise.all(events.map((each) => inbox.add(each)));
    for (const job of [
      ["1", "2", "3", "4"],
      ["5", "6"],
    ]) {
      const eventIds = job.map((number) => `Webhook:${number}`);
      await database.transaction((db) => applyOrQuarantine(db, eventIds));
    }
    assert.deepEqual(await ids("select id from transactions order by id"), [
      "Transaction:1",
      "Transaction:4",
    ]);
    const unusable = ["Webhook:2", "Webhook:3", "Webhook:5", "Webhook:6"];
    assert.deepEqual(await ids("select id from quarantine order by id"), unusable);
    const waiting = "select event_id as id from inbox where applied_at is null order by 1";
    assert.deepEqual(await ids(waiting), unusable);
    // The reconciliation reads the events that wait.
    assert.equal(
      (await ids("select event -> 'data' ->> 'note' as id from inbox where event_id = 'Webhook:4'"))[0],
      "a\uFFFDb\uFFFD\\u0000",
    );
  });

  it("stops no other event that comes with it", async () => {
    const inbox = new Inbox(database);
    // The first is stored alone, and the others together.
    const long = event(randomBytes(5_000).toString("hex"), null);
    const events = [event("Webhook:7", null), long, event("Webhook:8", null), event("Webhook:9", null)];
    const ended = await Promise.allSettled(events.map((each) => inbox.add(each)));
    assert.deepEqual(
      ended.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled", "fulfilled"],
    );
    const stored = "select event_id as id from inbox where event_id > 'Webhook:6' order by 1";
    assert.deepEqual(await ids(stored), ["Webhook:7", "Webhook:8", "Webhook:9"]);
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

  it("leaves quarantine when the service knows the transaction again, also one without a time", async () => {
    const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
    await payments.sandbox.fund(account!.id, { amount: 100 });
    const bank = await payments.platform.externalAccounts.create({
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "123456300",
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" },
      },
    });
    const { id } = await payments.transfers.out({
      source: { accountId: account!.id },
      destination: { accountId: bank.id },
      amount: 100,
    });
    await database.pool.query("truncate transactions, quarantine");
    await database.pool.query(
      "insert into transactions (id, version, is_open) values ($1, json_build_object('id', $1::text), true)",
      [id],
    );
    await database.pool.query("insert into quarantine values ($1, 'the service does not know it')", [id]);
    const { save } = await readPart(payments, database, { startDate: "2026-11-01T00:00:00Z", after: "" });
    await database.transaction(save);
    assert.deepEqual(await ids("select id from quarantine"), []);
    assert.deepEqual(await ids("select version ->> 'type' as id from transactions"), ["OUTGOING"]);
  });

  it("is not an event if the database does not respond in time", async () => {
    await database.pool.query("truncate transactions, quarantine, inbox");
    await new Inbox(database).add(event("Webhook:1", transaction("Transaction:1")));
    const applied = database.transaction(async (db) => {
      const query = async (text: string, values?: unknown[]) => {
        if (text.includes("insert into transactions")) throw new Error("Query read timeout");
        return db.query(text, values);
      };
      await applyOrQuarantine({ query } as never, ["Webhook:1"]);
    });
    await assert.rejects(applied, /Query read timeout/);
    assert.deepEqual(await ids("select id from quarantine"), []);
  });

  it("is not an event if the tables are wrong", async () => {
    await database.pool.query("truncate transactions, quarantine, inbox");
    await new Inbox(database).add(event("Webhook:5", transaction("Transaction:5")));
    await database.pool.query("alter table transactions rename digest to other");
    await assert.rejects(
      database.transaction((db) => applyOrQuarantine(db, ["Webhook:5"])),
      /column "digest"/,
    );
    await database.pool.query("alter table transactions rename other to digest");
    await database.transaction((db) => applyOrQuarantine(db, ["Webhook:5"]));
    assert.deepEqual(await ids("select id from quarantine"), []);
  });

  it("ends no sweep: a cursor that the service refuses, a transaction in the future, and one that cannot be read", async () => {
    const refused = await readPart(payments, database, { startDate: "2026-01-01T00:00:00Z", cursor: "old" });
    assert.equal(refused.next, undefined);
    const ahead = new Simulator({ now: "2040-01-01" });
    ahead.seed({ customers: 1, transactions: 3 });
    const { save } = await readPart(new PaymentsClient(ahead.clientOptions()), database, {});
    await database.transaction(save);
    const [mark] = await ids("select (mark <= now())::text as id from sweep_mark");
    assert.notEqual(mark, "false");
    // A transaction with a time that nobody can read, and one with NUL.
    await database.pool.query("truncate transactions, quarantine");
    const data = [
      { ...transaction("Transaction:nul"), note: "\0" },
      { ...transaction("Transaction:odd"), createdAt: "yesterday or so" },
    ];
    const odd = { transactions: { list: async () => Promise.resolve({ data, hasMore: false }) } };
    const read = await readPart(odd as never, database, {});
    await database.transaction(read.save);
    assert.deepEqual(await ids("select id from quarantine"), ["Transaction:odd"]);
    assert.deepEqual(await ids("select id from transactions"), ["Transaction:nul"]);
  });

  it("is not written at all if the work of its transaction fails", async () => {
    const failing = database.transaction(async (db) => {
      await db.query("insert into quarantine values ('half', 'done')");
      throw new Error("the worker failed");
    });
    await assert.rejects(failing, /the worker failed/);
    assert.deepEqual(await ids("select id from quarantine where id = 'half'"), []);
  });

  it("stays open if it comes between the comparison and the close of its period", async () => {
    await database.pool.query("truncate transactions");
    const settled = { ...transaction("Transaction:6"), createdAt: "2026-10-01T00:00:00Z" };
    const bank = { sourceType: "ACCOUNT", accountId: "InternalAccount:1" };
    const write = (updatedAt: string) =>
      database.transaction((db) => record(db, [{ ...settled, source: bank, updatedAt } as never]));
    const read = async () => (await transactionsOf(database.pool, "InternalAccount:1"))[0]!;
    const closing = (digest: string | null) =>
      database.transaction((db) => close(db, new Date("2026-11-01"), new Map([[settled.id, digest ?? ""]])));
    await write("2026-10-02T00:00:00Z");
    const compared = await read();
    await write("2026-10-03T00:00:00Z");
    await closing(compared.digest);
    assert.equal((await read()).isClosed, false);
    await closing((await read()).digest);
    assert.equal((await read()).isClosed, true);
    await write("2026-10-04T00:00:00Z");
    assert.equal((await read()).isClosed, false);
    // A sweep looks up a refund that goes on.
    const refund = { reference: "RFD-1", initiatedAt: "2026-10-05T00:00:00Z", status: "PENDING" };
    const refunded = {
      ...settled,
      source: bank,
      status: "FAILED",
      refund,
      updatedAt: "2026-10-05T00:00:00Z",
    };
    await database.transaction((db) => record(db, [refunded as never]));
    assert.deepEqual(await ids("select id from transactions where is_open"), [settled.id]);
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
