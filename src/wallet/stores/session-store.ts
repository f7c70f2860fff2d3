import type { StoredSession } from "../wallet-session";

/** A payment in a store. It stays until it is dismissed. */
export interface StoredPayment {
  /** The quote to execute. A quote has at most one payment. */
  quoteId: string;
  /** The id of the embedded wallet that pays. */
  accountId: string;
  /** The idempotency key of every attempt. */
  idempotencyKey: string;
  /** ISO 8601 date-time in UTC, by the service's clock. */
  startedAt: string;
  /** When the quote expires: ISO 8601 date-time in UTC. Absent in entries of earlier previews. */
  expiresAt?: string | undefined;
  /**
   * SHA-256 over what the customer confirmed: payload, amounts and destination. The wallet signs only a payment that still
   * matches it. Absent in entries of earlier previews, which the wallet no longer signs.
   */
  digest?: string | undefined;
  /**
   * SHA-256 over payee, currency and amount that the application asked for. While the payment is open, the wallet refuses a
   * second one with the same value. Absent in entries of earlier previews.
   */
  intent?: string | undefined;
  /** Whether the application got a known outcome from `wallet.pay` or `finish`. Such a payment is no longer open. */
  isReturned?: boolean | undefined;
}

/**
 * Stores the sessions of wallets. Each session id has its own entry, so two tabs or two wallets never overwrite each other's
 * sessions. A method may reject or hang. The wallet then keeps the session in memory and logs a warning. Payments are
 * different: a wallet does not send a payment that the store does not have.
 */
export interface SessionStore {
  /** Adds or replaces the entry of one session. Leaves all others unchanged. */
  put(session: StoredSession): Promise<void>;
  /** Removes the entry of one session. Resolves even if it does not exist. */
  delete(id: string): Promise<void>;
  /** Returns the entries of one embedded wallet, in any order. */
  list(accountId: string): Promise<StoredSession[]>;
  /**
   * Adds or replaces the entry of one payment with all its fields, by `quoteId`. Without the methods for
   * payments, a wallet refuses to pay, unless its option `allowUnrecordedPayments` is set.
   */
  putPayment?(payment: StoredPayment): Promise<void>;
  /** Removes the entry of one payment. Resolves even if it does not exist. */
  deletePayment?(quoteId: string): Promise<void>;
  /** Returns the payments of one embedded wallet, in any order. */
  listPayments?(accountId: string): Promise<StoredPayment[]>;
  /**
   * Notes what a payload is for, unless that is known. Returns what it was first for, at once for all tabs. Keeps the last
   * thousand. Without this method, a reload forgets which payloads the wallet has seen.
   */
  claimPayload?(hash: string, purpose: string): Promise<string>;
  /**
   * Runs work while no other work with this name runs, in any tab that shares the store. Without this method, two tabs can
   * work on one payment at the same time.
   */
  alone?(name: string, work: () => Promise<void>): Promise<void>;
}
