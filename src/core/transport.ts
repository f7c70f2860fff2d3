import ky, { TimeoutError } from "ky";
import { untilAborted } from "./abort";
import { redirected } from "./attempt-failure";
import { fieldOf } from "./fields";
import type { PreparedRequest } from "./request";

/**
 * What ky needs of a request. The platform's own `Request` costs more than the rest of ky, and nobody reads it. ky as published does
 * not know this option and makes the platform's (scripts/ky-patch.mjs).
 */
class LightRequest {
  declare readonly url: string;
  declare readonly method: string;
  declare readonly signal: AbortSignal;

  constructor(url: string, { method, signal }: { method: string; signal: AbortSignal }) {
    this.url = url;
    this.method = method;
    this.signal = signal;
  }
}

/**
 * Makes one attempt with ky, which limits its time. The `fetch` that ky calls sends the prepared bytes and reads the body. So ky's own
 * `Request` needs no body, and the limit includes the whole response (docs/maintainers/decisions/0002-transport.md).
 *
 * Rejects with the error of `attempt`, with an error for which {@link isTimeout} is true, or with the reason of the caller's signal.
 *
 * @param signal the caller's
 * @param attempt sends the request and reads the whole response. Its signal aborts when the attempt ends
 */
export async function transmit<T extends { readonly response: Response }>(
  { url, method }: PreparedRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const kept: { received?: T; ended?: AbortController } = {};
  try {
    await untilAborted(signal, (own) =>
      ky(url, {
        method,
        ...(own !== undefined && { signal: own }),
        fetch: async (request) => {
          // ky makes no signal where `AbortSignal.any` is missing: browsers before 2024, React Native, the edge runtime of Next.
          const { signal: given } = request as Partial<Request>;
          kept.received = await attempt(given ?? (kept.ended = new AbortController()).signal);
          return kept.received.response;
        },
        retry: 0,
        timeout: timeoutMs,
        throwHttpErrors: false,
        ...{ Request: LightRequest },
      }),
    );
  } catch (error) {
    kept.ended?.abort(error);
    throw error;
  }
  const { received } = kept;
  // The platform keeps ky's request for a while. With it, it would keep the text of every page of a list.
  delete kept.received;
  return received as T;
}

/** The options of `fetch`. An address and options, because a `Request` would turn the body into a stream. */
export function initOf(
  { method, headers, body, isRepeatable }: PreparedRequest,
  authorization: string | undefined,
  signal: AbortSignal,
): RequestInit {
  const init: RequestInit = { method, headers, redirect: "manual", signal };
  if (authorization !== undefined) init.headers = { ...headers, authorization };
  // The response may arrive while a stream is sent (Fetch standard, "RequestDuplex").
  if (typeof body === "function") Object.assign(init, { body: body(), duplex: "half" });
  else if (body !== undefined) init.body = body;
  // Uses a new connection, because platforms may repeat a request if a kept-alive one breaks (RFC 9110, section 9.2.2).
  if (!isRepeatable) init.keepalive = false;
  // Next.js caches GETs by default. Some workers reject the option completely.
  if ("cache" in Request.prototype) init.cache = "no-store";
  return init;
}

/**
 * Reads the text of a response. A passed `fetch` may return anything.
 *
 * @throws {TypeError} when it is not a `Response`, or has no text
 * @throws {AttemptFailure} when it is a redirect
 */
export async function readText(response: Response, request: PreparedRequest): Promise<string> {
  const isResponse =
    typeof fieldOf(response, "status") === "number" &&
    typeof fieldOf(response, "text") === "function" &&
    typeof fieldOf(fieldOf(response, "headers"), "get") === "function";
  if (!isResponse) throw new TypeError("it did not return a `Response`");
  const { type, status, ok } = response;
  // Following a redirect would carry signatures and keys to another address, and turn a POST into a GET. A 304 names no address.
  if (type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304)) {
    // Never awaited, because cancelling a cloned body may never end.
    void response.body?.cancel().catch(() => {});
    throw redirected(request);
  }
  // The body of an error response is optional, because its status is known.
  const text: unknown = await (ok ? response.text() : response.text().catch(() => ""));
  if (typeof text !== "string") throw new TypeError("`text()` of its response did not return text");
  return text;
}

/** Whether an error of {@link transmit} is a timeout. */
export function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError;
}
