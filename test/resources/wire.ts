import type { PaymentsClient, UnrelatedResponseError } from "payments-sdk";
import { expect } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, createClient, fakeFetch, json } from "../core/client";
import type { FetchCall } from "../core/client";
import { samples } from "../models/samples";

/** The request of one method of the client, and its result. */
export interface WireCase {
  /** The method as a caller names it: `customers.create`. */
  name: string;
  /** The difference to the other cases of the method. */
  title?: string;
  /** The operation in hooks, if it differs from the name. */
  operation?: string;
  call: (payments: PaymentsClient) => PromiseLike<unknown>;
  /** The method, and the address below the base: `POST /customers`. */
  request: string;
  /** The exact JSON body. Default: no body. */
  body?: unknown;
  /** Headers beyond `accept`, `authorization` and those of the body. */
  headers?: Readonly<Record<string, string>>;
  /** Whether the call sends a new idempotency key. */
  keyed?: boolean;
  /** The parts of a form instead of a JSON body. */
  form?: readonly (readonly [name: string, value: string])[];
  /** A complete response, or `undefined` for a 204 without a body. */
  response: unknown;
  status?: number;
  /** The result, if it is neither the response nor the page made of it. */
  result?: unknown;
  /** The fields reported as missing for an empty response. For a list: for a page with one empty row. */
  missing: readonly string[];
}

/** The base address of the clients of these tests. */
export const BASE = "https://payments.test/api/2025-10-13";
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** A complete response of the model, with other values in some fields. */
export function sample(name: string, changes: object = {}): Record<string, unknown> {
  const found = samples[name];
  if (found === undefined) throw new Error(`no sample ${name}`);
  return { ...found.response, ...changes };
}

export const page = (...data: unknown[]) => ({ data, hasMore: true, nextCursor: "next", totalCount: 7 });

/** The id of a resource, with characters that need encoding in a path. */
export const idOf = (prefix: string) => ({ id: `${prefix}:0 1+é`, encoded: `${prefix}%3A0%201%2B%C3%A9` });

function respond({ response, status = 200 }: WireCase): Response {
  return response === undefined ? new Response(null, { status: 204 }) : json(response, status);
}

async function formParts(form: FormData) {
  const parts = [...form].map(async ([name, value]) =>
    typeof value === "string" ? [name, value] : [name, `${value.name} (${value.type}) ${await value.text()}`],
  );
  return Promise.all(parts);
}

async function expectRequest(sent: FetchCall | undefined, wire: WireCase): Promise<void> {
  expect(`${sent?.init.method} ${sent?.url.replace(BASE, "")}`).toBe(wire.request);
  const { "idempotency-key": key, ...headers } = Object.fromEntries(sent?.headers ?? []);
  expect(headers).toEqual({
    accept: "application/json",
    authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`,
    ...(wire.body !== undefined && { "content-type": "application/json" }),
    ...wire.headers,
  });
  if (wire.keyed) expect(key).toMatch(UUID);
  else expect(key).toBeUndefined();
  const body = sent?.init.body ?? undefined;
  if (wire.form === undefined) {
    expect(body === undefined ? undefined : JSON.parse(String(body))).toEqual(wire.body);
  } else {
    expect(body instanceof FormData && (await formParts(body))).toEqual(wire.form);
  }
}

/** Checks the request, and that the complete response is returned unchanged without a report. */
export async function expectExchange(wire: WireCase): Promise<void> {
  const reported: unknown[] = [];
  const operations: string[] = [];
  const { fetch, calls } = fakeFetch(() => respond(wire));
  const hooks = {
    onRequest: ({ operation }: { operation: string }) => operations.push(operation),
    onResponseMismatch: (event: unknown) => reported.push(event),
  };
  const result = await wire.call(createClient({ fetch, hooks }));
  expect(operations).toEqual([wire.operation ?? wire.name]);
  expect(calls).toHaveLength(1);
  await expectRequest(calls[0], wire);
  expect(result).toEqual("result" in wire ? wire.result : wire.response);
  expect(reported).toEqual([]);
}

/** Makes the call with this response. */
async function madeWith(wire: WireCase, response: Response) {
  const reported: unknown[] = [];
  const { fetch } = fakeFetch(() => response.clone());
  const payments = createClient({
    fetch,
    hooks: {
      onResponseMismatch: ({ operation, issues }) =>
        reported.push({ operation, paths: issues.map(({ path }) => path).sort() }),
    },
  });
  const error = await wire.call(payments).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, reported };
}

/** Checks that a response with an unexpected shape is reported under the name of the operation. */
export async function expectShapeCheck(wire: WireCase): Promise<void> {
  const { operation = wire.name, response, missing, status, request } = wire;
  const isList = Object(response).data !== undefined;
  const body = isList ? { data: [{}] } : {};
  const { error, reported } = await madeWith(wire, json(body, status));
  if (request.startsWith("GET ")) {
    if (operation === "quotes.retrieve" || operation === "transactions.retrieve") {
      expect(error).toMatchObject({ code: "UNRELATED_RESPONSE", operation, outcome: "not-executed" });
      return expectRecognition(wire, error as UnrelatedResponseError);
    }
    const paths = missing.map((name) => (isList && name !== "hasMore" ? `data.0.${name}` : name)).sort();
    expect(error).toBeUndefined();
    expect(reported).toEqual(paths.length === 0 ? [] : [{ operation, paths }]);
    return;
  }
  const isChallenge = Object(response).payloadToSign !== undefined;
  const hasNoBody = response === undefined || (isChallenge && request.startsWith("DELETE "));
  const code = hasNoBody ? "UNREADABLE_RESPONSE" : "UNRELATED_RESPONSE";
  expect(error).toMatchObject({ code, operation, outcome: "unknown" });
  expect(reported).toEqual([]);
  if (!hasNoBody && !isChallenge) await expectRecognition(wire, error as UnrelatedResponseError);
}

/** Checks that a write, or a read of a payment, needs only the fields that it named as missing. Others are only reported. */
async function expectRecognition(wire: WireCase, { issues }: UnrelatedResponseError): Promise<void> {
  const { operation = wire.name, response, missing, status } = wire;
  const body = Object.fromEntries(issues.map(({ path }) => [path, Object(response)[path] as unknown]));
  const { error, reported } = await madeWith(wire, json(body, status));
  expect(error).toBeUndefined();
  const paths = missing.filter((name) => !(name in body)).sort();
  // The type of a union tells which other fields belong to it.
  if (missing.length > 0 && paths.length === 0) return;
  expect(reported).toEqual(paths.length === 0 ? [] : [{ operation, paths }]);
}
