/**
 * The service of the soak's calls, in a separate process with real sockets. It is small and stores nothing. The header `x-soak`
 * chooses a failure.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import process from "node:process";
import { customer, PAGE } from "../../bench/customer";
import { bodies } from "../explore/bodies";
import { transfer } from "./transfer";

const SHORT_LIST = 300;

const rows = Array.from({ length: PAGE }, (_, index) => customer(index));
const transaction = bodies.transfer("Transaction:1", true, transfer);
const challenge = { ...bodies.challenge("Request:1"), expiresAt: "2100-01-01T00:00:00Z" };

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function page(response: ServerResponse, search: URLSearchParams, isShort: boolean): void {
  const from = Number(search.get("cursor") ?? 0);
  const next = from + PAGE;
  const hasMore = !isShort || next < SHORT_LIST;
  json(response, 200, { data: rows, hasMore, ...(hasMore && { nextCursor: String(next) }) });
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://service");
  const how = request.headers["x-soak"];
  if (how === "stall") return;
  if (how === "reset") {
    request.socket.resetAndDestroy();
    return;
  }
  if (how === "stall-body" || how === "cut-body") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"id":', () => how === "cut-body" && request.socket.destroy());
    return;
  }
  if (how === "failure") json(response, 503, bodies.error(503, "INTERNAL_ERROR"));
  else if (how === "page") response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
  else if (how === "broken")
    response.writeHead(200, { "content-type": "application/json" }).end('{"id": nul');
  else if (request.method === "POST") json(response, 201, transaction);
  else if (request.method === "DELETE") {
    if (request.headers["service-wallet-signature"] === undefined) json(response, 202, challenge);
    else response.writeHead(204).end();
  } else if (pathname.endsWith("/customers")) page(response, searchParams, how === "short");
  else json(response, 200, customer(1));
}

// `Keep-Alive` says two seconds, so clients close after one. No idle connection is open when the soak measures.
const server = createServer({ keepAliveTimeout: 2_000 }, (request, response) => {
  request.resume();
  request.on("end", () => respond(request, response));
});
// The soak breaks connections on purpose.
server.on("clientError", (_error, socket) => socket.destroy());
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
process.stdout.write(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/v1\n`);
