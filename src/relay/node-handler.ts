import { ConfigurationError } from "../core/errors";
import { malformedCall, RelayProblem, toResponse } from "./problem";
import { readConfiguration } from "../core/read-options";
import { callback, required } from "../options/kinds";

/** The part of a `node:http` or Express request that {@link toNodeHandler} uses. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the address before routers shortened it. */
  readonly originalUrl?: string | undefined;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether the body was read to its end. */
  readonly readableEnded: boolean;
  on(event: string, listener: (...values: never[]) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** The part of a `node:http` or Express response that {@link toNodeHandler} uses. */
export interface NodeResponse {
  statusCode: number;
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
  setHeader(name: string, value: string): unknown;
  end(body?: Uint8Array): unknown;
  on(event: string, listener: (...values: never[]) => void): unknown;
}

/** A handler for `createServer` of `node:http`, and for `app.use` of Express. The promise never rejects. */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => Promise<void>;

/** Options of {@link toNodeHandler}. */
export interface NodeHandlerOptions {
  /**
   * Receives errors of the relay: those of your own `authenticate` or `limit`, or a configuration mistake. The page receives
   * a 500 in JSON without a reason. Default: logs the error with `console.error`.
   */
  onError?: ((error: unknown) => unknown) | undefined;
}

/** How many unread bytes the handler drops to keep the connection open. */
const MOST_DROPPED_BYTES = 16 * 2 ** 20;

/** The maximum time to drop an unread body. */
const LONGEST_DROP_MS = 2_000;

/** The body as a stream. It reads from the connection only on demand, and ends when the signal aborts. */
function bodyOf(request: NodeRequest, signal: AbortSignal): ReadableStream<Uint8Array> {
  let isOver = false;
  const finish = (how: () => void) => {
    if (isOver) return;
    isOver = true;
    how();
  };
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        request.on("data", (chunk: Uint8Array) => {
          if (isOver) return;
          request.pause();
          controller.enqueue(chunk);
        });
        request.on("end", () => finish(() => controller.close()));
        const breakOff = () => finish(() => controller.error(new Error("The connection was closed")));
        request.on("error", breakOff);
        request.on("close", breakOff);
        signal.addEventListener("abort", breakOff);
        // The first listener for `data` starts the body.
        request.pause();
      },
      pull() {
        request.resume();
      },
      cancel() {
        isOver = true;
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Drops the rest of a request, so its connection can carry the next one. Resolves to false if the rest is too long or too
 * slow.
 */
function dropRest(request: NodeRequest): Promise<boolean> {
  if (request.readableEnded) return Promise.resolve(true);
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (isWhole: boolean) => {
      clearTimeout(timer);
      resolve(isWhole);
    };
    const timer = setTimeout(() => finish(false), LONGEST_DROP_MS);
    request.on("data", (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > MOST_DROPPED_BYTES) finish(false);
    });
    request.on("end", () => finish(true));
    request.on("close", () => finish(true));
    request.resume();
  });
}

/** Converts to a `Request` of the Fetch standard. Returns `undefined` if that is not possible. */
function toRequest(request: NodeRequest, signal: AbortSignal): Request | undefined {
  const { method = "GET", url, originalUrl = url ?? "" } = request;
  // Proxies receive absolute addresses (RFC 9112, section 3.2.2), and OPTIONS may have `*`.
  if (!originalUrl.startsWith("/")) return undefined;
  try {
    const headers = new Headers();
    for (const [name, values = []] of Object.entries(request.headers)) {
      // HTTP/2 mixes its pseudo-headers with the others.
      if (!name.startsWith(":")) for (const value of [values].flat()) headers.append(name, value);
    }
    const body =
      method === "GET" || method === "HEAD" ? {} : { body: bodyOf(request, signal), duplex: "half" };
    // The relay does not use the origin, and a client can set `Host` to anything.
    const address = `http://localhost${originalUrl}`;
    // A server in front of this one may read dot segments and backslashes in another way.
    if (new URL(address).pathname !== originalUrl.split(/[?#]/, 1)[0]) return undefined;
    return new Request(address, { method, headers, signal, ...body } as RequestInit); // The DOM type lacks `duplex`.
  } catch {
    return undefined;
  }
}

/** Sends a response when the request is complete. If it never is, closes the connection after the response. */
async function send(
  { status, headers }: Response,
  body: ArrayBuffer,
  request: NodeRequest,
  to: NodeResponse,
): Promise<void> {
  const isOver = () => to.destroyed || to.writableEnded;
  const isWhole = isOver() || (await dropRest(request));
  if (isOver()) return;
  to.statusCode = status;
  for (const [name, value] of headers) to.setHeader(name, value);
  if (!isWhole) {
    to.setHeader("connection", "close");
    to.on("finish", () => request.destroy());
  }
  to.end(body.byteLength === 0 ? undefined : new Uint8Array(body));
}

/** A response without a reason. */
const failed = () => new RelayProblem(500, "INTERNAL_ERROR", "Something went wrong on the platform's side");

/**
 * Makes a handler for `node:http` and Express from a relay, or from any function from `Request` to `Response`. Mount it
 * before anything that reads bodies, such as `express.json()`. The relay reads the raw bytes and has its own limits.
 *
 * The handler streams the request body and sends each response as a whole. If the page disconnects, `request.signal` aborts.
 * Every error response is JSON, never a page or a stack trace.
 *
 * If the relay does not read the whole body, the response waits for the rest. The handler drops up to 16 MiB of it, for up to
 * two seconds. Beyond that it sends `Connection: close` and closes the connection. The sender may then miss the response.
 *
 * The URL of the `Request` has the original path and query, on `http://localhost`. A path that a URL
 * would change, such as one with `/../`, `%2e%2e` or a backslash, gets a 400.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 *
 * app.use("/wallet", toNodeHandler(relay)); // Express
 * createServer(toNodeHandler(relay)); // node:http
 * ```
 */
export function toNodeHandler(
  relay: (request: Request) => Response | Promise<Response>,
  options: NodeHandlerOptions = {},
): NodeHandler {
  readConfiguration({ relay }, { relay: required(callback) }, "toNodeHandler");
  const log: Pick<Console, "error"> = console;
  const { onError = (error: unknown) => log.error("The wallet relay failed:", error) } = readConfiguration(
    options,
    { onError: callback },
    "toNodeHandler",
  );
  /** The hook cannot change the response. */
  const report = (error: unknown) => void (async () => onError(error))().catch(() => {});

  async function respond(request: NodeRequest, signal: AbortSignal): Promise<Response> {
    const made = toRequest(request, signal);
    if (made === undefined) return toResponse(malformedCall("The request is malformed").response);
    if (request.readableEnded && made.body !== null) {
      throw new ConfigurationError(
        "toNodeHandler",
        "must be mounted before anything that reads bodies, such as express.json()",
      );
    }
    return relay(made);
  }

  return async (request, response) => {
    const end = new AbortController();
    response.on("close", () => end.abort());
    const whole = async (made: Response) => [made, await made.arrayBuffer()] as const;
    const [made, body] = await respond(request, end.signal)
      .then(whole)
      .catch((error: unknown) => {
        report(error);
        return whole(toResponse(failed().response));
      });
    end.abort();
    await send(made, body, request, response).catch(report);
  };
}
