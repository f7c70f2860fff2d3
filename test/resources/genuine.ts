import { json } from "../core/client";
import type { FetchCall } from "../core/client";
import { operationOf } from "./witness";
import { BASE } from "./wire";
import type { WireCase } from "./wire";
import { cases } from "./wire-cases";

function sentBody({ init: { body } }: FetchCall): Record<string, unknown> {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === "string" ? (JSON.parse(body) as Record<string, unknown>) : {};
}

/** The parts of a body that the service repeats: the members that the case repeats, the parties and the amounts. */
function repeated(
  sent: Record<string, unknown>,
  { body, form, response }: WireCase,
): Record<string, unknown> {
  const { source, destination, amount, lockedCurrencyAmount, lockedCurrencySide } = sent;
  const whole = Object(response) as Record<string, unknown>;
  const asked: object = form === undefined ? Object(body) : Object.fromEntries(form);
  const total = lockedCurrencySide === "SENDING" ? "totalSendingAmount" : "totalReceivingAmount";
  const moved = whole["type"] === "INCOMING" ? "receivedAmount" : "sentAmount";
  return {
    ...Object.fromEntries(
      Object.entries(asked).flatMap(([name, value]) =>
        whole[name] === value && sent[name] != null ? [[name, sent[name]]] : [],
      ),
    ),
    ...(source != null && { source: { sourceType: "ACCOUNT", ...Object(source) } }),
    ...(destination != null && { destination: { destinationType: "ACCOUNT", ...Object(destination) } }),
    ...(lockedCurrencyAmount !== undefined && { [total]: lockedCurrencyAmount }),
    ...inCurrencyOf(source, "sendingCurrency", whole),
    ...inCurrencyOf(destination, "receivingCurrency", whole),
    ...(source != null && amount !== undefined && { [moved]: { ...Object(whole[moved]), amount } }),
  };
}

/** The currency that a party of the request names. */
function inCurrencyOf(party: unknown, name: string, whole: Record<string, unknown>): object {
  const { currency: code } = Object(party) as { currency?: string };
  return name in whole && code !== undefined ? { [name]: { ...Object(whole[name]), code } } : {};
}

/** The id in an address such as `/quotes/Quote%3A1/execute`, if the operation has one. */
function idIn(operation: string, address: string): string | undefined {
  const at = operation.split("/").findIndex((segment) => segment.startsWith("{"));
  return at === -1 ? undefined : decodeURIComponent(address.split(/[/?]/)[at] ?? "");
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
  // The members that repeat the id of the case's address.
  const id = idIn(operation, found.request);
  const named = Object.entries(Object(response) as object)
    .filter(([, value]) => id !== undefined && value === id)
    .map(([name]) => [name, idIn(operation, request)]);
  return {
    status,
    body: { ...response, ...repeated(sentBody(call), found), ...Object.fromEntries(named), ...changes },
  };
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
