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
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[];
  /** Whether the whole body was taken from the connection. */
  readonly complete: boolean;
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

/** A body that the relay did not want is taken for so long, so that its sender can read the response meanwhile. */
const LINGER_MS = 2_000;

const isBodiless = (method: string) => method === "GET" || method === "HEAD";

/** The body as a stream that takes no more from the connection than is asked for. */
function bodyOf(request: NodeRequest): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const finish = (how: () => void) => {
          if (isOver) return;
          isOver = true;
          how();
        };
        request.on("data", (chunk: Uint8Array) => {
          if (isOver) return;
          request.pause();
          controller.enqueue(chunk);
        });
        request.on("end", () => finish(() => controller.close()));
        const breakOff = () => finish(() => controller.error(new Error("The connection was closed")));
        request.on("error", breakOff);
        request.on("close", breakOff);
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
    const body = isBodiless(method) ? {} : { body: bodyOf(request), duplex: "half" };
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

/** Sends a response, and makes sure that the request ends. */
function send({ status, headers, body }: WholeResponse, request: NodeRequest, to: NodeResponse): void {
  if (to.destroyed || to.writableEnded) return;
  to.statusCode = status;
  for (const [name, value] of headers) to.setHeader(name, value);
  to.end(body);
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  const done = () => clearTimeout(timer);
  request.on("end", done);
  request.on("close", done);
  // What still comes is dropped.
  request.resume();
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
    const hangUp = new AbortController();
    response.on("close", () => hangUp.abort());
    send(await respond(request, hangUp.signal), request, response);
  };
}
