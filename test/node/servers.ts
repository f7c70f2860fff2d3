import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import http2 from "node:http2";
import https from "node:https";
import net from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import tls from "node:tls";
// Loads before the first test, because its waits are short.
import "undici";
import { onTestFinished } from "vitest";
import { ConnectionError, PaymentsClient } from "payments-sdk";
import type { ClientOptions, Transport, TransportRequest } from "payments-sdk";
import { nodeTransport } from "payments-sdk/node";
import type { NodeTransport, NodeTransportOptions } from "payments-sdk/node";

/** A certificate or key for tests, created by `fixtures/make.sh`. */
export const pem = (name: string) => readFileSync(new URL(`fixtures/${name}.pem`, import.meta.url), "utf8");

export const transfer = {
  source: { accountId: "ExternalAccount:1" },
  destination: { accountId: "InternalAccount:1" },
  amount: 100,
} as const;

export const customer = JSON.stringify({
  id: "Customer:1",
  customerType: "INDIVIDUAL",
  platformCustomerId: "user-1",
});
export const asJson = { "content-type": "application/json" };

/** Creates a transport that is destroyed when the test ends. */
export function connections(options: NodeTransportOptions = {}): NodeTransport {
  const transport = nodeTransport(options);
  onTestFinished(() => transport.destroy());
  return transport;
}

/** A GET of an address, as the client gives it to its transport. */
export const get = (url: string): TransportRequest => ({
  method: "GET",
  url,
  headers: {},
  body: undefined,
  isRepeatable: true,
});

export function client(
  baseUrl: string,
  transport: Transport | undefined,
  options: Partial<ClientOptions> = {},
): PaymentsClient {
  return new PaymentsClient({
    baseUrl,
    clientId: "id",
    clientSecret: "client-secret-74f1c9",
    transport,
    maxRetries: 0,
    validation: "off",
    logLevel: "off",
    retryDelay: () => 0,
    ...options,
  });
}

/** The connection error of a call. Checks the class, because an invalid argument also has the outcome `not-executed`. */
export async function rejection(call: PromiseLike<unknown>): Promise<ConnectionError & { cause?: unknown }> {
  const error: unknown = await Promise.resolve(call).then(
    () => new Error("the call resolved"),
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectionError) return error;
  throw error;
}

/** Listens on a port of 127.0.0.1 until the test ends. */
export async function listening(server: Server, host = "127.0.0.1"): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  // A TCP server that listens has an address object.
  return (server.address() as AddressInfo).port;
}

/** An HTTPS server that counts its requests. */
export async function secureServer(options: https.ServerOptions = {}) {
  const seen: string[] = [];
  const server = https.createServer(
    { key: pem("server-key"), cert: pem("server"), ...options },
    (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      request.resume().on("end", () => response.writeHead(200, asJson).end(customer));
    },
  );
  server.on("tlsClientError", () => {});
  return { port: await listening(server), seen };
}

/** An HTTP/2 server over TLS that also supports HTTP/1.1. */
export async function http2Server() {
  const seen: string[] = [];
  const server = http2.createSecureServer(
    { key: pem("server-key"), cert: pem("server"), allowHTTP1: true },
    (request, response) => {
      seen.push(`HTTP/${request.httpVersion} ${request.method} `);
      response.writeHead(200, asJson).end(customer);
    },
  );
  return { port: await listening(server), seen };
}

/** A proxy's behaviour for a tunnel request. */
type Tunnelling = "open" | "hang" | "close" | number;

/** A proxy over HTTP or HTTPS that requires a password. */
export async function proxyServer(tunnelling: Tunnelling = "open", isSecure = false) {
  const tunnels: { target: string; authorization: string | undefined }[] = [];
  const server = isSecure
    ? https.createServer({ key: pem("server-key"), cert: pem("server") })
    : createServer();
  server.on("connect", (request, socket: Socket) => {
    const authorization = request.headers["proxy-authorization"];
    tunnels.push({ target: request.url ?? "", authorization });
    socket.on("error", () => {});
    if (tunnelling === "hang") return;
    if (tunnelling === "close") {
      socket.destroy();
      return;
    }
    const expected = `Basic ${Buffer.from("user:p@ss wörd").toString("base64")}`;
    const status = authorization === expected ? tunnelling : 407;
    if (status !== "open") {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const [host, port] = (request.url ?? "").split(":");
    const upstream = net.connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
  });
  return { port: await listening(server), tunnels };
}

/** A TCP server. The script handles each connection. */
export const rawServer = (onConnection: (socket: Socket, index: number) => void) => {
  let index = 0;
  return listening(net.createServer((socket) => onConnection(socket, index++)));
};

/** A TLS server. The script handles each connection. */
export const rawTlsServer = (onConnection: (socket: tls.TLSSocket) => void) =>
  listening(tls.createServer({ key: pem("server-key"), cert: pem("server") }, onConnection));

/** The bytes of a response with JSON. */
export const responseBytes = (body: string, headers = "") =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
