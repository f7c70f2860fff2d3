import process from "node:process";
import type { Fault } from "payments-sdk/simulator";
import { expect, it } from "vitest";
import { centsOf, CREATION, linesOf, openPayouts, row, TRANSFER } from "./payouts-world";
import { startExample } from "../support/run-example";

/** `npm test` is the short form; `TEST_ROWS=500 TEST_KILLS=20 npx vitest run test/examples/payouts-kills` sets the figures of the long one. */
const ROWS = Number(process.env["TEST_ROWS"] ?? 40);
const KILLS = Number(process.env["TEST_KILLS"] ?? 3);

/** What goes wrong while the job is killed: some 5 % of the tries stay unknown. */
const TROUBLE: Fault[] = [
  { operation: TRANSFER, kind: "reset-after", rate: 0.06 },
  { operation: TRANSFER, kind: "reset-before", rate: 0.04 },
  { operation: TRANSFER, kind: "truncate", rate: 0.02 },
  { operation: TRANSFER, kind: "duplicate", rate: 0.02 },
  { operation: TRANSFER, kind: "status", status: 503, after: true, rate: 0.02 },
  { operation: TRANSFER, kind: "status", status: 429, retryAfter: 1, rate: 0.01 },
  { operation: CREATION, kind: "reset-after", rate: 0.03 },
];

it.for(["stored", "forgotten"] as const)(
  `pays each of ${ROWS} rows once while it is killed ${KILLS} times and refusals are %s [IDM-02]`,
  { timeout: 60_000 + ROWS * 1_500 },
  async (keyedRefusals, { onTestFinished }) => {
    const { simulator, payments, env, file, made, close } = await openPayouts(keyedRefusals);
    onTestFinished(close);
    for (const fault of TROUBLE) simulator.faults.add(fault);
    // Each twentieth payment is larger than the balance, and each twentieth fails at once.
    const all = Array.from({ length: ROWS }, (_, index) => {
      if (index % 20 === 7) return row(index, "300", 200_000_000 + index);
      return row(index, index % 20 === 9 ? "003" : "300");
    });
    const broken = ["x,Nobody,,021000021,1.00", `y,Nobody,1,021000021,1.005`, `1,Twice,1,021000021,1.00`];
    const csv = await file([...all, ...broken]);
    const refused = all.flatMap((_, index) => (index % 20 === 7 ? [index] : []));
    const args = [csv, "--batch", "batch"];
    Object.assign(env, {
      PAYOUTS_MAX_DELAY_MS: "4000",
      PAYOUTS_FIRST_WAIT_MS: "50",
      // Nobody funds the account, so a payment that is too large is refused at once.
      PAYOUTS_MAX_MONEY_WAIT_MS: "1",
    });

    let killed = 0;
    let last = "";
    for (let runs = 0; last === "" || linesOf("(open|pending)", last).length > 0; runs += 1) {
      expect(runs, last).toBeLessThan(KILLS + 60);
      const { child, finished } = startExample("payouts-from-csv.ts", args, env);
      let exchanges = 0;
      const limit = 3 + ((killed * 7) % Math.floor(ROWS / KILLS));
      const stop = simulator.onExchange(() => {
        exchanges += 1;
        if (killed === KILLS || exchanges < limit || child.killed) return;
        child.kill("SIGKILL");
      });
      const { signal, stdout, stderr } = await finished;
      stop();
      if (signal === "SIGKILL") killed += 1;
      else last = stdout;
      expect(stderr).not.toContain("at ");
    }

    expect(killed).toBe(KILLS);
    expect(linesOf("refused", last)).toHaveLength(refused.length);
    for (const index of refused) expect(last).toContain(`refused    line ${index + 2}, ${index + 1}: `);
    expect(linesOf("bad", last)).toEqual([
      `bad        line ${ROWS + 2}: account_number is empty or malformed`,
      expect.stringMatching(new RegExp(`line ${ROWS + 3}: .*decimal places`)),
      `bad        line ${ROWS + 4}: the id 1 occurs twice`,
    ]);
    // The service's own books, and not the journal: each row once with its amount, and nothing of a refused row.
    const expected = all.map((_, index) => centsOf(index)).filter((_, index) => index % 20 !== 7);
    const amounts = (await made()).map((each) => (each.type === "OUTGOING" ? each.sentAmount.amount : 0));
    expect(amounts.toSorted((a, b) => a - b)).toEqual(expected);
    const failed = linesOf("failed", last).length;
    expect(last).toContain(`${expected.length - failed} of ${ROWS} payouts paid`);
    expect(failed).toBe(all.filter((_, index) => index % 20 === 9).length);
    const { data } = await payments.platform.externalAccounts.list({ currency: "USD" });
    const names = data.map(({ platformAccountId }) => platformAccountId);
    expect(names).toHaveLength(new Set(names).size);
    // The long form prints its summary.
    if (KILLS > 3)
      process.stdout.write(
        `${ROWS} rows, ${KILLS} kills, refusals ${keyedRefusals}: ${amounts.length} payments, ${failed} of them failed, ${refused.length} refused\n`,
      );
  },
);
