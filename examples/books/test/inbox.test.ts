import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorEvent } from "payments-sdk/simulator";
import pg from "pg";
import { BooksHarness } from "./harness";

const HOUR_MS = 3_600_000;
/** The simulator of `service.ts` has the same seed, and so the same key. */
const simulator = new Simulator({ seed: "books" });
const event = (id: string, type: SimulatorEvent["type"] = "TEST", ageMs = 0) =>
  ({ id, type, timestamp: new Date(Date.now() - ageMs).toISOString(), data: {} }) as SimulatorEvent;

describe("the inbox", { timeout: 120_000 }, () => {
  let harness: BooksHarness;
  let url: string;

  before(async () => {
    harness = await BooksHarness.start({});
    [url = ""] = await harness.startInboxes(1);
  });
  after(async () => {
    await harness.stop();
  });

  async function post(
    body: string,
    headers: Record<string, string>,
  ): Promise<[status: number, text: string]> {
    const response = await fetch(url, { method: "POST", body, headers });
    return [response.status, (await response.text()).trim()];
  }
  const postEvent = async (posted: SimulatorEvent) => {
    const { body, headers } = simulator.signEvent(posted);
    return post(body, headers);
  };
  const stored = async () => {
    const rows = await harness.query<{ event_id: string }>("select event_id from inbox order by event_id");
    return rows.map(({ event_id }) => event_id);
  };

  it("stores an event once, however often and late it comes", async () => {
    assert.deepEqual(await postEvent(event("Webhook:1")), [200, "stored"]);
    const again = [event("Webhook:1"), event("Webhook:1"), event("Webhook:2", "TEST", HOUR_MS)];
    for (const response of await Promise.all(again.map(postEvent)))
      assert.deepEqual(response, [200, "stored"]);
    assert.deepEqual(await stored(), ["Webhook:1", "Webhook:2"]);
    const jobs = await harness.query<{ data: unknown }>(
      "select data from pgboss.job where name = 'events' order by created_on",
    );
    assert.deepEqual(
      jobs.map(({ data }) => data),
      [{ eventIds: ["Webhook:1"] }, { eventIds: ["Webhook:2"] }],
    );
  });

  it("approves no payment", async () => {
    assert.deepEqual(await postEvent(event("Webhook:3", "INCOMING_PAYMENT.PENDING")), [202, "stored"]);
  });

  it("refuses what the service did not sign, and stores nothing of it", async () => {
    const before = await stored();
    const { body, headers } = simulator.signEvent(event("Webhook:4"));
    const changed = await post(body.replace("Webhook:4", "Webhook:5"), headers);
    assert.equal(changed[0], 401);
    assert.match(changed[1], /^the signature does not match the body and the keys/);
    assert.deepEqual(await post(body, {}), [401, "the header X-Service-Signature is missing"]);
    const other = new Simulator({ seed: "another" }).signEvent(event("Webhook:4"));
    assert.equal((await post(other.body, other.headers))[0], 401);
    assert.deepEqual(await stored(), before);
  });

  it("refuses another path, another method and a body that is too large", async () => {
    assert.equal((await fetch(new URL("/other", url), { method: "POST" })).status, 404);
    assert.equal((await fetch(url)).status, 405);
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(`POST /webhooks HTTP/1.1\r\nHost: ${hostname}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    socket.write(`${(1_048_577).toString(16)}\r\n${"x".repeat(1_048_577)}\r\n`);
    const [response] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    assert.match(response.toString(), /^HTTP\/1\.1 413 [^]*an event has at most 1048576 bytes/);
  });

  it("gives events under way their response before it ends: the service asks for an approval only once", async () => {
    const { child, closed } = harness.processes.spawn("endpoint.ts");
    const [printed] = (await once(child.stdout, "data")) as [unknown];
    const [, address = ""] = /^inbox: (\S+)\n/.exec(String(printed)) ?? [];
    const holder = new pg.Client({ connectionString: harness.processes.postgres.url });
    await holder.connect();
    await holder.query("begin; lock table inbox in exclusive mode");
    const { body, headers } = simulator.signEvent(event("Webhook:7", "INCOMING_PAYMENT.PENDING"));
    const response = fetch(address, { method: "POST", body, headers });
    const waiting = "select from pg_locks where not granted and relation = 'inbox'::regclass";
    await harness.waitFor(
      () => harness.query(waiting),
      (rows) => rows.length > 0,
      20,
    );
    child.kill("SIGTERM");
    await sleep(500);
    await holder.query("commit");
    await holder.end();
    assert.equal((await response).status, 202);
    assert.equal(await closed, 0);
  });

  it("asks for the event again while the database is down", async () => {
    let isUp = false;
    const crash = harness.processes.postgres.crash().then(() => (isUp = true));
    const statuses: number[] = [];
    // While it is down, and then until the event is stored.
    for (let tries = 0; !isUp || statuses.at(-1) !== 200; tries += 1) {
      const [status, text] = await postEvent(event("Webhook:6"));
      if (status !== 200)
        assert.deepEqual([status, text], [503, "the event was not stored: deliver it again"]);
      statuses.push(status);
      assert.ok(tries < 5000, "the database does not come back");
    }
    await crash;
    assert.ok(statuses.includes(503), "the database was down");
    assert.ok((await stored()).includes("Webhook:6"));
  });

  it("does not start without a database or a key, and says what is missing", async () => {
    const { env } = harness.processes;
    for (const [name, message] of [
      ["DATABASE_URL", /DATABASE_URL must be the address of a PostgreSQL database/],
      [
        "PAYMENTS_WEBHOOK_PUBLIC_KEY",
        /PAYMENTS_WEBHOOK_PUBLIC_KEY must be the public key of the service's webhooks/,
      ],
    ] as const) {
      const { [name]: value = "" } = env;
      env[name] = "";
      const { code, stderr } = await harness.processes.run("endpoint.ts");
      env[name] = value;
      assert.equal(code, 1);
      assert.match(stderr, message);
    }
  });
});
