import { ConfigurationError } from "../core/errors";
import { badRequest, Problem } from "./problem";
import { readConfiguration } from "../core/read-options";
import { callback } from "../options/kinds";
import { requireFunction } from "./checks";
import { toResponse } from "./response";

/** The part of `IncomingMessage` of `node:http`, or of a request of Express, that {@link toNodeHandler} uses. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the address before routers took their part of it away. */
  readonly originalUrl?: string | undefined;
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[];
  /** Whether somebody read the body to its end. */
  readonly readableEnded: boolean;
  on(event: string, listener: (...values: never[]) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
}

/** The part of `ServerResponse` of `node:http`, or of a response of Express, that {@link toNodeHandler} uses. */
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
   * Is told what the relay threw: an error of your own `authenticate` or `limit`, or a mistake in the set-up. The page
   * receives a 500 in JSON without a reason. Default: the error is logged with `console.error`.
   */
  onError?: ((error: unknown) => unknown) | undefined;
}

/** How much of an unread body is dropped to keep the connection, in bytes. */
const MOST_DROPPED_BYTES = 16 * 2 ** 20;

/** How long dropping an unread body may take. */
const LONGEST_DROP_MS = 2_000;

const isBodiless = (method: string) => method === "GET" || method === "HEAD";

/** The body as a stream that takes no more from the connection than is asked for. It is over when the signal aborts. */
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
        // The first listener for `data` has set the body in motion.
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
 * Drops what is left of a request, so that its connection can carry the next one. Resolves to false if the rest is too long
 * or too slow.
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

/** The request as the Fetch standard has it; `undefined` when it cannot be one. */
function toRequest(request: NodeRequest, signal: AbortSignal): Request | undefined {
  const { method = "GET", url, originalUrl = url ?? "" } = request;
  // Proxies get whole addresses (RFC 9112, section 3.2.2), and OPTIONS may have a `*`.
  if (!originalUrl.startsWith("/")) return undefined;
  try {
    const headers = new Headers();
    for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
      const [name = "", value = ""] = request.rawHeaders.slice(index, index + 2);
      // HTTP/2 has its pseudo-headers among the others.
      if (!name.startsWith(":")) headers.append(name, value);
    }
    const body = isBodiless(method) ? {} : { body: bodyOf(request, signal), duplex: "half" };
    // The origin is of no interest to the relay, and the header `Host` can hold anything.
    return new Request(`http://localhost${originalUrl}`, { method, headers, signal, ...body } as RequestInit); // The DOM's type does not know `duplex`.
  } catch {
    return undefined;
  }
}

/** A response that was read to its end. */
interface WholeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array | undefined;
}

async function whole(response: Response): Promise<WholeResponse> {
  const { status, headers } = response;
  return {
    status,
    headers,
    body: response.body === null ? undefined : new Uint8Array(await response.arrayBuffer()),
  };
}

/** Sends a response once the request is whole. If it never is, the connection ends with the response. */
async function send(
  { status, headers, body }: WholeResponse,
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
  to.end(body);
}

const failed = () => new Problem(500, "INTERNAL_ERROR", "Something went wrong on the platform's side");

function logError(error: unknown): void {
  const log: Pick<Console, "error"> = console;
  log.error("The wallet relay failed:", error);
}

/**
 * Makes a handler for `node:http` and Express of a relay, or of any other function from `Request` to `Response`. It
 * streams the body, passes on that the page hung up (`request.signal`), and responds to whatever goes wrong in JSON, never
 * with a page or a stack. Mount it before anything that reads bodies, such as `express.json()`: the relay takes the bytes as
 * they came and keeps its own limits. Responses are sent as a whole.
 *
 * The response waits for the rest of a body that the relay does not read. The handler drops up to 16 MiB of it, for up to two
 * seconds. Beyond that it sends `Connection: close` and ends the connection, and the sender may miss the response.
 *
 * The address of the `Request` has the path and the query of the original, on `http://localhost`.
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
  requireFunction("relay", relay);
  const { onError = logError } = readConfiguration(options, { onError: callback }, "toNodeHandler");
  /** Nothing that the hook does changes the response. */
  const report = (error: unknown) => void (async () => onError(error))().catch(() => {});

  async function respond(request: NodeRequest, signal: AbortSignal): Promise<WholeResponse> {
    const made = toRequest(request, signal);
    try {
      if (made === undefined) return await whole(toResponse(badRequest("The request is malformed").response));
      if (request.readableEnded && made.body !== null) {
        throw new ConfigurationError(
          "toNodeHandler",
          "must be mounted before anything that reads bodies, such as express.json()",
        );
      }
      return await whole(await relay(made));
    } catch (error) {
      report(error);
      return whole(toResponse(failed().response));
    }
  }

  return async (request, response) => {
    const end = new AbortController();
    response.on("close", () => end.abort());
    const made = await respond(request, end.signal);
    end.abort();
    await send(made, request, response);
  };
}
