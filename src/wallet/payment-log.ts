import { nameOf, TimeoutError } from "../core/errors";
import { textOf } from "../core/fields";
import { isFinal } from "./payment-end";
import type { PaymentWatch } from "./payment-watch";
import type { ConnectedContext } from "./connect";
import { pageLocks } from "./stores/memory-store";
import { StoreUnavailableError } from "./store-unavailable";
import type { KnownQuote, StoredPayment } from "./stores/wallet-store";
import type { WalletCall } from "./wallet-call";

/** A row of the store. `payment` is absent if the row is damaged. */
export interface PaymentRow {
  readonly quoteId: string;
  /** What was wanted. Absent if that is damaged. */
  readonly intent: string | undefined;
  readonly payment: StoredPayment | undefined;
}

/** What becomes of a stored payment: another row, `null` for none, `undefined` for no change. */
type Change = (stored: StoredPayment | undefined) => StoredPayment | null | undefined;

/** What a call says when another tab keeps a lock too long. */
const PAYING = {
  tab: "paying",
  here: "nothing was sent here, so try again later",
  outcome: "not-executed",
} as const;
/** The same of a sign-out. */
export const SIGNING_OUT = {
  tab: "signing out",
  here: "this tab has signed out, and that one may not have, so sign out again",
  outcome: "unknown",
} as const;

/**
 * The payments of one wallet that nobody has dismissed. The store is the only list. What the store could not keep stays in
 * memory, if an option allows that.
 */
export class PaymentLog {
  readonly #context: ConnectedContext & { readonly watch: Readonly<PaymentWatch> };
  readonly #unrecorded = new Map<string, StoredPayment>();
  /** The latest write of each payment, until it has settled. The next one waits for it, and so does a lock. */
  readonly #writes = new Map<string, Promise<unknown>>();
  /** Ends when everything that was noted in the background is stored, or has failed. */
  #noted: Promise<unknown> = Promise.resolve();
  /** For a page that may not use the locks of its store. */
  readonly #locks = pageLocks();
  /** Whether the store has ever been read. Then it may have payments that a later failure hides. */
  #wasRead = false;

  constructor(context: ConnectedContext & { readonly watch: Readonly<PaymentWatch> }) {
    this.#context = context;
  }

  /**
   * Records a new payment, before it is sent. Resolves to whether the store had none with this quote.
   *
   * @throws {StoreUnavailableError} when the store does not have it, and no option allows that
   */
  async add(operation: string, payment: StoredPayment): Promise<boolean> {
    const { quoteId, attempt } = payment;
    const { allowUnrecordedPayments } = this.#context;
    // Before the write. A slow one that fails would bring a payment back that was given up meanwhile.
    if (allowUnrecordedPayments) this.#unrecorded.set(quoteId, payment);
    try {
      const row = await this.#write(operation, "put", quoteId, (stored) =>
        stored === undefined ? payment : undefined,
      );
      this.#unrecorded.delete(quoteId);
      return row?.attempt === attempt;
    } catch (error) {
      if (!allowUnrecordedPayments) throw error;
      return true;
    } finally {
      this.#changed();
    }
  }

  /**
   * Changes a recorded payment. Resolves to what is stored then.
   *
   * @throws {StoreUnavailableError} when the store fails
   */
  async change(
    operation: string,
    quoteId: string,
    change: (stored: StoredPayment) => StoredPayment | undefined,
  ): Promise<StoredPayment | undefined> {
    const own = this.#unrecorded.get(quoteId);
    const changed = own && change(own);
    if (changed !== undefined) this.#unrecorded.set(quoteId, changed);
    if (own !== undefined) return changed ?? own;
    try {
      return await this.#write(operation, "put", quoteId, (stored) => stored && change(stored));
    } finally {
      this.#changed();
    }
  }

  /** Lets a change go on in the background. `list` waits for it. */
  inBackground(change: Promise<unknown>): void {
    this.#noted = Promise.allSettled([this.#noted, change]);
  }

  /** Keeps what was read of a payment's quote. If that fails, the next read says it again. Others need not hear it. */
  async know(quoteId: string, known: KnownQuote): Promise<void> {
    const change = (stored: StoredPayment) => {
      // A slow read may be older.
      const isOld = stored.known && (isFinal(stored.known) || stored.known.status === known.status);
      return isOld ? undefined : { ...stored, known };
    };
    const own = this.#unrecorded.get(quoteId);
    if (own !== undefined) this.#unrecorded.set(quoteId, change(own) ?? own);
    else
      await this.#write("wallet.pending", "put", quoteId, (stored) => stored && change(stored)).catch(
        () => {},
      );
  }

  /**
   * Notes the end of an attempt that recorded a payment and failed. `gone` takes the payment out. Nothing changes if anybody has tried it
   * again since. Call it with the lock of the payment.
   *
   * @throws {StoreUnavailableError} when the store fails, and may still have what was to go
   */
  async endAttempt(
    operation: string,
    { quoteId, attempt }: StoredPayment,
    end: "gone" | "refused" | "open",
  ): Promise<void> {
    const isLatest = (stored: StoredPayment | undefined) => stored?.attempt === attempt;
    if (end === "gone")
      await this.#remove(operation, quoteId, (stored) => (isLatest(stored) ? null : undefined));
    if (end === "refused")
      await this.change(operation, quoteId, (stored) =>
        isLatest(stored) ? { ...stored, isRefused: true } : undefined,
      );
  }

  /**
   * Takes out a payment that the customer has dismissed.
   *
   * @throws {StoreUnavailableError} when the store may still have it
   */
  async dismiss(operation: string, quoteId: string): Promise<void> {
    await this.#remove(operation, quoteId, () => null);
  }

  async #remove(operation: string, quoteId: string, change: Change): Promise<void> {
    const isUnrecorded = this.#unrecorded.delete(quoteId);
    try {
      await this.#write(operation, "delete", quoteId, change);
    } catch (error) {
      if (!isUnrecorded) throw error;
    } finally {
      this.#changed();
    }
  }

  /** Writes after the earlier writes of the same payment. */
  #write(
    operation: string,
    method: "put" | "delete",
    quoteId: string,
    change: Change,
  ): Promise<StoredPayment | undefined> {
    const { rows } = this.#context;
    const earlier = this.#writes.get(quoteId);
    return rows.ask(operation, method, () => {
      const write = (earlier ?? Promise.resolve())
        .catch(() => {})
        .then(() => rows.change("payments", quoteId, change));
      this.#writes.set(quoteId, write);
      const settled = () => void (this.#writes.get(quoteId) === write && this.#writes.delete(quoteId));
      write.then(settled, settled);
      return write;
    });
  }

  /**
   * All payments, oldest first. Damaged rows come last.
   *
   * @throws {StoreUnavailableError} when the store cannot be read
   */
  async list(operation: string): Promise<PaymentRow[]> {
    const { accountId, allowUnrecordedPayments, rows } = this.#context;
    const unrecorded = [...this.#unrecorded.values()].flatMap(rowOf);
    let stored: unknown[];
    try {
      stored = await rows.ask(operation, "list", async () => {
        await this.#noted;
        return rows.list("payments");
      });
      this.#wasRead = true;
    } catch (error) {
      if (!allowUnrecordedPayments || this.#wasRead) throw error;
      return unrecorded;
    }
    const listed = stored.flatMap((entry): PaymentRow[] => {
      const isOther = (textOf(entry, "accountId") ?? accountId) !== accountId;
      return isOther ? [] : rowOf(entry).filter(({ quoteId }) => !this.#unrecorded.has(quoteId));
    });
    return [...listed, ...unrecorded].sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1));
  }

  /**
   * Runs work while nothing else works on the same thing: no other call of this wallet, and no other tab, if the store can tell.
   * The lock stays until every write of this page has settled. Ids of the same thing may differ in case.
   *
   * @throws {TimeoutError} when another tab keeps the lock
   */
  async alone<Result>(
    call: WalletCall,
    thing: string,
    work: () => Promise<Result>,
    { tab, here, outcome }: typeof PAYING | typeof SIGNING_OUT = PAYING,
  ): Promise<Result> {
    const { store, accountId, allowUnrecordedPayments, totalTimeoutMs } = this.#context;
    const { operation } = call;
    const name = `${accountId} ${thing.toLowerCase()}`;
    const waiting = new AbortController();
    let free = () => {};
    const turn = new Promise<void>((begin, fail) => {
      const hold = () =>
        new Promise<void>((end) => {
          if (waiting.signal.aborted) return end();
          free = end;
          begin();
        });
      const lock = async () => {
        try {
          await store.lock(name, hold, waiting.signal);
          fail(new StoreUnavailableError(operation, "lock", "it did not run the work"));
        } catch (error) {
          if (!allowUnrecordedPayments) fail(new StoreUnavailableError(operation, "lock", nameOf(error)));
          // Without the other tabs where the page may not have locks, if an option allows that.
          else await this.#locks(name, hold, waiting.signal).catch(fail);
        }
      };
      void lock();
    });
    // Nobody waits for it if the call was aborted before.
    turn.catch(() => {});
    try {
      await call.wait(() => turn, {
        timeoutMs: totalTimeoutMs,
        timeoutError: (timeoutMs) =>
          new TimeoutError(
            `another tab is ${tab}, and was not done after ${timeoutMs} ms: ${here}`,
            "total",
            timeoutMs,
            { operation, outcome, advice: "retry" },
          ),
      });
      return await work();
    } finally {
      waiting.abort();
      void Promise.allSettled(this.#writes.values()).then(() => free());
    }
  }

  #changed(): void {
    const { watch, state } = this.#context;
    watch.set({ isCurrent: false, forgetsOnReload: this.#unrecorded.size > 0 });
    state.announce({ event: "payments-stored" });
  }
}

/** Other code writes stores, and disks keep them. What remains of a damaged row still counts, if it has a key. */
function rowOf(entry: unknown): PaymentRow[] {
  const quoteId = textOf(entry, "quoteId");
  const payment = isStoredPayment(entry) ? entry : undefined;
  return quoteId === undefined ? [] : [{ quoteId, intent: textOf(entry, "intent"), payment }];
}

const startOf = ({ payment }: PaymentRow): string => payment?.startedAt ?? "~";

/** Whether a stored entry has what a payment needs. */
function isStoredPayment(entry: unknown): entry is StoredPayment {
  return ["quoteId", "idempotencyKey", "startedAt"].every((name) => textOf(entry, name) !== undefined);
}
