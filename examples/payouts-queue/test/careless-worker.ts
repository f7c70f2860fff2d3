/** A worker with a mistake, made on purpose: it draws a new key for each attempt. */
import { randomUUID } from "node:crypto";
import { PaymentsClient } from "payments-sdk";
import { Database } from "../database";
import { Payer } from "../pay";
import { clientOptions, work } from "../work";

const payments = new PaymentsClient({
  ...clientOptions,
  fetch: (url, init) => {
    const headers = new Headers(init.headers);
    if (headers.has("Idempotency-Key")) headers.set("Idempotency-Key", randomUUID());
    return fetch(url, { ...init, headers });
  },
});
const database = await new Database().open();
console.log("worker: started");
await work(new Payer(payments, database), database, new AbortController().signal);
