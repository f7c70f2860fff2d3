/** A worker with a mistake, made on purpose: it draws a new key for each attempt. */
import { randomUUID } from "node:crypto";
import { PaymentsClient } from "payments-sdk";
import { createDatabase } from "../database";
import { Payer } from "../pay";
import { pgBoss } from "../pg-boss";
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
const table = new QueueTable(payments, database);
await work(pgBoss(database), new Payer(payments, table), table, new AbortController().signal);
