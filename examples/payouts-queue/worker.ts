/**
 * Pays what is in the queue, until SIGTERM or Ctrl-C. Start as many as you like, on as many machines as you like.
 *
 *     npm run worker
 */
import process from "node:process";
import { PaymentsClient } from "payments-sdk";
import { Database } from "./database";
import { clientOptions, work } from "./work";

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stopping.abort();
  });
}
const database = await new Database().open();
try {
  console.log("worker: started");
  await work(new PaymentsClient(clientOptions), database, stopping.signal);
} finally {
  await database.close();
}
