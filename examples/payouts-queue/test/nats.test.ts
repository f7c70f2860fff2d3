import assert from "node:assert/strict";
import { once } from "node:events";
import { it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { AckPolicy, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { freePort } from "../../postgres/local-postgres";
import { QUEUE } from "../database";
import { nats } from "../nats";
import { PayoutsHarness, QUICK } from "./harness";
import { killTests } from "./kills";
import { NatsServers } from "./nats-servers";

/** `npm run test:nats` is the short form; `npm run test:nats:long` sets the figures of the long one. */
killTests("NATS JetStream", async () => {
  const servers = await NatsServers.start();
  let crashes = 0;
  return {
    worker: "nats-worker.ts",
    settings: { NATS_SERVERS: servers.addresses },
    crash: async () => servers.crash(crashes++ % 3),
    stop: async () => servers.stop(),
  };
});

it(
  "goes on with other settings, with more servers than before, and after the loss of its stream",
  { timeout: 180_000 },
  async () => {
    const servers = await NatsServers.start();
    const [one = ""] = servers.addresses.split(",");
    const harness = await PayoutsHarness.start({ ...QUICK, NATS_SERVERS: one });
    try {
      for (const [batch, settings] of [
        ["first", {}],
        ["second", { NATS_SERVERS: servers.addresses, PAYOUTS_EXPIRE: "5" }],
      ] as const) {
        Object.assign(harness.processes.env, settings);
        await harness.run("enqueue.ts", await harness.file(1, batch), "--batch", batch);
        await harness.processes.startWorkers(1, "nats-worker.ts");
        await harness.until(batch, ({ paid }) => paid === 1, 30);
        if (batch === "first") await harness.stopWorkers();
      }
      await servers.loseStream(QUEUE);
      await harness.run("enqueue.ts", await harness.file(1, "third"), "--batch", "third");
      await harness.until("third", ({ paid }) => paid === 1, 30);
      await harness.stopWorkers();
    } finally {
      await harness.stop();
      await servers.stop();
    }
  },
);

it("makes a new consumer when its own counts no more messages", { timeout: 60_000 }, async () => {
  const servers = await NatsServers.start();
  const connection = await connect({ servers: servers.addresses.split(",") });
  try {
    const engine = nats(connection, 3);
    assert.equal(await engine.next(), undefined);
    await engine.publish(["1"], { query: () => assert.fail("it needs no database") });
    // One that counts no message of a payout.
    const { consumers } = await jetstreamManager(connection);
    await consumers.delete(QUEUE, QUEUE);
    const filter_subject = `${QUEUE}.none`;
    await consumers.add(QUEUE, { durable_name: QUEUE, ack_policy: AckPolicy.Explicit, filter_subject });
    assert.equal(await engine.next(), undefined);
    const payout = await engine.next();
    assert.equal(payout?.id, "1");
    await payout.end();
  } finally {
    await connection.close();
    await servers.stop();
  }
});

it("ends at SIGTERM although no server responds yet", { timeout: 60_000 }, async () => {
  const harness = await PayoutsHarness.start({ ...QUICK, NATS_SERVERS: `127.0.0.1:${await freePort()}` });
  try {
    const { child: worker } = harness.processes.spawn("nats-worker.ts");
    // It has its tables, and waits for a server.
    await harness.waitFor(
      () => harness.query("select from pg_tables where tablename = 'payouts'"),
      (rows) => rows.length > 0,
      30,
    );
    await sleep(1000);
    worker.kill("SIGTERM");
    await once(worker, "exit", { signal: AbortSignal.timeout(10_000) });
  } finally {
    await harness.stop();
  }
});

it("says why it cannot create its stream, and ends in order", { timeout: 60_000 }, async () => {
  const servers = await NatsServers.start();
  // Twice as many replicas as servers.
  const NATS_SERVERS = `${servers.addresses},${servers.addresses}`;
  const harness = await PayoutsHarness.start({ ...QUICK, NATS_SERVERS });
  try {
    const { child: worker } = harness.processes.spawn("nats-worker.ts");
    const signal = AbortSignal.timeout(30_000);
    const [text] = (await once(worker.stderr, "data", { signal })) as [unknown];
    assert.match(String(text), /^worker: .*(?:replicas|peers)/);
    worker.kill("SIGTERM");
    assert.deepEqual(await once(worker, "exit", { signal }), [0, null]);
  } finally {
    await harness.stop();
    await servers.stop();
  }
});
