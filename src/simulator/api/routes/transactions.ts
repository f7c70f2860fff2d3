import { ownerOf } from "../../domain/customers";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { approvePayment, rejectPayment } from "../../domain/incoming-payments";
import { identifierOf, incomingStatuses } from "../../domain/records/payments";
import type { TransactionIndex, TransactionRecord } from "../../domain/records/payments";
import type { Condition } from "../../domain/table";
import { incomingView, ownerKey, ownerKeyOfPlatform, transactionView } from "../../domain/transactions";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { freeText, identifier, instant, oneOf, text } from "../formats";
import { paginateTable } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Format, Reader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

const orderFormat = oneOf(["asc", "desc"] as const);

/** The indexes behind the parameters, under their own names and their aliases (OP-57). */
const parameters: readonly (readonly [name: string, index: TransactionIndex, format: Format<string>])[] = [
  ["accountIdentifier", "identifier", identifier],
  ["accountId", "identifier", identifier],
  ["senderAccountIdentifier", "sender", identifier],
  ["senderAccountId", "sender", identifier],
  ["receiverAccountIdentifier", "receiver", identifier],
  ["receiverAccountId", "receiver", identifier],
  ["reference", "reference", text],
  // The incoming statuses contain all outgoing ones (OP-59).
  ["status", "status", oneOf(incomingStatuses)],
  ["type", "type", oneOf(["INCOMING", "OUTGOING"])],
];

/** One condition for each parameter that is sent. */
function conditions(world: World, query: Reader): Condition<TransactionIndex>[] {
  const chosen: Condition<TransactionIndex>[] = [];
  const customerId = query.optional("customerId", text);
  if (customerId !== undefined) chosen.push(["customerId", ownerKey(world, customerId)]);
  const platformCustomerId = query.optional("platformCustomerId", text);
  if (platformCustomerId !== undefined)
    chosen.push(["customerId", ownerKeyOfPlatform(world, platformCustomerId)]);
  for (const [name, index, format] of parameters) {
    const value = query.optional(name, format);
    if (value !== undefined) chosen.push([index, value]);
  }
  return chosen;
}

function list(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  return ok(
    paginateTable(request, world.transactions, {
      where: conditions(world, query),
      fromMs: query.optional("startDate", instant),
      toMs: query.optional("endDate", instant),
      order: query.optional("sortOrder", orderFormat) ?? query.optional("sort", orderFormat) ?? "desc",
      view: (transaction) => transactionView(world, transaction),
    }),
  );
}

/** @throws {Problem} when the receiver, or the account that the money goes to, cannot take it */
function requireReceiver(world: World, transaction: TransactionRecord): void {
  const operation = "POST /transactions/{transactionId}/approve";
  requireCustomer(operation, ownerOf(world, transaction));
  const accountId = identifierOf(transaction.destination) ?? "";
  if (accountId.startsWith("ExternalAccount:"))
    requireExternalAccount(operation, world.externalAccounts.find(accountId));
}

function approve(world: World, call: Call): RouteResponse {
  const { body } = call.request;
  if (body !== undefined) bodyReader(body).optional("receiverCustomerInfo", object);
  const transaction = world.transactions.get(parameter(call, "transactionId"));
  requireReceiver(world, transaction);
  return ok(incomingView(world, approvePayment(world, transaction)));
}

function reject(world: World, call: Call): RouteResponse {
  const { body } = call.request;
  if (body !== undefined) bodyReader(body).optional("reason", freeText);
  const transaction = world.transactions.get(parameter(call, "transactionId"));
  return ok(incomingView(world, rejectPayment(world, transaction)));
}

/** Transactions (specification, "Transfers and transactions"; approval: contract). */
export const transactionRoutes: Route[] = [
  route("GET", "/transactions", "VIEW", list),
  route("GET", "/transactions/{transactionId}", "VIEW", (world, call) =>
    ok(transactionView(world, world.transactions.get(parameter(call, "transactionId")))),
  ),
  route("POST", "/transactions/{transactionId}/approve", "TRANSACT", approve),
  route("POST", "/transactions/{transactionId}/reject", "TRANSACT", reject),
];
