/** The messages between the page and its backend, besides the wallet's own calls. */

/** A person or account that the user can pay. */
export interface Payee {
  id: string;
  name: string;
  /** The destination, described for a person. */
  detail: string;
  destination:
    | { destinationType: "ACCOUNT"; accountId: string }
    | { destinationType: "UMA_ADDRESS"; umaAddress: string };
}

/** A new payee with a UMA address. */
export interface UmaPayee {
  umaAddress: string;
}

/** A new payee with a bank account. */
export interface AccountPayee {
  currency: string;
  /** The fields of `accountFields`, with their `accountType`. */
  accountInfo: object;
}

/** The user, as the backend knows them. Nothing here is secret. */
export interface UserInfo {
  name: string;
  email: string;
  /** The embedded wallet. */
  accountId: string;
  payees: Payee[];
  /** Trusted issuers of recovery phrase exports. A real page has these built in. */
  trustedIssuerKeys: string[];
  /** Trusted issuers of the keys that one-time codes are sealed to. */
  codeIssuerKeys: string[];
  organizationId: string;
}

/** `null` for a user without a wallet. */
export interface UserResponse {
  user: UserInfo | null;
}

/** An email in the simulated inbox. */
export interface InboxMessage {
  subject: string;
  text: string;
  /** ISO 8601 date-time in UTC. */
  at: string;
}

export interface InboxResponse {
  messages: InboxMessage[];
}

/** The maximum of one simulated funding, in the wallet's smallest unit: 10,000 USDC. */
export const MOST_FUNDING = 10_000_000_000;
