import { ownerOf } from "../../domain/customers";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { approvePayment, rejectPayment } from "../../domain/incoming-payments";
import { requireEnabled, requireSendable } from "../../domain/platform";
import { invalidInput } from "../../domain/problem";
import type { ExternalAccountRecord, InternalAccountRecord } from "../../domain/records/accounts";
import { identifierOf, incomingStatuses } from "../../domain/records/payments";
import type { TransactionIndex, TransactionRecord } from "../../domain/records/payments";
import type { Condition } from "../../domain/table";
import {
  incomingView,
  outgoingView,
  ownerKey,
  ownerKeyOfPlatform,
  transactionView,
} from "../../domain/transactions";
import { transferIn, transferOut } from "../../domain/transfers";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { amount as amountFormat, freeText, identifier, instant, oneOf, text } from "../formats";
import { paginate } from "../pagination";
import { bodyReader, object, queryReader } from "../reader";
import type { Format, Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
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
  const sort = query.optional("sort", orderFormat);
  return ok(
    paginate(request, world.transactions, {
      where: conditions(world, query),
      fromMs: query.optional("startDate", instant),
      toMs: query.optional("endDate", instant),
      order: query.optional("sortOrder", orderFormat) ?? sort ?? "desc",
      view: (transaction) => transactionView(world, transaction),
    }),
  );
}

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
  call.allRead();
  return ok(incomingView(world, approvePayment(world, transaction)));
}

function reject(world: World, call: Call): RouteResponse {
  const { body } = call.request;
  if (body !== undefined) bodyReader(body).optional("reason", freeText);
  const transaction = world.transactions.get(parameter(call, "transactionId"));
  call.allRead();
  return ok(incomingView(world, rejectPayment(world, transaction)));
}

type Operation = "POST /transfer-in" | "POST /transfer-out";

function externalSide(world: World, operation: Operation, party: Reader): ExternalAccountRecord {
  const id = party.required("accountId", text);
  if (world.internalAccounts.has(id)) throw party.invalid("accountId", "the id of an external account");
  requireExternalAccount(operation, world.externalAccounts.find(id), party.name("accountId"));
  const account = world.externalAccounts.get(id);
  requireCustomer(operation, ownerOf(world, account), party.name("accountId"));
  return account;
}

function internalSide(world: World, operation: Operation, party: Reader): InternalAccountRecord {
  const id = party.required("accountId", text);
  if (world.externalAccounts.has(id)) throw party.invalid("accountId", "the id of an internal account");
  const account = world.internalAccounts.get(id);
  requireCustomer(operation, ownerOf(world, account), party.name("accountId"));
  return account;
}

/** A customer's bank account serves that customer and the platform. The platform's accounts serve everybody. */
function requireSameOwner(
  internal: InternalAccountRecord,
  external: ExternalAccountRecord,
  party: Reader,
): void {
  const owners = [internal.customerId, external.customerId];
  if (owners.includes(null) || internal.customerId === external.customerId) return;
  throw party.invalid("accountId", "an external account of the customer who owns the internal account");
}

function requireSameCurrency(left: { currency: string }, right: { currency: string }): void {
  if (left.currency === right.currency) return;
  throw invalidInput("Both accounts of a transfer have the same currency: another one needs a quote", {
    source: left.currency,
    destination: right.currency,
  });
}

function readTransfer({ request }: Call) {
  const body = bodyReader(request.body);
  const source = body.required("source", object);
  const destination = body.required("destination", object);
  source.allow("sourceType");
  destination.allow("destinationType");
  return { source, destination, amount: body.required("amount", amountFormat) };
}

function pull(world: World, call: Call): RouteResponse {
  const { source, destination, amount } = readTransfer(call);
  const external = externalSide(world, "POST /transfer-in", source);
  const internal = internalSide(world, "POST /transfer-in", destination);
  requireSameOwner(internal, external, source);
  requireSameCurrency(external, internal);
  requireEnabled(world, "INCOMING", internal.currency, "source.accountId");
  call.allRead();
  return created(incomingView(world, transferIn(world, { internal, external, amount })));
}

function push(world: World, call: Call): RouteResponse {
  const { source, destination, amount } = readTransfer(call);
  const internal = internalSide(world, "POST /transfer-out", source);
  const external = externalSide(world, "POST /transfer-out", destination);
  requireSameOwner(internal, external, destination);
  requireSameCurrency(internal, external);
  if (internal.type === "EMBEDDED_WALLET") {
    throw invalidInput(
      "Money leaves an embedded wallet with its owner's signature: create and execute a quote",
      {
        field: "source.accountId",
      },
    );
  }
  const fields = { currency: "source.accountId", amount: "amount" };
  requireSendable(world, internal.currency, amount, fields);
  call.allRead();
  return created(outgoingView(world, transferOut(world, { internal, external, amount })));
}

/** Transactions and same-currency transfers (specification, "Transfers and transactions"). */
export const transactionRoutes: readonly Route[] = [
  route("GET", "/transactions", "VIEW", list),
  route("GET", "/transactions/{transactionId}", "VIEW", (world, call) =>
    ok(transactionView(world, world.transactions.get(parameter(call, "transactionId")))),
  ),
  route("POST", "/transactions/{transactionId}/approve", "TRANSACT", approve),
  route("POST", "/transactions/{transactionId}/reject", "TRANSACT", reject),
  route("POST", "/transfer-in", "TRANSACT", pull, { keyed: true }),
  route("POST", "/transfer-out", "TRANSACT", push, { keyed: true }),
];
