import { deriveIdempotencyKey, isTerminal } from "payments-sdk";
import type {
  ExternalAccountId,
  InternalAccountId,
  PaymentsClient,
  Transaction,
  TransactionId,
} from "payments-sdk";
import { failureRecord, nextStep } from "payments-sdk/payouts";
import type { FailureRecord, Looked, PaymentHistory, PaymentStep, PaymentTry } from "payments-sdk/payouts";
import type { Payee } from "./csv.js";
import { listed, sourceOf } from "./requests.js";
import { settings } from "./settings.js";

/**
 * Where a payout is.
 *
 * - `open`: its tries go on.
 * - `pending`: the service has accepted it and not finished it.
 * - `paid`, `failed`: the service has finished its transaction.
 * - `refused`: no transaction was made, and none will be.
 * - `ask`: it waits for a person.
 */
export type State = "open" | "pending" | "paid" | "failed" | "refused" | "ask";

/** A payout as a table keeps it. */
export interface Payout extends Payee {
  id: string;
  batch: string;
  row_id: string;
  /** Cents. PostgreSQL sends 64-bit integers as text. */
  amount: number | string;
  state: State;
  history: { tries: PaymentTry[]; looked?: Looked; continuedAt?: string };
  /** The account of the payee, once it exists. The key stands for it, too. */
  account_id: ExternalAccountId | null;
  transaction_id: TransactionId | null;
  /** How the transaction ended. */
  transaction_status: string | null;
  /** What was last said of it: why it was refused, failed, or waits. */
  reason: string | null;
}

/** Where payouts are kept: PostgreSQL for queues, a file for cron. */
export interface PayoutTable {
  /**
   * Reads and locks a payout, lets `change` decide and write, and commits, with the time of the next step. Every time is the table's,
   * so that times compare. `undefined`: the payout was deleted.
   */
  update(id: string, change: (payout: Payout, now: Date) => Todo): Promise<Todo | undefined>;
  /** The other payouts of the same payee and amount. */
  equalTo(payout: Payout): Promise<Pick<Payout, "state" | "transaction_id">[]>;
  /** The account of the payee, created once. `creating` is called before the request that creates it. */
  accountOf(payout: Payout, creating: () => void): Promise<ExternalAccountId>;
  /** One rate and one pause for all workers: sends a request in its turn. */
  readonly gate: { run<T>(send: () => Promise<T>): Promise<T> };
}

/** Writes what a request found out into the payout. */
type Change = (payout: Payout, now: Date) => void;

/** The next step of a payout: a request now, or another step after a wait in milliseconds. A finished payout has neither. */
export interface Todo {
  readonly request?: () => Promise<Change>;
  readonly wait?: number;
}

/** Takes the next steps of a payout. Any engine can call it: it needs no more than the id of the payout. */
export class Payer {
  readonly #payments: PaymentsClient;
  readonly #table: PayoutTable;
  readonly #maySend: (payout: Payout) => boolean;
  #sourceId: InternalAccountId | undefined;

  /** @param maySend whether a due try of a payout may be sent now. Default: always */
  constructor(
    payments: PaymentsClient,
    table: PayoutTable,
    maySend: (payout: Payout) => boolean = () => true,
  ) {
    this.#payments = payments;
    this.#table = table;
    this.#maySend = maySend;
  }

  /**
   * Takes the steps that are due. Safe to call at any time, as often as you like, from any number of processes.
   *
   * @returns the milliseconds until the next step, or `undefined` if the payout is finished, waits for a person, or was deleted
   */
  async advance(id: string): Promise<number | undefined> {
    let change: Change | undefined;
    for (;;) {
      const startedMs = Date.now();
      const todo = await this.#table.update(id, (payout, now) => {
        change?.(payout, now);
        return this.#next(payout, now, startedMs, change !== undefined);
      });
      if (todo === undefined) console.error(`payout ${id} is not in the table: its job ends`);
      if (todo?.request === undefined) return todo?.wait;
      change = await todo.request();
    }
  }

  /** @param isNew the payout has changed just now */
  #next(payout: Payout, now: Date, startedMs: number, isNew: boolean): Todo {
    const { state, history } = payout;
    if (state === "paid" || state === "failed") return {};
    if (state === "pending")
      return isNew ? { wait: pollWait(payout, now) } : { request: () => this.#follow(payout) };
    // A result may come late, when the payout waits for a person already.
    const isDecided = state !== "open";
    if (isDecided && !isNew) return {};
    const step = stepOf(history, now);
    if (step.step === "done") {
      const isRead = payout.transaction_id === step.id;
      payout.transaction_id = step.id as TransactionId;
      payout.state = stateOf(payout.transaction_status);
      return this.#next(payout, now, startedMs, isRead);
    }
    if (isDecided) return {};
    switch (step.step) {
      case "again": {
        if (step.after > 0 || !this.#maySend(payout)) return { wait: step.after };
        const index = history.tries.push({ key: step.key, at: now.toISOString() }) - 1;
        return { request: () => this.#send(payout, index, startedMs) };
      }
      case "look":
        return { request: () => this.#look(payout, step.at) };
      case "refused":
      case "ask":
        payout.state = step.step;
        payout.reason = step.step === "ask" ? step.reason : textOf(step.error);
        return {};
    }
  }

  /** Sends the try that was recorded. */
  async #send(payout: Payout, index: number, startedMs: number): Promise<Change> {
    const { key } = payout.history.tries[index]!;
    let request: PaymentTry["request"] = "look-up";
    const ending = await endingOf(async () => {
      const source = { accountId: await this.#source() };
      const creating = () => (request = "payee");
      const destination = { accountId: await this.#table.accountOf(payout, creating) };
      request = "look-up";
      return this.#table.gate.run(() => {
        // A process that was stopped for long sends nothing. The other half of the time is for the network.
        if (Date.now() - startedMs > settings.maxDelay / 2) throw new Error("it was too late to send");
        request = "payment";
        return this.#payments.transfers.out(
          { source, destination, amount: Number(payout.amount) },
          { idempotencyKey: deriveIdempotencyKey("payouts", payout.batch, payout.row_id, key) },
        );
      });
    });
    const { transaction, error } = ending;
    return (row, now) => {
      const ended = { at: now.toISOString(), result: transaction && { id: transaction.id }, error };
      row.history.tries[index] = { ...row.history.tries[index]!, request, ended };
      note(row, ending);
    };
  }

  /** Reads what `nextStep` needs to know of the service's list and of the other payouts. */
  async #look(payout: Payout, at: string): Promise<Change> {
    const { account_id, amount, history } = payout;
    const list = async (id: ExternalAccountId) => listed(this.#payments, id, Number(amount), history.tries);
    const found = account_id ? await this.#table.gate.run(() => list(account_id)) : [];
    // Read after the list: a payment that another payout has by now is claimed, or that payout is open.
    const others = await this.#table.equalTo(payout);
    const claimed = new Set<string | null>(others.map(({ transaction_id }) => transaction_id));
    const equalOpen = others.filter(({ state }) => state === "open" || state === "ask").length;
    const marked = found.map((one) => ({ ...one, isClaimed: claimed.has(one.id) }));
    return (row) => {
      row.history.looked = { at, listed: marked, equalOpen };
    };
  }

  /** Reads the transaction of an accepted payout. */
  async #follow(payout: Payout): Promise<Change> {
    const read = async () => this.#payments.transactions.retrieve(payout.transaction_id!);
    const ending = await endingOf(() => this.#table.gate.run(read));
    return (row) => {
      note(row, ending);
      if (ending.transaction) row.state = stateOf(row.transaction_status);
    };
  }

  async #source(): Promise<InternalAccountId> {
    return (this.#sourceId ??= await this.#table.gate.run(() => sourceOf(this.#payments)));
  }
}

/** After so many refusals in a row, a person decides before the most tries. No outage looks like that. */
const LASTING = 10;
const isRefused = ({ request, ended }: PaymentTry) =>
  request !== "look-up" &&
  ended?.error?.outcome === "not-executed" &&
  [403, 409, 423].includes(ended.error.status ?? 0);

function stepOf(history: PaymentHistory, now: Date): PaymentStep {
  const step = nextStep(history, { ...settings, now });
  const isLasting = step.step === "again" && history.tries.slice(-LASTING).every(isRefused);
  return isLasting ? nextStep(history, { ...settings, now, maxTries: LASTING }) : step;
}

/** Payouts that stay pending for days must leave requests for new ones. */
function pollWait({ history }: Payout, now: Date): number {
  // A damaged row may lack its tries.
  const { tries }: { tries?: PaymentTry[] } = history;
  const ageMs = now.getTime() - Date.parse(tries?.[tries.length - 1]?.at ?? "");
  return Math.max(settings.pollSeconds * 1000, Math.floor(ageMs / 4) || 0);
}

function stateOf(status: string | null): State {
  if (status === "COMPLETED") return "paid";
  return status === null ? "pending" : "failed";
}

/** What the service says of a transaction, or an error as a table keeps it. */
type Ending =
  { transaction: Transaction; error?: undefined } | { transaction?: undefined; error: FailureRecord };

const endingOf = async (request: () => Promise<Transaction>): Promise<Ending> =>
  request().then(
    (transaction) => ({ transaction }),
    (error: unknown) => ({ error: failureRecord(error) }),
  );

const textOf = ({ code, outcome, message }: FailureRecord) => `${code} (${outcome}): ${message}`;

/** Writes an ending. One that comes late changes no end. A failed transaction has ended once its refund has. */
function note(payout: Payout, { transaction, error }: Ending): void {
  if (payout.state === "paid" || payout.state === "failed") return;
  if (error) {
    if (payout.state === "open" || payout.state === "pending") payout.reason = textOf(error);
    return;
  }
  const { id, status, failureReason } = transaction;
  const hasEnded = isTerminal(transaction);
  payout.transaction_id = id;
  payout.transaction_status = hasEnded ? status : null;
  payout.reason = status === "FAILED" && !hasEnded ? "it failed, and its refund is open" : null;
  if (stateOf(payout.transaction_status) === "failed") payout.reason = failureReason ?? status;
}
