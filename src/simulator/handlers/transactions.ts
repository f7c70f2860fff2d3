import { paginate } from "../pagination";
import { QueryReader, reader } from "../read";
import { ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { approvePayment, rejectPayment } from "../state/incoming-payments";
import { incomingStatuses, incomingTransactionBody, transactionBody } from "../state/transactions";
import type { TransactionDestination, TransactionRecord, TransactionSource } from "../state/transactions";
import type { World } from "../world";

type Filter = (transaction: TransactionRecord) => boolean;

/** The account or the UMA address of one side. */
function identifierOf(side: TransactionSource | TransactionDestination): string | undefined {
  if ("accountId" in side) return side.accountId;
  return "umaAddress" in side ? side.umaAddress : undefined;
}

/** One filter for each parameter that is sent, under its own name or its alias (OP-57). */
function filters(world: World, query: QueryReader): Filter[] {
  const chosen: Filter[] = [];
  const match = (
    names: string[],
    matches: (transaction: TransactionRecord, value: string) => boolean,
  ): void => {
    for (const name of names) {
      const value = query.optionalString(name);
      if (value !== undefined) chosen.push((transaction) => matches(transaction, value));
    }
  };
  match(["customerId"], ({ customerId }, value) => (customerId ?? world.platformId) === value);
  match(["platformCustomerId"], ({ customerId }, value) =>
    customerId === null
      ? world.platformId === value
      : world.customer(customerId).platformCustomerId === value,
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
  const status = query.optionalEnum("status", incomingStatuses);
  if (status !== undefined) chosen.push((transaction) => transaction.status === status);
  const type = query.optionalEnum("type", ["INCOMING", "OUTGOING"]);
  if (type !== undefined) chosen.push((transaction) => transaction.type === type);
  const start = query.optionalInstant("startDate");
  if (start !== undefined) chosen.push(({ createdAt }) => Date.parse(createdAt) >= start);
  const end = query.optionalInstant("endDate");
  if (end !== undefined) chosen.push(({ createdAt }) => Date.parse(createdAt) <= end);
  return chosen;
}

function listTransactions({ world, request }: Context): Reply {
  const query = new QueryReader(request.query);
  const chosen = filters(world, query);
  const orders = ["asc", "desc"] as const;
  const order = query.optionalEnum("sortOrder", orders) ?? query.optionalEnum("sort", orders) ?? "desc";
  const page = paginate({
    query: request.query,
    list: "transactions",
    rows: [...world.transactions.values()].filter((transaction) =>
      chosen.every((matches) => matches(transaction)),
    ),
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    order,
    view: (transaction) => transactionBody(world, transaction),
  });
  return ok(page);
}

function retrieveTransaction(context: Context): Reply {
  const { world } = context;
  return ok(transactionBody(world, world.transaction(parameter(context, "transactionId"))));
}

function approve(context: Context): Reply {
  const { world, request } = context;
  if (request.body !== undefined) reader(request.body).optionalObject("receiverCustomerInfo");
  const transaction = world.transaction(parameter(context, "transactionId"));
  return ok(incomingTransactionBody(world, approvePayment(world, transaction)));
}

function reject(context: Context): Reply {
  const { world, request } = context;
  if (request.body !== undefined) reader(request.body).optionalString("reason");
  const transaction = world.transaction(parameter(context, "transactionId"));
  return ok(incomingTransactionBody(world, rejectPayment(world, transaction)));
}

/** Transactions (specification, Transfers and transactions; approval: contract). */
export const transactionRoutes: Route[] = [
  route("GET", "/transactions", listTransactions),
  route("GET", "/transactions/{transactionId}", retrieveTransaction),
  route("POST", "/transactions/{transactionId}/approve", approve),
  route("POST", "/transactions/{transactionId}/reject", reject),
];
