/** What the page and its backend say to each other besides the wallet's own calls. */

/** Someone the user can pay. */
export interface Payee {
  id: string;
  name: string;
  /** Where the money goes, as a person would recognise it. */
  detail: string;
  destination:
    | { destinationType: "ACCOUNT"; accountId: string }
    | { destinationType: "UMA_ADDRESS"; umaAddress: string };
}

/** The user, as the backend knows them. Nothing here is secret. */
export interface UserInfo {
  name: string;
  email: string;
  /** The embedded wallet. */
  accountId: string;
  payees: Payee[];
  /** Who may sign an export of the recovery phrase. A real page has these built in. */
  trustedIssuerKeys: string[];
  organizationId: string;
}

/** `null` for a user who has no wallet yet. */
export interface UserResponse {
  user: UserInfo | null;
}

/** An e-mail in the simulated inbox. */
export interface InboxMessage {
  subject: string;
  text: string;
  /** ISO 8601 date-time in UTC. */
  at: string;
}

export interface InboxResponse {
  messages: InboxMessage[];
}

/** The most that one simulated funding adds, in the wallet's smallest unit: 10,000 USDC. */
export const MOST_FUNDING = 10_000_000_000;
