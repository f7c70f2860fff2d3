import { findCurrency } from "../domain/currencies";
import type { CustomerRecord } from "../domain/customers";
import { externalAccountStatuses, externalAccountView } from "../domain/external-accounts";
import type { ExternalAccountRecord } from "../domain/external-accounts";
import type { InternalAccountRecord } from "../domain/internal-accounts";
import type { QuoteRecord } from "../domain/quotes";
import type { Store } from "../domain/store";
import { incomingStatuses, outgoingStatuses } from "../domain/transactions";
import type { TransactionRecord } from "../domain/transactions";
import { verificationStatuses } from "../domain/verifications";
import type { VerificationRecord } from "../domain/verifications";
import type { AddedFault } from "../runtime/faults";
import type { OutboxMessage } from "../runtime/outbox";
import { withoutSecrets } from "../runtime/recorder";
import type { Exchange } from "../runtime/recorder";
import type { SimulatorEvent } from "../runtime/events";
import type { WebhookDelivery } from "../runtime/webhooks";
import { curlLine } from "./curl";
import type { Row, RowControl, RowDetail, RowPage, Status } from "./shapes";
import type { World } from "./world";

const PAGE_SIZE = 25;

/** The most characters of a detail: the page stays readable, and quick. */
const DETAIL_LIMIT = 20_000;

function json(title: string, value: unknown): RowDetail[] {
  if (value === undefined) return [];
  const text = JSON.stringify(value, null, 2);
  return [{ title, text: text.length > DETAIL_LIMIT ? `${text.slice(0, DETAIL_LIMIT)}\n…` : text }];
}

/** An amount in the smallest unit as people write it: `12.34 USD`. */
function amountText(amount: number, currency: string): string {
  const decimals = findCurrency(currency)?.decimals ?? 0;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
  return `${amount < 0 ? "-" : ""}${whole}${fraction} ${currency}`;
}

/** What a person calls a customer. */
function nameOf({ fullName, businessInfo, platformCustomerId }: CustomerRecord): string {
  const legalName = businessInfo?.["legalName"];
  return fullName ?? (typeof legalName === "string" ? legalName : platformCustomerId);
}

function ownerOf({ domain }: World, customerId: string | null): string {
  if (customerId === null) return "Platform";
  const customer = domain().customers.find(customerId);
  return customer ? nameOf(customer) : customerId;
}

const setStatus = (action: string, options: readonly string[], value: string): RowControl => ({
  action,
  label: "Set",
  options,
  value,
});

function transactionRow(world: World, transaction: TransactionRecord): Row {
  const { id, type, status, createdAt, customerId, description, failureReason, receivedAmount } = transaction;
  const sent = transaction.type === "OUTGOING" ? transaction.sentAmount : undefined;
  const statuses = transaction.type === "INCOMING" ? incomingStatuses : outgoingStatuses;
  return {
    id,
    cells: {
      createdAt,
      id,
      type,
      status,
      owner: ownerOf(world, customerId),
      sent: sent ? amountText(sent.amount, sent.currency) : "",
      received: receivedAmount ? amountText(receivedAmount.amount, receivedAmount.currency) : "",
      note: [failureReason, description].filter((text) => text !== undefined).join(": "),
    },
    details: json("As the API shows it", world.domain().transactions.view(transaction)),
    control: setStatus("transactions/status", statuses, status),
  };
}

const fundings: Record<QuoteRecord["funding"], string> = {
  balance: "a balance",
  signature: "a wallet, signed",
  instructions: "payment instructions",
  pull: "an external account",
};

function quoteRow(world: World, quote: QuoteRecord): Row {
  const { quotes } = world.domain();
  const { id, createdAt, funding } = quote;
  const { status } = quotes.transactionOf(quote);
  return {
    id,
    cells: {
      createdAt,
      id,
      status,
      sends: amountText(quote.totalSendingAmount, quote.sendingCurrency),
      receives: amountText(quote.totalReceivingAmount, quote.receivingCurrency),
      funding: fundings[funding],
      expiresAt: new Date(quote.expiresAtMs).toISOString(),
    },
    details: json("As the API shows it", quotes.view(quote)),
    ...(funding === "instructions" && status === "PENDING"
      ? { control: { action: "quotes/pay", label: "Pay" } }
      : {}),
  };
}

function internalAccountRow(world: World, account: InternalAccountRecord): Row {
  const { ledger, accounts } = world.domain();
  const { id, type, currency, customerId } = account;
  return {
    id,
    cells: {
      owner: ownerOf(world, customerId),
      id,
      type,
      balance: amountText(ledger.balance(id), currency),
    },
    details: json("As the API shows it", accounts.view(account)),
  };
}

function externalAccountRow(world: World, account: ExternalAccountRecord): Row {
  const { id, customerId, currency, status, accountInfo } = account;
  return {
    id,
    cells: {
      owner: ownerOf(world, customerId),
      id,
      type: accountInfo.accountType,
      currency,
      beneficiary: account.beneficiaryVerifiedData?.fullName ?? "",
      check: account.beneficiaryVerificationStatus,
      status,
    },
    details: json("As the API shows it", externalAccountView(account)),
    control: setStatus("external-accounts/status", externalAccountStatuses, status),
  };
}

function customerRow(customer: CustomerRecord): Row {
  const { id, createdAt, customerType, region, currencies, umaAddress, kycStatus, isDeleted } = customer;
  return {
    id,
    cells: {
      createdAt,
      id,
      name: nameOf(customer),
      type: region === undefined ? customerType : `${customerType}, ${region}`,
      currencies: currencies.join(", "),
      umaAddress,
      status: isDeleted ? `${kycStatus}, deleted` : kycStatus,
    },
    details: json("As the API shows it", customer),
  };
}

function verificationRow(world: World, verification: VerificationRecord): Row {
  const { id, createdAt, customerId, verificationStatus: status } = verification;
  return {
    id,
    cells: { createdAt, id, owner: ownerOf(world, customerId), status },
    details: json("As the API shows it", verification),
    control: setStatus("verifications/status", verificationStatuses, status),
  };
}

function requestRow(exchange: Exchange, baseUrl: string): Row {
  const { requestId, at, method, path, query, status, fault, body, responseBody } = exchange;
  const search = new URLSearchParams(query).toString();
  return {
    id: requestId,
    cells: {
      at,
      method,
      path: search === "" ? path : `${path}?${search}`,
      status: status === undefined ? "did not act" : String(status),
      fault: fault ?? "",
      id: requestId,
    },
    details: [
      { title: "curl", text: curlLine(exchange, baseUrl), copyable: true },
      ...json("Body of the request", withoutSecrets(body)),
      ...json("Body of the response", withoutSecrets(responseBody)),
    ],
  };
}

function eventRow({ simulator }: World, { id, type, timestamp, data }: SimulatorEvent): Row {
  const about: unknown = Reflect.get(Object(data), "id");
  return {
    id,
    cells: { at: timestamp, type, about: typeof about === "string" ? about : "" },
    details: json("Data", data),
    ...(simulator.webhooks.url === undefined
      ? {}
      : { control: { action: "events/redeliver", label: "Deliver again" } }),
  };
}

function deliveryRow(delivery: WebhookDelivery): Row {
  const { eventId, type, url, attempt, at, status, error, responseBody, nextAttemptAt } = delivery;
  return {
    id: `${eventId} ${String(attempt)} ${at}`,
    cells: {
      at,
      type,
      attempt: String(attempt),
      status: status === undefined ? (error ?? "") : String(status),
      next: nextAttemptAt ?? "",
      url,
      event: eventId,
    },
    details:
      responseBody === undefined || responseBody === ""
        ? []
        : [{ title: "Body of the response", text: responseBody }],
  };
}

function emailRow({ to, subject, text, code, delivered, at, credentialId }: OutboxMessage): Row {
  return {
    id: `${at} ${credentialId} ${code}`,
    cells: { at, to, subject, code, sent: delivered ? "yes" : "no, sandbox" },
    details: [{ title: "Text", text }],
  };
}

function faultRow({ id, fault, left, toSkip }: AddedFault): Row {
  const { kind, operation, times: _, skip: __, ...settings } = fault;
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (toSkip > 0) texts.unshift(`lets ${String(toSkip)} pass first`);
  return {
    id: String(id),
    cells: {
      kind,
      operation: operation === undefined ? "every call" : String(operation),
      left: left === Infinity ? "no limit" : left <= 0 ? "used up" : String(left),
      settings: texts.join(", "),
    },
    control: { action: "faults/remove", label: "Remove" },
  };
}

/** The records of a table, the oldest first, and how each is shown. */
interface List {
  size: number;
  rows: (from: number, to: number) => Row[];
}

const listOf = <T>(records: readonly T[], row: (record: T) => Row): List => ({
  size: records.length,
  rows: (from, to) => records.slice(from, to).map(row),
});

/** The page asks for the size of every table again and again: a store is not copied for it. */
const storeOf = <T, Name extends string>(store: Store<T, Name>, row: (record: T) => Row): List => ({
  size: store.size,
  rows: (from, to) => store.all().slice(from, to).map(row),
});

type ListMaker = (world: World, baseUrl: string) => List;

/** By the names of the tables (tables.ts). */
const lists: Readonly<Record<string, ListMaker>> = {
  transactions: (world) => storeOf(world.domain().transactions, (record) => transactionRow(world, record)),
  quotes: (world) => storeOf(world.domain().quotes, (record) => quoteRow(world, record)),
  "internal-accounts": (world) =>
    storeOf(world.domain().accounts, (record) => internalAccountRow(world, record)),
  "external-accounts": (world) =>
    storeOf(world.domain().externalAccounts, (record) => externalAccountRow(world, record)),
  customers: ({ domain }) => storeOf(domain().customers, customerRow),
  verifications: (world) => storeOf(world.domain().verifications, (record) => verificationRow(world, record)),
  requests: ({ simulator }, baseUrl) =>
    listOf(simulator.requests, (exchange) => requestRow(exchange, baseUrl)),
  events: (world) => listOf(world.simulator.events.list, (event) => eventRow(world, event)),
  deliveries: ({ simulator }) => listOf(simulator.webhooks.list, deliveryRow),
  emails: ({ simulator }) => listOf(simulator.outbox.list, emailRow),
  faults: ({ simulator }) => listOf(simulator.faults.list, faultRow),
};

/**
 * One page of a table, the newest first; the last page when there are fewer. `undefined` for an unknown table.
 *
 * @param page from 1 on.
 * @param baseUrl the address of the API, for curl lines.
 */
export function rowPage(world: World, name: string, page: number, baseUrl: string): RowPage | undefined {
  const maker = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (maker === undefined) return undefined;
  const list = maker(world, baseUrl);
  const pages = Math.max(1, Math.ceil(list.size / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const to = list.size - (shown - 1) * PAGE_SIZE;
  return {
    rows: list.rows(Math.max(0, to - PAGE_SIZE), to).reverse(),
    page: shown,
    pages,
    total: list.size,
  };
}

/** The clock, and how much there is to see. */
export function statusOf(world: World): Status {
  const counts = Object.entries(lists).map(([name, maker]) => [name, maker(world, "").size]);
  return { now: world.simulator.clock.iso(), counts: Object.fromEntries(counts) };
}
