/** A worker with a mistake, made on purpose: it draws a new key for each attempt. */
import { randomUUID } from "node:crypto";
import { PaymentsClient } from "payments-sdk";
import { createDatabase } from "../database";
import { Payer } from "../pay";
import { settings } from "../settings";
import { QueueTable } from "../table";
import { clientOptions, work } from "../work";

const payments = new PaymentsClient({
  ...clientOptions,
  fetch: (url, init) => {
    const headers = new Headers(init.headers);
    if (headers.has("Idempotency-Key")) headers.set("Idempotency-Key", randomUUID());
    return fetch(url, { ...init, headers });
  },
});
const database = await createDatabase().open();
console.log("worker: started");
const payer = new Payer(payments, new QueueTable(payments, database), settings);
await work(payer, database, new AbortController().signal);
