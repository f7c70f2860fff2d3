import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Answer, Delivery } from "./answer";
import type { Service, WireRequest } from "./service";
import { sleep } from "./sleep";

/** Options of `Simulator.listen`. */
export interface ListenOptions {
  /** Default 0: any free port. */
  port?: number | undefined;
}

/** A running server. */
export interface SimulatorServer {
  port: number;
  /** The base address on this server, with the version segment. */
  url: string;
  /** Stops: what is under way is still answered; idle connections and those that a fault holds open are cut. */
  close(): Promise<void>;
}

/** Reads a body up to a limit; what is beyond it is left out, so that the service sees a body that is too large. */
async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    if (length <= limit) chunks.push(chunk);
    length += chunk.length;
  }
  const body = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}

async function wireRequest(request: IncomingMessage, limit: number): Promise<WireRequest> {
  // A request through a proxy names the whole address; everything else is taken as sent, not normalised.
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/]*/i, "");
  const [path = "", ...query] = target.split("?");
  return {
    method: request.method ?? "GET",
    rawPath: path,
    query: new URLSearchParams(query.join("?")),
    headers: headersOf(request),
    body: await readBody(request, limit),
  };
}

function writeHead(response: ServerResponse, { status, headers }: Answer, length: number | undefined): void {
  response.writeHead(
    status,
    length === undefined ? headers : { ...headers, "Content-Length": String(length) },
  );
}

async function write(response: ServerResponse, delivery: Delivery, signal: AbortSignal): Promise<void> {
  switch (delivery.kind) {
    case "answer": {
      const { answer } = delivery;
      const body = new TextEncoder().encode(answer.body ?? "");
      writeHead(response, answer, answer.status === 204 ? undefined : body.length);
      response.end(body);
      return;
    }
    case "partial": {
      const body = new TextEncoder().encode(delivery.answer.body ?? "");
      const half = Math.ceil(body.length / 2);
      writeHead(response, delivery.answer, delivery.then === "end" ? undefined : body.length);
      await new Promise<void>((resolve) => {
        response.write(body.slice(0, half), () => {
          resolve();
        });
      });
      if (delivery.then === "end") response.end();
      else if (delivery.then === "reset") response.destroy();
      else if (delivery.resumeAfterMs !== undefined) {
        await sleep(delivery.resumeAfterMs, signal);
        response.end(body.slice(half));
      }
      return;
    }
    case "refused":
    case "reset":
      response.destroy();
      return;
    case "stall":
  }
}

/** The connections of one server: which of them the service is still answering. */
class Connections {
  readonly #open = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  #closing = false;

  add(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#busy.delete(socket);
    });
  }

  begin(socket: Socket): void {
    this.#busy.add(socket);
  }

  end(socket: Socket): void {
    this.#busy.delete(socket);
    if (this.#closing) socket.destroySoon();
  }

  /** Cuts what is idle, half-sent or held open by a fault; the rest is cut when it has been answered. */
  close(): void {
    this.#closing = true;
    for (const socket of this.#open) if (!this.#busy.has(socket)) socket.destroy();
  }
}

async function answer(
  { service, limit, connections }: { service: Service; limit: number; connections: Connections },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.on("close", () => {
    gone.abort();
  });
  try {
    const wire = await wireRequest(request, limit);
    connections.begin(request.socket);
    const delivery = await service.handle(wire, gone.signal);
    if (!gone.signal.aborted) await write(response, delivery, gone.signal);
  } catch {
    // The client went away in the middle of its request, or a header cannot be represented.
    response.destroy();
  } finally {
    connections.end(request.socket);
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Serves on 127.0.0.1. @throws the system's error when the port is taken. */
export async function serve(
  service: Service,
  { port: wantedPort = 0, basePath, limit }: ListenOptions & { basePath: string; limit: number },
): Promise<SimulatorServer> {
  const { createServer } = await import("node:http");
  const connections = new Connections();
  const server = createServer((request, response) => {
    void answer({ service, limit, connections }, request, response);
  });
  server.on("connection", (socket) => {
    connections.add(socket);
  });
  await listening(server, wantedPort);
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : wantedPort;
  return {
    port,
    url: `http://127.0.0.1:${String(port)}${basePath}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error) reject(error);
          else resolve();
        });
        connections.close();
      }),
  };
}
