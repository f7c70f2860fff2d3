import assert from "node:assert/strict";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorServer } from "payments-sdk/simulator";
import { LocalPostgres } from "../../postgres/local-postgres";
import { gatedClient } from "../client";
import type { Database } from "../../postgres/database";
import { createDatabase } from "../database";
import { settings } from "../settings";

describe("two processes of one database", { timeout: 120_000 }, () => {
  const simulator = new Simulator();
  /** When requests came. */
  const times: number[] = [];
  let server: SimulatorServer;
  let postgres: LocalPostgres;
  let databases: Database[];
  let clients: PaymentsClient[];

  before(async () => {
    postgres = await LocalPostgres.start();
    server = await simulator.listen();
    simulator.onExchange(() => times.push(Date.now()));
    const { clientId, clientSecret } = simulator.clientOptions();
    process.env["PAYMENTS_BASE_URL"] = server.url;
    process.env["PAYMENTS_CLIENT_ID"] = clientId;
    process.env["PAYMENTS_CLIENT_SECRET"] = clientSecret;
    // Each has connections of its own.
    databases = [createDatabase(postgres.url), createDatabase(postgres.url)];
    await Promise.all(databases.map((database) => database.open()));
    clients = databases.map(({ pool }) => gatedClient(pool));
  });
  after(async () => {
    for (const database of databases) await database.close();
    await server.close();
    await postgres.stop();
  });

  it("share one rate", async () => {
    const calls = 30;
    const startedMs = Date.now();
    await Promise.all(
      clients.map(async (client) => {
        for (let call = 0; call < calls; call += 1) await client.transactions.list({ limit: 1 });
      }),
    );
    // Ten may go out at once after a quiet time.
    const leastMs = ((2 * calls - 10) / settings.rate) * 1000;
    assert.ok(Date.now() - startedMs > leastMs * 0.95, `${Date.now() - startedMs} ms for ${2 * calls} calls`);
  });

  it("both pause when the service asks one of them to", async () => {
    times.length = 0;
    simulator.faults.add({
      operation: "GET /transactions",
      kind: "status",
      status: 429,
      retryAfter: 2,
      times: 1,
    });
    const [first, second] = clients as [PaymentsClient, PaymentsClient];
    const isRefused = new Promise((resolve) => simulator.onExchange(resolve));
    const refused = first.transactions.list({ limit: 1 }).toArray();
    await isRefused;
    // The first process needs a moment to tell the database.
    await sleep(300);
    await Promise.all([refused, second.transactions.list({ limit: 1 }).toArray()]);
    const [refusedAtMs = 0, ...later] = times;
    assert.equal(later.length, 2);
    for (const atMs of later) assert.ok(atMs - refusedAtMs > 1900, `${atMs - refusedAtMs} ms after the 429`);
  });
});
