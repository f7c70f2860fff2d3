import assert from "node:assert/strict";
import { once } from "node:events";
import { it } from "node:test";
import { PayoutsHarness, QUICK } from "./harness";
import { killTests } from "./kills";
import { NatsServers } from "./nats-servers";

/** `npm run test:nats` is the short form; `npm run test:nats:long` sets the figures of the long one. */
killTests("NATS JetStream", async () => {
  const servers = await NatsServers.start();
  let crashes = 0;
  return {
    worker: "nats-worker.ts",
    enqueue: ["--rows-only"],
    settings: { NATS_SERVERS: servers.addresses },
    crash: async () => servers.crash(crashes++ % 3),
    stop: async () => servers.stop(),
  };
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
