import { isApiError, isPaymentsError, isTerminal } from "payments-sdk";
import type { PaymentsClient, Transaction } from "payments-sdk";
import type { JobWithMetadata } from "pg-boss";
import { bossDb } from "../postgres/database";
import { QUEUE } from "./database";
import type { Database, Payout, PayoutJob, Queryable, State } from "./database";
import type { Gate } from "../postgres/gate";
import { Payees } from "./payees";
import { settings } from "./settings";

type Job = Pick<JobWithMetadata<PayoutJob>, "id" | "retryCount" | "data">;

/** What a try found out about a payout. */
interface Finding {
  state: State;
  transactionId?: string | undefined;
  error?: { code: string; outcome: string; message: string };
}

/**
 * What a failed call says about a payout.
 *
 * @param before what was known before the call: after an unknown one, "not executed" speaks of the last call only
 * @param wasSent whether the request of the payout itself was sent, and not only one before it
 */
export function stateAfter(error: unknown, before: State, wasSent: boolean): State {
  if (!isPaymentsError(error) || error.outcome !== "not-executed") return wasSent ? "unknown" : before;
  // The service refuses this payout itself. Every other status is about the moment or about the caller (401, 403, 409, 429, 503).
  if (isApiError(error) && [400, 404, 422].includes(error.status)) return "refused";
  if (before === "unknown") return "unknown";
  return error.code === "INVALID_REQUEST" ? "refused" : "postponed";
}

function stateOf({ status }: Transaction): State {
  if (status === "COMPLETED") return "paid";
  return isTerminal(status) ? "refused" : "pending";
}

function findingOf(transaction: Transaction): Finding {
  const { id, failureReason } = transaction;
  const state = stateOf(transaction);
  if (state !== "refused") return { state, transactionId: id };
  const reason = failureReason ?? transaction.status;
  const error = { code: reason, outcome: "executed", message: `the transaction failed: ${reason}` };
  return { state, transactionId: id, error };
}

/** The id in a response that arrived and could not be used. */
function transactionIdOf(error: unknown): string | undefined {
  if (!isPaymentsError(error) || error.outcome !== "executed" || !("body" in error)) return undefined;
  const { body } = error;
  if (typeof body !== "object" || body === null || !("id" in body)) return undefined;
  return typeof body.id === "string" && body.id.startsWith("Transaction:") ? body.id : undefined;
}

/** Takes the next step of a payout, and records the outcome. */
export class Payer {
  readonly #payments: PaymentsClient;
  readonly #database: Database;
  readonly #gate: Gate;
  readonly #payees: Payees;
  #sourceId: string | undefined;

  constructor(payments: PaymentsClient, database: Database, gate: Gate) {
    this.#payments = payments;
    this.#database = database;
    this.#gate = gate;
    this.#payees = new Payees(payments, database, gate);
  }

  async advance(job: Job): Promise<void> {
    const { rows } = await this.#database.pool.query<Payout>("select * from payouts where id = $1", [
      job.data.payoutId,
    ]);
    const payout = rows[0];
    if (payout === undefined) throw new Error(`payout ${job.data.payoutId} does not exist`);
    const isFinished = payout.state === "paid" || payout.state === "refused";
    await this.#record(job, isFinished ? undefined : await this.#try(payout));
  }

  async #try(payout: Payout): Promise<Finding> {
    let before = payout.state;
    let wasSent = false;
    try {
      if (payout.transaction_id !== null) {
        await this.#gate.pass();
        return findingOf(await this.#payments.transactions.retrieve(payout.transaction_id as never));
      }
      const destination = { accountId: (await this.#payees.accountOf(payout)) as never };
      const source = { accountId: (await this.#source()) as never };
      await this.#gate.pass();
      before = await markSent(this.#database.pool, payout.id);
      wasSent = true;
      const params = { source, destination, amount: Number(payout.amount) };
      return findingOf(
        await this.#payments.transfers.out(params, { idempotencyKey: payout.idempotency_key }),
      );
    } catch (error) {
      return this.#failure(error, before, wasSent);
    }
  }

  async #failure(error: unknown, before: State, wasSent: boolean): Promise<Finding> {
    // A failure of the database says nothing about the payout: the job is tried again when its time is over.
    if (!isPaymentsError(error)) throw error;
    // What the service asks of one worker, it asks of all.
    if (isApiError(error)) {
      const seconds = error.retryAfter ?? (error.status === 429 ? 1 : 0);
      if (seconds > 0) await this.#gate.pause(seconds);
    }
    const { code, outcome, message } = error;
    const transactionId = wasSent ? transactionIdOf(error) : undefined;
    // A payout with a transaction is one of the service's: its fate is read there.
    const isAccepted = transactionId !== undefined || before === "pending";
    const state = isAccepted ? "pending" : stateAfter(error, before, wasSent);
    return { state, transactionId, error: { code, outcome, message } };
  }

  /** Writes the finding and moves the job in one transaction. Nothing is written when another worker has the job by now. */
  async #record(job: Job, finding: Finding | undefined): Promise<void> {
    const { boss } = this.#database;
    await this.#database.transaction(async (db) => {
      if (finding !== undefined) await save(db, job.data.payoutId, finding);
      const attempt = { id: job.id, retryCount: job.retryCount };
      const state = finding?.state;
      const isLookedUp = state === "pending" && finding?.error === undefined;
      const isDone = state === undefined || state === "paid" || state === "refused";
      const moved =
        isDone || isLookedUp
          ? await boss.complete(QUEUE, attempt, null, { db: bossDb(db) })
          : await boss.fail(QUEUE, attempt, finding?.error ?? null, { db: bossDb(db) });
      // The types of pg-boss leave out what its documentation describes.
      const { affected } = moved as { affected: number };
      if (affected !== 1) throw new Error(`the payout ${job.data.payoutId} went to another worker`);
      if (isLookedUp) {
        await boss.send(QUEUE, job.data, { startAfter: settings.pollSeconds, db: bossDb(db) });
      }
      // An unknown outcome is settled before new payouts start.
      if (state === "unknown")
        await boss.update(QUEUE, undefined, { id: job.id, priority: 1, db: bossDb(db) });
    });
  }

  async #source(): Promise<string> {
    if (this.#sourceId === undefined) {
      await this.#gate.pass();
      const { data } = await this.#payments.platform.internalAccounts.list({ currency: "USD" });
      if (data[0] === undefined) throw new Error("the platform has no USD account");
      this.#sourceId = data[0].id;
    }
    return this.#sourceId;
  }
}

/** Commits the state `unknown` before the request is sent. Returns the earlier state. */
async function markSent(db: Queryable, id: string): Promise<State> {
  const { rows } = await db.query<{ state: State }>(
    `update payouts set state = 'unknown', attempts = attempts + 1, updated_at = now()
       from (select id, state from payouts where id = $1 for update) as old
      where payouts.id = old.id and old.state in ('untried', 'postponed', 'unknown') returning old.state`,
    [id],
  );
  if (rows[0] === undefined) throw new Error(`the payout ${id} went to another worker`);
  return rows[0].state;
}

async function save(db: Queryable, id: string, { state, transactionId, error }: Finding): Promise<void> {
  await db.query(
    `update payouts set state = $2, transaction_id = coalesce($3, transaction_id), error_code = $4, error_outcome = $5,
            error_message = $6, updated_at = now()
      where id = $1`,
    [id, state, transactionId ?? null, error?.code ?? null, error?.outcome ?? null, error?.message ?? null],
  );
}
