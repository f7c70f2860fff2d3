/**
 * The proxy between the client and the service of the money run, in a separate process. It spoils responses by seed. It appends
 * each request, each response and each fault to the ledger.
 */
import { once } from "node:events";
import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import process from "node:process";
import { kinds } from "./kinds";
import { isLikeTheRightOne, isSignedBy } from "./likeness";
import type { Seen } from "./likeness";
import type { LedgerLine } from "./types";
import { send } from "./wire";
import type { FaultKind, Reply } from "./wire";

const [serviceUrl = "", ledgerFile = "", seed = "", share = "0.3", timeoutMs = "1000", only = ""] =
  process.argv.slice(2);
const service = new URL(serviceUrl);
const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** A number from 0 to 1, determined by the seed and the parts. */
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
  for await (const part of message) parts.push(part as Buffer); // A stream without an encoding emits buffers.
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

/** The earlier traffic, for faults that repeat it. */
const byPath = new Map<string, Reply>();
const byConnection = new WeakMap<object, Reply>();
const challenges = new Map<string, Reply>();
const attempts = new Map<string, number>();
let last: Reply | undefined;

/** The time that a delayed request waits for the next attempt of its call. */
const NEXT_ATTEMPT_MS = 300;
/** The keys that the service has received, and those that it has refused for good. */
const delivered = new Set<string>();
const refused = new Set<string>();
/** The next attempt of these calls gets a refusal. The function returns false if the service cannot refuse any more. */
const refusals = new Map<string, () => boolean>();
const REFUSAL: Reply = {
  status: 422,
  headers: { "content-type": "application/json" },
  body: Buffer.from(
    JSON.stringify({ status: 422, code: "INVALID_INPUT", message: "The request was refused" }),
  ),
};

function refuseNext(callName: string, key: string, isStored: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isRefused: boolean) => {
      clearTimeout(timer);
      refusals.delete(callName);
      if (isRefused && isStored) refused.add(key);
      resolve(isRefused);
      return isRefused;
    };
    const timer = setTimeout(() => settle(false), NEXT_ATTEMPT_MS);
    // Meanwhile the service got the key and has a stored response.
    refusals.set(callName, () => settle(!delivered.has(key)));
  });
}

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
    [incoming] = (await once(outgoing, "response")) as [IncomingMessage]; // The type that node:http gives the event.
  } catch (error) {
    // The service had closed the idle connection and got nothing (Node.js, "request.reusedSocket").
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

function fits({ fits: need }: FaultKind, { request, earlier }: Seen, body: Buffer): boolean {
  const { headers, method, url = "" } = request;
  const isSigned = isSignedBy(headers);
  const key = headers["idempotency-key"];
  const canReplay = (reply: Reply | undefined) =>
    reply !== undefined && !isLikeTheRightOne({ request, earlier }, body, reply);
  switch (need) {
    case "keyed":
      // The service marks only repeats of a key.
      return key !== undefined;
    case "undelivered":
      return typeof key === "string" && !delivered.has(key);
    case "unsigned":
      // The newest service asks for a signature of `PATCH /customers/{id}`, so there a challenge is genuine.
      return !url.includes("/auth/") && method !== "GET" && method !== "PATCH";
    case "deletion":
      return method === "DELETE" && (isSigned || !url.includes("/auth/"));
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
  const chosen = kinds.filter(({ name }) => name.includes(String(headers["x-faults"] ?? only)));
  const call = Number(headers["x-call"] ?? 0);
  const key = String(headers["idempotency-key"] ?? "");
  const isSigned = isSignedBy(headers);
  const line = { operation, call, method, path, isSigned, ...(key !== "" && { key }) };
  const deliver = async (changes: Record<string, string | undefined> = {}) => {
    append({ kind: "delivered", ...line });
    if (key !== "" && !refused.has(key)) delivered.add(key);
    const reply = refused.has(key) ? REFUSAL : await ask(request, body, changes);
    const isReplay = reply.headers["idempotent-replayed"] !== undefined;
    append({ kind: "responded", ...line, status: reply.status, isReplay, ...factsOf(reply) });
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

  if (refusals.get(callName)?.() === true) {
    append({ kind: "responded", ...line, status: REFUSAL.status });
    append({ kind: "played", ...line, fault: "none" });
    send({ response }, REFUSAL);
    return;
  }

  // Reads outside of an operation pass unchanged.
  const isHit = operation !== "" && chance(callName, attempt) < Number(share);
  const fitting = isHit ? chosen.filter((kind) => fits(kind, { request, earlier }, body)) : [];
  const fault = fitting[Math.floor(chance(callName, attempt, "kind") * fitting.length)];
  const real = fault?.acts === "before" ? undefined : await deliver();
  append({ kind: "played", ...line, fault: fault?.name ?? "none" });
  if (fault === undefined && real !== undefined) send({ response }, real);
  await fault?.play({
    request,
    response,
    real,
    deliver,
    refuseNext: (isStored) => refuseNext(callName, key, isStored),
    earlier,
    timeout: Number(timeoutMs),
  });
  if (real !== undefined) remember(real);
}

const server = createServer((request, response) => {
  response.on("error", () => {});
  handle(request, response).catch((error: unknown) => {
    // The client closed the connection before the proxy had read its request. The service got nothing.
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
