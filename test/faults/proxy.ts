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
  let incoming: IncomingMessage;
  try {
    [incoming] = (await once(outgoing, "response")) as [IncomingMessage]; // node:http's own type of the event.
  } catch (error) {
    // The service had closed the idle connection: it got nothing (Node.js, "request.reusedSocket").
    if (outgoing.reusedSocket) return ask(message, body, changes);
    throw error;
  }
  const received = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(received),
    body: await bodyOf(incoming),
  };
}

function fieldsOf(body: Buffer): { accountId?: unknown; expiresAt?: string } {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

/**
 * Whether an earlier response is like the right one in everything that the client can compare: the service's refusal of another
 * request for any that acts; for one without a key, a challenge that was given since for a signed request, a 204 for a signed deletion,
 * and a credential of the same wallet for a registration.
 */
function isLikeTheRightOne({ request, earlier }: Seen, body: Buffer, reply: Reply): boolean {
  const { headers, method } = request;
  if (method === "GET") return false;
  if (reply.status >= 400) return true;
  if (headers["idempotency-key"] !== undefined) return false;
  const { accountId, expiresAt = "" } = fieldsOf(reply.body);
  if (reply.status === 202) {
    const { expiresAt: own = "" } = earlier.challenge ? fieldsOf(earlier.challenge.body) : {};
    return isSignedBy(headers) && expiresAt >= own;
  }
  if (method === "DELETE") return reply.status === 204 && isSignedBy(headers);
  return accountId !== undefined && accountId === fieldsOf(body).accountId;
}

type Seen = Pick<Wire, "request" | "earlier">;

const isSignedBy = (headers: IncomingMessage["headers"]) => headers["service-wallet-signature"] !== undefined;

function fits({ fits: need }: FaultKind, { request, earlier }: Seen, body: Buffer): boolean {
  const { headers, method, url = "" } = request;
  const isSigned = isSignedBy(headers);
  const canReplay = (reply: Reply | undefined) =>
    reply !== undefined && !isLikeTheRightOne({ request, earlier }, body, reply);
  switch (need) {
    case "keyed":
      // The service says so of a key only.
      return headers["idempotency-key"] !== undefined;
    case "not-a-204":
      return !(method === "DELETE" && isSigned);
    case "signed":
      return isSigned && earlier.challenge !== undefined;
    case "challenge":
      return !isSigned && method !== "GET" && url.includes("/auth/");
    case "cached":
      return canReplay(earlier.samePath);
    case "any-earlier":
      return canReplay(earlier.other);
    case "same-connection":
      return canReplay(earlier.connection);
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
  const isSigned = isSignedBy(headers);
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
  const fitting = isHit ? kinds.filter((kind) => fits(kind, { request, earlier }, body)) : [];
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
