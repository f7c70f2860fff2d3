import { isPaymentsError } from "../core/error-guards";
import { refuse } from "../core/errors";
import type { Outcome } from "../core/errors";
import { randomUuid } from "../core/idempotency";
import { isSameText } from "../core/fields";
import type { Quote } from "../models/quote";
import { text } from "../options/kinds";
import { ownField } from "../options/read";
import { check } from "../resources/checks";
import { namesAsGone } from "./absence";
import type { WalletContext } from "./context";
import { ConfirmationRequiredError, PaymentOpenError } from "./errors";
import { executeTerms, readQuote } from "./execute-quote";
import type { Progress } from "./execute-quote";
import { quoteBody } from "./requests";
import type { WalletQuoteParams } from "./requests";
import { endByError, endOf, executionOf, isFinal, knownOf, learn } from "./payment-end";
import type { PaymentRow } from "./payment-log";
import type { PendingPayment } from "./payment-watch";
import { StoreUnavailableError } from "./store-unavailable";
import type { StoredPayment } from "./stores/wallet-store";
import { digestOf, EXECUTE, intentOf, isPayee, readTerms, requireAsked, requireUnexpired } from "./terms";
import { objectGiven, WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";

/** Parameters of {@link Wallet.pay}: those of the wallet's `quotes.create`, plus `confirm`, which may ask the customer. */
export interface PayParams extends WalletQuoteParams {
  /**
   * Shows the quote to the customer. The wallet pays only if this resolves to `true`, and signs only what the quote says. The
   * customer's time does not count towards `totalTimeout`. A quote usually expires after 1 to 5 minutes. Without it, the page
   * asks: `wallet.payments.progress` has `confirm()` and `decline()` in its status `confirm`.
   */
  confirm?: (quote: Quote) => boolean | Promise<boolean>;
}

/** Makes a payment, and shows its progress. */
export async function pay(
  context: WalletContext,
  call: WalletCall,
  params: PayParams,
): Promise<Quote | undefined> {
  const { watch } = context;
  const progress: Shown = { isSent: false };
  watch.show(progress, { status: "quote" });
  try {
    const paid = await payShown(context, call, params, progress);
    watch.show(progress, paid === undefined ? { status: "idle" } : endOf(paid));
    return paid;
  } catch (error) {
    watch.show(progress, endByError(error, progress.confirmed, progress.isSent));
    throw error;
  }
}

/** How far a payment has come, for the page. */
interface Shown extends Progress {
  confirmed?: Quote;
}

/** Requests a quote, asks the customer, stores the payment, signs it and executes it. */
async function payShown(
  context: WalletContext,
  call: WalletCall,
  params: PayParams,
  progress: Shown,
): Promise<Quote | undefined> {
  const { api, accountId, authorization, clock, payments, payloads, watch } = context;
  const { operation } = call;
  const given = objectGiven(params, "params", operation);
  const { confirm: _, ...wanted } = given;
  const confirm = ownField(given, "confirm") as PayParams["confirm"];
  // A misspelt function is `undefined`. Nobody would answer.
  if (Object.hasOwn(given, "confirm") && typeof confirm !== "function") {
    refuse("confirm", "must be a function that shows the quote and returns whether to pay", operation);
  }
  const body = quoteBody(context, operation, wanted);
  const intent = await intentOf(operation, body);
  const earlier = await requireNoneOpen(context, call, intent, body.destination);
  // First, because a quote may expire while the customer signs in.
  await authorization.require(call);
  const quote = await call.prepare((prepared) => api.quotes.create(body, prepared));
  // Read before the customer sees the quote. Later changes to the object do not change what is signed.
  const terms = readTerms(context, operation, quote);
  requireAsked(operation, quote, body);
  requireUnexpired(context, operation, terms);
  const { id: quoteId, expiresAt } = terms.quote;
  const digest = await digestOf(terms);
  await call.wait(() => payloads.see(terms.payload, { operation: EXECUTE, quote }));
  requireNew(operation, quoteId, earlier);
  await authorization.current(call);
  const isConfirmed: unknown = await call.waitForPerson(() => {
    const asked = new Promise<boolean>((respond) => {
      watch.show(progress, {
        status: "confirm",
        quote,
        confirm: () => respond(true),
        decline: () => respond(false),
      });
    });
    return confirm ? Promise.race([confirm(quote), asked]) : asked;
  });
  if (isConfirmed !== true) return undefined;
  progress.confirmed = quote;
  watch.show(progress, { status: "sending", quote });
  const idempotencyKey = randomUuid();
  const startedAt = new Date(clock.now()).toISOString();
  const attempt = randomUuid();
  const known = knownOf(terms.quote);
  const stored = { quoteId, accountId, idempotencyKey, startedAt, expiresAt, digest, intent, attempt, known };
  let isStored = false;
  return payments.alone(call, quoteId, async () => {
    try {
      // Stored before it is sent. If the page closes now, the next one still knows the key.
      await payments.alone(call, "payments", async () => {
        // Another tab may have started a payment while the customer confirmed.
        const rows = await call.wait(() => payments.list(operation));
        requireNew(operation, quoteId, rows);
        const open = rows.find((row) => row.intent === intent && !has(earlier, row.quoteId));
        if (open !== undefined) throw new PaymentOpenError(operation, open.quoteId);
        isStored = true;
        if (!(await call.wait(() => payments.add(operation, stored)))) refuseEarlier(operation);
      });
      const executed = await executeTerms(context, call, terms, {
        idempotencyKey,
        mayRepeat: false,
        progress,
      });
      noteReturned(context, operation, stored, executed);
      return executed;
    } catch (error) {
      if (isStored) {
        const change = rowAfter(error, progress);
        await afterwards(context, () => payments.endAttempt(operation, stored, change));
      }
      throw error;
    }
  });
}

/**
 * What becomes of the row of an attempt that failed. It goes only if nothing was sent, or the service shows that nobody can execute
 * the quote any more. One refusal is no proof, because a copy of the request may be on its way. PENDING is none, because another tab may
 * be sending it. So the row of a refused attempt stays, and nobody can finish it. Every look at the quote decides again.
 */
function rowAfter(error: unknown, { isSent, seen }: Progress): "gone" | "refused" | "open" {
  if (!isSent || (seen && executionOf(seen) === "not-executed")) return "gone";
  return isPaymentsError(error) && error.outcome === "not-executed" ? "refused" : "open";
}

/**
 * Notes that the caller gets a known outcome now. The payment stays listed, but an equal one is a second payment. Nobody waits for
 * it: a page that the system freezes meanwhile has not shown the outcome.
 */
function noteReturned(context: WalletContext, operation: string, payment: StoredPayment, quote: Quote): void {
  const known = knownOf(quote);
  const isReturned = executionOf(quote) !== "unknown";
  const noting = afterwards(context, () =>
    context.payments.change(operation, payment.quoteId, (stored) => ({
      ...stored,
      known,
      isReturned: stored.isReturned === true || isReturned,
    })),
  );
  context.payments.inBackground(noting);
}

/** Changes the store after a payment has ended. If that fails, `wallet.pending` says more than necessary. */
async function afterwards({ log }: WalletContext, change: () => Promise<unknown>): Promise<void> {
  await change().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
    log(
      "warn",
      `the store failed at \`${error.method}\` after a payment: dismiss it before you make an equal one`,
    );
  });
}

/**
 * Rejects a payment while an equal one is open. A damaged one is equal if it pays the same payee. Resolves to all payments: the
 * equal ones are over.
 *
 * @throws {PaymentOpenError} when one is open, or was made and nobody got its outcome
 */
async function requireNoneOpen(
  context: WalletContext,
  call: WalletCall,
  intent: string,
  payee: object,
): Promise<readonly PaymentRow[]> {
  const { operation } = call;
  const rows = await call.wait(() => context.payments.list(operation));
  for (const { quoteId, payment, intent: known } of rows) {
    if ((known ?? intent) !== intent || payment?.isReturned === true) continue;
    let isGone = false;
    const quote =
      finalOf(payment) ??
      (await readQuote(context, call, quoteId).catch((error: unknown) => {
        if (call.signal?.aborted) throw error;
        isGone = namesAsGone(error);
      }));
    const isOfAnother = quote === undefined ? isGone : !isPayee(quote, payee);
    if (known === undefined && isOfAnother) continue;
    const outcome = quote && outcomeOf(quote, payment);
    if (outcome !== "not-executed") throw new PaymentOpenError(operation, quoteId, outcome === "executed");
  }
  return rows;
}

/** The outcome of a stored payment, according to its quote now. Nobody can finish one that the service refused. */
function outcomeOf(quote: Quote, payment: StoredPayment | undefined): Outcome {
  const outcome = executionOf(quote);
  return outcome === "unknown" && payment?.isRefused === true ? "not-executed" : outcome;
}

/** The quote of a stored payment, if its status never changes again. */
function finalOf(payment: StoredPayment | undefined): Quote | undefined {
  return payment?.known && isFinal(payment.known) ? { ...payment.known, id: payment.quoteId } : undefined;
}

const has = (rows: readonly PaymentRow[], quoteId: string) => rows.some((row) => row.quoteId === quoteId);

/**
 * Rejects a quote of an earlier payment. A second payment would replace the key of the first.
 *
 * @throws {InvalidRequestError} when the service responded with such a quote
 */
function requireNew(operation: string, quoteId: string, rows: readonly PaymentRow[]): void {
  if (has(rows, quoteId)) refuseEarlier(operation);
}

function refuseEarlier(operation: string): never {
  refuse("quote", "belongs to an earlier payment: finish that payment with `wallet.pending`", operation);
}

/** Reads the outcomes of the stored payments. */
export async function pendingPayments(context: WalletContext, call: WalletCall): Promise<PendingPayment[]> {
  const { payments, watch } = context;
  const show = watch.load();
  try {
    const { changes } = watch;
    const list = () => call.wait(() => payments.list(call.operation));
    const rows = await list();
    const read = await Promise.all(rows.map((row) => pendingOf(context, call, row)));
    const isCurrent = watch.changes === changes;
    // Others may have been dismissed meanwhile.
    const left = isCurrent ? rows : await list();
    const stored = read.filter(({ quoteId }) => has(left, quoteId));
    show({ stored, isCurrent, error: undefined });
    return stored;
  } catch (error) {
    show({ error });
    throw error;
  }
}

/** Removes a payment from the list, in all tabs: the customer has seen its outcome or gives it up. */
export async function dismissPayment(
  { payments, watch }: WalletContext,
  call: WalletCall,
  quoteId: string,
): Promise<void> {
  check(call.operation, { quoteId }, { quoteId: text });
  const isOther = (row: Pick<PaymentRow, "quoteId">) => !isSameText(row.quoteId, quoteId);
  await payments.alone(call, quoteId, async () => {
    for (const row of await call.wait(() => payments.list(call.operation)))
      if (!isOther(row)) await call.wait(() => payments.dismiss(call.operation, row.quoteId));
  });
  watch.settle(quoteId);
  watch.set({ stored: watch.current.stored.filter(isOther) });
}

/** Takes out the payments that are over, because they say what the customer paid. The next customer of this device may look. */
export async function forgetFinal({ payments }: WalletContext, call: WalletCall): Promise<true> {
  const rows = await call.wait(() => payments.list(call.operation));
  for (const { quoteId, payment } of rows)
    if (finalOf(payment) !== undefined) await call.wait(() => payments.dismiss(call.operation, quoteId));
  return true;
}

async function pendingOf(context: WalletContext, call: WalletCall, row: PaymentRow): Promise<PendingPayment> {
  const { quoteId, payment } = row;
  const { startedAt, known } = payment ?? {};
  const { payments, watch } = context;
  const dismiss = async (options?: WalletRequestOptions) =>
    dismissPayment(context, new WalletCall("wallet.dismiss", options), quoteId);
  try {
    if (payment === undefined) refuse("payment", "is damaged in the store", call.operation);
    const quote = finalOf(payment) ?? (await readQuote(context, call, quoteId));
    const outcome = outcomeOf(quote, payment);
    if (quote.status !== known?.status) await call.wait(() => payments.know(quoteId, knownOf(quote)));
    learn(watch, quote);
    const shown = { quoteId, quote, startedAt: payment.startedAt, dismiss };
    if (outcome !== "unknown") return { ...shown, outcome };
    const finish = (options?: WalletRequestOptions) => finishPayment(context, payment, quote, options);
    return { ...shown, outcome, finish };
  } catch (error) {
    if (call.signal?.aborted) throw error;
    // What was executed stays executed.
    if (payment && known && executionOf(known) === "executed")
      return { outcome: "executed", quoteId, quote: known, startedAt: payment.startedAt, dismiss };
    return { outcome: "unreadable", quoteId, quote: known, startedAt, error, dismiss };
  }
}

/** Signs and executes a stored payment, if the store still has it. */
async function finishPayment(
  context: WalletContext,
  payment: StoredPayment,
  quote: Quote,
  options: WalletRequestOptions | undefined,
): Promise<Quote> {
  const { quoteId, digest, idempotencyKey } = payment;
  const { payments } = context;
  const call = new WalletCall("wallet.pending.finish", options);
  const { operation } = call;
  const terms = readTerms(context, operation, quote);
  if ((await digestOf(terms)) !== digest) throw new ConfirmationRequiredError(operation, quoteId);
  return payments.alone(call, quoteId, async () => {
    // Named before it is sent: an earlier attempt that was slow takes out only its own.
    const attempt = randomUuid();
    const latest = await call.wait(() =>
      payments.change(operation, quoteId, (stored) =>
        stored.idempotencyKey === idempotencyKey && stored.isRefused !== true
          ? { ...stored, attempt }
          : undefined,
      ),
    );
    if (latest?.attempt !== attempt) {
      refuse("payment", "is no longer open: another tab has ended or dismissed it", operation);
    }
    const executed = await executeTerms(context, call, terms, { idempotencyKey, mayRepeat: true });
    noteReturned(context, operation, payment, executed);
    context.watch.settle(quoteId, endOf(executed));
    return executed;
  });
}
