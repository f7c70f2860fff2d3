/**
 * What lies between the client and the service of the money run, a process of its own. It spoils responses by seed, and appends to
 * the ledger what the service was given, what it responded, and what the client got.
 */
import { once } from "node:events";
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import process from "node:process";
import { kinds } from "./kinds";
import type { LedgerLine } from "./types";
import { send } from "./wire";
import type { FaultKind, Reply, Wire } from "./wire";

const [serviceUrl = "", ledgerFile = "", seed = "", share = "0.3", timeoutMs = "1000"] =
  process.argv.slice(2);
const service = new URL(serviceUrl);
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** A number from 0 to 1 that the seed and the parts determine. */
function chance(...parts: (string | number)[]): number {
  return (
    createHash("sha256")
      .update([seed, ...parts].join("\n"))
      .digest()
      .readUInt32BE() /
    2 ** 32
  );
}

const append = (line: LedgerLine) => appendFileSync(ledgerFile, `${JSON.stringify(line)}\n`);

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer); // A stream without an encoding gives buffers.
  return Buffer.concat(parts);
}

function factsOf({ body }: Reply): Pick<LedgerLine, "id" | "amount"> {
  try {
    const { id, sentAmount, totalSendingAmount } = JSON.parse(body.toString());
    return { id, amount: sentAmount?.amount ?? totalSendingAmount };
  } catch {
    return {};
  }
}

/** What this proxy saw of the traffic, for faults that repeat it. */
const byPath = new Map<string, Reply>();
const byConnection = new WeakMap<object, Reply>();
const challenges = new Map<string, Reply>();
const attempts = new Map<string, number>();
let last: Reply | undefined;

async function ask(
  message: IncomingMessage,
  body: Buffer,
  changes: Record<string, string | undefined>,
): Promise<Reply> {
  const headers: OutgoingHttpHeaders = { ...message.headers, ...changes, host: service.host };
  delete headers["connection"];
  for (const [name, value] of Object.entries(headers)) if (value === undefined) delete headers[name];
  const { hostname, port } = service;
  const outgoing = httpRequest({ hostname, port, agent, method: message.method, path: message.url, headers });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage]; // node:http's own type of the event.
  const received = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(received),
    body: await bodyOf(incoming),
  };
}

function fits({ fits: need }: FaultKind, wire: Pick<Wire, "request" | "earlier">): boolean {
  const { headers, method, url = "" } = wire.request;
  const isSigned = headers["service-wallet-signature"] !== undefined;
  const isReplay = need === "cached" || need === "any-earlier" || need === "same-connection";
  // Without a key, an older response about the same wallet cannot be told from the right one.
  if (headers["idempotency-key"] === undefined && isReplay && method !== "GET") return false;
  switch (need) {
    case "keyed":
      return headers["idempotency-key"] !== undefined;
    case "body":
      // A deletion has no result that could be told from such a response.
      return method !== "DELETE" && method !== "GET";
    case "signed":
      return isSigned && wire.earlier.challenge !== undefined;
    case "challenge":
      return !isSigned && method !== "GET" && url.includes("/auth/");
    case "cached":
      return wire.earlier.samePath !== undefined;
    case "any-earlier":
      return wire.earlier.other !== undefined;
    case "same-connection":
      return wire.earlier.connection !== undefined;
    default:
      return true;
  }
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const { headers, method = "", url: path = "" } = request;
  const operation = String(headers["x-operation"] ?? "");
  const call = Number(headers["x-call"] ?? 0);
  const key = headers["idempotency-key"];
  const isSigned = headers["service-wallet-signature"] !== undefined;
  const line = { operation, call, method, path, isSigned, ...(typeof key === "string" && { key }) };
  const deliver = async (changes: Record<string, string | undefined> = {}) => {
    append({ kind: "delivered", ...line });
    const reply = await ask(request, body, changes);
    append({ kind: "responded", ...line, status: reply.status, ...factsOf(reply) });
    return reply;
  };
  const template = `${method} ${path.replace(/[A-Za-z]+(?::|%3A)[\w-]+/g, "{id}")}`;
  const callName = `${operation} ${call} ${template}`;
  const attempt = (attempts.get(callName) ?? 0) + 1;
  attempts.set(callName, attempt);
  const earlier = {
    samePath: byPath.get(template),
    other: last,
    connection: byConnection.get(request.socket),
    challenge: challenges.get(callName),
  };
  const remember = (reply: Reply) => {
    byConnection.set(request.socket, reply);
    if (reply.status === 202) challenges.set(callName, reply);
    if (reply.status >= 300) return;
    byPath.set(template, reply);
    last = reply;
  };

  // Reads of the program that belong to no operation pass untouched.
  const isHit = operation !== "" && chance(callName, attempt) < Number(share);
  const fitting = isHit ? kinds.filter((kind) => fits(kind, { request, earlier })) : [];
  const fault = fitting[Math.floor(chance(callName, attempt, "kind") * fitting.length)];
  const real = fault?.acts === "before" ? undefined : await deliver();
  append({ kind: "played", ...line, fault: fault?.name ?? "none" });
  if (fault === undefined && real !== undefined) send({ response } as Wire, real);
  else await fault?.play({ request, response, real, deliver, earlier, timeout: Number(timeoutMs) });
  if (real !== undefined) remember(real);
}

const server = createServer((request, response) => {
  response.on("error", () => {});
  handle(request, response).catch((error: unknown) => {
    // The client hung up before its request was read: the service got nothing.
    if (request.errored) return;
    process.stderr.write(`proxy: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});
server.on("connection", (socket) => socket.on("error", () => {}));
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
process.stdout.write(`${JSON.stringify(typeof address === "object" && address ? address.port : 0)}\n`);
