import { nameOf } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import { StoreUnavailableError } from "./errors";
import type { PaymentWatch } from "./payment-watch";
import type { SessionContext } from "./session-manager";
import { inTurn } from "./stores/memory-store";
import type { StoredPayment } from "./stores/session-store";
import type { WalletCall } from "./wallet-call";

/** A row of the store. `payment` is absent if the row is damaged. */
export interface PaymentRow {
  /** The key of the row in the store. That of a damaged row may be of any type. */
  readonly key: string;
  /** The key as text. */
  readonly quoteId: string;
  /** What was wanted. Absent if that is damaged. */
  readonly intent: string | undefined;
  readonly payment: StoredPayment | undefined;
}

/**
 * The payments of one wallet that nobody has dismissed. The store is the only list. What the store could not keep stays in
 * memory, if an option allows that.
 */
export class PaymentLog {
  readonly #context: SessionContext & { readonly watch: Readonly<PaymentWatch> };
  readonly #unrecorded = new Map<string, StoredPayment>();
  /** The work in turn, by its name, and the store calls of each payment: a slow write never lands after its removal. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Whether the store has ever been read. Then it may have payments that a later failure hides. */
  #wasRead = false;
  /** Whether the customer has dismissed the rows without a key. Not every store can delete them. */
  #hidesKeyless = false;

  constructor(context: SessionContext & { readonly watch: Readonly<PaymentWatch> }) {
    this.#context = context;
  }

  /**
   * Adds or replaces a payment, or rejects.
   *
   * @throws {StoreUnavailableError} when the store does not have it, and no option allows that
   */
  async add(operation: string, payment: StoredPayment): Promise<void> {
    const { quoteId } = payment;
    const { allowUnrecordedPayments } = this.#context;
    // The store has a returned payment, unless it is still in memory.
    const mayFail = allowUnrecordedPayments && (!payment.isReturned || this.#unrecorded.has(quoteId));
    // Before the write. A slow one that fails would bring a payment back that was given up meanwhile.
    if (mayFail) this.#unrecorded.set(quoteId, payment);
    try {
      await this.#context.sessionManager.askStore(operation, "putPayment", (store) =>
        inTurn(this.#turns, `store ${quoteId}`, async () => store.putPayment?.(payment)),
      );
      this.#unrecorded.delete(quoteId);
    } catch (error) {
      if (!mayFail) throw error;
    }
    this.#changed();
  }

  /**
   * Forgets a payment, after its last write.
   *
   * @throws {StoreUnavailableError} when the store may still have it
   */
  async remove(operation: string, quoteId: string): Promise<void> {
    const isKeyless = quoteId == null;
    this.#hidesKeyless ||= isKeyless;
    const mayFail = this.#unrecorded.delete(quoteId) || isKeyless;
    try {
      await this.#context.sessionManager.askStore(operation, "deletePayment", (store) =>
        inTurn(this.#turns, `store ${quoteId}`, async () => store.deletePayment?.(quoteId)),
      );
    } catch (error) {
      if (!mayFail) throw error;
    } finally {
      this.#changed();
    }
  }

  /**
   * All payments, oldest first. Damaged rows come last.
   *
   * @throws {StoreUnavailableError} when the store cannot be read
   */
  async list(operation: string): Promise<PaymentRow[]> {
    const { accountId, allowUnrecordedPayments, sessionManager } = this.#context;
    const unrecorded = [...this.#unrecorded.values()].map(rowOf);
    let stored: unknown;
    try {
      stored = await sessionManager.askStore(operation, "listPayments", async (store) =>
        store.listPayments?.(accountId),
      );
      this.#wasRead = true;
    } catch (error) {
      if (!allowUnrecordedPayments || this.#wasRead) throw error;
      return unrecorded;
    }
    if (!Array.isArray(stored)) throw new StoreUnavailableError(operation, "listPayments", "not an array");
    const rows = (stored as unknown[]).flatMap((entry): PaymentRow[] => {
      const row = rowOf(entry);
      const isOther = (textOf(entry, "accountId") ?? accountId) !== accountId;
      const isHidden = this.#hidesKeyless && row.key == null;
      return isOther || isHidden || this.#unrecorded.has(row.quoteId) ? [] : [row];
    });
    return [...rows, ...unrecorded].sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1));
  }

  /**
   * Runs work while nothing else works on the same thing: no other call of this wallet, and no other tab, if the store can tell.
   * Work that the caller no longer waits for does not start. Ids of the same thing may differ in case.
   */
  async alone<Result>(call: WalletCall, thing: string, work: () => Promise<Result>): Promise<Result> {
    const { store, accountId, allowUnrecordedPayments } = this.#context;
    const name = thing.toLowerCase();
    const turn = new Promise<() => void>((begin, fail) => {
      let problem: string | undefined = "it did not run the work";
      const working = () =>
        new Promise<void>((end) => {
          problem = undefined;
          begin(end);
        });
      void inTurn(this.#turns, name, async () => {
        try {
          await (store.alone ? store.alone(`${accountId} ${name}`, working) : working());
        } catch (error) {
          problem &&= nameOf(error);
        }
        if (problem === undefined) return;
        // Without the other tabs where the page may not have locks, if an option allows that.
        if (allowUnrecordedPayments) await working();
        else fail(new StoreUnavailableError(call.operation, "alone", problem));
      });
    });
    try {
      await call.wait(() => turn);
      return await work();
    } finally {
      turn.then(
        (end) => end(),
        () => {},
      );
    }
  }

  #changed(): void {
    const { watch, state } = this.#context;
    watch.set({ isCurrent: false, forgetsOnReload: this.#unrecorded.size > 0 });
    state.announce({ event: "payments-stored" });
  }
}

/** Other code writes stores, and disks keep them. What remains of a damaged row still counts. */
function rowOf(entry: unknown): PaymentRow {
  const key = fieldOf(entry, "quoteId") as string;
  const payment = isStoredPayment(entry) ? entry : undefined;
  return { key, quoteId: String(key ?? ""), intent: textOf(entry, "intent"), payment };
}

const startOf = ({ payment }: PaymentRow): string => payment?.startedAt ?? "~";

/** Whether a stored entry has what a payment needs. */
function isStoredPayment(entry: unknown): entry is StoredPayment {
  return ["quoteId", "idempotencyKey", "startedAt"].every((name) => textOf(entry, name) !== undefined);
}
