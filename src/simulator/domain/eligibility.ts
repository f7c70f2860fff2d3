import { Problem } from "./problem";
import type { CheckStatus, CustomerRecord } from "./records/customers";
import type { OutgoingStatus } from "./records/payments";

type AccountStatus = "PENDING" | "ACTIVE" | "UNDER_REVIEW" | "INACTIVE";

/** The state that somebody or something is in when an operation names it. Each has one row or column in the guide's table. */
export type State =
  | `customer ${CheckStatus | "deleted"}`
  | `external account ${AccountStatus | "deleted"}`
  | `quote ${OutgoingStatus}`;

export interface Refusal {
  status: 400 | 404 | 409;
  code: string;
}

type Refusals = Partial<Record<State, Refusal>>;

const invalid: Refusal = { status: 400, code: "INVALID_INPUT" };
const unpayable: Refusal = { status: 400, code: "INVALID_RECEIVER" };
const unusable: Refusal = { status: 400, code: "INVALID_BANK_ACCOUNT" };
const noSuchCustomer: Refusal = { status: 404, code: "USER_NOT_FOUND" };
const noSuchAccount: Refusal = { status: 404, code: "REFERENCE_NOT_FOUND" };
const tooLate: Refusal = { status: 409, code: "CONFLICT" };

/** A customer who was deleted does nothing any more; kycStatus decides nothing (OP-69). */
const deletedCustomer: Refusals = { "customer deleted": noSuchCustomer };
const quoteSource: Refusals = {
  "customer deleted": invalid,
  "external account INACTIVE": unusable,
  "external account deleted": invalid,
};
const quoteDestination: Refusals = { ...quoteSource, "customer deleted": unpayable };
const spentQuote: Refusals = {
  "quote PROCESSING": tooLate,
  "quote COMPLETED": tooLate,
  "quote FAILED": tooLate,
  "quote EXPIRED": tooLate,
};
const transferAccount: Refusals = { ...quoteSource, "external account deleted": noSuchAccount };
const lookedUpAccount: Refusals = {
  ...deletedCustomer,
  "external account INACTIVE": unusable,
  "external account deleted": noSuchAccount,
};

/** What each operation refuses (OP-69). Other states are served. The guide shows this table (docs/guides/simulator.md). */
export const refusals = {
  "POST /quotes, source": quoteSource,
  "POST /quotes, destination": quoteDestination,
  "POST /quotes/{quoteId}/execute, source": { ...quoteSource, ...spentQuote },
  "POST /quotes/{quoteId}/execute, destination": quoteDestination,
  "POST /sandbox/send, source": { ...quoteSource, ...spentQuote },
  "POST /sandbox/send, destination": quoteDestination,
  "POST /transfer-in": transferAccount,
  "POST /transfer-out": transferAccount,
  "POST /sandbox/internal-accounts/{accountId}/fund": deletedCustomer,
  "POST /sandbox/uma/receive": { ...deletedCustomer, "external account INACTIVE": unusable },
  "POST /transactions/{transactionId}/approve": {
    ...deletedCustomer,
    "external account INACTIVE": unusable,
    "external account deleted": noSuchAccount,
  },
  "GET /receiver/uma/{receiverUmaAddress}": { ...deletedCustomer, "external account INACTIVE": unusable },
  "GET /receiver/external-account/{accountId}": lookedUpAccount,
  "PATCH /customers/{customerId}": deletedCustomer,
  "GET /customers/kyc-link": deletedCustomer,
  "POST /customers/external-accounts": { "customer deleted": invalid },
  "POST /beneficial-owners": deletedCustomer,
  "PATCH /beneficial-owners/{beneficialOwnerId}": deletedCustomer,
  "POST /documents": deletedCustomer,
  "PUT /documents/{documentId}": deletedCustomer,
  "POST /verifications": deletedCustomer,
  "POST /auth/credentials": deletedCustomer,
  "POST /auth/credentials/{id}/challenge": deletedCustomer,
  "POST /auth/credentials/{id}/verify": deletedCustomer,
  "POST /internal-accounts/{id}/export": deletedCustomer,
} as const satisfies Record<string, Refusals>;

export type Operation = keyof typeof refusals;

/** What was expected instead of each state that something refuses. */
const expectations: Partial<Record<State, string>> = {
  "customer deleted": "a customer who was not deleted",
  "external account INACTIVE": "an external account that is not INACTIVE",
  "external account deleted": "the id of an existing account",
};

/** @param field the name of the party in the request, for example `source.accountId`. */
export function requireEligible(operation: Operation, state: State, field?: string): void {
  const row: Refusals = refusals[operation];
  const refusal = row[state];
  if (!refusal) return;
  const expected = expectations[state] ?? `a quote that is PENDING, not ${state.slice("quote ".length)}`;
  const message = field === undefined ? `Expected ${expected}` : `${field}: expected ${expected}`;
  const details = field === undefined ? {} : { details: { field, expected } };
  throw new Problem({ ...refusal, message, ...details });
}

export function requireCustomer(
  operation: Operation,
  customer: CustomerRecord | undefined,
  field?: string,
): void {
  if (!customer) return;
  requireEligible(operation, `customer ${customer.isDeleted ? "deleted" : customer.kycStatus}`, field);
}

export function requireExternalAccount(
  operation: Operation,
  account: { status: AccountStatus } | undefined,
  field?: string,
): void {
  requireEligible(operation, `external account ${account?.status ?? "deleted"}`, field);
}
