import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorServer } from "payments-sdk/simulator";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runExample, startExample } from "../support/run-example";

const ROWS = 40;
const HEADER = "id,name,account_number,routing_number,amount";
const rows = Array.from(
  { length: ROWS },
  (_, index) => `${index + 1},Payee ${index + 1},000111222${String(300 + index)},021000021,${index + 1}.25`,
);
const TOTAL = rows.reduce((sum, _, index) => sum + (index + 1) * 100 + 25, 0);

describe("examples/payouts-from-csv.ts", () => {
  let folder: string;
  let simulator: Simulator;
  let server: SimulatorServer;
  let payments: PaymentsClient;
  let env: Record<string, string>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "payouts-"));
    simulator = new Simulator({ seed: "payouts" });
    server = await simulator.listen({ port: 0 });
    payments = new PaymentsClient(simulator.clientOptions());
    const { clientId, clientSecret } = simulator.clientOptions();
    env = {
      PAYMENTS_BASE_URL: server.url,
      PAYMENTS_CLIENT_ID: clientId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
    };
    const account = (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0];
    await payments.sandbox.fund(account!.id, { amount: TOTAL });
  });

  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  async function file(lines: readonly string[]): Promise<string> {
    const path = join(folder, "payouts.csv");
    await writeFile(path, `${[HEADER, ...lines].join("\n")}\n`);
    return path;
  }

  const paid = () => payments.transactions.list({ type: "OUTGOING" }).toArray();

  it(
    "pays nobody twice when it is killed in the middle and run again [IDM-02]",
    { timeout: 120_000 },
    async () => {
      const csv = await file(rows);
      const first = startExample("payouts-from-csv.ts", [csv], env);
      // Kill it with calls in flight, once a quarter of the payouts has been made.
      let made = 0;
      const stop = simulator.on("OUTGOING_PAYMENT.COMPLETED", () => {
        made += 1;
        if (made === ROWS / 4) first.child.kill("SIGKILL");
      });
      expect((await first.finished).signal).toBe("SIGKILL");
      stop();
      const before = await paid();
      expect(before.length).toBeGreaterThanOrEqual(ROWS / 4);
      expect(before.length).toBeLessThan(ROWS);

      const second = await runExample("payouts-from-csv.ts", [csv], env);
      expect(second).toMatchObject({ code: 0, stderr: "" });
      expect(second.stdout).toContain(`${ROWS} of ${ROWS} payouts made`);

      const after = await paid();
      expect(after).toHaveLength(ROWS);
      const receivers = after.map(({ destination }) =>
        "accountId" in destination ? destination.accountId : "",
      );
      expect(new Set(receivers).size).toBe(ROWS);
      const sum = after.reduce(
        (total, row) => total + (row.type === "OUTGOING" ? row.sentAmount.amount : 0),
        0,
      );
      expect(sum).toBe(TOTAL);
      const source = (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0];
      expect(source!.balance.amount).toBe(0);
    },
  );

  it("checks the whole file before it pays anybody", { timeout: 60_000 }, async () => {
    const csv = await file([...rows.slice(0, 3), "4,Payee 4,000111222304,021000021,1.005"]);
    const { code, stderr } = await runExample("payouts-from-csv.ts", [csv], env);
    expect(code).toBe(1);
    expect(stderr).toContain("more decimal places");
    expect(await paid()).toHaveLength(0);
  });

  it("reports a row that fails and pays the others", { timeout: 60_000 }, async () => {
    // The last three digits 003 stand for a closed account (specification, "Sandbox outcomes").
    const csv = await file([rows[0]!, "2,Payee 2,000111222003,021000021,2.25", rows[2]!]);
    const { code, stdout } = await runExample("payouts-from-csv.ts", [csv], env);
    expect(code).toBe(1);
    expect(stdout).toContain("2 of 3 payouts made, $4.50 in all");
    expect(stdout).toMatch(/not paid {2}2: Transaction:\S+ failed: QUOTE_EXECUTION_FAILED/);
  });
});
