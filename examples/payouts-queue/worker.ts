/**
 * Pays what is in the queue, until SIGTERM or Ctrl-C. Start as many as you like, on as many machines as you like.
 *
 *     npx tsx examples/payouts-queue/worker.ts
 */
import { PaymentsClient } from "payments-sdk";
import { stopSignal } from "../postgres/environment.js";
import { createDatabase } from "./database.js";
import { Payer } from "./pay.js";
import { pgBoss } from "./pg-boss.js";
import { QueueTable } from "./table.js";
import { clientOptions, work } from "./work.js";

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
