import { textOf } from "../core/fields";
import type { CoreConfig } from "../core/types";
import type { SessionManager } from "./session-manager";
import type { StoredPayment } from "./stores/session-store";

/** The dependencies of a payment log. */
export interface PaymentLogOptions {
  readonly accountId: string;
  /** Makes the store calls, with their timeout. */
  readonly sessionManager: SessionManager;
  readonly log: CoreConfig["log"];
}

/**
 * The payments of one wallet with an outcome that is not known yet. They are in memory, and in the store if it keeps
 * payments. The store restores them after a reload.
 */
export class PaymentLog {
  readonly #options: PaymentLogOptions;
  /** By the quote's id. */
  readonly #payments = new Map<string, StoredPayment>();
  #hasWarned = false;

  constructor(options: PaymentLogOptions) {
    this.#options = options;
  }

  /** Adds a payment. Resolves when the store has it, or has failed. */
  async add(payment: StoredPayment): Promise<void> {
    this.#payments.set(payment.quoteId, payment);
    await this.#options.sessionManager.useStore(
      "putPayment",
      async (store) => store.putPayment?.(payment),
      undefined,
    );
  }

  /** Forgets a payment. Resolves when the store has done so, or has failed. */
  async remove(quoteId: string): Promise<void> {
    this.#payments.delete(quoteId);
    await this.#options.sessionManager.useStore(
      "deletePayment",
      async (store) => store.deletePayment?.(quoteId),
      undefined,
    );
  }

  /** All payments, oldest first. */
  async list(): Promise<StoredPayment[]> {
    const { accountId, sessionManager } = this.#options;
    const stored: unknown = await sessionManager.useStore(
      "listPayments",
      async (store) => store.listPayments?.(accountId),
      undefined,
    );
    for (const payment of Array.isArray(stored) ? (stored as unknown[]) : []) {
      if (!isStoredPayment(payment)) this.warnOfUnreadable();
      // A store that keeps fewer fields must not remove the digest.
      else if (payment.accountId === accountId && !this.#payments.has(payment.quoteId)) {
        this.#payments.set(payment.quoteId, payment);
      }
    }
    return [...this.#payments.values()].sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
  }

  /** Logs one warning, even for several unreadable payments. */
  warnOfUnreadable(): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#options.log("warn", "the session store has unreadable payments: the wallet ignores them");
  }
}

/** Whether a stored entry has what a payment needs. Other code writes stores, and disks keep them. */
function isStoredPayment(entry: unknown): entry is StoredPayment {
  return ["quoteId", "accountId", "idempotencyKey", "startedAt"].every(
    (name) => textOf(entry, name) !== undefined,
  );
}
