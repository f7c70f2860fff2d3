import { Buffer } from "node:buffer";
import { gunzip } from "node:zlib";
import type { Agent, Dispatcher } from "undici";
import { failureOf, TransportFailure } from "../core/transport";
import type { Reached, TransportRequest, TransportResponse } from "../core/transport";
import { platformError } from "./failure";

type IncomingHeaders = Record<string, string | string[] | undefined>;

const IS_LATIN = /^[\0-\xff]*$/;

/** One character for each byte, as the platform reads headers. undici reads the bytes as UTF-8. */
const latin = (value: string) =>
  IS_LATIN.test(value) ? value : Buffer.from(value, "utf8").toString("latin1");

/** Reads undici's headers by name. Few calls need all of them. */
class ResponseHeaders {
  readonly #given: IncomingHeaders;

  constructor(given: IncomingHeaders) {
    this.#given = given;
  }

  get(name: string): string | null {
    const value = this.#given[name];
    return value === undefined ? null : latin(typeof value === "string" ? value : value.join(", "));
  }

  *[Symbol.iterator](): Generator<[string, string]> {
    // By name, because over HTTP/2 they carry a symbol.
    for (const name of Object.keys(this.#given))
      for (const value of [this.#given[name] ?? []].flat()) yield [name, latin(value)];
  }
}

/** Lets the platform encode a form, and reads a stream into memory. */
async function encoded(body: FormData | ReadableStream) {
  const response = new Response(body);
  return {
    type: response.headers.get("content-type"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

/** A request in undici's form. */
async function dispatchable({ method, url, headers, body }: TransportRequest) {
  // Writes an address as servers read it, without a fragment.
  const { origin, pathname, search } = new URL(url);
  const sent: Record<string, string> = { "accept-encoding": "gzip", ...headers };
  const options = { origin, path: pathname + search, method: method as Dispatcher.HttpMethod, headers: sent };
  if (body === undefined || typeof body === "string") return { ...options, body: body ?? null };
  const { type, bytes } = await encoded(typeof body === "function" ? body() : body);
  if (type !== null) sent["content-type"] ??= type;
  return { ...options, body: bytes };
}

/** Made late, so an import uses no platform API. */
let decoder: TextDecoder | undefined;
const decoded = (bytes: Uint8Array) => (decoder ??= new TextDecoder()).decode(bytes);

/** The whole body as text, without a byte-order mark. */
async function textOf(chunks: readonly Uint8Array[], encoding: string | null): Promise<string> {
  const [only] = chunks;
  const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  if (encoding?.trim().toLowerCase() !== "gzip") return decoded(bytes);
  return new Promise((resolve, reject) => {
    gunzip(bytes, (error, text) => (error ? reject(error) : resolve(decoded(text))));
  });
}

/** A response, read as far as anybody needs it. */
interface Received {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly chunks: Uint8Array[];
}

const isSuccess = ({ status }: Received) => status < 300;
const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304;

/** Sends a request through undici's own interface, which costs much less than its `fetch`. */
export async function sendRequest(
  agent: Agent,
  request: TransportRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<TransportResponse> {
  const options = await dispatchable(request);
  const received = await dispatched(agent, options, timeoutMs, signal);
  const { status, headers, chunks } = received;
  try {
    return { status, headers, text: await textOf(chunks, headers.get("content-encoding")) };
  } catch (error) {
    if (isSuccess(received)) throw failureOf(error, "responded");
    return { status, headers, text: "" };
  }
}

/** The handlers never throw: undici loses some errors of a handler, and the attempt would never end. */
function dispatched(
  agent: Agent,
  options: Dispatcher.DispatchOptions,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Received> {
  if (signal?.aborted) throw failureOf(signal.reason, "not sent");
  return new Promise((resolve, reject) => {
    let reached: Reached = "not sent";
    let connection: Dispatcher.DispatchController | undefined;
    let received: Received | undefined;
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    /** Ends the attempt before its response is complete. */
    const stop = (failure: TransportFailure) => {
      end();
      reject(failure);
      connection?.abort(failure);
    };
    const abort = () => stop(failureOf(signal?.reason, reached));
    const timer = setTimeout(() => stop(new TransportFailure(reached, { isTimeout: true })), timeoutMs);
    signal?.addEventListener("abort", abort);
    agent.dispatch(options, {
      onRequestStart(controller) {
        connection = controller;
        // Ended while it waited for a connection.
        if (hasEnded) controller.abort(new Error("the attempt has ended"));
        else reached = "sent";
      },
      onResponseStart(controller, status, headers) {
        // Informational: the final response is still to come.
        if (status < 200 || hasEnded) return;
        reached = "responded";
        if (status > 599) {
          stop(failureOf(new RangeError(`${status} is not the status of a response`), reached));
          return;
        }
        received = { status, headers: new ResponseHeaders(headers), chunks: [] };
        if (!isRedirect(status)) return;
        end();
        resolve(received);
        controller.abort(new Error("redirects are not followed"));
      },
      onResponseData(_controller, chunk) {
        received?.chunks.push(chunk);
      },
      onResponseEnd() {
        if (hasEnded || received === undefined) return;
        end();
        resolve(received);
      },
      onResponseError(_controller, error) {
        if (hasEnded) return;
        end();
        // The status of an error is known, even without its body.
        if (received !== undefined && !isSuccess(received)) resolve({ ...received, chunks: [] });
        else reject(failureOf(platformError(error, connection !== undefined), reached));
      },
    });
  });
}
