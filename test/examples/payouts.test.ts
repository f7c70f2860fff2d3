import { readFileSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { centsOf, CREATION, HEADER, linesOf, openPayouts, row, TRANSFER } from "./payouts-world";
import type { PayoutsWorld } from "./payouts-world";
import { runExample, startExample } from "../support/run-example";

const LIMIT = { timeout: 60_000 };

const rows = Array.from({ length: 10 }, (_, index) => row(index));
/** One payout at a time, and tries without waits. */
const ONE = { PAYOUTS_CONCURRENCY: "1" };
const SOON = { PAYOUTS_FIRST_WAIT_MS: "1" };

describe("examples/payouts-from-csv.ts", () => {
  let world: PayoutsWorld;
  let { folder, simulator, payments, env, file, made } = {} as PayoutsWorld;
  beforeEach(async () => {
    world = await openPayouts();
    ({ folder, simulator, payments, env, file, made } = world);
  });
  afterEach(async () => {
    await world.close();
  });

  const run = (csv: string, ...args: string[]) =>
    runExample("payouts-from-csv.ts", [csv, "--batch", "batch", ...args], env);

  it("records each try on the disk before it sends it", LIMIT, async () => {
    const csv = await file(rows.slice(0, 2));
    const newest: { history: { tries: unknown[] } }[] = [];
    simulator.onExchange(({ route }) => {
      if (route !== TRANSFER) return;
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
      const stop = simulator.onExchange(({ route }) => {
        if (route !== CREATION) return;
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
      Object.assign(env, { PAYOUTS_MAX_MONEY_WAIT_MS: "1" });
      const { code, stdout, stderr } = await run(csv);
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
      expect(stdout).toContain("1 of 3 payouts paid, $1.25 in all");
      expect(stdout).toMatch(/^failed {5}line 3, 2: Transaction:\S+: QUOTE_EXECUTION_FAILED$/m);
      expect(stdout).toMatch(/^refused {4}line 4, 3: /m);
      expect(stdout).toMatch(
        /\nAfter you corrected the cause, let a row go on: --continue <id>, or all refused ones: --continue-all\n$/,
      );

      const account = (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0];
      await payments.sandbox.fund(account!.id, { amount: 200_000_000_00 });
      expect((await run(csv)).stdout).toMatch(/^refused {4}line 4, 3: /m);
      expect((await run(csv, "--continue-all")).stdout).toContain("2 of 3 payouts paid");
      // A paid row must not be sent again.
      const paid = await run(csv, "--continue", "1");
      expect(paid).toMatchObject({ code: 1, stdout: "" });
      expect(paid.stderr).toContain("has no row 1 that is refused or waits for a person");
      expect(await made()).toHaveLength(3);
    },
  );

  it.each(["amount-out-of-range", "insufficient-balance"] as const)(
    "pays the whole night when the account runs dry in the middle and is funded, without --continue: %s",
    { timeout: 300_000 },
    async (missingMoney) => {
      await world.close();
      // `PAYOUTS_NIGHT=2000` is the night of the issue.
      const night = Array.from({ length: Number(process.env["PAYOUTS_NIGHT"] ?? 60) }, (_, index) =>
        row(index),
      );
      const total = night.reduce((sum, _, index) => sum + centsOf(index), 0);
      world = await openPayouts("stored", { missingMoney, money: Math.floor(total / 4) });
      ({ folder, simulator, payments, env, file, made } = world);
      const csv = await file(night);
      for (const _ of ["dry", "still dry"]) {
        const { code, stdout } = await run(csv);
        const paid = (await made()).length;
        expect({ code, stdout }).toEqual({
          code: 1,
          stdout: expect.stringMatching(
            new RegExp(
              `^${paid} of ${night.length} payouts paid, .*\nopen {7}the source account is empty: ${night.length - paid} payouts wait, \\$[\\d,.]+ in all\n$`,
            ),
          ),
        });
        expect(paid).toBeGreaterThan(night.length / 3);
      }
      await world.fund(total);
      Object.assign(env, SOON);
      expect((await run(csv)).stdout).toContain(`${night.length} of ${night.length} payouts paid`);
      expect(await made()).toHaveLength(night.length);
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

    const headers = { "content-type": "application/json" };
    const portal = { kind: "status", status: 200, headers, body: '{"status":"COMPLETED"}' } as const;
    simulator.faults.add({ operation: "transactions.retrieve", ...portal });
    expect((await run(csv)).stdout).toMatch(/^pending {4}line 3, 2: Transaction:\S+: UNRELATED_RESPONSE/m);
    simulator.faults.clear();

    // The money is on its way back.
    const [failed] = (await made()).filter(({ status }) => status === "FAILED");
    const refund = { reference: "RFD-1", initiatedAt: "2026-11-26T00:00:00Z", status: "PENDING" };
    const body = JSON.stringify({ ...failed, refund });
    simulator.faults.add({ operation: "transactions.retrieve", kind: "status", status: 200, headers, body });
    expect((await run(csv)).stdout).toMatch(
      /^pending {4}line 3, 2: Transaction:\S+: it failed, and its refund is open$/m,
    );
    simulator.faults.clear();
    expect((await run(csv)).stdout).toMatch(/^failed {5}line 3, 2: /m);
  });
});
