/** What the page and its backend say to each other besides the wallet's own calls. */

/** Someone the visitor can pay. */
export interface Payee {
  id: string;
  name: string;
  /** Where the money goes, as a person would recognise it. */
  detail: string;
  destination:
    | { destinationType: "ACCOUNT"; accountId: string }
    | { destinationType: "UMA_ADDRESS"; umaAddress: string };
}

/** The visitor, as the backend knows them. Nothing here is secret. */
export interface VisitorInfo {
  name: string;
  email: string;
  /** The embedded wallet. */
  accountId: string;
  payees: Payee[];
  /** Who may sign an export of the recovery phrase. A real page has these built in. */
  trustedIssuerKeys: string[];
  organizationId: string;
}

/** `null` for a visitor who has no wallet yet. */
export interface VisitorAnswer {
  visitor: VisitorInfo | null;
}

/** An e-mail in the simulated inbox. */
export interface InboxMessage {
  subject: string;
  text: string;
  /** ISO 8601 date-time in UTC. */
  at: string;
}

export interface InboxAnswer {
  messages: InboxMessage[];
}

/** The most that one simulated funding adds, in the wallet's smallest unit: 10,000 USDC. */
export const MOST_FUNDING = 10_000_000_000;
