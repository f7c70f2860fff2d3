import { nameOf } from "../core/errors";
import { fieldOf, textOf } from "../core/fields";
import { StoreUnavailableError } from "./errors";
import type { SessionManager } from "./session-manager";
import type { WalletSettings } from "./settings";
import { inTurn } from "./stores/memory-store";
import type { SessionStore, StoredPayment } from "./stores/session-store";
import type { WalletCall } from "./wallet-call";

/** The dependencies of a payment log. */
interface PaymentLogOptions extends Pick<WalletSettings, "accountId" | "allowUnrecordedPayments"> {
  /** Makes the store calls, with their timeout. */
  readonly sessionManager: SessionManager;
  /** Called when the payments have changed. */
  readonly onStored: () => void;
}

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
  readonly #options: PaymentLogOptions;
  readonly #unrecorded = new Map<string, StoredPayment>();
  /** The last store call for each payment, so that a slow write never lands after its removal. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** Whether the store has ever been read. Then it may have payments that a later failure hides. */
  #wasRead = false;
  /** Whether the customer has dismissed the rows without a key. Not every store can delete them. */
  #hidesKeyless = false;

  constructor(options: PaymentLogOptions) {
    this.#options = options;
  }

  /** Whether a reload forgets a payment, because only memory has it. */
  get forgetsOnReload(): boolean {
    return this.#unrecorded.size > 0;
  }

  /**
   * Adds or replaces a payment, or rejects.
   *
   * @throws {StoreUnavailableError} when the store does not have it, and no option allows that
   */
  async add(operation: string, payment: StoredPayment): Promise<void> {
    const { quoteId } = payment;
    try {
      await this.#use(operation, "putPayment", (store, put) =>
        inTurn(this.#last, quoteId, () => put.call(store, payment)),
      );
      this.#unrecorded.delete(quoteId);
    } catch (error) {
      if (!this.#options.allowUnrecordedPayments) throw error;
      this.#unrecorded.set(quoteId, payment);
    }
    this.#options.onStored();
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
      await this.#use(operation, "deletePayment", (store, remove) =>
        inTurn(this.#last, quoteId, () => remove.call(store, quoteId)),
      );
    } catch (error) {
      if (!mayFail) throw error;
    } finally {
      this.#options.onStored();
    }
  }

  /**
   * All payments, oldest first. Damaged rows come last.
   *
   * @throws {StoreUnavailableError} when the store cannot be read
   */
  async list(operation: string): Promise<PaymentRow[]> {
    const { accountId, allowUnrecordedPayments } = this.#options;
    const unrecorded = [...this.#unrecorded.values()].map(rowOf);
    let stored: unknown;
    try {
      stored = await this.#use(operation, "listPayments", (store, list) => list.call(store, accountId));
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
   * Runs work while no other tab works on the same thing, if the store can tell. Work that the caller no longer waits for
   * does not start.
   */
  async alone<Result>(call: WalletCall, name: string, work: () => Promise<Result>): Promise<Result> {
    const { store } = this.#options.sessionManager;
    if (store.alone === undefined) return work();
    let release = (): void => {};
    const turn = new Promise<void>((begin, fail) => {
      const working = () =>
        new Promise<void>((end) => {
          release = end;
          begin();
        });
      // Without a turn where the page may not have locks, if an option allows that. After the work, this changes nothing.
      const over = (problem: string) => {
        if (this.#options.allowUnrecordedPayments) begin();
        else fail(new StoreUnavailableError(call.operation, "alone", problem));
      };
      (async () => store.alone?.(`${this.#options.accountId} ${name}`, working))().then(
        () => over("it did not run the work"),
        (error: unknown) => over(nameOf(error)),
      );
    });
    try {
      await call.wait(() => turn);
    } catch (error) {
      void turn.then(
        () => release(),
        () => {},
      );
      throw error;
    }
    try {
      return await work();
    } finally {
      release();
    }
  }

  #use<Name extends "putPayment" | "deletePayment" | "listPayments", Result>(
    operation: string,
    name: Name,
    action: (store: SessionStore, method: NonNullable<SessionStore[Name]>) => Promise<Result>,
  ): Promise<Result> {
    return this.#options.sessionManager.askStore(operation, name, async (store) => {
      const method = store[name];
      if (method === undefined)
        throw new StoreUnavailableError(operation, name, "the store has no such method");
      return action(store, method);
    });
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
