import { findCurrency } from "../domain/currencies";
import { balanceOf, internalAccountView } from "../domain/internal-accounts";
import { quoteTransaction, quoteView } from "../domain/quotes";
import { transactionView } from "../domain/transactions";
import type { World } from "../domain/world";
import type { SimulatorClock, SimulatorFaults, SimulatorOutbox, SimulatorWebhooks } from "../api/handles";
import { withoutSecrets } from "../runtime/recorder";
import type { Exchange } from "../runtime/recorder";

export interface Shown {
  /** The path of the API. */
  basePath: string;
  simulator: {
    readonly clock: SimulatorClock;
    readonly outbox: SimulatorOutbox;
    readonly faults: SimulatorFaults;
    readonly requests: readonly Exchange[];
    readonly webhooks: SimulatorWebhooks;
    payQuote(quoteId: string): void;
    redeliver(eventId: string): Promise<unknown>;
  };
  /** A function, because a reset replaces the world. */
  world: () => World;
}

export interface Row {
  id: string;
  /** Texts by the title of their column. */
  cells: Readonly<Record<string, string>>;
  /** JSON values by their title. The user opens them. */
  details?: Readonly<Record<string, unknown>>;
  /** A button that sends `target`. */
  control?: { action: string; label: string; target: string } | undefined;
}

/** Reads the rows of a table, newest first. */
export type Rows = (shown: Shown, limit: number) => Row[];

const newest = <T>(list: readonly T[], limit: number, row: (record: T) => Row): Row[] =>
  list.slice(-limit).reverse().map(row);

/** For example `12.34 USD`. */
function amountText(amount: number, currency: string): string {
  const decimals = findCurrency(currency)?.decimals ?? 0;
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency}`;
}

function nameOf(world: World, customerId: string | null): string {
  if (customerId === null) return "Platform";
  const { fullName, businessInfo, platformCustomerId } = world.customers.get(customerId);
  return fullName ?? String(businessInfo?.["legalName"] ?? platformCustomerId);
}

/** The simulator's time, ISO 8601 in UTC. */
export const now = ({ simulator }: Shown): string => simulator.clock.iso();

export const environment = ({ world }: Shown): string => world().options.environment;

export const exchanges: Rows = ({ simulator }, limit) =>
  newest(simulator.requests, limit, (exchange) => {
    const { requestId: id, at, method, path, query, status, fault, body, responseBody } = exchange;
    const search = new URLSearchParams(query).toString();
    const request = `${method} ${path}${search === "" ? "" : `?${search}`}`;
    const statusText = String(status ?? "not executed");
    return {
      id,
      cells: { Time: at, Request: request, Status: statusText, Fault: fault ?? "", Id: id },
      details: { "Request body": withoutSecrets(body), "Response body": withoutSecrets(responseBody) },
    };
  });

export const transactions: Rows = ({ world }, limit) =>
  newest(world().transactions.all(), limit, (transaction) => {
    const { id, type, status, createdAt, customerId, receivedAmount: received } = transaction;
    const sent = transaction.type === "OUTGOING" ? transaction.sentAmount : undefined;
    return {
      id,
      cells: {
        Created: createdAt,
        Type: type,
        Owner: nameOf(world(), customerId),
        Sent: sent ? amountText(sent.amount, sent.currency) : "",
        Received: received ? amountText(received.amount, received.currency) : "",
        Status: status,
        Id: id,
      },
      details: { Transaction: transactionView(world(), transaction) },
    };
  });

export const quotes: Rows = ({ world }, limit) =>
  newest(world().quotes.all(), limit, (quote) => {
    const { id, createdAt, funding, expiresAtMs } = quote;
    const { status } = quoteTransaction(world(), quote);
    const isPayable = funding === "instructions" && status === "PENDING";
    return {
      id,
      cells: {
        Created: createdAt,
        Sent: amountText(quote.totalSendingAmount, quote.sendingCurrency),
        Received: amountText(quote.totalReceivingAmount, quote.receivingCurrency),
        Expires: new Date(expiresAtMs).toISOString(),
        Status: status,
        Id: id,
      },
      details: { Quote: quoteView(world(), quote) },
      control: isPayable ? { action: "quotes/pay", label: "Pay", target: id } : undefined,
    };
  });

export const accounts: Rows = ({ world }, limit) =>
  newest(world().internalAccounts.all(), limit, (account) => {
    const { id, type, currency, customerId } = account;
    const balance = amountText(balanceOf(world(), id), currency);
    return {
      id,
      cells: { Owner: nameOf(world(), customerId), Type: type, Balance: balance, Id: id },
      details: { Account: internalAccountView(world(), account) },
    };
  });

export const customers: Rows = ({ world }, limit) =>
  newest(world().customers.all(), limit, (customer) => {
    const { id, createdAt, customerType, kycStatus, isDeleted } = customer;
    const status = isDeleted ? `${kycStatus}, deleted` : kycStatus;
    return {
      id,
      cells: { Created: createdAt, Name: nameOf(world(), id), Type: customerType, Status: status, Id: id },
      details: { Customer: customer },
    };
  });

export const deliveries: Rows = ({ simulator }, limit) =>
  newest(simulator.webhooks.list, limit, (delivery) => {
    const { eventId, type, url, attempt, at, status, error, nextAttemptAt } = delivery;
    return {
      id: `${eventId} ${String(attempt)}`,
      cells: {
        Time: at,
        Event: type,
        Attempt: String(attempt),
        Status: String(status ?? error ?? ""),
        "Next attempt": nextAttemptAt ?? "",
        Endpoint: url,
        Id: eventId,
      },
      details: { "Response body": delivery.responseBody },
      control: { action: "events/redeliver", label: "Deliver again", target: eventId },
    };
  });

export const emails: Rows = ({ simulator }, limit) =>
  newest(simulator.outbox.list, limit, ({ to, subject, code, delivered, at, credentialId }) => ({
    id: `${at} ${credentialId} ${code}`,
    cells: { Time: at, To: to, Subject: subject, Code: code, Sent: delivered ? "yes" : "no, sandbox" },
  }));

export const faults: Rows = ({ simulator }, limit) =>
  newest(simulator.faults.list, limit, ({ id, fault, left }) => ({
    id: String(id),
    cells: {
      Kind: fault.kind,
      Operation: String(fault.operation ?? "every call"),
      "Times left": left === Infinity ? "no limit" : String(left),
    },
    details: { Fault: fault },
    control: { action: "faults/remove", label: "Remove", target: String(id) },
  }));
