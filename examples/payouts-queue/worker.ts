/**
 * Pays what is in the queue, until SIGTERM or Ctrl-C. Start as many as you like, on as many machines as you like.
 *
 *     npm run worker
 */
import { PaymentsClient } from "payments-sdk";
import { stopSignal } from "../postgres/environment";
import { Database } from "./database";
import { Payer } from "./pay";
import { clientOptions, work } from "./work";

const signal = stopSignal();
const database = await new Database().open();
try {
  console.log("worker: started");
  await work(new Payer(new PaymentsClient(clientOptions), database), database, signal);
} finally {
  await database.close();
}
