import type { Domain } from "../../domain/domain";
import type { Condition } from "../../domain/store";
import { identifierOf } from "../../domain/transaction-store";
import type { TransactionIndex } from "../../domain/transaction-store";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { incomingStatuses } from "../../domain/transactions";
import type { TransactionRecord } from "../../domain/transactions";
import type { RouteResponse } from "../../runtime/wire";
import { freeText, instant, oneOf, text } from "../formats";
import { paginateStore } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Reader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<Domain, "customers" | "externalAccounts" | "incomingPayments" | "transactions">;

const orderFormat = oneOf(["asc", "desc"] as const);

/** The indexes behind the parameters, under their own names and their aliases (OP-57). */
const parameters: readonly (readonly [name: string, index: TransactionIndex])[] = [
  ["accountIdentifier", "identifier"],
  ["accountId", "identifier"],
  ["senderAccountIdentifier", "sender"],
  ["senderAccountId", "sender"],
  ["receiverAccountIdentifier", "receiver"],
  ["receiverAccountId", "receiver"],
  ["reference", "reference"],
];

/** A key that no transaction has: ids are never empty. */
const nobody = "";

/** One condition for each parameter that is sent. */
function conditions({ transactions }: Needs, query: Reader): Condition<TransactionIndex>[] {
  const chosen: Condition<TransactionIndex>[] = [];
  const customerId = query.optional("customerId", text);
  if (customerId !== undefined) chosen.push(["customerId", transactions.ownerKey(customerId)]);
  const platformCustomerId = query.optional("platformCustomerId", text);
  if (platformCustomerId !== undefined) {
    const key = transactions.ownerKeyOfPlatform(platformCustomerId);
    chosen.push(["customerId", key === undefined ? nobody : key]);
  }
  for (const [name, index] of parameters) {
    const value = query.optional(name, text);
    if (value !== undefined) chosen.push([index, value]);
  }
  // The incoming statuses contain all outgoing ones (OP-59).
  const status = query.optional("status", oneOf(incomingStatuses));
  if (status !== undefined) chosen.push(["status", status]);
  const type = query.optional("type", oneOf(["INCOMING", "OUTGOING"]));
  if (type !== undefined) chosen.push(["type", type]);
  return chosen;
}

function list(needs: Needs, { request }: Call): RouteResponse {
  const { transactions } = needs;
  const query = queryReader(request.query);
  return ok(
    paginateStore({
      query: request.query,
      list: "transactions",
      store: transactions,
      where: conditions(needs, query),
      fromMs: query.optional("startDate", instant),
      toMs: query.optional("endDate", instant),
      order: query.optional("sortOrder", orderFormat) ?? query.optional("sort", orderFormat) ?? "desc",
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
