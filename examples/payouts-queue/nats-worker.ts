/**
 * Pays the open payouts of the table with NATS JetStream as the engine, until SIGTERM or Ctrl-C. Start as many as you like.
 *
 *     NATS_SERVERS=host1:4222,host2:4222,host3:4222 npm run nats-worker
 */
import { connect } from "@nats-io/transport-node";
import { PaymentsClient } from "payments-sdk";
import { required, stopSignal } from "../postgres/environment";
import { createDatabase } from "./database";
import { workNats } from "./nats";
import { Payer } from "./pay";
import { settings } from "./settings";
import { QueueTable } from "./table";
import { clientOptions } from "./work";

const servers = required("NATS_SERVERS", "the addresses of NATS servers, with commas").split(",");
const database = await createDatabase().open({ withQueues: false });
// A worker waits for servers that restart, as long as it takes.
const connection = await connect({ servers, maxReconnectAttempts: -1, waitOnFirstConnect: true });
// Before, SIGTERM ends the process at once.
const signal = stopSignal();
try {
  const payments = new PaymentsClient(clientOptions);
  const payer = new Payer(payments, new QueueTable(payments, database), settings);
  const working = workNats(payer, database, connection, servers.length, signal);
  console.log("worker: started");
  await working;
} finally {
  await connection.drain();
  await database.close();
}
