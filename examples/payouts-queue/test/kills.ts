import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import process from "node:process";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { troubleOf } from "../../postgres/harness";
import { readRows } from "../csv";
import { EVERYTHING } from "./faults";
import { moneyOf, PayoutsHarness, QUICK } from "./harness";

/** The engine under test: its worker, and the server that is killed. Default: the database. */
export interface Engine {
  worker: string;
  settings?: Readonly<Record<string, string>>;
  crash?: () => Promise<void>;
}

/** The short form. The long one sets the variables `TEST_…`. */
const PAYOUTS = Number(process.env["TEST_PAYOUTS"] ?? 300);
const TROUBLE = troubleOf({ workers: 2, workerKills: 2, databaseKills: 1, serviceLosses: 1 });
/** A busy machine needs some seconds to start a worker or a server again. */
const LIMIT_SECONDS = 120 + PAYOUTS / 5 + 10 * TROUBLE.workerKills + 20 * TROUBLE.databaseKills;
const LOSS_MS = 5_000;
/** Many pending payouts would fill the rate with look-ups. */
const POLL_SECONDS = Math.ceil(PAYOUTS / 1_000);
/** On a busy machine the list of 2,000 accounts takes longer than a second. */
const SLOW = { PAYOUTS_TIMEOUT_MS: "4000", PAYOUTS_MAX_DELAY_MS: "12000", PAYOUTS_EXPIRE: "12" };

/** More than the balance: refused by the service. */
const REFUSED = "2000000000.00";
/** Damaged rows of the table, and their final states. */
const POISON = [
  {
    place: 11,
    damage: `history = '{"tries": "none"}'`,
    state: "ask",
    reason: /`history.tries` must be an array/,
  },
  {
    place: 31,
    damage: `history = '{"tries": [null]}'`,
    state: "ask",
    reason: /`history.tries\[0\]` must be an object/,
  },
  {
    place: 51,
    damage: "amount = 9007199254740993",
    state: "refused",
    reason: /^INVALID_REQUEST \(not-executed\)/,
  },
] as const;
const EACH = 100;

/** Of each 20 payouts, one is larger than the balance. */
function withRefusals(text: string): { text: string; refused: string[] } {
  const refused: string[] = [];
  const lines = text.split("\n").map((line) => {
    const [id = ""] = line.split(",");
    if (Number(id) % 20 !== 7) return line;
    refused.push(id);
    return line.replace(/[^,]+$/, REFUSED);
  });
  return { text: lines.join("\n"), refused };
}

/** Pays while everything fails, with refusals that the service stores under their key, and with others. */
export function killTests(name: string, open: () => Promise<Engine & { stop?: () => Promise<void> }>): void {
  for (const refusals of ["stored", "forgotten"] as const) {
    describe(`${name}, refusals ${refusals}`, { timeout: (LIMIT_SECONDS + 300) * 1000 }, () => {
      it(`pays ${PAYOUTS} payouts once, while workers, servers and the service fail, and poison rows wait`, async (context) => {
        const engine = await open();
        const settings = { ...QUICK, ...SLOW, PAYOUTS_POLL: String(POLL_SECONDS), ...engine.settings };
        const harness = await PayoutsHarness.start(settings, { keyedRefusals: refusals });
        try {
          context.diagnostic(`${name}, refusals ${refusals}: ${await pay(harness, engine)}`);
        } finally {
          await harness.stop();
          await engine.stop?.();
        }
      });
    });
  }
}

/** Returns the summary. */
async function pay(harness: PayoutsHarness, engine: Engine): Promise<string> {
  const startedMs = Date.now();
  const batch = "kills";
  const file = await harness.file(PAYOUTS, "Many");
  const { text, refused } = withRefusals(await harness.read(file));
  await writeFile(file, text);
  await harness.run("enqueue.ts", file, "--batch", batch);
  const poisoned = { ask: [] as string[], refused: [] as string[] };
  for (const { place, damage, state, reason } of POISON) {
    const rows = await harness.query<{ row_id: string }>(
      `update payouts set ${damage} where row_id::integer % ${EACH} = ${place} returning row_id`,
    );
    assert.ok(rows.length > 0, String(reason));
    poisoned[state].push(...rows.map(({ row_id }) => row_id));
  }

  harness.setFaults(EVERYTHING);
  await harness.processes.startWorkers(TROUBLE.workers, engine.worker);
  await harness.kill(
    TROUBLE,
    async (share) =>
      harness.until(batch, ({ open }) => PAYOUTS - open >= PAYOUTS * share * 0.95, LIMIT_SECONDS),
    {
      workerFile: engine.worker,
      ...(engine.crash && { crash: engine.crash }),
      lose: async () => {
        harness.setFaults([{ kind: "reset-before" }]);
        await sleep(LOSS_MS);
        harness.setFaults(EVERYTHING);
      },
    },
  );
  await harness.until(batch, ({ open }) => open === 0, LIMIT_SECONDS);
  // The late failures of the service.
  await harness.simulator.clock.advance("31s");
  await harness.until(batch, ({ open, pending }) => open + pending === 0, 60 + 2 * POLL_SECONDS);
  await harness.stopWorkers();
  harness.setFaults([]);

  // Every refusal is true: the service has no transaction of these rows, and of no others.
  const unpaid = new Set([...refused, ...poisoned.refused, ...poisoned.ask]);
  const rows = await harness.query<{ row_id: string; state: string; reason: string }>(
    "select row_id, state, reason from payouts where batch = $1 and state in ('refused', 'ask')",
    [batch],
  );
  const idsIn = (state: string) => rows.flatMap((row) => (row.state === state ? [row.row_id] : [])).sort();
  assert.deepEqual(idsIn("ask"), poisoned.ask.sort());
  assert.deepEqual(idsIn("refused"), [...refused, ...poisoned.refused].sort());
  for (const { place, reason } of POISON) {
    for (const row of rows.filter(({ row_id }) => Number(row_id) % EACH === place))
      assert.match(row.reason, reason);
  }
  const { paid, failed } = await harness.checkBooks(file, unpaid);
  const report = await harness.report(batch);
  assert.deepEqual({ paid: moneyOf(report, "paid"), failed: moneyOf(report, "failed") }, { paid, failed });
  assert.equal(report.asking, poisoned.ask.length);
  const listed = await harness.run("report.ts", "--ask", "--batch", batch);
  assert.match(listed, new RegExp(`^${poisoned.ask.length} payouts wait for a person`, "m"));
  assert.equal(report.forgotten, 0);
  const lines = (await readRows(file)).rows.length;
  assert.equal(paid.count + failed.count + unpaid.size, lines);

  const { payouts, attempts, unknown } = await harness.attempts(batch);
  assert.ok(attempts > payouts, "faults led to further attempts");
  return (
    `${PAYOUTS} payouts, ${TROUBLE.workers} workers, ${((Date.now() - startedMs) / 1000).toFixed(0)} s, ` +
    `${TROUBLE.workerKills} workers and ${TROUBLE.databaseKills} servers killed, ${harness.processes.ended} workers ended with them, ` +
    `service lost ${TROUBLE.serviceLosses ?? 0} times, ${attempts} tries (${unknown} unknown), ` +
    `paid ${paid.count} (${paid.cents} cents), failed ${failed.count} (${failed.cents} cents), ` +
    `refused ${refused.length + poisoned.refused.length}, for a person ${poisoned.ask.length}; ` +
    "none twice, none forgotten, the report equals the service's books"
  );
}
