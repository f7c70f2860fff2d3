/** A worker for `npm run figures`: the same engine, with a job that makes the HTTP request and nothing else. */
import process from "node:process";
import { connect } from "@nats-io/transport-node";
import { PaymentsClient } from "payments-sdk";
import { required, stopSignal } from "../../postgres/environment";
import { createDatabase } from "../database";
import { nats } from "../nats";
import { pgBoss } from "../pg-boss";
import { QueueTable } from "../table";
import { work } from "../work";

const signal = stopSignal();
const baseUrl = required("PAYMENTS_BASE_URL", "the address of the service");
const name = required("PAYMENTS_CLIENT_ID", "the client id");
const secret = required("PAYMENTS_CLIENT_SECRET", "the client secret");
const headers = {
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`,
  "content-type": "application/json",
};
const payments = new PaymentsClient();
const [from] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
const [to] = (await payments.platform.externalAccounts.list({ currency: "USD" })).data;
const body = JSON.stringify({
  source: { accountId: from?.id },
  destination: { accountId: to?.id },
  amount: 1000,
});

const bare = {
  async advance(id: string): Promise<undefined> {
    const response = await fetch(`${baseUrl}/transfer-out`, {
      method: "POST",
      headers: { ...headers, "idempotency-key": `bare-${id}` },
      body,
    });
    await response.json();
    if (!response.ok) throw new Error(`status ${response.status}`);
  },
};

const servers = process.env["NATS_SERVERS"]?.split(",");
const database = await createDatabase().open({ withQueues: servers === undefined });
const table = new QueueTable(payments, database);
if (servers !== undefined) {
  const connection = await connect({ servers });
  console.log("worker: started");
  await work(nats(connection, servers.length), bare, table, signal);
  await connection.drain();
} else {
  console.log("worker: started");
  await work(pgBoss(database), bare, table, signal);
}
await database.close();
