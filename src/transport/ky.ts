import ky, { TimeoutError } from "ky";
import { ConfigurationError } from "../core/errors";
import { fieldOf } from "../core/fields";
import { failureOf, TransportFailure } from "../core/transport";
import type { Reached, Transport, TransportRequest } from "../core/transport";
import type { FetchLike } from "../core/types";
import { platformFetch } from "./platform-fetch";

/** The status of a redirect that a browser hides. */
const HIDDEN_REDIRECT = 302;

/**
 * Sends with ky, which limits the time of an attempt, through the platform's or a passed `fetch`. The `fetch` that ky calls sends the
 * prepared bytes and reads the body, so the limit includes the whole response (docs/maintainers/decisions/0002-transport.md).
 */
export function kyTransport(fetch: FetchLike = platformFetch): Transport {
  return async (request, timeoutMs, signal) => {
    const isOfPlatform = fetch === platformFetch;
    if (globalThis.Request === undefined || (isOfPlatform && globalThis.fetch === undefined)) throw lacking();
    // ky makes no signal where `AbortSignal.any` is missing: the edge runtime of Next (November 2026), and React Native.
    const ended = new AbortController();
    if (signal?.aborted) ended.abort(signal.reason);
    signal?.addEventListener("abort", () => ended.abort(signal.reason));
    let reached: Reached = "not sent";
    let text = "";
    // ky wraps some errors, and a passed ky has time-outs, too.
    let failed: { readonly cause: unknown } | undefined;
    const send = async () => {
      try {
        const init = initOf(request, ended.signal);
        reached = "sent";
        const response = await fetch(request.url, init);
        reached = "responded";
        text = await textOf(response);
        return response;
      } catch (cause) {
        failed = { cause };
        throw cause;
      }
    };
    try {
      const { type, status, headers } = await ky(request.url, {
        method: request.method,
        fetch: send,
        retry: 0,
        timeout: timeoutMs,
        throwHttpErrors: false,
      });
      return { status: type === "opaqueredirect" ? HIDDEN_REDIRECT : status, headers, text };
    } catch (error) {
      ended.abort(error);
      if (error instanceof TimeoutError && error !== failed?.cause)
        throw new TransportFailure(reached, { isTimeout: true });
      throw failureOf(failed ? failed.cause : error, reached, isOfPlatform ? undefined : "fetch");
    }
  };
}

/** Old platforms and some test environments lack the Fetch API. */
function lacking(): ConfigurationError {
  return globalThis.Request === undefined
    ? new ConfigurationError(
        "Request",
        "is missing: use Node, a browser, or Jest's environment `node` or `jest-fixed-jsdom`",
      )
    : new ConfigurationError("fetch", "is missing on this platform: pass one, such as that of `undici`");
}

/** The options of `fetch`. An address and options, because a `Request` would turn the body into a stream. */
function initOf({ method, headers, body, isRepeatable }: TransportRequest, signal: AbortSignal): RequestInit {
  const init: RequestInit = { method, headers, redirect: "manual", signal };
  // The response may arrive while a stream is sent (Fetch standard, "RequestDuplex").
  if (typeof body === "function") Object.assign(init, { body: body(), duplex: "half" });
  else if (body !== undefined) init.body = body;
  // Uses a new connection, because platforms may repeat a request if a kept-alive one breaks (RFC 9110, section 9.2.2).
  if (!isRepeatable) init.keepalive = false;
  // Next.js caches GETs by default. Some workers reject the option completely.
  if ("cache" in Request.prototype) init.cache = "no-store";
  return init;
}

/** The text of a response. A redirect has none that anybody reads. */
async function textOf(response: Response): Promise<string> {
  // A passed `fetch` may return anything.
  const isResponse =
    typeof fieldOf(response, "status") === "number" &&
    typeof fieldOf(response, "text") === "function" &&
    typeof fieldOf(fieldOf(response, "headers"), "get") === "function";
  if (!isResponse) throw new TypeError("it did not return a `Response`");
  const { type, status, ok } = response;
  if (type === "opaqueredirect" || (status >= 300 && status < 400 && status !== 304)) {
    // Never awaited, because cancelling a cloned body may never end.
    void response.body?.cancel().catch(() => {});
    return "";
  }
  // The body of an error response is optional, because its status is known.
  const text: unknown = await (ok ? response.text() : response.text().catch(() => ""));
  if (typeof text !== "string") throw new TypeError("`text()` of its response did not return text");
  return text;
}
