import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { PaymentsClient } from "payments-sdk";
import type { Fault, Simulator, SimulatorOptions } from "payments-sdk/simulator";
import { Harness } from "../../postgres/harness";
import { Processes } from "../../postgres/processes";
import { readRows } from "../csv";
import type { Row } from "../csv";
import type { State } from "../pay";
import type { Report } from "../report";
import { createAccount } from "../requests";
import { createSimulator, sampleFile } from "../sample";

/** Counts by state. */
type Counts = Record<State, number>;

/** Short waits and limits, so that a test ends soon. */
export const QUICK = {
  PAYOUTS_RATE: "400",
  PAYOUTS_FIRST_WAIT_MS: "500",
  PAYOUTS_LONGEST_WAIT_MS: "4000",
  PAYOUTS_MAX_DELAY_MS: "4000",
  PAYOUTS_MAX_TRIES: "20",
  PAYOUTS_MAX_MONEY_WAIT_MS: "1",
  PAYOUTS_EXPIRE: "4",
  PAYOUTS_SUPERVISE: "1",
  PAYOUTS_POLL: "1",
  PAYOUTS_TIMEOUT_MS: "1000",
};

/** The processes of the queue, a client of its service, and the folder of the files. */
export class PayoutsHarness extends Harness {
  readonly payments: PaymentsClient;
  readonly simulator: Simulator;

  private constructor(simulator: Simulator, processes: Processes) {
    super(processes);
    this.simulator = simulator;
    this.payments = new PaymentsClient(simulator.clientOptions());
  }

  static async start(
    settings: Readonly<Record<string, string>>,
    requests?: SimulatorOptions["requests"],
  ): Promise<PayoutsHarness> {
    const simulator = await createSimulator(requests);
    const processes = await Processes.start(new URL("..", import.meta.url), simulator, settings);
    return new PayoutsHarness(simulator, processes);
  }

  /** Replaces what goes wrong at the service. */
  setFaults(faults: readonly Fault[]): void {
    this.simulator.faults.clear();
    for (const fault of faults) this.simulator.faults.add(fault);
  }

  /** Writes a sample of the family, and returns its path. */
  async file(rows: number, family: string): Promise<string> {
    return this.write(family, sampleFile(rows, family));
  }

  async read(path: string): Promise<string> {
    return readFile(path, "utf8");
  }

  async write(name: string, text: string): Promise<string> {
    const path = this.path(`${name}.csv`);
    await writeFile(path, text);
    return path;
  }

  /** Gives the payee of the first row an account, before the queue knows of it. */
  async createAccount(file: string): Promise<void> {
    const [payee] = (await readRows(file)).rows as [Row];
    await createAccount(this.payments, payee);
  }

  async report(batch: string): Promise<Report> {
    return JSON.parse(await this.run("report.ts", "--json", "--batch", batch)) as Report;
  }

  async counts(batch: string): Promise<Counts> {
    const counts = { open: 0, pending: 0, paid: 0, failed: 0, refused: 0, ask: 0 };
    const rows = await this.query<{ state: State; count: number }>(
      "select state, count(*)::integer as count from payouts where batch = $1 group by state",
      [batch],
    );
    for (const { state, count } of rows) counts[state] = count;
    return counts;
  }

  async until(batch: string, holds: (counts: Counts) => boolean, limitSeconds: number): Promise<void> {
    await this.waitFor(() => this.counts(batch), holds, limitSeconds).catch(async (error: unknown) => {
      console.error(await this.run("report.ts", "--ask", "--batch", batch));
      throw error;
    });
  }

  /** The tries of the payouts that do not wait for a person, and those without a known outcome. */
  async attempts(batch: string): Promise<{ payouts: number; attempts: number; unknown: number }> {
    const rows = await this.query<{ payouts: number; attempts: number; unknown: number }>(
      `select count(distinct id)::integer as payouts, count(*)::integer as attempts,
              (count(*) filter (where try #> '{ended,result}' is null
                and try #>> '{ended,error,outcome}' is distinct from 'not-executed'))::integer as unknown
         from payouts, jsonb_array_elements(history -> 'tries') as try where batch = $1 and state <> 'ask'`,
      [batch],
    );
    return rows[0]!;
  }

  /**
   * Compares the file with the service's books: at most one account for each payee, one transaction for each row, with its amount. What
   * the workers wrote down plays no part.
   *
   * @param unpaid the ids of rows that must have no transaction
   */
  async checkBooks(
    file: string,
    unpaid: ReadonlySet<string> = new Set(),
  ): Promise<{ paid: Money; failed: Money }> {
    const { rows } = await readRows(file);
    const payees = new Set(rows.map(({ payee }) => payee));
    const accounts = await this.payments.platform.externalAccounts.list({ currency: "USD" }).toArray();
    const ours = accounts.filter(({ platformAccountId }) => payees.has(platformAccountId ?? ""));
    const payeeOf = new Map<unknown, string | undefined>(
      ours.map(({ id, platformAccountId }) => [id, platformAccountId ?? undefined]),
    );
    assert.equal(ours.length, new Set(payeeOf.values()).size, "accounts of payees");

    const expected = rows
      .filter(({ id }) => !unpaid.has(id))
      .map(({ payee, amount }) => `${payee} ${amount}`)
      .sort();
    const made: string[] = [];
    const sums = { paid: { count: 0, cents: 0 }, failed: { count: 0, cents: 0 } };
    for await (const row of this.payments.transactions.list({ type: "OUTGOING", limit: 100 })) {
      if (row.type !== "OUTGOING" || !("accountId" in row.destination)) continue;
      const payee = payeeOf.get(row.destination.accountId);
      if (payee === undefined) continue;
      const { amount } = row.sentAmount;
      made.push(`${payee} ${amount}`);
      const sum = row.status === "COMPLETED" ? sums.paid : sums.failed;
      sum.count += 1;
      sum.cents += amount;
    }
    assert.equal(made.length, expected.length, "transactions, one for each row");
    assert.deepEqual(made.sort(), expected);
    return sums;
  }
}

/** A number of payments, and their sum in cents. */
export interface Money {
  count: number;
  cents: number;
}

export function moneyOf({ figures }: Report, state: State): Money {
  const { count = 0, cents = 0 } = figures.find((figure) => figure.state === state) ?? {};
  return { count, cents };
}
