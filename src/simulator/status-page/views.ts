import { listFaults } from "../api/faults";
import type { Host } from "../api/host";
import { findCurrency } from "../domain/currencies";
import { balanceOf, internalAccountView } from "../domain/accounts";
import { transactionView } from "../domain/transactions";
import type { World } from "../domain/world";
import { withoutSecrets } from "../runtime/recorder";

/** A table shows this many rows. */
const SHOWN = 100;

/** A button of a row. */
export interface Action {
  name: "deliver" | "remove-fault";
  value: string;
  label: string;
}

export interface Row {
  /** Texts by the title of their column. */
  cells: Readonly<Record<string, string>>;
  /** JSON values by their title. The user opens them. */
  details?: Readonly<Record<string, unknown>>;
  action?: Action;
}

const newest = <T>(list: readonly T[], row: (record: T) => Row): Row[] =>
  list.slice(-SHOWN).reverse().map(row);

/** For example `1,234.56 USD`. Empty without an amount. */
export function amountText(amount: number | undefined, currency = ""): string {
  if (amount === undefined) return "";
  const decimals = findCurrency(currency)?.decimals ?? 0;
  // `toLocaleString` takes far longer, and a list has thousands of amounts.
  const digits = (amount / 10 ** decimals).toFixed(decimals);
  return `${digits.replaceAll(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ",")} ${currency}`;
}

/** The name of a customer, or of the platform. */
export function ownerName(world: World, customerId: string | null): string {
  if (customerId === null) return "Platform";
  const { fullName, businessInfo, platformCustomerId } = world.customers.get(customerId);
  return fullName ?? String(businessInfo?.["legalName"] ?? platformCustomerId);
}

/** The rows of each table by its title, newest first. */
export const views: Readonly<Record<string, (host: Host) => Row[]>> = {
  Requests: ({ service }) =>
    newest(service.recorder.log.list, (exchange) => {
      const { requestId, at, method, path, query, status, fault, body, responseBody } = exchange;
      const search = new URLSearchParams(query).toString();
      return {
        cells: {
          Time: at,
          Request: `${method} ${path}${search && `?${search}`}`,
          Status: String(status ?? "not executed"),
          Fault: fault ?? "",
          Id: requestId,
        },
        details: { "Request body": withoutSecrets(body), "Response body": withoutSecrets(responseBody) },
      };
    }),

  Transactions: ({ world }) =>
    newest(world.transactions.all(), (transaction) => {
      const { id, type, status, createdAt, customerId, receivedAmount: received } = transaction;
      const sent = transaction.type === "OUTGOING" ? transaction.sentAmount : undefined;
      return {
        cells: {
          Created: createdAt,
          Type: type,
          Owner: ownerName(world, customerId),
          Sent: amountText(sent?.amount, sent?.currency),
          Received: amountText(received?.amount, received?.currency),
          Status: status,
          Id: id,
        },
        details: { Transaction: transactionView(world, transaction) },
      };
    }),

  Accounts: ({ world }) =>
    newest(world.internalAccounts.all(), (account) => {
      const { id, type, currency, customerId } = account;
      const balance = amountText(balanceOf(world, id), currency);
      return {
        cells: { Owner: ownerName(world, customerId), Type: type, Balance: balance, Id: id },
        details: { Account: internalAccountView(world, account) },
      };
    }),

  Customers: ({ world }) =>
    newest(world.customers.all(), (customer) => {
      const { id, createdAt, customerType, kycStatus, isDeleted } = customer;
      const status = isDeleted ? `${kycStatus}, deleted` : kycStatus;
      return {
        cells: { Created: createdAt, Name: ownerName(world, id), Type: customerType, Status: status, Id: id },
        details: { Customer: customer },
      };
    }),

  Deliveries: (host) =>
    newest(host.deliveries.list, (delivery) => ({
      cells: {
        Time: delivery.at,
        Event: delivery.type,
        Attempt: String(delivery.attempt),
        Status: String(delivery.status ?? delivery.error ?? ""),
        "Next attempt": delivery.nextAttemptAt ?? "",
        Endpoint: delivery.url,
        Id: delivery.eventId,
      },
      details: { "Response body": delivery.responseBody },
      action: { name: "deliver", value: delivery.eventId, label: "Deliver again" },
    })),

  // Only here can a user of the command read a mailed code.
  "E-mails": ({ world }) =>
    newest(world.outbox.list, ({ at, to, subject, code }) => ({
      cells: { Time: at, To: to, Subject: subject, Code: code },
    })),

  Faults: ({ world }) =>
    newest(listFaults(world), ({ id, fault, left, toSkip }) => ({
      cells: {
        Id: id,
        Kind: fault.kind,
        Operation: String(fault.operation ?? "every call"),
        "Strikes left": Number.isFinite(left) ? String(left) : "without a limit",
        "Passes first": String(toSkip),
      },
      // JSON has no regular expressions.
      details: { Fault: { ...fault, operation: fault.operation?.toString() } },
      action: { name: "remove-fault", value: id, label: "Remove" },
    })),
};
