import { deriveIdempotencyKey, isTerminal } from "payments-sdk";
import type { InternalAccountId, PaymentsClient, Transaction } from "payments-sdk";
import { failureRecord, nextStep } from "payments-sdk/payouts";
import type { FailureRecord, PaymentTry, TryEnding } from "payments-sdk/payouts";
import { Gate } from "../postgres/gate";
import type { Payout, PayoutDatabase, Queryable, State } from "./database";
import { look } from "./look";
import { Payees } from "./payees";
import { sourceOf } from "./requests";
import { settings } from "./settings";

/** Writes what a request found out into the payout. Every time is the database's, so that times compare. */
export type Change = (payout: Payout, now: Date) => void;

/** What the table asks for: a request, or a wait in milliseconds. A finished payout waits for nothing. */
type Todo =
  | { readonly payout: Payout; readonly request: (payout: Payout) => Promise<Change> }
  | { readonly wait: number | undefined };

function stateOf(status: string | null): State {
  if (status === "COMPLETED") return "paid";
  return status === null ? "pending" : "failed";
}

/** What an engine calls. */
export type Steps = Pick<Payer, "advance"> & Partial<Pick<Payer, "pauseMs">>;

/** Takes the next steps of a payout. Any engine can call it: it needs no more than the id of the payout. */
export class Payer {
  readonly #payments: PaymentsClient;
  readonly #database: PayoutDatabase;
  readonly #gate: Gate;
  readonly #payees: Payees;
  #sourceId: InternalAccountId | undefined;

  constructor(payments: PaymentsClient, database: PayoutDatabase) {
    this.#payments = payments;
    this.#database = database;
    this.#gate = new Gate(database.pool, settings.rate);
    this.#payees = new Payees(payments, database, this.#gate);
  }

  /** The remaining time of a pause that the service asked for. */
  async pauseMs(): Promise<number> {
    return this.#gate.pauseMs();
  }

  /**
   * Takes the steps that are due. Safe to call at any time, as often as you like, from any number of processes.
   *
   * @returns the milliseconds until the next step, or `undefined` if the payout is finished or waits for a person
   */
  async advance(id: string): Promise<number | undefined> {
    let change: Change | undefined;
    for (;;) {
      const todo = await this.#decide(id, change);
      if ("wait" in todo) return todo.wait;
      change = await todo.request(todo.payout);
    }
  }

  /** Decides and records in one transaction that locks the payout. */
  async #decide(id: string, change: Change | undefined): Promise<Todo> {
    const startedAt = Date.now();
    return this.#database.transaction(async (db) => {
      const { payout, now } = await lock(db, id);
      change?.(payout, now);
      const todo = this.#next(payout, now, startedAt, change !== undefined);
      await save(db, payout);
      return todo;
    });
  }

  /** @param isNew the history has changed just now */
  #next(payout: Payout, now: Date, startedAt: number, isNew: boolean): Todo {
    const { state } = payout;
    const poll = { wait: settings.pollSeconds * 1000 };
    if (state === "pending") return isNew ? poll : { payout, request: (row) => this.#follow(row) };
    // A result may come late, when the payout waits for a person already.
    const isDecided = state !== "open";
    if (state === "paid" || state === "failed" || (isDecided && !isNew)) return { wait: undefined };
    const step = nextStep(payout.history, { ...settings, now });
    if (step.step === "done") {
      payout.transaction_id = step.id ?? null;
      payout.state = stateOf(payout.transaction_status);
      if (payout.state !== "failed") payout.reason = null;
      return payout.state === "pending" ? poll : { wait: undefined };
    }
    if (isDecided) return { wait: undefined };
    switch (step.step) {
      case "again": {
        if (step.after > 0) return { wait: step.after };
        const index = payout.history.tries.push({ key: step.key, at: now.toISOString() }) - 1;
        return { payout, request: (row) => this.#send(row, index, startedAt) };
      }
      case "look":
        return {
          payout,
          request: (row) => look(row, step.at, this.#payments, this.#database.pool, this.#gate),
        };
      case "refused":
        Object.assign(payout, { state: "refused", reason: textOf(step.error) });
        return { wait: undefined };
      case "ask":
        Object.assign(payout, { state: "ask", reason: step.reason });
        return { wait: undefined };
    }
  }

  /** Sends the try that was recorded. */
  async #send(payout: Payout, index: number, startedAt: number): Promise<Change> {
    const { key } = payout.history.tries[index]!;
    let request: PaymentTry["request"] = "look-up";
    try {
      const source = { accountId: await this.#source() };
      const creating = () => (request = "payee");
      const destination = { accountId: await this.#payees.accountOf(payout, creating) };
      await this.#gate.pass();
      request = "look-up";
      if (Date.now() - startedAt > settings.maxDelay / 2) throw new Error("it was too late to send");
      request = "payment";
      const transaction = await this.#payments.transfers.out(
        { source, destination, amount: Number(payout.amount) },
        { idempotencyKey: deriveIdempotencyKey("payouts", payout.batch, payout.row_id, key) },
      );
      return (row, now) => {
        end(row, index, { at: now.toISOString(), result: { id: transaction.id } }, request);
        write(row, transaction);
      };
    } catch (error) {
      const record = await this.#failed(error);
      return (row, now) => {
        end(row, index, { at: now.toISOString(), error: record }, request);
        row.reason = textOf(record);
      };
    }
  }

  /** Reads the transaction of an accepted payout. */
  async #follow(payout: Payout): Promise<Change> {
    try {
      await this.#gate.pass();
      const transaction = await this.#payments.transactions.retrieve(payout.transaction_id as never);
      return (row) => {
        write(row, transaction);
        row.state = stateOf(row.transaction_status);
      };
    } catch (error) {
      const record = await this.#failed(error);
      return (row) => void (row.reason = textOf(record));
    }
  }

  /** What the service asks of one worker, it asks of all. */
  async #failed(error: unknown): Promise<FailureRecord> {
    const record = failureRecord(error);
    if (record.retryAfter !== undefined) await this.#gate.pause(record.retryAfter);
    return record;
  }

  async #source(): Promise<InternalAccountId> {
    if (this.#sourceId === undefined) await this.#gate.pass();
    return (this.#sourceId ??= await sourceOf(this.#payments));
  }
}

/** Writes how a try ended, and which request ended it. */
function end({ history }: Payout, index: number, ended: TryEnding, request: PaymentTry["request"]): void {
  history.tries[index] = { ...history.tries[index]!, request, ended };
}

const textOf = ({ code, outcome, message }: FailureRecord) => `${code} (${outcome}): ${message}`;

/** Writes how the transaction ended, once it and its refund have. */
function write(payout: Payout, transaction: Transaction): void {
  const { status, failureReason } = transaction;
  payout.transaction_status = isTerminal(transaction) ? status : null;
  payout.reason = stateOf(payout.transaction_status) === "failed" ? (failureReason ?? status) : null;
}

async function lock(db: Queryable, id: string): Promise<{ payout: Payout; now: Date }> {
  const { rows } = await db.query<Payout & { now: Date }>(
    "select *, clock_timestamp() as now from payouts where id = $1 for update",
    [id],
  );
  if (rows[0] === undefined) throw new Error(`payout ${id} does not exist`);
  const { now, ...payout } = rows[0];
  return { payout, now };
}

async function save(db: Queryable, payout: Payout): Promise<void> {
  const { id, state, history, transaction_id, transaction_status, reason } = payout;
  await db.query(
    `update payouts set state = $2, history = $3, transaction_id = $4, transaction_status = $5, reason = $6, updated_at = now()
      where id = $1`,
    [id, state, JSON.stringify(history), transaction_id, transaction_status, reason],
  );
}
