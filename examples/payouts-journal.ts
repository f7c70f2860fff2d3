/**
 * The table of the cron job: a file that keeps each payout, for one process at a time. It decides nothing about money.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import process from "node:process";
import type { ExternalAccountId, PaymentsClient } from "payments-sdk";
import type { Row } from "./payouts-queue/csv.js";
import type { Payout, PayoutTable, Todo } from "./payouts-queue/pay.js";
import { createAccount } from "./payouts-queue/requests.js";

/** The exit code of a run that found another one at work. */
const BUSY = 75;

/** Locks a journal for this process. The system unlocks it when the process ends, however it ends. */
export function lock(path: string): void {
  // The lock belongs to the open file, so it outlives the command, which gets the file as its descriptor 3.
  const file = openSync(path, "a");
  const { status, error } = spawnSync("flock", ["-n", "-E", String(BUSY), "3"], {
    stdio: ["ignore", "inherit", "inherit", file],
  });
  if (error) throw error;
  if (status === BUSY) console.error(`another run works with ${path}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** The table of one run. The newest line of a payout counts. */
export class Journal implements PayoutTable {
  readonly payouts = new Map<string, Payout>();
  /** The client repeats requests and waits between them. */
  readonly gate = { run: async <T>(send: () => Promise<T>) => send() };
  readonly #file: number;
  readonly #payments: PaymentsClient;
  readonly #accounts: Map<string, ExternalAccountId | Promise<ExternalAccountId>>;

  /** @param accounts the accounts of payees that the service has */
  constructor(path: string, payments: PaymentsClient, accounts: ReadonlyMap<string, ExternalAccountId>) {
    this.#payments = payments;
    this.#accounts = new Map(accounts);
    this.#file = openSync(path, "a");
    const bytes = readFileSync(path);
    // A crash may cut the last line. It was not recorded yet, so nothing was sent after it.
    const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
    ftruncateSync(this.#file, whole.length);
    const utf8 = new TextDecoder("utf-8", { fatal: true });
    for (const [index, line] of whole.toString("latin1").split("\n").entries()) {
      if (line === "") continue;
      try {
        const payout = JSON.parse(utf8.decode(Buffer.from(line, "latin1"))) as Payout;
        const { id, batch, row_id, history } = payout;
        if (id !== idOf(batch, row_id) || !Array.isArray(history.tries)) throw new Error("not a payout");
        this.payouts.set(id, payout);
      } catch (cause) {
        const advice = "Restore the line from a backup. Delete it only if a later line has the same id";
        const text = `${path}:${index + 1} cannot be read, so this run sent nothing. ${advice}`;
        throw new Error(text, { cause });
      }
    }
  }

  /** The payout of a row. A new one is recorded with its first try. */
  payoutOf(batch: string, { line: _, id: row_id, ...row }: Row): Payout {
    const id = idOf(batch, row_id);
    const nothing = { account_id: null, transaction_id: null, transaction_status: null, reason: null };
    const added: Payout = { id, batch, row_id, ...row, state: "open", history: { tries: [] }, ...nothing };
    if (!this.payouts.has(id)) this.payouts.set(id, added);
    return this.payouts.get(id)!;
  }

  /** Lets a payout go on, after a person corrected the cause. */
  continue(batch: string, row_id: string): void {
    const payout = this.payouts.get(idOf(batch, row_id));
    if (payout?.state !== "refused" && payout?.state !== "ask")
      throw new Error(`the batch ${batch} has no row ${row_id} that is refused or waits for a person`);
    payout.state = "open";
    payout.history.continuedAt = new Date().toISOString();
    this.record(payout);
  }

  /** Returns when the disk has the payout. */
  record(payout: Payout): void {
    const { size } = fstatSync(this.#file);
    try {
      appendFileSync(this.#file, `${JSON.stringify(payout)}\n`);
      fsyncSync(this.#file);
    } catch (error) {
      // A full disk takes a part of a line, and the next line must not follow it.
      ftruncateSync(this.#file, size);
      throw error;
    }
    this.payouts.set(payout.id, payout);
  }

  async update(id: string, change: (payout: Payout, now: Date) => Todo): Promise<Todo> {
    const payout = this.payouts.get(id)!;
    const before = JSON.stringify(payout);
    const todo = change(payout, new Date());
    if (JSON.stringify(payout) !== before) this.record(payout);
    return todo;
  }

  async equalTo({ id, payee, amount }: Payout): Promise<Payout[]> {
    const payouts = [...this.payouts.values()];
    return payouts.filter((one) => one.id !== id && one.payee === payee && one.amount === amount);
  }

  async accountOf(payout: Payout, creating: () => void): Promise<ExternalAccountId> {
    if (payout.account_id) return payout.account_id;
    creating();
    const account = this.#accounts.get(payout.payee) ?? createAccount(this.#payments, payout);
    this.#accounts.set(payout.payee, account);
    payout.account_id = await account;
    this.record(payout);
    return payout.account_id;
  }
}

const idOf = (batch: string, row_id: string) => JSON.stringify([batch, row_id]);
