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
    "pays nobody twice if it is killed in the middle and run again [IDM-02]",
    { timeout: 120_000 },
    async () => {
      const csv = await file(rows);
      const first = startExample("payouts-from-csv.ts", [csv], env);
      // Kills it with calls in flight, after a quarter of the payouts.
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
      expect(second.stdout).toContain(`${ROWS} of ${ROWS} payouts paid`);

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

  it("checks the whole file before the first payout", { timeout: 60_000 }, async () => {
    const csv = await file([...rows.slice(0, 3), "4,Payee 4,000111222304,021000021,1.005"]);
    const { code, stderr } = await runExample("payouts-from-csv.ts", [csv], env);
    expect(code).toBe(1);
    expect(stderr).toContain("more decimal places");
    expect(await paid()).toHaveLength(0);
  });

  it("reports a refused row and pays the others", { timeout: 60_000 }, async () => {
    // The last three digits 003 mean a closed account (specification, "Sandbox outcomes").
    const csv = await file([rows[0]!, "2,Payee 2,000111222003,021000021,2.25", rows[2]!]);
    const { code, stdout, stderr } = await runExample("payouts-from-csv.ts", [csv], env);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain("2 of 3 payouts paid, $4.50 in all");
    expect(stdout).toMatch(/refused {4}2: Transaction:\S+ failed: QUOTE_EXECUTION_FAILED/);
    expect(stdout).not.toMatch(/unknown|not tried/);
  });

  it(
    "stops at a payment with an unknown outcome, and counts the rows after it as not tried",
    { timeout: 60_000 },
    async () => {
      const stopped = await file(rows.slice(0, 10));
      let calls = 0;
      // From the fourth payment on, every connection breaks after the service has acted.
      simulator.onExchange(({ operation }) => {
        if (operation !== "POST /transfer-out") return;
        calls += 1;
        if (calls === 3) simulator.faults.add({ operation, kind: "reset-after" });
      });
      const { code, stdout, stderr } = await runExample(
        "payouts-from-csv.ts",
        [stopped, "--concurrency", "1"],
        env,
      );
      expect(code).toBe(1);
      expect(stdout).toContain("3 of 10 payouts paid, $6.75 in all");
      expect(stdout).toMatch(/^unknown {4}4: /m);
      expect(stdout).toContain("6 rows were not tried");
      expect(stdout).not.toContain("refused");
      expect(stderr).toContain("run the same command again");
      expect(await paid()).toHaveLength(4);

      simulator.faults.clear();
      const again = await runExample("payouts-from-csv.ts", [stopped], env);
      expect(again).toMatchObject({ code: 0, stderr: "" });
      expect(again.stdout).toContain("10 of 10 payouts paid");
      expect(await paid()).toHaveLength(10);
    },
  );

  it("counts a pending payment separately from the completed ones", { timeout: 60_000 }, async () => {
    // The last three digits 005 mean a transfer that stays pending for 30 seconds.
    const csv = await file([rows[0]!, "2,Payee 2,000111222005,021000021,2.25"]);
    const { code, stdout } = await runExample("payouts-from-csv.ts", [csv], env);
    expect(code).toBe(0);
    expect(stdout).toContain("1 of 2 payouts paid, $1.25 in all");
    expect(stdout).toMatch(/^pending {4}2: Transaction:\S+ is PENDING$/m);
  });

  it(
    "stops every worker at once: each finishes its current row and takes no other",
    { timeout: 60_000 },
    async () => {
      const csv = await file(rows);
      simulator.faults.add({ operation: "POST /transfer-out", kind: "reset-after" });
      const { code, stdout } = await runExample("payouts-from-csv.ts", [csv, "--concurrency", "4"], env);
      expect(code).toBe(1);
      expect(stdout).toContain(`0 of ${ROWS} payouts paid, $0.00 in all`);
      const unknown = stdout.match(/^unknown /gm)?.length ?? 0;
      expect(unknown).toBeGreaterThanOrEqual(1);
      expect(unknown).toBeLessThanOrEqual(4);
      const untried = Number(/(\d+) rows were not tried/.exec(stdout)?.[1]);
      expect(unknown + untried).toBe(ROWS);
    },
  );
});
