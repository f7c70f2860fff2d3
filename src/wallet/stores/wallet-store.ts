import type { Quote } from "../../models/quote";
import type { StoredSession } from "../wallet-session";

/** A payment in a store. It stays until it is dismissed. */
export interface StoredPayment {
  /** The quote to execute. A quote has at most one payment. */
  readonly quoteId: string;
  /** The id of the embedded wallet that pays. */
  readonly accountId: string;
  /** The idempotency key of every attempt. */
  readonly idempotencyKey: string;
  /** ISO 8601 date-time in UTC, by the service's clock. */
  readonly startedAt: string;
  /** When the quote expires: ISO 8601 date-time in UTC. */
  readonly expiresAt: string;
  /**
   * SHA-256 over what the customer confirmed: payload, amounts and destination. The wallet signs only a payment that still
   * matches it.
   */
  readonly digest: string;
  /**
   * SHA-256 over payee, currency and amount that the application asked for. While the payment is open, the wallet refuses a
   * second one with the same value.
   */
  readonly intent: string;
  /** The latest attempt to send it. An attempt removes only a row that still names it. */
  readonly attempt: string;
  /** Whether the service refused the only attempt. It was not made, unless its quote says so later, and nobody can finish it. */
  readonly isRefused?: boolean | undefined;
  /** Whether the application got a known outcome from `wallet.pay` or `finish`. Such a payment is no longer open. */
  readonly isReturned?: boolean | undefined;
  /** The quote as it was last read. */
  readonly known?: KnownQuote | undefined;
  /** See {@link WalletStore.put}. */
  readonly version?: string | undefined;
}

/**
 * What a store keeps of a quote: its status, the amounts, and who pays whom by id or UMA address. Nothing of
 * `counterpartyInformation` and `paymentInstructions`, and no other data of people.
 */
export type KnownQuote = Omit<Quote, "counterpartyInformation" | "paymentInstructions" | "rateDetails">;

/** A payload that a wallet has seen. The store keeps only its hash. */
export interface SeenPayload {
  /** SHA-256 over the wallet's id and the payload, in hexadecimal. */
  readonly hash: string;
  readonly accountId: string;
  /** The operation and the quote that it was for. */
  readonly purpose: string;
  /** By the device's clock, in milliseconds since the epoch. */
  readonly seenAt: number;
  readonly version?: string | undefined;
}

/** The tables of a store, with the type of their rows. The key of a row is its `id`, its `quoteId` or its `hash`. */
export interface StoreTables {
  sessions: StoredSession;
  payments: StoredPayment;
  payloads: SeenPayload;
}

/**
 * Stores the sessions and payments of wallets in three tables. Rows are plain objects of texts, numbers and booleans; a session
 * also has a `CryptoKey`, which structured cloning keeps and JSON does not. A method may reject or hang: the wallet waits for
 * 3 seconds. Sessions then stay in memory, with a warning. A payment is not sent before the store has it.
 *
 * A condition compares the stored row's `version` in the same transaction as the write. `{ version: undefined }` means: no row, or
 * one without a version.
 */
export interface WalletStore {
  /** Returns a row, or `undefined`. */
  get<Table extends keyof StoreTables>(table: Table, key: string): Promise<StoreTables[Table] | undefined>;
  /** Adds or replaces a row with all its fields. With a condition, only if that holds. Resolves to whether it wrote. */
  put<Table extends keyof StoreTables>(
    table: Table,
    key: string,
    row: StoreTables[Table],
    condition?: StoreCondition,
  ): Promise<boolean>;
  /** Removes a row, if there is one. With a condition, only if that holds. Resolves to whether the row is gone. */
  delete(table: keyof StoreTables, key: string, condition?: StoreCondition): Promise<boolean>;
  /** Returns the rows of one embedded wallet, in any order. */
  list<Table extends keyof StoreTables>(table: Table, accountId: string): Promise<StoreTables[Table][]>;
  /**
   * Runs work while no other work with this name runs, in any tab that shares the store. When the signal aborts, rejects if the
   * work has not begun. Where tabs have no common lock, it is enough to keep the calls of this store apart: the conditions
   * protect the rows then, and two tabs may ask the customer for the same payment at once.
   */
  lock(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** When a write takes effect. */
export interface StoreCondition {
  /** The version of the stored row. `undefined`: no row, or one without a version. */
  readonly version: string | undefined;
}
