import assert from "node:assert/strict";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { troubleOf } from "../../postgres/harness";
import { BooksHarness } from "./harness";

/** `npm test` is the short form; `npm run test:books` sets the figures of the long one. */
const EVENTS = Number(process.env["TEST_EVENTS"] ?? 10_000);
const TROUBLE = troubleOf({ workers: 2, workerKills: 10, databaseKills: 1 });
const LIMIT_SECONDS = 120 + EVENTS / 25;

describe("the books", { timeout: (3 * LIMIT_SECONDS + 240) * 1000 }, () => {
  let harness: BooksHarness;

  before(async () => {
    harness = await BooksHarness.start({
      BOOKS_RATE: "2000",
      BOOKS_SWEEP: "never",
      BOOKS_EXPIRE: "5",
      BOOKS_SUPERVISE: "1",
    });
  });
  after(async () => {
    await harness.stop();
  });

  it(`agree with the service after ${EVENTS} events, lost, doubled and shuffled, while workers and the database are killed`, async (context) => {
    const { processes, service } = harness;
    const startedMs = Date.now();
    const made = { transactions: await service.make(EVENTS), events: service.events.length };
    const urls = await harness.startInboxes(2);
    await processes.startWorkers(TROUBLE.workers);

    const sweepKills = Math.ceil(TROUBLE.workerKills / 10);
    const deliveredMs = Date.now();
    const delivery = service.deliver(urls, { lost: 0.05, doubled: 0.05 });
    await harness.kill({ ...TROUBLE, workerKills: TROUBLE.workerKills - sweepKills }, async (share) =>
      harness.until(({ applied }) => applied >= EVENTS * 0.94 * share, LIMIT_SECONDS),
    );
    const outdated = await delivery;
    await harness.until(({ received, applied }) => received === applied, LIMIT_SECONDS);
    const appliedMs = Date.now();
    const { received } = await harness.counts();
    assert.ok(received > made.events * 0.93 && received < made.events * 0.97, `${received} events came`);

    // Without a sweep, exactly those transactions differ that the lost events were about.
    const first = await harness.reconcile();
    assert.equal(first.code, 1);
    assert.deepEqual(first.transactionIds, outdated.sort());
    assert.ok(first.balances.length > 0, "lost events leave balances behind");
    assert.match(first.csv, /,"The event about its last change did not arrive/);
    assert.match(first.csv, /,"No event about it arrived/);
    assert.match(first.csv, /,The transactions above explain it\./);
    assert.doesNotMatch(first.csv, /No transaction explains/);

    await harness.run("sweep.ts");
    for (let kill = 1; kill <= sweepKills; kill += 1) {
      await sleep(500);
      processes.killWorker();
    }
    await harness.until(({ sweeps }) => sweeps === 0, LIMIT_SECONDS);

    const last = await harness.reconcile();
    assert.deepEqual(last.transactionIds, []);
    assert.deepEqual(last.balances, []);
    assert.equal(last.code, 0);
    assert.match(last.html, /<h1>The books agree with the service<\/h1>/);
    assert.match(last.progress, /\[#{24}\] all accounts: (\d+) of \1 accounts/);
    const { transactions } = await harness.counts();
    assert.equal(transactions, made.transactions);
    const line = await harness.run("status.ts");
    assert.match(
      line,
      /^\[#{24}\] \d+ events, 0 of them waiting; \d+ transactions, \d+ open; swept up to \d{4}-/,
    );
    await harness.stopWorkers();
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`;
    context.diagnostic(
      `${made.events} events of ${transactions} transactions, ${received} stored and applied in ${seconds(deliveredMs, appliedMs)}, ` +
        `${seconds(startedMs, Date.now())} in all, ${TROUBLE.workers} workers, ${TROUBLE.workerKills} workers and the database ` +
        `${TROUBLE.databaseKills} times killed, ${processes.ended} workers ended with it; ` +
        `${first.transactionIds.length} transactions differed before the sweep, 0 after it`,
    );
  });

  it("show money that moved without a transaction, and a change that somebody made in the books", async () => {
    await harness.service.fund(50_000);
    const funded = await harness.reconcile();
    assert.equal(funded.code, 1);
    assert.equal(funded.balances.length, 1);
    assert.match(funded.csv, /,0\.00,500\.00,500\.00,No transaction explains 500\.00\./);
    await harness.query("insert into opening_balances values ($1, 50000)", [funded.balances[0]]);
    assert.equal((await harness.reconcile()).code, 0);

    // A change by hand that looks like a later version (B6).
    const [changed] = await harness.query<{ id: string; version: object }>(
      `select id, version from transactions
        where id = (select min(id) from transactions where version ->> 'type' = 'INCOMING' and version ->> 'status' = 'COMPLETED')`,
    );
    const edit = async (version: object) =>
      harness.query("update transactions set version = $2 where id = $1", [changed!.id, version]);
    await edit({ ...changed!.version, status: "FAILED", updatedAt: "2036-01-01T00:00:00Z" });
    const edited = await harness.reconcile();
    assert.deepEqual(edited.transactionIds, [changed!.id]);
    assert.match(edited.csv, /,Somebody changed the books\./);
    const verified = await harness.processes.run("reconcile.ts", ["--verify"]);
    assert.equal(verified.code, 1);
    assert.match(verified.stdout, new RegExp(`^InternalAccount:\\S+  ${changed!.id}  Somebody changed`, "m"));
    assert.match(verified.stdout, /^InternalAccount:\S+ {2}balance {2}The transactions above explain it/m);

    // The database refuses a second row of one transaction (B6).
    await assert.rejects(
      harness.query(
        `insert into transactions (id, version, is_open) select 'Transaction:copy', version, false from transactions limit 1`,
      ),
      /transactions_own_id/,
    );
    await edit(changed!.version);
    await harness.query("update transactions set digest = md5(version::text) where id = $1", [changed!.id]);
  });

  it("close a period, after which the reconciliation reads what changed (B7)", async () => {
    const listedBy = async (work: () => Promise<unknown>): Promise<number> => {
      const before = harness.service.listed;
      await work();
      return harness.service.listed - before;
    };
    const verify = async (...args: string[]) => harness.processes.run("reconcile.ts", ["--verify", ...args]);
    const { transactions: made } = await harness.counts();
    assert.match((await verify("--close", "2040-01-01")).stderr, /--close must be a date in the past/);
    const until = new Date().toISOString();
    const all = await listedBy(async () => {
      const { code, stdout } = await verify("--close", until);
      assert.deepEqual([code, stdout.split("\n")[1]], [0, `closed before ${until}`]);
    });
    const again = await listedBy(async () => {
      const { code, stdout } = await verify();
      assert.equal(code, 0, stdout);
    });
    assert.ok(all >= made, `${all} of ${made} were listed`);
    assert.equal(again, 0);

    // A version that came later is compared, and so is a row that somebody changed.
    const changes = ["digest = md5(v::text), is_closed = false", "is_closed = is_closed"];
    for (const [index, more] of changes.entries()) {
      const [changed] = await harness.query<{ id: string }>(
        `update transactions set version = v, ${more.replaceAll("v::", "v::json::")}
           from (select id as of, jsonb_set(version::jsonb, '{status}', '"PENDING"')::json as v from transactions
                  where not is_open and source_account is not null order by id offset ${index} limit 1) as other
          where id = of returning id`,
      );
      const { code, stdout } = await verify();
      assert.equal(code, 1);
      assert.ok(stdout.includes(changed!.id), stdout);
    }
    // A transaction of an account that the service does not have.
    await harness.query(
      `insert into transactions (id, version, is_open, source_account, digest)
         select id, version, false, 'InternalAccount:gone', md5(version::text)
           from (select 'Transaction:gone' as id, jsonb_build_object('id', 'Transaction:gone', 'type', 'OUTGOING', 'status', 'COMPLETED',
                        'source', '{"accountId":"InternalAccount:gone"}'::jsonb, 'destination', '{}'::jsonb, 'sentAmount', version::jsonb -> 'sentAmount')::json as version
                   from transactions where version ->> 'type' = 'OUTGOING' limit 1) as one`,
    );
    const gone = /^InternalAccount:gone {2}Transaction:gone {2}The service does not have this transaction/m;
    assert.match((await verify()).stdout, gone);
    // Accounts that differ are read twice.
    assert.ok((await listedBy(async () => verify("--all"))) >= all);
  });
});
