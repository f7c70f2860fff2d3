import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { ending, endings } from "../support/endings";
import { answer, bytesOf, changed, drip, json, raw, realOf, redirect, reset, send, stall } from "./wire";
import type { FaultKind, Play, Reply, Row, Wire } from "./wire";

const HOUR_MS = 3_600_000;
const LATE_MS = 60;
const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toUTCString();
const halfOf = ({ body }: Reply) => body.subarray(0, Math.max(1, body.length >> 1));
/** The response with the first half of its body only. */
const halfSent = (reply: Reply) => bytesOf(reply).subarray(0, -(reply.body.length >> 1) - 1);
/** The headers, and one chunk of a body that claims this size. */
const chunk = (reply: Reply, size: string, body: Buffer) => {
  const headers = { "content-length": undefined, "transfer-encoding": "chunked" };
  return Buffer.concat([
    bytesOf({ ...reply, body: Buffer.alloc(0) }, headers),
    Buffer.from(`${size}\r\n`),
    body,
  ]);
};
const withBody = (make: (body: Buffer) => string | Buffer, headers: Record<string, string> = {}): Play =>
  changed((reply) => ({ headers: { ...reply.headers, ...headers }, body: Buffer.from(make(reply.body)) }));
const withHeaders = (headers: () => Record<string, string>): Play =>
  changed((reply) => ({ headers: { ...reply.headers, ...headers() } }));
const bytes =
  (make: (reply: Reply) => Buffer | string, end?: "close" | "reset"): Play =>
  async (wire) =>
    raw(wire, make(await realOf(wire)), end);
const replay =
  (which: keyof Wire["earlier"]): Play =>
  (wire) => {
    const reply = wire.earlier[which];
    return reply === undefined
      ? reset(wire)
      : send(wire, { ...reply, headers: { ...reply.headers, age: "7" } });
  };
/** Responds first. The request reaches the service after the client has the response. */
const lateAfter =
  (play: Play): Play =>
  async (wire) => {
    await play(wire);
    await wait(LATE_MS);
    await wire.deliver();
  };
/** Delays a request, gives the next attempt the service's refusal, and then forwards the first request. */
const heldUp =
  (isStored: boolean): Play =>
  async (wire) => {
    reset(wire);
    const refused = await wire.refuseNext(isStored);
    if (refused) await wait(LATE_MS);
    await wire.deliver();
  };
const afterLines = (...lines: string[]): Play =>
  bytes((reply) => Buffer.concat([Buffer.from(lines.join("")), bytesOf(reply)]));
const line = (found: RegExp, replacement: string): Play =>
  bytes((reply) => Buffer.from(bytesOf(reply).toString("latin1").replace(found, replacement), "latin1"));

/** An ending of the common table with a complete response, by its name. */
const named = (name: string): Play => {
  const { came } = ending(name);
  if (typeof came === "string") throw new Error(`no response belongs to: ${name}`);
  return answer(came);
};

/** Every response of something in between that the common table has. */
const foreignRows = endings.flatMap(({ name, came, isForeign }): Row[] =>
  isForeign === true && typeof came !== "string" ? [[name, "both", answer(came)]] : [],
);

/** A complete challenge. */
const challenge = {
  type: "OAUTH",
  payloadToSign: "{}",
  requestId: "Request:00000000-0000-4000-8000-000000000000",
  expiresAt: "2099-01-01T00:00:00Z",
};

const rows: readonly Row[] = [
  [
    "503 JSON, Retry-After as a date",
    "both",
    (wire) => json(503, { error: "busy" }, { "retry-after": at(900) })(wire),
  ],
  ["a complete challenge where none belongs", "both", json(202, challenge), "unsigned"],
  // The service's own errors
  ["the service's 503 with Retry-After", "before", named("the service's 503 with `Retry-After`")],
  ["the service's 500", "both", named("500, 503 without a time, 504, 408")],
  ["the service's 409: in progress", "before", named("the service's 409: in progress"), "keyed"],
  [
    "the service's 409: in progress, and it is",
    "before",
    lateAfter(named("the service's 409: in progress")),
    "keyed",
  ],
  ["the service's 409 with another code", "before", named("the service's 409 with another code"), "keyed"],
  [
    "the service's 409 with another code, and it still runs",
    "before",
    lateAfter(named("the service's 409 with another code")),
    "keyed",
  ],
  // Caches
  ["an older response of the path", "both", replay("samePath"), "cached"],
  ["the response of another call", "both", replay("other"), "any-earlier"],
  ["304", "after", changed(() => ({ status: 304 }))],
  ["held up, and refused by a service that forgets refusals", "before", heldUp(false), "undelivered"],
  ["held up, and refused by a service that stores refusals", "before", heldUp(true), "undelivered"],
  // Cut and duplicated
  ["the connection's last response again", "both", replay("connection"), "same-connection"],
  [
    "the request delivered twice",
    "after",
    async (wire) => {
      await wire.deliver();
      send(wire, await realOf(wire));
    },
  ],
  [
    "the request delivered twice at once",
    "before",
    async (wire) => {
      const [first, second] = await Promise.all([wire.deliver(), wire.deliver()]);
      // Without a key, the service may refuse one of the two requests.
      send(wire, first.status < 300 ? first : second);
    },
  ],
  ["502, and delivered late", "before", lateAfter(named("a gateway's 502 page"))],
  ["reset, and delivered late", "before", lateAfter(reset)],
  [
    "delivered again late",
    "after",
    async (wire) => {
      send(wire, await realOf(wire));
      await wait(LATE_MS);
      await wire.deliver();
    },
  ],
  ["reset", "both", reset],
  ["closed without a byte", "both", (wire) => raw(wire, "")],
  ["reset in the status line", "after", bytes(() => "HTTP/1.1 2", "reset")],
  ["closed in the headers", "after", bytes((reply) => bytesOf(reply).subarray(0, 60))],
  ["reset in the body", "after", bytes(halfSent, "reset")],
  ["closed in the body", "after", bytes(halfSent)],
  ["half a chunk", "after", bytes((reply) => chunk(reply, "ffff", halfOf(reply)))],
  ["cut JSON, length corrected", "after", changed((reply) => ({ body: halfOf(reply) }))],
  [
    "cut JSON, no length",
    "after",
    bytes((reply) => bytesOf({ ...reply, body: halfOf(reply) }, { "content-length": undefined })),
  ],
  ["an empty body", "after", withBody(() => "")],
  // Garbage
  ["binary", "after", withBody(() => Buffer.from([0, 255, 254, 128, 7, 0, 192]))],
  [
    "binary, so called",
    "after",
    withBody(() => Buffer.from([0, 255, 254, 128]), { "content-type": "application/octet-stream" }),
  ],
  ["JSON called a page", "after", withHeaders(() => ({ "content-type": "text/html" }))],
  ["no content type", "after", bytes((reply) => bytesOf(reply, { "content-type": undefined }))],
  ["UTF-16", "after", withBody((body) => Buffer.from(body.toString(), "utf16le"))],
  ["a wrong charset", "after", withHeaders(() => ({ "content-type": "application/json; charset=utf-16" }))],
  ["a byte order mark", "after", withBody((body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]))],
  ["gzip that is none", "after", withHeaders(() => ({ "content-encoding": "gzip" }))],
  [
    "gzip cut",
    "after",
    withBody(
      (body) => {
        const packed = gzipSync(body);
        return packed.subarray(0, packed.length - 12);
      },
      { "content-encoding": "gzip" },
    ),
  ],
  ["gzip twice", "after", withBody((body) => gzipSync(gzipSync(body)), { "content-encoding": "gzip" })],
  ["an unknown encoding", "after", withHeaders(() => ({ "content-encoding": "zzz" }))],
  ["two JSON texts", "after", withBody((body) => Buffer.concat([body, body]))],
  ["a very long header", "after", bytes((reply) => bytesOf(reply, { "x-long": "x".repeat(200_000) }))],
  [
    "five hundred headers",
    "after",
    bytes((reply) =>
      bytesOf(reply, Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, "1"]))),
    ),
  ],
  ["a header that is none", "after", bytes((reply) => bytesOf(reply, { "x bad\u0001": "1" }))],
  ["two lengths", "after", bytes((reply) => bytesOf(reply, { "Content-Length": "3" }))],
  ["a chunk size that is none", "after", bytes((reply) => chunk(reply, "zz", reply.body))],
  ["HTTP/1.0", "after", line(/^HTTP\/1\.1/, "HTTP/1.0")],
  ["HTTP/3.7", "after", line(/^HTTP\/1\.1/, "HTTP/3.7")],
  ["ICY instead of HTTP", "after", line(/^HTTP\/1\.1/, "ICY")],
  ["status 000", "after", line(/^HTTP\/1\.1 \d+/, "HTTP/1.1 000")],
  ["status 999", "after", changed(() => ({ status: 999 }))],
  [
    "bytes after the body",
    "after",
    bytes((reply) =>
      Buffer.concat([bytesOf(reply, { connection: "keep-alive" }), Buffer.from("HTTP/1.1 200 OK\r\n\r\n{}")]),
    ),
  ],
  // Slow
  [
    "slow headers and body",
    "after",
    async (wire) => drip(wire, bytesOf(await realOf(wire)), 8, wire.timeout / 40),
  ],
  [
    "a body slower than the time",
    "after",
    async (wire) => drip(wire, bytesOf(await realOf(wire)), 20, wire.timeout / 8),
  ],
  ["no response", "both", (wire) => stall(wire, "")],
  [
    "headers that do not end",
    "after",
    async (wire) => stall(wire, bytesOf(await realOf(wire)).subarray(0, 50)),
  ],
  [
    "a body that does not end",
    "after",
    async (wire) => {
      const all = bytesOf(await realOf(wire));
      return stall(wire, all.subarray(0, all.length - 9));
    },
  ],
  // Redirects
  ["301 to itself", "before", (wire) => redirect(301, wire.request.url ?? "/")(wire)],
  ["303 to itself", "before", (wire) => redirect(303, wire.request.url ?? "/")(wire)],
  ["307 to itself", "both", (wire) => redirect(307, wire.request.url ?? "/")(wire)],
  // Before and instead of the response
  ["100 first", "after", afterLines("HTTP/1.1 100 Continue\r\n\r\n")],
  [
    "102 three times first",
    "after",
    afterLines(..."123".split("").map(() => "HTTP/1.1 102 Processing\r\n\r\n")),
  ],
  ["103 first", "after", afterLines("HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n")],
  [
    "101",
    "before",
    (wire) => raw(wire, "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  ],
  [
    "204 without a body",
    "both",
    (wire) => send(wire, { status: 204, headers: {}, body: Buffer.alloc(0) }),
    "not-a-204",
  ],
  ["205 without a body", "after", changed(() => ({ status: 205, body: Buffer.alloc(0) }))],
  ["206 with half of it", "after", changed((reply) => ({ status: 206, body: halfOf(reply) }))],
  // A proxy delivers a deletion twice, and the client gets the second response.
  [
    "a deletion delivered twice, the second response",
    "after",
    async (wire) => send(wire, await wire.deliver()),
    "deletion",
  ],
  ...["the service's 404", "the service's 400"].map((name): Row => [
    `a deletion delivered twice, ${name}`,
    "after",
    async (wire) => {
      await wire.deliver();
      await named(name)(wire);
    },
    "deletion",
  ]),
  // Clocks
  ["five hours ahead", "after", withHeaders(() => ({ date: at(5 * HOUR_MS) }))],
  ["five hours behind", "after", withHeaders(() => ({ date: at(-5 * HOUR_MS) }))],
  ["a date that is none", "after", withHeaders(() => ({ date: "yesterday" }))],
  [
    "503 with dates of another clock",
    "before",
    (wire) =>
      json(
        503,
        { status: 503, code: "SERVICE_UNAVAILABLE", message: "-" },
        { date: at(-HOUR_MS), "retry-after": at(-HOUR_MS + 500) },
      )(wire),
  ],
  // Signed requests
  ["the challenge again", "before", replay("challenge"), "signed"],
  ["the challenge again, after it was carried out", "after", replay("challenge"), "signed"],
  [
    "the signature stripped",
    "before",
    async (wire) => send(wire, await wire.deliver({ "service-wallet-signature": undefined })),
    "signed",
  ],
  [
    "the Request-Id stripped",
    "before",
    async (wire) => send(wire, await wire.deliver({ "request-id": undefined })),
    "signed",
  ],
  ["the service's 401", "before", named("the service's 401"), "signed"],
  [
    "an expired challenge",
    "after",
    withBody((body) => body.toString().replace(/"expiresAt":"[^"]*"/, '"expiresAt":"2020-01-01T00:00:00Z"')),
    "challenge",
  ],
];

/** All kinds: those of the common table, and those that need the bytes on the wire. A kind that occurs both before and after the service acts counts twice. */
export const kinds: readonly FaultKind[] = [...rows, ...foreignRows].flatMap(([name, acts, play, fits]) =>
  acts === "both"
    ? (["before", "after"] as const).map((when) => ({ name: `${name} (${when})`, acts: when, play, fits }))
    : [{ name, acts, play, fits }],
);
