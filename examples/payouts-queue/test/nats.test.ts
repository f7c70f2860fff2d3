import assert from "node:assert/strict";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import { troubleOf } from "../../postgres/harness";
import { advance, setFaults } from "../processes";
import { EVERYTHING } from "./faults";
import { moneyOf, PayoutsHarness, QUICK } from "./harness";
import { NatsServers } from "./nats-servers";

/** `npm run test:nats` is the short form; `npm run test:nats:long` sets the figures of the long one. */
const PAYOUTS = Number(process.env["TEST_PAYOUTS"] ?? 300);
const TROUBLE = troubleOf({ workers: 2, workerKills: 2, databaseKills: 2 });
const LIMIT_SECONDS = 120 + PAYOUTS / 10;
const WORKER = "nats-worker.ts";

describe("payouts through NATS JetStream", { timeout: (LIMIT_SECONDS + 120) * 1000 }, () => {
  let servers: NatsServers;
  let harness: PayoutsHarness;

  before(async () => {
    servers = await NatsServers.start();
    harness = await PayoutsHarness.start({ ...QUICK, NATS_SERVERS: servers.addresses });
  });
  after(async () => {
    await harness.stop();
    await servers.stop();
  });

  it(`pays ${PAYOUTS} payouts once, while workers and one of three servers are killed`, async (context) => {
    const startedMs = Date.now();
    const file = await harness.file(PAYOUTS, "Nats");
    await setFaults(harness.processes, EVERYTHING);
    await harness.run("enqueue.ts", file, "--batch", "nats", "--rows-only");
    await harness.processes.startWorkers(TROUBLE.workers, WORKER);
    let crashes = 0;
    await harness.kill(
      TROUBLE,
      async (share) => harness.until("nats", ({ paid }) => paid >= PAYOUTS * share * 0.9, LIMIT_SECONDS),
      async () => servers.crash(crashes++ % 3),
      WORKER,
    );
    const ended = (now: { paid: number; failed: number; refused: number }) =>
      now.paid + now.failed + now.refused;
    await harness.until("nats", (now) => ended(now) + now.pending === PAYOUTS, LIMIT_SECONDS);
    // The late failures of the service.
    await advance(harness.processes, 31);
    await harness.until("nats", (now) => ended(now) === PAYOUTS, 60);
    await harness.stopWorkers();

    await setFaults(harness.processes, []);
    const books = await harness.checkBooks(file);
    const report = await harness.report("nats");
    assert.deepEqual({ paid: moneyOf(report, "paid"), failed: moneyOf(report, "failed") }, books);
    assert.equal(report.figures.length, 2, "nothing is open, pending, refused or waits for a person");
    const { attempts } = await harness.attempts("nats");
    assert.ok(attempts > PAYOUTS, "faults led to further attempts");
    context.diagnostic(
      `${PAYOUTS} payouts, ${TROUBLE.workers} workers, ${((Date.now() - startedMs) / 1000).toFixed(0)} s, ` +
        `${TROUBLE.workerKills} workers and ${crashes} servers killed, ${harness.processes.ended} workers ended with them, ` +
        `${attempts - PAYOUTS} further attempts, paid ${books.paid.count} (${books.paid.cents} cents), ` +
        `failed ${books.failed.count} (${books.failed.cents} cents)`,
    );
  });
});
