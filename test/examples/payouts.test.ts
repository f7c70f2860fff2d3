import { readFileSync } from "node:fs";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { Fault, SimulatorServer } from "payments-sdk/simulator";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runExample, startExample } from "../support/run-example";

/** `npm test` is the short form; `npm run test:cron` sets the figures of the long one. */
const ROWS = Number(process.env["TEST_ROWS"] ?? 40);
const KILLS = Number(process.env["TEST_KILLS"] ?? 3);
const LIMIT = { timeout: 60_000 };

const HEADER = "id,name,account_number,routing_number,amount";
const centsOf = (index: number) => (index + 1) * 100 + 25;
/** The ending of the account number decides the outcome (specification, "Sandbox outcomes"). */
const row = (index: number, ending = "300", amount = centsOf(index) / 100) =>
  `${index + 1},Payee ${index + 1},${100_000_000 + index}${ending},021000021,${amount.toFixed(2)}`;
const rows = Array.from({ length: 10 }, (_, index) => row(index));
/** One payout at a time, and tries without waits. */
const ONE = { PAYOUTS_CONCURRENCY: "1" };
const SOON = { PAYOUTS_FIRST_WAIT_MS: "1" };
const TRANSFER = "POST /transfer-out";
const CREATION = "POST /platform/external-accounts";

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

describe("examples/payouts-from-csv.ts", () => {
  let folder: string;
  let simulator: Simulator;
  let server: SimulatorServer;
  let payments: PaymentsClient;
  let env: Record<string, string>;

  async function open(keyedRefusals: "stored" | "forgotten" = "stored"): Promise<void> {
    simulator = new Simulator({ seed: "payouts", requests: { keyedRefusals } });
    server = await simulator.listen({ port: 0 });
    payments = new PaymentsClient(simulator.clientOptions());
    const { clientId, clientSecret } = simulator.clientOptions();
    env = {
      PAYMENTS_BASE_URL: server.url,
      PAYMENTS_CLIENT_ID: clientId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
    };
    const account = (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0];
    await payments.sandbox.fund(account!.id, { amount: 100_000_000_00 });
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "payouts-"));
    await open();
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

  const made = () => payments.transactions.list({ type: "OUTGOING" }).toArray();
  /** Runs the job without its lock, which needs a second process. */
  const run = (csv: string, ...args: string[]) =>
    runExample("payouts-from-csv.ts", [csv, "--batch", "batch", ...args], {
      ...env,
      PAYOUTS_LOCKED: join(folder, "payouts.journal"),
    });
  const linesOf = (state: string, stdout: string) => stdout.match(new RegExp(`^${state} .*$`, "gm")) ?? [];

  it.each(["stored", "forgotten"] as const)(
    `pays each of ${ROWS} rows once while it is killed ${KILLS} times and refusals are %s [IDM-02]`,
    { timeout: 60_000 + ROWS * 1_500 },
    async (keyedRefusals) => {
      await server.close();
      await open(keyedRefusals);
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
      Object.assign(env, { PAYOUTS_MAX_DELAY_MS: "2000", PAYOUTS_FIRST_WAIT_MS: "50" });

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
          // The job and the command that holds its lock.
          process.kill(-child.pid!, "SIGKILL");
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

  it("records each try on the disk before it sends it", LIMIT, async () => {
    const csv = await file(rows.slice(0, 2));
    const newest: { history: { tries: unknown[] } }[] = [];
    simulator.onExchange(({ operation }) => {
      if (operation !== TRANSFER) return;
      const lines = readFileSync(join(folder, "payouts.journal"), "utf8").trimEnd().split("\n");
      newest.push(JSON.parse(lines.at(-1)!));
    });
    simulator.faults.add({ operation: TRANSFER, kind: "reset-after" });
    Object.assign(env, ONE);
    expect(await run(csv)).toMatchObject({ code: 1 });
    simulator.faults.clear();
    Object.assign(env, SOON);
    expect(await run(csv)).toMatchObject({ code: 0 });
    const begun = { key: 1, at: expect.any(String) };
    for (const { history, ...payout } of newest) {
      expect(payout).toMatchObject({ batch: "batch", account_id: expect.any(String) });
      expect(history.tries.at(-1)).toEqual(begun);
    }
    expect(newest.slice(-2).map(({ history }) => history.tries.length)).toEqual([2, 2]);
  });

  it("does nothing while another run is at work", LIMIT, async () => {
    const csv = await file(rows);
    simulator.faults.add({ operation: TRANSFER, kind: "delay", delay: 2_000, times: 1 });
    const first = startExample("payouts-from-csv.ts", [csv, "--batch", "batch"], { ...env, ...ONE });
    await new Promise<void>((resolve) => {
      const stop = simulator.onExchange(({ operation }) => {
        if (operation !== CREATION) return;
        stop();
        resolve();
      });
    });
    const second = await startExample("payouts-from-csv.ts", [csv, "--batch", "batch"], env).finished;
    expect(second).toMatchObject({ code: 75, stdout: "" });
    expect(second.stderr).toContain("another run works with");
    expect(await first.finished).toMatchObject({ code: 0 });
    expect(await made()).toHaveLength(rows.length);
  });

  it("goes on after a line that a crash cut", LIMIT, async () => {
    const csv = await file(rows.slice(0, 3));
    expect(await run(csv)).toMatchObject({ code: 0 });
    await appendFile(join(folder, "payouts.journal"), '{"batch":"batch","id":"1","hist');
    const again = await file(rows.slice(0, 4));
    const { code, stdout } = await run(again);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("4 of 4 payouts paid"),
    });
    expect(await run(again)).toMatchObject({ code: 0 });
    expect(await made()).toHaveLength(4);
  });

  it("quarantines bad rows with line and reason, and pays the others", LIMIT, async () => {
    const csv = await file([
      rows[0]!,
      "2,Payee 2,000111222304,021000021,1.005",
      "3,Payee 3,000111222304,021000021",
      '4,"Payee" 4,000111222304,021000021,1.00',
      "5,Payee 5,000111222304,021000021,0.00",
      "1,Payee 6,000111222304,021000021,6.00",
      row(6),
    ]);
    const { code, stdout } = await run(csv);
    expect(code).toBe(1);
    expect(stdout).toContain("2 of 2 payouts paid, $8.50 in all");
    expect(linesOf("bad", stdout).map((line) => line.replace(/^bad +/, ""))).toEqual([
      expect.stringMatching(/^line 3: .*decimal places/),
      expect.stringMatching(/^line 4: Invalid Record Length/),
      expect.stringMatching(/^line 5: Invalid Closing Quote/),
      "line 6: the amount must be positive",
      "line 7: the id 1 occurs twice",
    ]);
    expect(await made()).toHaveLength(2);
  });

  it("pays a row once if the file is renamed, its rows change places, and one leaves it", LIMIT, async () => {
    expect(await run(await file(rows.slice(0, 3)))).toMatchObject({ code: 0 });
    const renamed = join(folder, "corrected.csv");
    await writeFile(renamed, `\ufeff${[HEADER, rows[2], rows[0]].join("\r\n")}\r\n`);
    const { code, stdout } = await run(renamed);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^3 of 3 payouts paid, \$6\.75 in all\npaid {7}not in the file with \$2\.25, 2: Transaction:\S+\n$/,
      ),
    });
    expect(await made()).toHaveLength(3);
    expect((await runExample("payouts-from-csv.ts", [renamed], env)).stderr).toContain("usage: ");
  });

  it("sends nothing for a row that left the file, and reports it", LIMIT, async () => {
    simulator.faults.add({ operation: TRANSFER, kind: "reset-before" });
    expect(await run(await file(rows.slice(0, 2)))).toMatchObject({ code: 1 });
    simulator.faults.clear();
    Object.assign(env, SOON);
    const { code, stdout } = await run(await file(rows.slice(1, 2)));
    expect(code).toBe(1);
    expect(stdout).toContain("1 of 2 payouts paid, $2.25 in all");
    expect(stdout).toMatch(/^open {7}not in the file with \$1\.25, 1: /m);
    expect(await made()).toHaveLength(1);
  });

  it("quarantines a row that has another amount than before, and reports the old one", LIMIT, async () => {
    expect(await run(await file(rows.slice(0, 2)))).toMatchObject({ code: 0 });
    const { code, stdout } = await run(await file([row(0, "300", 7), rows[1]!]));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^paid {7}not in the file with \$1\.25, 1: Transaction:\S+$/m);
    expect(stdout).toContain(
      "bad        line 2: the row 1 had another payee or amount before. Give it a new id only if",
    );
    expect(await made()).toHaveLength(2);
  });

  it(
    "reports refused and failed rows, and a person lets a refused one go on with a new key",
    LIMIT,
    async () => {
      const csv = await file([rows[0]!, row(1, "003"), row(2, "300", 200_000_000)]);
      const { code, stdout, stderr } = await run(csv);
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
      expect(stdout).toContain("1 of 3 payouts paid, $1.25 in all");
      expect(stdout).toMatch(/^failed {5}line 3, 2: Transaction:\S+: QUOTE_EXECUTION_FAILED$/m);
      expect(stdout).toMatch(/^refused {4}line 4, 3: /m);
      expect(stdout).toMatch(/\nAfter you corrected the cause, let a row go on: --continue <id>\n$/);

      const account = (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0];
      await payments.sandbox.fund(account!.id, { amount: 200_000_000_00 });
      expect((await run(csv)).stdout).toMatch(/^refused {4}line 4, 3: /m);
      expect((await run(csv, "--continue", "3")).stdout).toContain("2 of 3 payouts paid");
      // A paid row must not be sent again.
      const paid = await run(csv, "--continue", "1");
      expect(paid).toMatchObject({ code: 1, stdout: "" });
      expect(paid.stderr).toContain("has no row 1 that is refused or waits for a person");
      expect(await made()).toHaveLength(3);
    },
  );

  it("stops after ten tries that leave their payments open, and goes on in the next run", LIMIT, async () => {
    const csv = await file(Array.from({ length: 20 }, (_, index) => row(index)));
    simulator.faults.add({ operation: TRANSFER, kind: "reset-after", skip: 3 });
    Object.assign(env, ONE);
    const { code, stdout } = await run(csv);
    expect(code).toBe(1);
    expect(stdout).toContain("3 of 20 payouts paid, $6.75 in all");
    expect(linesOf("open", stdout).filter((line) => line.endsWith("not tried yet"))).toHaveLength(7);
    expect(await made()).toHaveLength(13);

    simulator.faults.clear();
    Object.assign(env, SOON);
    const again = await run(csv);
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toContain("20 of 20 payouts paid");
    expect(await made()).toHaveLength(20);
  });

  it("follows a pending payment until it ends", LIMIT, async () => {
    // The last three digits 005 mean a transfer that stays pending for 30 seconds.
    const csv = await file([rows[0]!, row(1, "005")]);
    const { code, stdout } = await run(csv);
    expect(code).toBe(0);
    expect(stdout).toContain("1 of 2 payouts paid, $1.25 in all");
    expect(stdout).toMatch(/^pending {4}line 3, 2: Transaction:\S+$/m);
    await simulator.clock.advance("31s");
    simulator.faults.add({ operation: "transactions.retrieve", kind: "status", status: 404 });
    const unread = await run(csv);
    expect(unread.code).toBe(0);
    expect(unread.stdout).toMatch(
      /^pending {4}line 3, 2: Transaction:\S+: .* transactions\.retrieve failed with 404/m,
    );
    simulator.faults.clear();

    // The money is on its way back.
    const [failed] = (await made()).filter(({ status }) => status === "FAILED");
    const refund = { reference: "RFD-1", initiatedAt: "2026-11-26T00:00:00Z", status: "PENDING" };
    const body = JSON.stringify({ ...failed, refund });
    const headers = { "content-type": "application/json" };
    simulator.faults.add({ operation: "transactions.retrieve", kind: "status", status: 200, headers, body });
    expect((await run(csv)).stdout).toMatch(
      /^pending {4}line 3, 2: Transaction:\S+: it failed, and its refund is open$/m,
    );
    simulator.faults.clear();
    expect((await run(csv)).stdout).toMatch(/^failed {5}line 3, 2: /m);
  });
});
