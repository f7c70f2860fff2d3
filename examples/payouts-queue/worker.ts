/**
 * Pays what is in the queue, until SIGTERM or Ctrl-C. Start as many as you like, on as many machines as you like.
 *
 *     npm run worker
 */
import { PaymentsClient } from "payments-sdk";
import { stopSignal } from "../postgres/environment";
import { createDatabase } from "./database";
import { Payer } from "./pay";
import { pgBoss } from "./pg-boss";
import { QueueTable } from "./table";
import { clientOptions, work } from "./work";

const signal = stopSignal();
const database = await createDatabase().open();
try {
  console.log("worker: started");
  const payments = new PaymentsClient(clientOptions);
  const table = new QueueTable(payments, database);
  await work(pgBoss(database), new Payer(payments, table), table, signal);
} finally {
  await database.close();
}
