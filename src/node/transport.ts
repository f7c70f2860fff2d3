import { Buffer } from "node:buffer";
import type { Agent, Dispatcher } from "undici";
import { IncomingBody } from "./body";
import { failureOf } from "./failure";
import { responseMaker } from "./response";

/** A request in undici's form. */
interface Sendable {
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | null;
}

/** Headers by lower-case name, from any form that `fetch` accepts. */
function recordOf(given: RequestInit["headers"]): Record<string, string> {
  if (given === undefined) return {};
  if (Symbol.iterator in given) return Object.fromEntries(new Headers(given));
  const headers: Record<string, string> = {};
  for (const name of Object.keys(given)) headers[name.toLowerCase()] = given[name] ?? "";
  return headers;
}

/**
 * Converts a request to undici's form. It is synchronous for typed text, bytes and no body, which is all that the client
 * sends.
 */
function sendable(given: RequestInit): Sendable | Promise<Sendable> {
  const headers = recordOf(given.headers);
  headers["accept-encoding"] ??= "gzip";
  const body = given.body ?? null;
  const isReady = typeof body === "string" && headers["content-type"] !== undefined;
  return body === null || isReady || body instanceof Uint8Array ? { headers, body } : encoded(headers, body);
}

/** Lets the platform encode other bodies, and reads them into memory. */
async function encoded(headers: Sendable["headers"], given: BodyInit): Promise<Sendable> {
  const response = new Response(given);
  const contentType = response.headers.get("content-type");
  if (contentType !== null) headers["content-type"] ??= contentType;
  return { headers, body: typeof given === "string" ? given : new Uint8Array(await response.arrayBuffer()) };
}

type IncomingHeaders = Record<string, string | string[] | undefined>;

/** Copies undici's headers by name, because over HTTP/2 they carry a symbol. `Headers` reads an object faster than pairs. */
function headersOf(given: IncomingHeaders): HeadersInit {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (typeof value !== "string" || !IS_LATIN.test(value)) return pairsOf(given);
    headers[name] = value;
  }
  return headers;
}

/** The words of a status (RFC 9112, section 4). */
const IS_REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

const IS_LATIN = /^[\0-\xff]*$/;

/** One pair for each value, and one character for each byte, because undici reads the bytes as UTF-8. */
function pairsOf(given: IncomingHeaders): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name of Object.keys(given)) {
    for (const value of [given[name] ?? []].flat()) {
      pairs.push([name, IS_LATIN.test(value) ? value : Buffer.from(value, "utf8").toString("latin1")]);
    }
  }
  return pairs;
}

/** Sends requests through undici's own interface, which costs much less than its `fetch`. */
export class Transport {
  readonly #agent: Agent;
  readonly #makeResponse = responseMaker();

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  /** Sends a request. Resolves when the status and the headers have arrived, like the platform's `fetch`. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    const { method = "GET", signal = null } = init;
    if (signal?.aborted) throw signal.reason;
    const { origin, pathname, search } = new URL(url);
    const sent = sendable(init);
    const request = sent instanceof Promise ? await sent : sent;
    if (signal?.aborted) throw signal.reason;
    return this.#dispatch({ origin, path: pathname + search, method, ...request }, signal);
  }

  #dispatch(options: Dispatcher.DispatchOptions, signal: AbortSignal | null): Promise<Response> {
    return new Promise((resolve, reject) => {
      let connection: Dispatcher.DispatchController | undefined;
      let incoming: IncomingBody | undefined;
      const fail = (error: unknown) => {
        if (incoming === undefined) reject(error);
        else incoming.fail(error);
        signal?.removeEventListener("abort", abort);
      };
      const abort = () => {
        const { reason } = signal as AbortSignal;
        fail(reason);
        connection?.abort(reason);
      };
      /** Fails the call with whatever the handler throws. undici loses some of these errors, and the call would never end. */
      const guarded =
        <Rest extends unknown[]>(
          handle: (controller: Dispatcher.DispatchController, ...rest: Rest) => void,
        ) =>
        (controller: Dispatcher.DispatchController, ...rest: Rest) => {
          try {
            handle(controller, ...rest);
          } catch (error) {
            fail(error);
            controller.abort(error as Error);
          }
        };
      signal?.addEventListener("abort", abort);
      this.#agent.dispatch(options, {
        onRequestStart: guarded((controller) => {
          connection = controller;
          // Aborted while it waited for a connection.
          if (signal?.aborted) controller.abort(signal.reason);
        }),
        onResponseStart: guarded(
          (controller, status: number, headers: IncomingHeaders, statusText?: string) => {
            // Informational: the final response is still to come.
            if (status < 200 || signal?.aborted) return;
            const body = new IncomingBody(controller);
            // `Response` refuses other words. Nobody needs them, and a payment must not fail over them.
            const reason = IS_REASON.test(statusText ?? "") ? statusText : "";
            const init = { status, statusText: reason, headers: headersOf(headers) };
            resolve(this.#makeResponse(body, headers["content-encoding"], init));
            incoming = body;
          },
        ),
        onResponseData: guarded((_controller, chunk: Uint8Array) => incoming?.push(chunk)),
        onResponseEnd: guarded(() => {
          incoming?.end();
          signal?.removeEventListener("abort", abort);
        }),
        onResponseError: guarded((_controller, error: Error) =>
          fail(failureOf(error, connection !== undefined)),
        ),
      });
    });
  }
}
