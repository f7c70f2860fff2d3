import { json } from "../core/client";
import type { FetchCall } from "../core/client";
import { operationOf } from "./witness";
import { BASE } from "./wire";
import { cases } from "./wire-cases";

/** Members of a request that the service repeats in its response. */
const REPEATED = [
  "accountId",
  "customerId",
  "documentHolder",
  "inviterUma",
  "platformCustomerId",
  "quoteId",
  "umaDomain",
  "webhookEndpoint",
];

/** Operations that name their object in the address, and return another object. */
const RETURNS_ANOTHER = /\/verify$/;

function sentBody({ init: { body } }: FetchCall): Record<string, unknown> {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === "string" ? (JSON.parse(body) as Record<string, unknown>) : {};
}

/** The parts of a body that the service repeats: ids, addresses and amounts. */
function repeated(sent: Record<string, unknown>, response: Record<string, unknown>): Record<string, unknown> {
  const { source, destination, amount, lockedCurrencyAmount, lockedCurrencySide } = sent;
  const total = lockedCurrencySide === "SENDING" ? "totalSendingAmount" : "totalReceivingAmount";
  const moved = response["type"] === "INCOMING" ? "receivedAmount" : "sentAmount";
  return {
    ...Object.fromEntries(
      Object.entries(sent).filter(([name, value]) => REPEATED.includes(name) && value != null),
    ),
    ...(source != null && { source: { sourceType: "ACCOUNT", ...Object(source) } }),
    ...(destination != null && { destination: { destinationType: "ACCOUNT", ...Object(destination) } }),
    ...(lockedCurrencyAmount !== undefined && { [total]: lockedCurrencyAmount }),
    ...(source != null && amount !== undefined && { [moved]: { ...Object(response[moved]), amount } }),
  };
}

/** The id in an address such as `/quotes/Quote%3A1/execute`, if the operation has one. */
function idIn(operation: string, address: string): string | undefined {
  const at = operation.split("/").findIndex((segment) => segment.startsWith("{"));
  return at === -1 ? undefined : decodeURIComponent(address.split("/")[at] ?? "");
}

/** The member of the response that repeats the id in the address. */
function nameOfId(operation: string): string {
  if (operation.includes("/invitations/")) return "code";
  if (operation.includes("/receiver/uma/")) return "receiverUmaAddress";
  return operation.includes("/receiver/") ? "accountId" : "id";
}

/** The complete body of the service's response to a request. `changes` replaces fields of it. */
function genuineBody(call: FetchCall, changes: object): { status?: number | undefined; body: unknown } {
  const request = `${call.init.method} ${call.url.replace(BASE, "").split("?")[0]}`;
  const operation = operationOf(request) ?? request;
  const candidates = cases.filter(
    ({ request: other, response }) => operationOf(other) === operation && !Object(response).payloadToSign,
  );
  const hasBody = call.init.body != null;
  const found =
    candidates.find(({ body, form }) => ((body ?? form) !== undefined) === hasBody) ?? candidates[0];
  if (found === undefined) throw new Error(`no response for ${request}`);
  const { response, status } = found;
  if (response === undefined) return { status: 204, body: undefined };
  const rows: unknown = Object(response).data;
  if (Array.isArray(rows)) return { body: { data: rows, hasMore: false, ...changes } };
  const id = RETURNS_ANOTHER.test(operation) ? undefined : idIn(operation, request);
  const named = id === undefined ? {} : { [nameOfId(operation)]: id };
  const whole = Object(response) as Record<string, unknown>;
  return { status, body: { ...whole, ...repeated(sentBody(call), whole), ...named, ...changes } };
}

/** A genuine response to each request, with other values in some members. */
export const genuineWith =
  (changes: object) =>
  (call: FetchCall): Response => {
    const { status, body } = genuineBody(call, changes);
    return status === 204 ? new Response(null, { status }) : json(body, status);
  };

/** A genuine response to each request: complete, and with the ids and addresses of that request. */
export const genuine = genuineWith({});
