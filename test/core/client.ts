import type { ClientOptions, FetchLike } from "payments-sdk";
import { PaymentsClient } from "payments-sdk";

export const CLIENT_ID = "token-id-0195";
export const CLIENT_SECRET = "client-secret-74f1c9";

/** A client that retries without waiting and logs nothing. A test may override both. */
export function createClient(options: ClientOptions): PaymentsClient {
  return new PaymentsClient({
    baseUrl: "https://payments.test/api",
    ...(options.credentials === undefined && { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }),
    retryDelay: () => 1,
    logLevel: "off",
    ...options,
  });
}

/** One call of an injected `fetch`. */
export interface FetchCall {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

/** A `fetch` that responds to each call with the result of `respond` for its number, from 0. */
export function fakeFetch(respond: (call: FetchCall, index: number) => Response | Promise<Response>) {
  const calls: FetchCall[] = [];
  const fetch: FetchLike = async (url, init) => {
    const call = { url, init, headers: new Headers(init.headers) };
    calls.push(call);
    return respond(call, calls.length - 1);
  };
  return { fetch, calls };
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

/** An error response of the service. Only such a body proves that the service itself refused. */
export const refusal = (status: number, code = "INVALID_INPUT", headers: Record<string, string> = {}) =>
  json({ status, code, message: "The request was refused" }, status, headers);

/** A response with a body that begins and never ends. */
export function stalling(status: number): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
  });
  return new Response(body, { status, headers: { "content-type": "application/json" } });
}

/** The rejection of Node's `fetch` when the socket fails. */
export function networkError(code: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
}

/** The rejection of a promise. Fails if it resolves. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`expected a rejection, got ${JSON.stringify(value)}`);
}

/** Parameters of POST /transfer-in. */
export const transfer = {
  source: { accountId: "ExternalAccount:e1" },
  destination: { accountId: "InternalAccount:i1" },
  amount: 1234,
};

/** Parameters of POST /quotes. */
export const quoteParams = {
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:i1" },
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:e1" },
  lockedCurrencySide: "SENDING",
  lockedCurrencyAmount: 5000,
} as const;

/** Parameters of POST /customers, which takes no idempotency key. */
export const customerParams = { customerType: "INDIVIDUAL", fullName: "Ada Lovelace" } as const;
