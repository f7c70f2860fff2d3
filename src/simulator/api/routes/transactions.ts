import type { Domain } from "../../domain/domain";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { incomingStatuses } from "../../domain/transactions";
import type { TransactionDestination, TransactionRecord, TransactionSource } from "../../domain/transactions";
import type { RouteResponse } from "../../runtime/wire";
import { freeText, instant, oneOf, text } from "../formats";
import { paginate } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Reader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "customers" | "externalAccounts" | "incomingPayments" | "transactions">;

type Filter = (transaction: TransactionRecord) => boolean;

const orderFormat = oneOf(["asc", "desc"] as const);

/** The account or the UMA address of one side. */
function identifierOf(side: TransactionSource | TransactionDestination): string | undefined {
  if ("accountId" in side) return side.accountId;
  return "umaAddress" in side ? side.umaAddress : undefined;
}

/** One filter for each parameter that is sent, under its own name or its alias (OP-57). */
function filters({ transactions }: Needs, query: Reader): Filter[] {
  const chosen: Filter[] = [];
  const match = (
    names: string[],
    matches: (transaction: TransactionRecord, value: string) => boolean,
  ): void => {
    for (const name of names) {
      const value = query.optional(name, text);
      if (value !== undefined) chosen.push((transaction) => matches(transaction, value));
    }
  };
  match(["customerId"], (transaction, value) => transactions.ownerOf(transaction).customerId === value);
  match(
    ["platformCustomerId"],
    (transaction, value) => transactions.ownerOf(transaction).platformCustomerId === value,
  );
  match(["accountIdentifier", "accountId"], ({ source, destination }, value) =>
    [identifierOf(source), identifierOf(destination)].includes(value),
  );
  match(
    ["senderAccountIdentifier", "senderAccountId"],
    ({ source }, value) => identifierOf(source) === value,
  );
  match(
    ["receiverAccountIdentifier", "receiverAccountId"],
    ({ destination }, value) => identifierOf(destination) === value,
  );
  match(
    ["reference"],
    (transaction, value) => transaction.type === "INCOMING" && transaction.reference === value,
  );

  // The incoming statuses contain all outgoing ones (OP-59).
  const status = query.optional("status", oneOf(incomingStatuses));
  if (status !== undefined) chosen.push((transaction) => transaction.status === status);
  const type = query.optional("type", oneOf(["INCOMING", "OUTGOING"]));
  if (type !== undefined) chosen.push((transaction) => transaction.type === type);
  const start = query.optional("startDate", instant);
  if (start !== undefined) chosen.push(({ createdAt }) => Date.parse(createdAt) >= start);
  const end = query.optional("endDate", instant);
  if (end !== undefined) chosen.push(({ createdAt }) => Date.parse(createdAt) <= end);
  return chosen;
}

function list(needs: Needs, { request }: Call): RouteResponse {
  const { transactions } = needs;
  const query = queryReader(request.query);
  const chosen = filters(needs, query);
  const order = query.optional("sortOrder", orderFormat) ?? query.optional("sort", orderFormat) ?? "desc";
  return ok(
    paginate({
      query: request.query,
      list: "transactions",
      rows: transactions.all().filter((transaction) => chosen.every((matches) => matches(transaction))),
      at: ({ createdAt }) => createdAt,
      id: ({ id }) => id,
      order,
      view: (transaction) => transactions.view(transaction),
    }),
  );
}

/** @throws {Problem} when the request is refused: the receiver, or the account that the money goes to, cannot take it. */
function requireReceiver({ customers, externalAccounts }: Needs, transaction: TransactionRecord): void {
  const operation = "POST /transactions/{transactionId}/approve";
  requireCustomer(operation, customers.ownerOf(transaction));
  const accountId = identifierOf(transaction.destination) ?? "";
  if (accountId.startsWith("ExternalAccount:"))
    requireExternalAccount(operation, externalAccounts.find(accountId));
}

function approve(needs: Needs, call: Call): RouteResponse {
  const { incomingPayments, transactions } = needs;
  const { body } = call.request;
  if (body !== undefined) bodyReader(body).optional("receiverCustomerInfo", object);
  const transaction = transactions.get(parameter(call, "transactionId"));
  requireReceiver(needs, transaction);
  return ok(transactions.incomingView(incomingPayments.approve(transaction)));
}

function reject({ incomingPayments, transactions }: Needs, call: Call): RouteResponse {
  const { body } = call.request;
  if (body !== undefined) bodyReader(body).optional("reason", freeText);
  const transaction = transactions.get(parameter(call, "transactionId"));
  return ok(transactions.incomingView(incomingPayments.reject(transaction)));
}

/** Transactions (specification, "Transfers and transactions"; approval: contract). */
export const transactionRoutes = (needs: Needs): Route[] => [
  route("GET", "/transactions", (call) => list(needs, call)),
  route("GET", "/transactions/{transactionId}", (call) =>
    ok(needs.transactions.view(needs.transactions.get(parameter(call, "transactionId")))),
  ),
  route("POST", "/transactions/{transactionId}/approve", (call) => approve(needs, call)),
  route("POST", "/transactions/{transactionId}/reject", (call) => reject(needs, call)),
];
