import assert from "node:assert/strict";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import { operation } from "./faults";
import { PayoutsHarness, QUICK } from "./harness";
import { killTests } from "./kills";

const ROWS = Number(process.env["TEST_ENQUEUED"] ?? 20_000);

killTests("pg-boss", async () => Promise.resolve({ worker: "worker.ts" }));

describe("payouts through the queue", { timeout: 360_000 }, () => {
  let harness: PayoutsHarness;

  before(async () => {
    harness = await PayoutsHarness.start(QUICK);
  });
  after(async () => {
    await harness.stop();
  });

  it("adds a row once, and a bad or changed row stops no other row", async () => {
    const header = "id,name,account_number,routing_number,amount";
    const [a, b] = ["1,A,000111222301,021000021", "2,B,000111222302,021000021"];
    const enqueue = async (...lines: string[]) => {
      const file = await harness.write("twice", `${[header, ...lines].join("\n")}\n`);
      return harness.processes.run("enqueue.ts", [file, "--batch", "twice"]);
    };
    const bad = await enqueue(`${a},5`, `${b},1.005`, "3,\0,000111222303,021000021,1");
    assert.equal(bad.code, 1);
    assert.match(
      bad.stdout,
      /1 payouts enqueued, 0 were there.*\nbad {8}line 3: .*decimal places.*\nbad {8}line 4: name is/,
    );
    assert.match((await enqueue(`${a},5`)).stdout, /0 payouts enqueued, 1 were there/);
    const changed = await enqueue(`${a},6`, `${b},6`);
    assert.equal(changed.code, 1);
    assert.match(
      changed.stdout,
      /1 payouts enqueued, 1 were there.*\nbad {8}line 2: the row 1 had another payee or amount/,
    );
    assert.deepEqual((await harness.report("twice")).figures, [
      { currency: "USD", state: "open", count: 2, cents: 1100 },
    ]);
    // No worker takes them in time.
    await harness.query("update payouts set due_at = now() - interval '1 minute'");
    // A new gate opens now.
    await harness.query("update rate_gate set closed_until = now() - interval '1 minute'");
    assert.equal((await harness.report("twice")).forgotten, 2);
    await harness.query("update payouts set due_at = now() + interval '1 minute'");
    assert.equal((await harness.report("twice")).forgotten, 0);
    // A damaged amount ends no report.
    await harness.query("update payouts set amount = 9007199254740993, state = 'refused' where row_id = '2'");
    assert.match(
      await harness.run("report.ts", "--batch", "twice"),
      /^refused .* 1 {2}\$90,071,992,547,409\.9/m,
    );
    // A batch by the name of the file would pay all rows again under another name.
    assert.match((await harness.processes.run("enqueue.ts", [harness.path("twice.csv")])).stderr, /usage: /);
  });

  it("reports a pause that the service asked for", async () => {
    await harness.query("update rate_gate set closed_until = now() + interval '1 hour'");
    const pausedUntil = new Date((await harness.report("pause")).pausedUntil ?? 0);
    assert.ok(pausedUntil.getTime() > Date.now() + 3_500_000);
    assert.match(
      await harness.run("report.ts"),
      new RegExp(`no request before ${pausedUntil.toISOString()}`),
    );
    await harness.query("update rate_gate set closed_until = now()");
    assert.equal((await harness.report("pause")).pausedUntil, null);
  });

  it("takes each step in time if the clock of a worker is wrong", async () => {
    const file = await harness.file(1, "Clock");
    harness.setFaults([{ operation, kind: "reset-before", times: 1 }]);
    await harness.run("enqueue.ts", file, "--batch", "clock");
    const ahead = "const { now } = Date; Date.now = () => now() + 3_600_000;";
    harness.processes.env["NODE_OPTIONS"] = `--import "data:text/javascript,${encodeURIComponent(ahead)}"`;
    await harness.processes.startWorkers(1);
    await harness.until("clock", ({ paid }) => paid === 1, 30);
    await harness.processes.stopWorkers();
    delete harness.processes.env["NODE_OPTIONS"];
  });

  it("notices a worker that draws a new key for each attempt", async () => {
    const file = await harness.file(20, "Careless");
    harness.setFaults([{ operation, kind: "reset-after", times: 4 }]);
    await harness.run("enqueue.ts", file, "--batch", "careless");
    await harness.processes.startWorkers(1, "test/careless-worker.ts");
    await harness.until("careless", (now) => now.paid + now.failed + now.refused === 20, 60);
    await harness.processes.stopWorkers("SIGKILL");
    // On a busy machine, a fault may hit a request that the worker gave up before the service acted.
    await assert.rejects(harness.checkBooks(file), /transactions, one for each row\s+2[1-4] !== 20/);
  });

  it("uses a payee's existing account, and lets a payout with an unknown outcome wait for a person", async () => {
    Object.assign(harness.processes.env, { PAYOUTS_MAX_TRIES: "2" });
    const file = await harness.file(2, "Ask");
    await harness.createAccount(file);
    harness.setFaults([{ operation, kind: "reset-before" }]);
    await harness.run("enqueue.ts", file, "--batch", "ask");
    await harness.processes.startWorkers(1);
    await harness.until("ask", ({ ask }) => ask === 2, 30);

    const listed = await harness.run("report.ts", "--ask");
    const ids = [...listed.matchAll(/^ask {8}(\d+): row \d+ of ask, .* 2 tries, .*most tries/gm)].map(
      ([, id = ""]) => id,
    );
    assert.equal(ids.length, 2);
    const { figures, asking, forgotten } = await harness.report("ask");
    assert.deepEqual(figures, [{ currency: "USD", state: "ask", count: 2, cents: 2025 }]);
    assert.deepEqual([asking, forgotten], [2, 0]);
    // A look-up of a pending payout hides no age.
    await harness.query("update payouts set created_at = now() - interval '1 day'");
    assert.ok((await harness.report("ask")).oldestSeconds >= 86_400);

    harness.setFaults([]);
    assert.match(await harness.run("retry.ts", ids[0]!), /^\d+: row \d of ask, goes on$/m);
    await harness.until("ask", (now) => now.paid === 1 && now.ask === 1, 30);
    // A part inside a reason is not its start.
    assert.equal(await harness.run("retry.ts", "--reason", "known"), "");
    assert.match(
      await harness.run("retry.ts", "--reason", "the outcome is"),
      /^\d+: row \d of ask, goes on$/m,
    );
    await harness.until("ask", (now) => now.paid === 2, 30);
    assert.match(await harness.run("retry.ts", ids[1]!), /is neither refused nor waiting for a person/);
    await harness.processes.stopWorkers();
    await harness.checkBooks(file);
  });

  it("keeps the common rate, and all workers pause when the service asks one to", async () => {
    Object.assign(harness.processes.env, { PAYOUTS_RATE: "30", PAYOUTS_MAX_TRIES: "20" });
    const file = await harness.file(60, "Slow");
    harness.setFaults([{ operation, kind: "status", status: 429, retryAfter: 2, skip: 20, times: 1 }]);
    await harness.run("enqueue.ts", file, "--batch", "slow");
    const requests: { atMs: number; acted: boolean }[] = [];
    harness.simulator.onExchange(({ route, status }) => {
      if (route === operation) requests.push({ atMs: Date.now(), acted: status !== undefined });
    });
    await harness.processes.startWorkers(2);
    await harness.until("slow", (now) => now.paid + now.failed + now.refused + now.pending === 60, 60);
    await harness.processes.stopWorkers();

    const refusedAtMs = requests.find(({ acted }) => !acted)?.atMs ?? assert.fail("no 429 came");
    // Requests that were under way when the 429 came may still end.
    const during = requests.filter(({ atMs }) => atMs > refusedAtMs + 300 && atMs < refusedAtMs + 1900);
    assert.deepEqual(during, []);
    for (const { atMs } of requests) {
      const second = requests.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1000);
      // 30 a second, and 10 at once after a quiet time; a slow machine lets some arrive late.
      assert.ok(second.length <= 30 + 10 + 5, `${second.length} requests in one second`);
    }
  });

  it("lets payouts that stay pending keep no new one waiting", async () => {
    Object.assign(harness.processes.env, { PAYOUTS_RATE: "10" });
    harness.setFaults([]);
    harness.simulator.clock.stop();
    const text = await harness.read(await harness.file(60, "Pending"));
    const file = await harness.write("Pending", text.replaceAll(/\d{3},021000021/g, "005,021000021"));
    await harness.run("enqueue.ts", file, "--batch", "pending");
    await harness.processes.startWorkers(2);
    await harness.until("pending", ({ pending }) => pending === 60, 60);
    await harness.simulator.clock.advance("31s");
    await harness.until("pending", ({ failed }) => failed === 60, 60);
    await harness.processes.stopWorkers();
  });

  it(`enqueues ${ROWS} rows in a time that grows with their number only (B2)`, async (context) => {
    const file = await harness.file(ROWS, "Enqueued");
    const startedMs = Date.now();
    await harness.run("enqueue.ts", file, "--batch", "enqueued");
    const seconds = (Date.now() - startedMs) / 1000;
    context.diagnostic(`${ROWS} rows in ${seconds.toFixed(1)} s`);
    // 100,000 rows take a minute at most. The start of the process may take longer on a busy machine.
    assert.ok(seconds < 10 + (ROWS * 60) / 100_000, `${seconds} s`);
  });
});
