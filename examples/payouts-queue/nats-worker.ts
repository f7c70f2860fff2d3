/**
 * Pays with NATS JetStream as the engine, until SIGTERM or Ctrl-C. Start as many as you like.
 *
 *     NATS_SERVERS=host1:4222,host2:4222,host3:4222 npx tsx examples/payouts-queue/nats-worker.ts
 */
import { connect } from "@nats-io/transport-node";
import { PaymentsClient } from "payments-sdk";
import { required, stopSignal } from "../postgres/environment.js";
import { createDatabase } from "./database.js";
import { nats } from "./nats.js";
import { Payer } from "./pay.js";
import { QueueTable } from "./table.js";
import { clientOptions, work } from "./work.js";

const servers = required("NATS_SERVERS", "the addresses of NATS servers, with commas").split(",");
const database = await createDatabase().open({ withQueues: false });
// A worker waits for servers that restart, as long as it takes.
const connection = await connect({ servers, maxReconnectAttempts: -1, waitOnFirstConnect: true });
// Before, SIGTERM ends the process at once.
const signal = stopSignal();
try {
  console.log("worker: started");
  const payments = new PaymentsClient(clientOptions);
  const table = new QueueTable(payments, database);
  await work(nats(connection, servers.length), new Payer(payments, table), table, signal);
} finally {
  await connection.drain();
  await database.close();
}
