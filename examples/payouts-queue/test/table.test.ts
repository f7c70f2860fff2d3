import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { Database } from "../../postgres/database";
import { LocalPostgres } from "../../postgres/local-postgres";
import { createDatabase, QUEUE } from "../database";
import type { Payout } from "../pay";
import { settings } from "../settings";
import { QueueTable } from "../table";
import { work } from "../work";

const payee = {
  account_id: null,
  payee: "payee-1",
  name: "Ada Lovelace",
  account_number: "000111222301",
  routing_number: "021000021",
} as Payout;

/** Asks until it is so, a bounded time. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadlineMs = Date.now() + 20_000; !(await holds()); await sleep(20)) {
    assert.ok(Date.now() < deadlineMs, "it did not come to that within 20 seconds");
  }
}

describe("two workers", { timeout: 120_000 }, () => {
  let postgres: LocalPostgres;
  let databases: Database[];

  before(async () => {
    postgres = await LocalPostgres.start();
    Object.assign(settings, { expireSeconds: 1, superviseSeconds: 1, concurrency: 2 });
    // Each worker has connections of its own.
    databases = [createDatabase(postgres.url), createDatabase(postgres.url)];
    for (const database of databases) await database.open();
  });
  after(async () => {
    for (const database of databases) await database.close();
    await postgres.stop();
  });

  it("find their migrations in a folder with any name", async () => {
    const place = join(await mkdtemp(join(tmpdir(), "payouts-")), "a [b] {c} (d)");
    for (const name of ["postgres", "payouts-queue"])
      await cp(new URL(`../../${name}/migrations`, import.meta.url), join(place, name, "migrations"), {
        recursive: true,
      });
    const folder = pathToFileURL(join(place, "payouts-queue", "/"));
    const options = { folder, migrationsTable: "other_migrations", connections: 2, queues: {}, ...settings };
    const database = await new Database(options, postgres.url).open({ withQueues: false });
    const { rows } = await database.pool.query("select name from other_migrations order by id");
    await database.close();
    await rm(place, { recursive: true });
    assert.deepEqual(rows, [{ name: "001_rate_gate" }, { name: "002_payouts" }]);
  });

  it("that need the account of one payee create it once: the second waits for the lock of the database until the first is done", async () => {
    const { fetch, ...connection } = new Simulator().clientOptions();
    const requests: string[] = [];
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const payments = new PaymentsClient({
      ...connection,
      fetch: async (url, init) => {
        requests.push(init.method ?? "GET");
        await held;
        return fetch(url, init);
      },
    });
    const accountOf = (database: Database) => new QueueTable(payments, database).accountOf(payee, () => {});
    const [one, other] = databases as [Database, Database];

    const first = accountOf(one);
    await until(() => requests.length === 1);
    const second = accountOf(other);
    // Either it waits for the lock, or it asks the service as if nobody had.
    const isWaiting = async () => {
      const { rows } = await one.pool.query(
        "select from pg_locks where locktype = 'advisory' and not granted",
      );
      return rows.length === 1;
    };
    await until(async () => requests.length > 1 || (await isWaiting()));
    assert.deepEqual(requests, ["POST"], "the second asked the service before the first was done");

    goOn();
    const accounts = await Promise.all([first, second]);
    assert.equal(accounts[0], accounts[1]);
    assert.deepEqual(requests, ["POST"]);
    const all = await payments.platform.externalAccounts.list({ currency: "USD" }).toArray();
    assert.equal(all.filter(({ platformAccountId }) => platformAccountId === payee.payee).length, 1);
  });

  it("that have one job: a result that comes after the other has ended it is followed", async () => {
    const [database] = databases as [Database];
    await database.boss.insert(QUEUE, [{ data: { payoutId: "7" }, singletonKey: "7" }]);
    let calls = 0;
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const steps = {
      async advance(): Promise<number | undefined> {
        calls += 1;
        if (calls > 1) return void end();
        // The other worker has the job, and the payout waits for a person. Then the result comes, and it is pending.
        await ended;
        await sleep(1000);
        return 60_000;
      },
    };
    const stopping = new AbortController();
    const working = work(steps, database, stopping.signal);
    const isFollowed = async () => {
      const { rows } = await database.pool.query(
        "select from pgboss.job where singleton_key = '7' and state = 'created' and start_after > now() + interval '30 seconds'",
      );
      return rows.length === 1;
    };
    await until(isFollowed).finally(async () => {
      stopping.abort();
      await working;
    });
  });
});
