/**
 * Pays what is in the queue, until SIGTERM or Ctrl-C. Start as many as you like, on as many machines as you like.
 *
 *     npm run worker
 */
import { PaymentsClient } from "payments-sdk";
import { stopSignal } from "../postgres/environment";
import { createDatabase } from "./database";
import { Payer } from "./pay";
import { settings } from "./settings";
import { QueueTable } from "./table";
import { clientOptions, work } from "./work";

const signal = stopSignal();
const database = await createDatabase().open();
try {
  console.log("worker: started");
  const payments = new PaymentsClient(clientOptions);
  await work(new Payer(payments, new QueueTable(payments, database), settings), database, signal);
} finally {
  await database.close();
}
