import { ownerOf } from "../../domain/customers";
import { requireActive, requireCustomer, requireParty } from "../../domain/eligibility";
import { oneOf, text } from "../../domain/format";
import { decideByRoute } from "../../domain/incoming-payments";
import { requireEnabled, requireSendable } from "../../domain/platform";
import { invalidField, invalidInput } from "../../domain/problem";
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
import { ignored, object, openObject, required } from "../fields";
import type { Values } from "../fields";
import { amount, freeText, identifier, instant } from "../formats";
import { pageFields, paginate } from "../pagination";
import { created, ok, retrieve, route } from "../route";
import type { Route } from "../route";

const order = oneOf(["asc", "desc"]);

/** The index behind each parameter, under its own name and its alias (OP-57). */
const indexOf: Readonly<Record<string, TransactionIndex>> = {
  accountIdentifier: "identifier",
  accountId: "identifier",
  senderAccountIdentifier: "sender",
  senderAccountId: "sender",
  receiverAccountIdentifier: "receiver",
  receiverAccountId: "receiver",
  reference: "reference",
  status: "status",
  type: "type",
};

const filters = {
  customerId: text,
  platformCustomerId: text,
  accountIdentifier: identifier,
  accountId: identifier,
  senderAccountIdentifier: identifier,
  senderAccountId: identifier,
  receiverAccountIdentifier: identifier,
  receiverAccountId: identifier,
  reference: text,
  // The incoming statuses contain all outgoing ones (OP-59).
  status: oneOf(incomingStatuses),
  type: oneOf(["INCOMING", "OUTGOING"]),
  startDate: instant,
  endDate: instant,
  sort: order,
  sortOrder: order,
};

/** One condition for each parameter of the request. */
function conditions(
  world: World,
  { customerId, platformCustomerId, ...query }: Values<typeof filters>,
): Condition<TransactionIndex>[] {
  const chosen: Condition<TransactionIndex>[] = [];
  if (customerId !== undefined) chosen.push(["customerId", ownerKey(world, customerId)]);
  if (platformCustomerId !== undefined)
    chosen.push(["customerId", ownerKeyOfPlatform(world, platformCustomerId)]);
  for (const [name, value] of Object.entries(query)) {
    const index = indexOf[name];
    if (index !== undefined) chosen.push([index, String(value)]);
  }
  return chosen;
}

/** The receiver must be eligible at the approval. */
function requireReceiver(world: World, transaction: TransactionRecord): void {
  requireCustomer(ownerOf(world, transaction));
  const accountId = identifierOf(transaction.destination) ?? "";
  if (accountId.startsWith("ExternalAccount:")) requireActive(world.externalAccounts.get(accountId));
}

function externalSide(world: World, id: string, field: string): ExternalAccountRecord {
  if (world.internalAccounts.has(id)) throw invalidField(field, "the id of an external account");
  const account = world.externalAccounts.get(id);
  requireActive(account, field);
  requireParty(ownerOf(world, account), field);
  return account;
}

function internalSide(world: World, id: string, field: string): InternalAccountRecord {
  if (world.externalAccounts.has(id)) throw invalidField(field, "the id of an internal account");
  const account = world.internalAccounts.get(id);
  requireParty(ownerOf(world, account), field);
  return account;
}

/** A customer's bank account is for that customer and the platform. The platform's accounts are for all. */
function requireSameOwner(
  internal: InternalAccountRecord,
  external: ExternalAccountRecord,
  field: string,
): void {
  const owners = [internal.customerId, external.customerId];
  if (owners.includes(null) || internal.customerId === external.customerId) return;
  throw invalidField(field, "an external account of the customer who owns the internal account");
}

function requireSameCurrency(left: { currency: string }, right: { currency: string }): void {
  if (left.currency === right.currency) return;
  throw invalidInput("Both accounts of a transfer have the same currency: another one needs a quote", {
    source: left.currency,
    destination: right.currency,
  });
}

const accountFields = { accountId: required(text) };
const transfer = {
  source: required(object({ ...accountFields, sourceType: ignored })),
  destination: required(object({ ...accountFields, destinationType: ignored })),
  amount: required(amount),
};

/** Transactions and same-currency transfers (specification, "Transfers and transactions"). */
export const routes: readonly Route[] = [
  route(
    "GET /transactions",
    "VIEW",
    { query: { ...pageFields, ...filters } },
    (world, { request, query }) => {
      const { startDate: fromMs, endDate: toMs, sort, sortOrder = sort } = query;
      const view = (transaction: TransactionRecord) => transactionView(world, transaction);
      const where = conditions(world, query);
      return ok(paginate(request, world.transactions, { where, fromMs, toMs, order: sortOrder, view }));
    },
  ),
  retrieve("GET /transactions/{transactionId}", (world, id) =>
    transactionView(world, world.transactions.get(id)),
  ),
  route(
    "POST /transactions/{transactionId}/approve",
    "TRANSACT",
    { body: { receiverCustomerInfo: openObject({}) }, bodyOptional: true },
    (world, { params }) => {
      const transaction = world.transactions.get(params.transactionId);
      requireReceiver(world, transaction);
      return ok(incomingView(world, decideByRoute(world, transaction, "approved")));
    },
  ),
  route(
    "POST /transactions/{transactionId}/reject",
    "TRANSACT",
    { body: { reason: freeText }, bodyOptional: true },
    (world, { params }) =>
      ok(incomingView(world, decideByRoute(world, world.transactions.get(params.transactionId), "rejected"))),
  ),
  route("POST /transfer-in", "TRANSACT", { body: transfer, keyed: true }, (world, { body }) => {
    const { source, destination } = body;
    const external = externalSide(world, source.accountId, "source.accountId");
    const internal = internalSide(world, destination.accountId, "destination.accountId");
    requireSameOwner(internal, external, "source.accountId");
    requireSameCurrency(external, internal);
    requireEnabled(world, "INCOMING", internal.currency, "source.accountId");
    return created(incomingView(world, transferIn(world, { internal, external, amount: body.amount })));
  }),
  route("POST /transfer-out", "TRANSACT", { body: transfer, keyed: true }, (world, { body }) => {
    const { source, destination } = body;
    const internal = internalSide(world, source.accountId, "source.accountId");
    const external = externalSide(world, destination.accountId, "destination.accountId");
    requireSameOwner(internal, external, "destination.accountId");
    requireSameCurrency(internal, external);
    if (internal.type === "EMBEDDED_WALLET") {
      throw invalidInput(
        "Money leaves an embedded wallet with its owner's signature: create and execute a quote",
        { field: "source.accountId" },
      );
    }
    const fields = { currency: "source.accountId", amount: "amount" };
    requireSendable(world, internal.currency, body.amount, fields);
    return created(outgoingView(world, transferOut(world, { internal, external, amount: body.amount })));
  }),
];
