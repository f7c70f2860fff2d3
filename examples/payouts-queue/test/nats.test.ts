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
