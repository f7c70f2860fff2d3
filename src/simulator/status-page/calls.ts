import type { Host } from "../api/host";
import type { WebhookDelivery } from "../domain/deliveries";
import { operationsByName } from "../runtime/operations";
import { present } from "../runtime/present";
import { withoutSecrets } from "../runtime/recorder";
import type { Exchange } from "../runtime/recorder";
import { words } from "../runtime/words";

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
  fault?: string;
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
  postings: NonNullable<Exchange["postings"]>;
  events: { id: string; type: string }[];
  deliveries: readonly WebhookDelivery[];
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

/**
 * The row of one attempt.
 *
 * @param durationMs how long it took
 */
export function summaryOf(exchange: Exchange, durationMs: number): CallSummary {
  const { requestId: id, at, method, status, fault, body, responseBody, eventIds } = exchange;
  return present({
    id,
    at,
    method,
    path: pathOf(exchange),
    operation: operationOf(exchange),
    status,
    fault,
    durationMs,
    key: exchange.headers["idempotency-key"],
    ids: idsIn(body, responseBody, eventIds),
  });
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
    postings,
    events: world.events.list.filter((event) => caused.has(event.id)).map(({ id, type }) => ({ id, type })),
    deliveries: deliveries.list.filter(({ eventId }) => caused.has(eventId)),
  });
}
