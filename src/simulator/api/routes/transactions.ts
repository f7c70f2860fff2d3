import { TRANSACTIONS, TRANSFERS } from "../../../operations/money";
import { ownerOf } from "../../domain/customers";
import { requireActive, requireCustomer, requirePayer } from "../../domain/eligibility";
import { enumOf, nonEmptyText, parse } from "../../domain/format";
import { decideByRoute } from "../../domain/incoming-payments";
import { balanceOf } from "../../domain/accounts";
import type { Account } from "../../domain/parties";
import { requireEnabled, requireSendable } from "../../domain/platform";
import { invalidField, invalidInput, missingField } from "../../domain/problem";
import type { ExternalAccountRecord, InternalAccountRecord } from "../../domain/records/accounts";
import { identifierOf, incomingStatuses } from "../../domain/records/payments";
import type { TransactionRecord } from "../../domain/records/payments";
import { pullMoney, pushMoney } from "../../domain/settlement";
import * as transactions from "../../domain/transactions";
import type { World } from "../../domain/world";
import { ignored, closedObject, openObject, requiredField } from "../fields";
import { positiveAmount, freeText, identifier, dateTime, remittanceInformation } from "../formats";
import { serveList } from "../pagination";
import { retrieve, serve } from "../serve";

const filters = {
  customerId: nonEmptyText,
  platformCustomerId: nonEmptyText,
  accountIdentifier: identifier,
  senderAccountIdentifier: identifier,
  receiverAccountIdentifier: identifier,
  reference: nonEmptyText,
  // The incoming statuses contain all outgoing ones (OP-59).
  status: enumOf(incomingStatuses),
  type: enumOf(["INCOMING", "OUTGOING"]),
  startDate: dateTime,
  endDate: dateTime,
  sortOrder: enumOf(["asc", "desc"]),
};

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
  requirePayer(world, ownerOf(world, account), field);
  return account;
}

function internalSide(world: World, id: string, field: string): InternalAccountRecord {
  if (world.externalAccounts.has(id)) throw invalidField(field, "the id of an internal account");
  const account = world.internalAccounts.get(id);
  requirePayer(world, ownerOf(world, account), field);
  return account;
}

/** One currency. A customer's bank account is for that customer and the platform. The platform's accounts are for all. */
function requirePair(from: Account, to: Account, externalField: string): void {
  if (![from.customerId, to.customerId].includes(null) && from.customerId !== to.customerId)
    throw invalidField(externalField, "an external account of the customer who owns the internal account");
  if (from.currency === to.currency) return;
  const message = `A transfer stays in one currency, but the source has ${from.currency} and the destination ${to.currency}: use a quote`;
  throw invalidInput(message, { source: from.currency, destination: to.currency });
}

const transfer = {
  source: requiredField(closedObject({ accountId: requiredField(nonEmptyText), sourceType: ignored })),
  destination: requiredField(
    closedObject({ accountId: requiredField(nonEmptyText), destinationType: ignored }),
  ),
  amount: requiredField(positiveAmount),
};

/** Transactions and same-currency transfers (specification, "Transfers and transactions"). */
export const transactionRoutes = [
  serveList(TRANSACTIONS.list, filters, (world, query) => ({
    table: world.transactions,
    // Two parameters name the owner (OP-57). The platform has the key `null`.
    where: [
      ["customerId", query.customerId === world.platformId ? null : query.customerId],
      [
        "customerId",
        query.platformCustomerId && transactions.ownerKeyOfPlatform(world, query.platformCustomerId),
      ],
      ["identifier", query.accountIdentifier],
      ["sender", query.senderAccountIdentifier],
      ["receiver", query.receiverAccountIdentifier],
      ["reference", query.reference],
      ["status", query.status],
      ["type", query.type],
    ],
    fromMs: query.startDate,
    toMs: query.endDate,
    order: query.sortOrder,
    view: (transaction: TransactionRecord) => transactions.transactionView(world, transaction),
  })),
  retrieve(TRANSACTIONS.retrieve, (world, id) =>
    transactions.transactionView(world, world.transactions.get(id)),
  ),
  serve(
    TRANSACTIONS.approve,
    { permission: "TRANSACT", refusals: [409], fields: { receiverCustomerInfo: openObject({}) } },
    (world, { params }) => {
      const transaction = world.transactions.get(params.transactionId);
      requireReceiver(world, transaction);
      return transactions.incomingView(world, decideByRoute(world, transaction, "approved"));
    },
  ),
  serve(
    TRANSACTIONS.reject,
    { permission: "TRANSACT", refusals: [409], fields: { reason: freeText } },
    (world, { params }) =>
      transactions.incomingView(
        world,
        decideByRoute(world, world.transactions.get(params.transactionId), "rejected"),
      ),
  ),
  serve(
    TRANSFERS.in,
    { permission: "TRANSACT", status: 201, refusals: [404], fields: transfer },
    (world, { sent }) => {
      const { source, destination } = sent;
      const external = externalSide(world, source.accountId, "source.accountId");
      const internal = internalSide(world, destination.accountId, "destination.accountId");
      requirePair(external, internal, "source.accountId");
      requireEnabled(world, "INCOMING", internal.currency, "source.accountId");
      return transactions.incomingView(world, pullMoney(world, { internal, external, amount: sent.amount }));
    },
  ),
  serve(
    TRANSFERS.out,
    {
      permission: "TRANSACT",
      status: 201,
      refusals: [404],
      fields: { ...transfer, amount: positiveAmount, remittanceInformation },
    },
    (world, { sent }) => {
      const { source, destination } = sent;
      const isWhole = world.options.missingAmount === "whole-balance";
      if (sent.amount === undefined && !isWhole) throw missingField("amount", positiveAmount.expected);
      const internal = internalSide(world, source.accountId, "source.accountId");
      const external = externalSide(world, destination.accountId, "destination.accountId");
      requirePair(internal, external, "destination.accountId");
      if (internal.type === "EMBEDDED_WALLET") {
        throw invalidInput(
          "Money leaves an embedded wallet with its owner's signature: create and execute a quote",
          { field: "source.accountId" },
        );
      }
      const fields = { currency: "source.accountId", amount: "amount" };
      const total = sent.amount ?? parse(balanceOf(world, internal.id), "amount", positiveAmount);
      requireSendable(world, internal.currency, total, fields);
      return transactions.outgoingView(world, pushMoney(world, { internal, external, amount: total }));
    },
  ),
];
