import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it, mock } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { PaymentsClient } from "payments-sdk";
import { nextStep } from "payments-sdk/payouts";
import type { FailureRecord, PaymentTry } from "payments-sdk/payouts";
import { Simulator } from "payments-sdk/simulator";
import { LocalPostgres } from "../../postgres/local-postgres";
import type { Database } from "../../postgres/database";
import { Gate } from "../../postgres/gate";
import { createDatabase } from "../database";
import { Payer } from "../pay";
import type { Payout } from "../pay";
import { settings } from "../settings";
import { QueueTable } from "../table";

/** What the service does with one request: it acts, or it responds with this. `refund`: the payment failed, with a refund in this status. */
type Ending =
  | "acts"
  | "lost"
  | "acts, lost"
  | { status: number; code: string; message?: string; retryAfter?: string }
  | { refund: string; held?: Promise<void> };

const defaults = { ...settings };

const SOURCE = "GET /platform/internal-accounts";
const PAYEE = "POST /platform/external-accounts";
const PAYMENT = "POST /transfer-out";

describe("what a payout becomes", { timeout: 120_000 }, () => {
  let postgres: LocalPostgres;
  let database: Database;
  let payer: Payer;
  let payments: PaymentsClient;
  /** The next responses to an operation. Without one, the service acts. */
  let responses: Record<string, Ending[]>;
  /** The keys of the payments that were sent. */
  let keys: string[];
  let rows = 0;
  /** Each test has a service of its own, with ids of its own. */
  const connectionOf = () => new Simulator({ seed: `outcomes ${rows}` }).clientOptions();

  before(async () => {
    postgres = await LocalPostgres.start();
    database = await createDatabase(postgres.url).open({ withQueues: false });
    Object.assign(settings, { firstWait: 1, longestWait: 1, maxDelay: 60_000, rate: 10_000, maxTries: 6 });
  });
  after(async () => {
    await database.close();
    await postgres.stop();
  });

  beforeEach(async () => {
    const { fetch, ...connection } = connectionOf();
    responses = {};
    keys = [];
    payments = new PaymentsClient({
      ...connection,
      maxRetries: 0,
      fetch: async (url, init) => {
        const path = new URL(String(url)).pathname.replace(/^\/\d{4}-\d\d-\d\d/, "");
        const operation = `${init.method ?? "GET"} ${path}`;
        if (operation === PAYMENT) keys.push(new Headers(init.headers).get("idempotency-key") ?? "none");
        const response = responses[operation]?.shift() ?? "acts";
        if (response === "acts") return fetch(url, init);
        if (response === "acts, lost") await fetch(url, init);
        if (typeof response === "string") throw new TypeError("terminated");
        if ("refund" in response) {
          await response.held;
          const transaction: object = await (await fetch(url, init)).json();
          const refund = { reference: "RFD-1", initiatedAt: "2026-11-26T00:00:00Z", status: response.refund };
          return Response.json({ ...transaction, status: "FAILED", refund });
        }
        const { status, code, message = "no", retryAfter } = response;
        const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
        return Response.json({ status, code, message }, { status, headers });
      },
    });
    const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
    await payments.sandbox.fund(account!.id, { amount: 1_000_000 });
    payer = payerOf(payments);
  });

  const payerOf = (client: PaymentsClient) => new Payer(client, new QueueTable(client, database));
  /** Adds a payout, to a payee of its own unless one is named. */
  async function add(payee = `${rows + 1}`): Promise<string> {
    rows += 1;
    const { rows: added } = await database.pool.query<{ id: string }>(
      `insert into payouts (batch, row_id, payee, name, account_number, routing_number, currency, amount)
       values ('test', $1, $2, 'Ada', $3, '021000021', 'USD', 500) returning id`,
      [String(rows), `payee-${payee}`, `0001112223${String(10 + rows)}`],
    );
    return added[0]!.id;
  }
  async function read(id: string): Promise<Payout> {
    return (await database.pool.query<Payout>("select * from payouts where id = $1", [id])).rows[0]!;
  }
  /** Takes steps until the payout is finished, or needs a longer wait. */
  async function pay(id: string): Promise<Payout> {
    for (let wait = await payer.advance(id); wait !== undefined && wait < 100; wait = await payer.advance(id))
      await sleep(wait);
    return read(id);
  }
  const made = async () => (await payments.transactions.list({ type: "OUTGOING" }).toArray()).length;
  const REFUSED = { status: 422, code: "INVALID_BANK_ACCOUNT" };

  it("pays, and a repeated job changes nothing", async () => {
    const id = await add();
    assert.equal((await pay(id)).state, "paid");
    assert.equal(await payer.advance(id), undefined);
    assert.equal(await made(), 1);
  });

  it("stays pending while a failed payment is refunded, and has failed then", async () => {
    const id = await add();
    responses[PAYMENT] = [{ refund: "PENDING" }];
    const { state, reason, transaction_id } = await pay(id);
    assert.deepEqual([state, reason], ["pending", "it failed, and its refund is open"]);
    responses[`GET /transactions/${encodeURIComponent(transaction_id!)}`] = [{ refund: "COMPLETED" }];
    await payer.advance(id);
    assert.equal((await read(id)).state, "failed");
    assert.equal(await made(), 1);
  });

  it("waits for a person if its history is damaged", async () => {
    for (const history of ["null", "[]", '{"tries":7}']) {
      const id = await add();
      await database.pool.query("update payouts set history = $2 where id = $1", [id, history]);
      const { state, reason } = await pay(id);
      assert.deepEqual([state, /must be/.test(reason ?? "")], ["ask", true], history);
    }
  });

  it("ends its job with a word if its row was deleted", async () => {
    const id = await add();
    await database.pool.query("delete from payouts where id = $1", [id]);
    const words = mock.method(console, "error", () => {});
    assert.equal(await payer.advance(id), undefined);
    words.mock.restore();
    assert.deepEqual(words.mock.calls[0]?.arguments, [`payout ${id} is not in the table: its job ends`]);
  });

  it("waits for no person after an outage of twelve hours", () => {
    const tries: PaymentTry[] = [];
    const startedMs = Date.parse("2026-11-26T00:00:00Z");
    const error: FailureRecord = { outcome: "unknown", advice: "retry", code: "X", message: "no" };
    let nowMs = startedMs;
    while (nowMs < startedMs + 12 * 3_600_000) {
      const step = nextStep({ tries }, { ...defaults, now: new Date(nowMs) });
      assert.ok(step.step === "again", `${step.step} after ${(nowMs - startedMs) / 3_600_000} hours`);
      nowMs += step.after;
      const at = new Date(nowMs).toISOString();
      tries.push({ key: step.key, at, ended: { at, error } });
    }
  });

  // A 409 of a payment may stand for an earlier copy of it.
  for (const [operation, statuses] of Object.entries({ [PAYEE]: [403, 409, 423], [PAYMENT]: [403, 423] })) {
    it(`waits for a person after ten refusals in a row of ${operation}, and outlives an outage with some`, async () => {
      settings.maxTries = 100;
      const all = statuses.map((status) => ({ status, code: "FORBIDDEN" }));
      const many = (count: number) => Array.from({ length: count }, (_, index) => all[index % all.length]!);
      const down = { status: 503, code: "UNAVAILABLE", retryAfter: "0" };
      const [lasting, passing, looking] = [await add(), await add(), await add()];
      responses[operation] = many(10);
      const { state, reason, history } = await pay(lasting);
      assert.deepEqual([state, history.tries.length], ["ask", 10]);
      assert.match(reason ?? "", /FORBIDDEN/);
      responses[operation] = [...many(9), down, ...many(9), down, ...many(9)];
      assert.equal((await pay(passing)).state, "paid");
      // A refused look-up says nothing about the payout.
      payer = payerOf(payments);
      responses[SOURCE] = many(12);
      assert.equal((await pay(looking)).state, "paid");
      settings.maxTries = 6;
    });
  }

  it("keeps its end when another worker reads an older version of its transaction late", async () => {
    const id = await add();
    responses[PAYMENT] = [{ refund: "PENDING" }];
    const path = `GET /transactions/${encodeURIComponent((await pay(id)).transaction_id!)}`;
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    responses[path] = [{ refund: "PENDING", held }, { refund: "COMPLETED" }];
    const late = payer.advance(id);
    while (responses[path].length === 2) await sleep(10);
    assert.equal(await payer.advance(id), undefined);
    const ended = await read(id);
    goOn();
    assert.equal(await late, undefined);
    const { state, reason, transaction_status } = await read(id);
    assert.deepEqual([state, reason, transaction_status], ["failed", ended.reason, "FAILED"]);
  });

  it("is looked up less often the longer it stays pending, so that it leaves requests for new payouts", async () => {
    const id = await add();
    responses[PAYMENT] = [{ refund: "PENDING" }];
    const { history, transaction_id } = await pay(id);
    const path = `GET /transactions/${encodeURIComponent(transaction_id!)}`;
    responses[path] = [{ refund: "PENDING" }, { refund: "PENDING" }];
    assert.equal(await payer.advance(id), 30_000);
    const at = new Date(Date.now() - 4 * 3_600_000).toISOString();
    const tries = [{ ...history.tries[0], at }];
    await database.pool.query("update payouts set history = $2 where id = $1", [
      id,
      JSON.stringify({ tries }),
    ]);
    const wait = await payer.advance(id);
    assert.ok(wait !== undefined && wait >= 3_600_000 && wait < 3_700_000, String(wait));
    // Engines get it again then, and not earlier.
    const { rows: due } = await database.pool.query<{ seconds: number }>(
      "select extract(epoch from due_at - now())::float8 as seconds from payouts where id = $1",
      [id],
    );
    assert.ok(Math.abs((due[0]?.seconds ?? 0) - wait / 1000) < 60, JSON.stringify(due));
  });

  it("pauses all workers when the service asks for it in the look at its list", async () => {
    const id = await add();
    responses[PAYMENT] = [{ status: 409, code: "IDEMPOTENCY_KEY_REUSED" }];
    responses["GET /transactions"] = [{ status: 429, code: "RATE_LIMITED", retryAfter: "1000000000000" }];
    await assert.rejects(pay(id), /RATE_LIMITED/);
    const pauseMs = await new Gate(database.pool, 1).pauseMs();
    assert.ok(pauseMs > 86_000_000 && pauseMs <= 86_400_000, `${pauseMs} ms`);
    await database.pool.query("update rate_gate set closed_until = now()");
    assert.equal((await pay(id)).state, "ask");
  });

  for (const status of [400, 401, 404, 500]) {
    it(`goes on after ${status} for a look-up, and is paid (B1)`, async () => {
      const id = await add();
      responses[SOURCE] = [{ status, code: "INVALID_INPUT" }];
      const { state, history } = await pay(id);
      assert.equal(state, "paid");
      assert.deepEqual(
        history.tries.map(({ request }) => request),
        ["look-up", "payment"],
      );
    });
  }

  for (const [what, operation] of [
    ["itself", PAYMENT],
    ["its payee's creation", PAYEE],
  ] as const) {
    it(`is refused by a refusal of ${what}`, async () => {
      const id = await add();
      responses[operation] = [REFUSED];
      const { state, reason } = await pay(id);
      assert.equal(state, "refused");
      assert.match(reason ?? "", /^INVALID_BANK_ACCOUNT \(not-executed\)/);
      assert.equal(await made(), 0);
    });
  }

  it("is refused with a message that PostgreSQL cannot store", async () => {
    const id = await add();
    responses[PAYMENT] = [{ ...REFUSED, message: "a\0b\ud83d" }];
    const { state, reason } = await pay(id);
    assert.equal(state, "refused");
    // The client shows a control character as a blank.
    assert.match(reason ?? "", /: a b\ufffd$/);
  });

  for (const response of [
    "lost",
    "acts, lost",
    { status: 503, code: "X_Y" },
    { status: 401, code: "UNAUTHORIZED" },
  ] as const) {
    it(`keeps its key and is paid once after ${JSON.stringify(response)}`, async () => {
      const id = await add();
      responses[PAYMENT] = [response, response];
      assert.equal((await pay(id)).state, "paid");
      assert.deepEqual([keys.length, new Set(keys).size, await made()], [3, 1, 1]);
    });
  }

  it("takes a new key after a refusal with a cause that passes, if no try of the old key is unknown (C14)", async () => {
    const id = await add();
    responses[PAYMENT] = [{ status: 400, code: "QUOTE_REQUEST_FAILED" }];
    assert.equal((await pay(id)).state, "paid");
    assert.equal(new Set(keys).size, 2);
  });

  it("is not refused after an unknown try: a delayed copy may still arrive (B5)", async () => {
    const id = await add();
    responses[PAYMENT] = ["lost", REFUSED];
    const { state, history } = await pay(id);
    assert.equal(state, "open");
    assert.equal(new Set(keys).size, 1);
    // The same key is refused again after the longest delay.
    for (const one of history.tries) {
      const earlier = (time: string) => new Date(Date.parse(time) - 61_000).toISOString();
      Object.assign(one, { at: earlier(one.at), ended: { ...one.ended, at: earlier(one.ended!.at) } });
    }
    await database.pool.query("update payouts set history = $2 where id = $1", [id, JSON.stringify(history)]);
    responses[PAYMENT] = [REFUSED];
    assert.equal((await pay(id)).state, "refused");
    assert.equal(new Set(keys).size, 1);
  });

  it("is found in the list after the most tries, or waits for a person", async () => {
    const [found, asking] = [await add(), await add()];
    responses[PAYMENT] = ["acts, lost", ...Array.from({ length: 5 }, () => "lost" as const)];
    assert.equal((await pay(found)).state, "paid");
    responses[PAYMENT] = Array.from({ length: 6 }, () => "lost" as const);
    const { state, reason } = await pay(asking);
    assert.equal(state, "ask");
    assert.match(reason ?? "", /the list shows 0 payments/);
    assert.equal(await made(), 1);
  });

  it("takes no payment of an equal payout, and is not told apart from one that is open", async () => {
    const [paid, one, other] = [await add("equal"), await add("equal"), await add("equal")];
    const conflict = { status: 409, code: "IDEMPOTENCY_KEY_REUSED" };
    const reasonOf = async (id: string, ...before: Ending[]) => {
      responses[PAYMENT] = [...before, conflict];
      const { state, reason } = await pay(id);
      assert.equal(state, "ask");
      return reason ?? "";
    };
    assert.equal((await pay(paid)).state, "paid");
    assert.match(await reasonOf(one), /the list shows 0 payments/);
    assert.match(await reasonOf(other, "acts, lost"), /the list shows 1 payments/);
  });

  it("becomes paid if a result comes while it waits for a person", async () => {
    const id = await add();
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const { fetch, ...connection } = connectionOf();
    const slow = new PaymentsClient({
      ...connection,
      fetch: async (url, init) => {
        if (String(url).endsWith("/transfer-out")) await held;
        return fetch(url, init);
      },
    });
    const [account] = (await slow.platform.internalAccounts.list({ currency: "USD" })).data;
    await slow.sandbox.fund(account!.id, { amount: 1_000_000 });
    const late = payerOf(slow).advance(id);
    while ((await read(id)).history.tries.length === 0) await sleep(10);
    await database.pool.query("update payouts set state = 'ask' where id = $1", [id]);
    goOn();
    assert.equal(await late, undefined);
    assert.equal((await read(id)).state, "paid");
  });
});
