import type * as Http from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { problemResponse } from "../api/route";
import type { Service, WireRequest } from "../api/service";
import { Problem } from "../domain/problem";
import type { ResolvedListen } from "../runtime/options/listen";
import { present } from "../runtime/present";
import { pause } from "../runtime/pause";
import type { EventStream, WireResponse, WireResult } from "../runtime/wire";

/** A running server. */
export interface SimulatorServer {
  /** The port that was asked for, or the free one that was found. */
  port: number;
  /** The base address on this server, with the version segment. */
  url: string;
  /** The address of the status page, when it was asked for. */
  statusPageUrl?: string;
  /** The address of the admin API, when it was asked for. */
  adminUrl?: string;
  /** Guards both of them, where the server listens elsewhere than on this machine. */
  token?: string;
  /** Stops: what is under way still gets its response; idle connections and those that a fault holds open are cut. */
  close(): Promise<void>;
}

/** Pages beside the API. */
export interface Pages {
  name: "status page" | "admin API";
  /** The path that they are under, for example `/_simulator`. */
  root: string;
  respond(request: WireRequest): Promise<WireResponse | EventStream>;
}

/** What this server writes. */
type Served = WireResult | EventStream;

/** A reader of events that lags behind by more bytes is cut. It connects again, and nothing piles up here. */
const MAX_UNREAD_BYTES = 16_777_216;

/** Reads a body up to a limit, and no further; `undefined` when it is longer. */
async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Leaving the loop would destroy the connection before the response is written.
  const received = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array<ArrayBuffer>>;
  for await (const chunk of received) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function wireHead(request: IncomingMessage): Omit<WireRequest, "readBody"> {
  // A request through a proxy names the whole address; everything else is taken as sent, not normalised.
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/]*/i, "");
  const [path = "", ...query] = target.split("?");
  return {
    method: request.method ?? "GET",
    rawPath: path,
    query: new URLSearchParams(query.join("?")),
    headers: new Headers(
      Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    ),
  };
}

function stream(response: ServerResponse, { headers, open }: EventStream, signal: AbortSignal): void {
  response.writeHead(200, headers);
  const stop = open((text) => {
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    else response.write(text);
  });
  signal.addEventListener("abort", stop, { once: true });
}

async function write(response: ServerResponse, result: Served, signal: AbortSignal): Promise<void> {
  if ("open" in result) {
    stream(response, result, signal);
    return;
  }
  const { then, resumeAfterMs } = result;
  if (!result.response) {
    if (then !== "stall") response.destroy();
    return;
  }
  const { status, headers, body } = result.response;
  const bytes = new TextEncoder().encode(body ?? "");
  // A body that ends half-way, cleanly, must not have promised its length.
  const length = status === 204 || then === "end" ? {} : { "Content-Length": String(bytes.length) };
  response.writeHead(status, { ...headers, ...length });
  if (then === undefined) {
    response.end(bytes);
    return;
  }
  const half = Math.ceil(bytes.length / 2);
  await new Promise<void>((resolve) => {
    response.write(bytes.slice(0, half), () => resolve());
  });
  if (then === "end") response.end();
  else if (then === "reset") response.destroy();
  else if (resumeAfterMs !== undefined) {
    await pause(resumeAfterMs, signal);
    response.end(bytes.slice(half));
  }
}

/** The connections of one server that are idle, half-sent or held open by a fault. The busy ones get their response. */
class IdleConnections {
  readonly #sockets = new Set<Socket>();
  #closing = false;

  add(socket: Socket): void {
    if (this.#closing) socket.destroySoon();
    else if (!socket.destroyed) this.#sockets.add(socket);
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  /** Cuts the idle connections now, and each other one when it is added. */
  close(): void {
    this.#closing = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}

const localHost = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|\[::1\])(?::\d{1,5})?$/i;

/** A foreign host name that resolves to 127.0.0.1 (DNS rebinding) would make a foreign page same-origin with this server. */
const foreignHost = problemResponse(
  new Problem({
    status: 403,
    code: "HOST_NOT_ALLOWED",
    message: "The simulator responds to the hosts 127.x.x.x, localhost and [::1] only",
  }),
);

async function respond(
  handle: (request: WireRequest, signal: AbortSignal) => Promise<Served>,
  idle: IdleConnections,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const abandoned = new AbortController();
  response.on("close", () => {
    abandoned.abort();
  });
  const { socket } = request;
  idle.delete(socket);
  // The body comes in: a server that closes does not wait for the rest of it.
  const receive = async (limit: number) => {
    idle.add(socket);
    const body = await readBody(request, limit);
    idle.delete(socket);
    return body;
  };
  // A stream comes once, and a fault delivers a request twice.
  let received: ReturnType<typeof receive> | undefined;
  const once = (limit: number) => (received ??= receive(limit));
  try {
    const result = await handle({ ...wireHead(request), readBody: once }, abandoned.signal);
    if (!abandoned.signal.aborted) await write(response, result, abandoned.signal);
  } catch {
    // The client went away in the middle of its request, or a header cannot be represented.
    response.destroy();
  } finally {
    idle.add(socket);
    // What is left of a body that nobody wanted is thrown away, so that the client gets to read the response.
    request.resume();
  }
}

function listening(server: Server, { port, host }: ResolvedListen): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/**
 * Node's own module, asked for in a way that no bundler follows: one for pages or workers fails on an import of it.
 *
 * @throws {Error} when the platform is none of Node, Bun and Deno.
 */
function nodeHttp(): typeof Http {
  const http = globalThis.process?.getBuiltinModule?.("node:http");
  if (http) return http;
  throw new Error(
    "The simulator can listen in Node (20.16, 22.3 or later), Bun and Deno only; elsewhere use `simulator.fetch`",
  );
}

/** The origin that a client on this machine uses. */
function originOf(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${String(port)}`;
}

/**
 * Serves the API and pages beside it. When the port is taken, the system's error is thrown.
 *
 * @param pages the first that has a path responds.
 */
export async function serveHttp(
  service: Service,
  options: ResolvedListen,
  pages: readonly Pages[],
): Promise<SimulatorServer> {
  const { createServer } = nodeHttp();
  const idle = new IdleConnections();
  const handle = async (request: WireRequest, signal: AbortSignal): Promise<Served> => {
    if (options.isLocal && !localHost.test(request.headers.get("host") ?? ""))
      return { response: foreignHost };
    const page = pages.find(({ root }) => `${request.rawPath}/`.startsWith(`${root}/`));
    const result = await page?.respond(request);
    if (result) return "open" in result ? result : { response: result };
    return service.handle(request, signal);
  };
  const server = createServer((request, response) => {
    void respond(handle, idle, request, response);
  });
  server.on("connection", (socket) => {
    idle.add(socket);
    socket.once("close", () => {
      idle.delete(socket);
    });
  });
  await listening(server, options);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  const origin = originOf(options.host, port);
  const urlOf = (name: string) => pages.filter((page) => page.name === name).map(({ root }) => origin + root);
  const [statusPageUrl] = urlOf("status page");
  const [adminUrl] = urlOf("admin API");
  return {
    port,
    url: `${origin}${service.basePath}`,
    ...present({ statusPageUrl, adminUrl, token: options.token }),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error) reject(error);
          else resolve();
        });
        idle.close();
      }),
  };
}
