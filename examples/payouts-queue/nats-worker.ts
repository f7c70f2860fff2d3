/**
 * Pays the open payouts of the table with NATS JetStream as the engine, until SIGTERM or Ctrl-C. Start as many as you like.
 *
 *     NATS_SERVERS=host1:4222,host2:4222,host3:4222 npm run nats-worker
 */
import { connect } from "@nats-io/transport-node";
import { PaymentsClient } from "payments-sdk";
import { required, stopSignal } from "../postgres/environment";
import { PayoutTable } from "./database";
import { workNats } from "./nats";
import { Payer } from "./pay";
import { clientOptions } from "./work";

const signal = stopSignal();
const servers = required("NATS_SERVERS", "the addresses of NATS servers, with commas").split(",");
const table = await new PayoutTable().open();
// A worker waits for servers that restart, as long as it takes.
const connection = await connect({ servers, maxReconnectAttempts: -1, waitOnFirstConnect: true });
try {
  const payer = new Payer(new PaymentsClient(clientOptions), table);
  const working = workNats(payer, table, connection, servers.length, signal);
  console.log("worker: started");
  await working;
} finally {
  await connection.drain();
  await table.close();
}
