import type { Host } from "../api/host";
import type { WebhookDelivery } from "../domain/deliveries";
import type { Posting } from "../domain/records/accounts";
import type { World } from "../domain/world";
import { operationsByName } from "../runtime/operations";
import { present } from "../runtime/present";
import { withoutSecrets } from "../runtime/recorder";
import type { Exchange } from "../runtime/recorder";
import { isRecord } from "../runtime/saved";
import { words } from "../runtime/words";
import { amountText, ownerName } from "./views";

/** What the list of calls shows of one attempt, and what a search finds it by. */
export interface CallSummary {
  /** The request id of the response. */
  id: string;
  at: string;
  method: string;
  /** With the query. */
  path: string;
  /** The client's method, such as `quotes.create`; else the method and the template. Absent for an unknown path. */
  operation?: string;
  /** Absent when a fault kept the service from acting. */
  status?: number;
  /** Why the service refused. */
  code?: string;
  fault?: string;
  /** The money that it is about, such as `12.34 USD → 11.35 EUR`. */
  amount?: string;
  durationMs: number;
  /** The `Idempotency-Key`. Attempts with the same one are one call. Without one, so is a GET after a failed one. */
  key?: string;
  /** The ids in the request and in its response. */
  ids: string[];
}

/** What an open call shows. */
export interface CallDetail {
  /** A command that sends the request again. Secrets are variables. */
  curl: string;
  /** The name of the page of the guide about the operation, without its folder. */
  guide?: string;
  request: { headers: unknown; body?: unknown };
  response?: { status: number; headers: unknown; body?: unknown };
  postings: { at: string; memo: string; postings: NamedPosting[] }[];
  events: { id: string; type: string }[];
  deliveries: readonly WebhookDelivery[];
}

/** A posting in words: whose account it is, and the change, such as `-12.34 USD`. */
interface NamedPosting extends Posting {
  name: string;
  change: string;
}

const MAX_IDS = 50;

/** The resources of the client that a page of the guide is about. Others get the list of all pages. */
const GUIDES: Readonly<Record<string, readonly string[]>> = {
  "embedded-wallets.md": ["auth"],
  "getting-started.md": words("customers externalAccounts internalAccounts receivers"),
  "money-safety.md": words("quotes transfers"),
  "reconciliation.md": ["transactions"],
  "simulator.md": words(
    "beneficialOwners config crypto discoveries documents exchangeRates invitations platform tokens umaProviders",
    "verifications",
  ),
  "testing-your-integration.md": ["sandbox"],
};

/** The guide about an operation of the client, such as `quotes.create`. */
export function guideOf(operation = ""): string | undefined {
  const [resource = ""] = operation.split(".");
  if (!operationsByName.has(operation)) return undefined;
  return Object.keys(GUIDES).find((page) => GUIDES[page]?.includes(resource)) ?? "README.md";
}

const operationOf = ({ operation, route }: Exchange) => operation ?? route;

function pathOf({ path, query }: Exchange): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
}

function idsIn(...values: unknown[]): string[] {
  const found = JSON.stringify(values).match(/\b[A-Z][A-Za-z]+:[\w-]{8,}/g) ?? [];
  return [...new Set(found)].slice(0, MAX_IDS);
}

const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The text of an amount with the code of a currency, or with the currency as the service shows it. */
function moneyText(amount: unknown, currency: unknown): string | undefined {
  const code = fieldsOf(currency)["code"] ?? currency;
  return typeof amount === "number" && typeof code === "string" ? amountText(amount, code) : undefined;
}

/** What was sent and received, as the response or the quote says, or else what the request asks for. */
function amountOf(
  { internalAccounts, externalAccounts, quotes }: World,
  exchange: Exchange,
): string | undefined {
  const path = exchange.path.split("/");
  const quote = quotes.find(path[2] ?? "");
  const [asked, got] = [fieldsOf(exchange.body), fieldsOf(exchange.responseBody)];
  const [sent, received] = [fieldsOf(got["sentAmount"]), fieldsOf(got["receivedAmount"])];
  const moved = [
    moneyText(
      sent["amount"] ?? got["totalSendingAmount"] ?? quote?.totalSendingAmount,
      sent["currency"] ?? got["sendingCurrency"] ?? quote?.sender.currency,
    ),
    moneyText(
      received["amount"] ?? got["totalReceivingAmount"] ?? quote?.totalReceivingAmount,
      received["currency"] ?? got["receivingCurrency"] ?? quote?.receiver.currency,
    ),
  ].filter((text) => text !== undefined);
  if (moved.length > 0) return [...new Set(moved)].join(" → ");
  const side = fieldsOf(asked[asked["lockedCurrencySide"] === "RECEIVING" ? "destination" : "source"]);
  // The account of a path is the one that the sandbox funds.
  const ids = [side["accountId"], ...path].map(String);
  const accounts = ids.map((id) => internalAccounts.find(id) ?? externalAccounts.find(id));
  const currency = side["currency"] ?? accounts.find((account) => account)?.currency;
  return moneyText(asked["amount"] ?? asked["lockedCurrencyAmount"], currency);
}

/**
 * The row of one attempt.
 *
 * @param durationMs how long it took
 */
export function summaryOf(world: World, exchange: Exchange, durationMs: number): CallSummary {
  const { requestId: id, at, method, status = 0, fault, body, responseBody, eventIds } = exchange;
  const { code } = fieldsOf(responseBody);
  return present({
    id,
    at,
    method,
    path: pathOf(exchange),
    operation: operationOf(exchange),
    status: exchange.status,
    code: status >= 400 && typeof code === "string" ? code : undefined,
    fault,
    amount: amountOf(world, exchange),
    durationMs,
    key: exchange.headers["idempotency-key"],
    ids: idsIn(body, responseBody, eventIds),
  });
}

const BOOKS: Readonly<Record<string, string>> = {
  external: "Outside banks and wallets",
  funding: "Sandbox funding",
  fees: "Fees of the service",
  fx: "Exchange desk",
  suspense: "On its way",
};

function named(world: World, posting: Posting): NamedPosting {
  const { account, currency, amount } = posting;
  const owned = world.internalAccounts.find(account);
  const name = owned ? ownerName(world, owned.customerId) : (BOOKS[account.split(":")[0] ?? ""] ?? account);
  return { ...posting, name, change: `${amount > 0 ? "+" : ""}${amountText(amount, currency)}` };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Headers that curl sends itself, or that differ each time. */
const OWN_HEADERS =
  /^(?:authorization|host|connection|content-length|accept-encoding|transfer-encoding|expect|user-agent|sec-.*)$/;

function curlOf(exchange: Exchange, baseUrl: string): string {
  const headers = Object.entries(exchange.headers).filter(([name]) => !OWN_HEADERS.test(name));
  const parts = [
    `curl -X ${exchange.method} ${quoted(baseUrl + encodeURI(exchange.path) + pathOf(exchange).slice(exchange.path.length))}`,
    '-u "$PAYMENTS_CLIENT_ID:$PAYMENTS_CLIENT_SECRET"',
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(exchange.body === undefined ? [] : [`-d ${quoted(JSON.stringify(exchange.body))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Everything that is known of one attempt, without secrets. `undefined` if the log has forgotten it. */
export function detailOf(
  { service, world, deliveries }: Host,
  id: string,
  baseUrl: string,
): CallDetail | undefined {
  const logged = service.recorder.log.list.findLast(({ requestId }) => requestId === id);
  if (logged === undefined) return undefined;
  const exchange = withoutSecrets(logged) as Exchange;
  const { status, headers, body, responseHeaders, responseBody, postings = [], eventIds = [] } = exchange;
  const caused = new Set(eventIds);
  return present({
    curl: curlOf(exchange, baseUrl),
    guide: guideOf(operationOf(exchange)),
    request: present({ headers, body }),
    response:
      status === undefined
        ? undefined
        : present({ status, headers: responseHeaders ?? {}, body: responseBody }),
    postings: postings.map((entry) => ({
      ...entry,
      postings: entry.postings.map((posting) => named(world, posting)),
    })),
    events: world.events.list.filter((event) => caused.has(event.id)).map(({ id, type }) => ({ id, type })),
    deliveries: deliveries.list.filter(({ eventId }) => caused.has(eventId)),
  });
}
