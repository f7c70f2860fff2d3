import type { StoredSessionKey } from "../crypto";

/** A session as a store keeps it. */
export interface StoredSession {
  /** The session's id. */
  id: string;
  /** The embedded wallet it belongs to. */
  accountId: string;
  /** The credential it was verified with, which the service's Session does not name. */
  credentialId: string;
  /** The credential's type. */
  type: string;
  /** The name that the customer gave the credential. */
  nickname: string;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC, from which on the session is invalid. */
  expiresAt: string;
  /** How far the service's clock was ahead of the device's when this was stored, in milliseconds. */
  clockOffset?: number | undefined;
  /** The signing key: structured cloning keeps it, JSON does not. A sandbox session has none. */
  key?: StoredSessionKey | undefined;
}

/** A payment that was begun, as a store keeps it until its end is known. */
export interface StoredPayment {
  /** The quote that is executed: one payment at most. */
  quoteId: string;
  /** The embedded wallet that pays. */
  accountId: string;
  /** The key of every attempt. */
  idempotencyKey: string;
  /** ISO 8601 date-time in UTC, by the service's clock. */
  startedAt: string;
  /** When the quote expires: ISO 8601 date-time in UTC. Absent in entries of earlier previews. */
  expiresAt?: string | undefined;
  /**
   * SHA-256 over what the customer confirmed: payload, amounts and destination. Only a payment that still matches it is signed.
   * Absent in entries of earlier previews, which are not signed any more.
   */
  digest?: string | undefined;
}

/**
 * Where a wallet keeps its sessions: one entry per session id, so that two tabs, or two wallets, never write over each
 * other's. Every method may reject, or hang for some seconds: the wallet then keeps the session in memory and logs a warning.
 */
export interface SessionStore {
  /** The entry of a session, if there is one. */
  get(id: string): Promise<StoredSession | undefined>;
  /** Adds or replaces the entry of one session, and touches no other. */
  put(session: StoredSession): Promise<void>;
  /** Removes the entry of one session; resolves also when there is none. */
  delete(id: string): Promise<void>;
  /** The entries of one embedded wallet, in any order. */
  list(accountId: string): Promise<StoredSession[]>;
  /** Adds or replaces the entry of one payment with all its fields, by `quoteId`. A store without it forgets a payment with the page. */
  putPayment?(payment: StoredPayment): Promise<void>;
  /** Removes the entry of one payment; resolves also when there is none. */
  deletePayment?(quoteId: string): Promise<void>;
  /** The payments of one embedded wallet, in any order. */
  listPayments?(accountId: string): Promise<StoredPayment[]>;
}
