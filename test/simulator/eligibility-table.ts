/** The states in which an operation may refuse a party. Each has a column in the guide's table. */
export type State =
  | "customer deleted"
  | "external account INACTIVE"
  | "external account deleted"
  | "quote EXPIRED"
  | "quote executed";

type Refusals = Partial<Record<State, string>>;

/** A customer who was deleted does nothing any more; kycStatus decides nothing (OP-69). */
const deletedCustomer: Refusals = { "customer deleted": "USER_NOT_FOUND" };
const inactiveAccount: Refusals = { "external account INACTIVE": "INVALID_BANK_ACCOUNT" };
const quoteSource: Refusals = {
  ...inactiveAccount,
  "customer deleted": "INVALID_INPUT",
  "external account deleted": "INVALID_INPUT",
};
const quoteDestination: Refusals = { ...quoteSource, "customer deleted": "INVALID_RECEIVER" };
const paidQuote: Refusals = {
  ...quoteSource,
  "quote EXPIRED": "QUOTE_EXPIRED",
  "quote executed": "CONFLICT",
};
const fundedQuote: Refusals = {
  ...quoteSource,
  "quote EXPIRED": "INVALID_INPUT",
  "quote executed": "INVALID_INPUT",
};
const transferAccount: Refusals = { ...quoteSource, "external account deleted": "REFERENCE_NOT_FOUND" };
const receivingAccount: Refusals = { ...transferAccount, ...deletedCustomer };
const receivingCustomer: Refusals = { ...inactiveAccount, ...deletedCustomer };

/** The code of each refusal (OP-69). Other states are served. The guide shows this table (docs/guides/simulator.md). */
export const refusals = {
  "POST /quotes, source": quoteSource,
  "POST /quotes, destination": quoteDestination,
  "POST /quotes/{quoteId}/execute, source": paidQuote,
  "POST /quotes/{quoteId}/execute, destination": quoteDestination,
  "POST /sandbox/send, source": fundedQuote,
  "POST /sandbox/send, destination": quoteDestination,
  "POST /transfer-in": transferAccount,
  "POST /transfer-out": transferAccount,
  "POST /sandbox/internal-accounts/{accountId}/fund": deletedCustomer,
  "POST /sandbox/uma/receive": receivingCustomer,
  "POST /transactions/{transactionId}/approve": receivingAccount,
  "GET /receiver/uma/{receiverUmaAddress}": receivingCustomer,
  "GET /receiver/external-account/{accountId}": receivingAccount,
  "PATCH /customers/{customerId}": deletedCustomer,
  "GET /customers/kyc-link": deletedCustomer,
  "POST /customers/external-accounts": { "customer deleted": "INVALID_INPUT" },
  "POST /invitations": { "customer deleted": "INVALID_UMA_ADDRESS" },
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

const statuses: Readonly<Record<string, number>> = {
  USER_NOT_FOUND: 404,
  REFERENCE_NOT_FOUND: 404,
  CONFLICT: 409,
  QUOTE_EXPIRED: 409,
};

/** The status of a refusal with this code. */
export const statusOf = (code: string): number => statuses[code] ?? 400;
