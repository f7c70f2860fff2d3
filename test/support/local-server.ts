import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** One request as it arrived on the wire. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query, still percent-encoded. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Resolves when the client closes the connection before the response is complete. */
  readonly hungUp: Promise<void>;
}

/** The server's behaviour for one request. */
export type Behaviour = (response: ServerResponse, request: SeenRequest) => void;

export interface LocalServer {
  /** The base address, with the version segment. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
}

/** Chooses the behaviour for a request. `index` counts all requests from 0. */
export type Script = (request: SeenRequest, index: number) => Behaviour;

/** Responds with JSON, or with an unchanged string. */
export function reply(status: number, body: unknown = {}, headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** An error response of the service. Only such a body proves that the service itself refused. */
export const refusal = (status: number, headers: Record<string, string> = {}): Behaviour =>
  reply(status, { status, code: "INVALID_INPUT", message: "The request was refused" }, headers);

export const html = (status: number, page: string): Behaviour =>
  reply(status, page, { "content-type": "text/html" });

export const empty =
  (status: number): Behaviour =>
  (response) => {
    response.writeHead(status).end();
  };

/** Sends the body in separate pieces. */
export const chunked =
  (status: number, pieces: readonly (string | Uint8Array)[]): Behaviour =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    const send = (index: number) => {
      const piece = pieces[index];
      if (piece === undefined) response.end();
      else response.write(piece, () => setImmediate(send, index + 1));
    };
    send(0);
  };

/** Never responds. */
export const stallHeaders: Behaviour = () => {};

/** Sends the status, the headers and `{`, then nothing more. */
export const stallBody =
  (status: number): Behaviour =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write("{");
  };

/** Promises a longer body than it sends, then closes the connection. */
export const cutBody =
  (status: number, sent = '{"id":'): Behaviour =>
  (response) => {
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": String(sent.length + 100),
    });
    response.write(sent, () => response.socket?.destroy());
  };

/** Reads the request, then closes the connection without a response. */
export const dropConnection: Behaviour = (response) => {
  response.socket?.destroy();
};

export const redirect = (status: number, location: string): Behaviour => reply(status, "", { location });

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server that listens has an address object.
  return (server.address() as AddressInfo).port;
}

/** Lets a server listen on 127.0.0.1 until the test ends. Returns its port. */
export async function listenUntilEnd(server: ReturnType<typeof createServer>): Promise<number> {
  const port = await listen(server);
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return port;
}

/** Starts a server on 127.0.0.1 that follows the script. It closes when the test ends. */
export async function startServer(script: Script): Promise<LocalServer> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const hungUp = new Promise<void>((resolve) => {
      response.on("close", () => {
        if (!response.writableFinished) resolve();
      });
    });
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    // In some tests the client closes the connection while it sends.
    request.on("error", () => {});
    request.on("end", () => {
      const url = request.url ?? "";
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const seen: SeenRequest = {
        method: request.method ?? "",
        url,
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: Buffer.concat(parts).toString("utf8"),
        hungUp,
      };
      requests.push(seen);
      script(seen, requests.length - 1)(response, seen);
    });
  });
  const port = await listenUntilEnd(server);
  return { url: `http://127.0.0.1:${port}/2025-10-13`, requests };
}

/** Follows a list of behaviours, and repeats the last one. */
export const inOrder =
  (...behaviours: readonly [Behaviour, ...Behaviour[]]): Script =>
  (_request, index) =>
    behaviours[index] ?? behaviours.at(-1) ?? behaviours[0];

/** An address that refuses connections. */
export async function refusedAddress(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
