import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { bytesOf, changed, drip, html, json, raw, realOf, redirect, reset, send, stall, text } from "./wire";
import { foreignRows } from "./foreign-kinds";
import type { FaultKind, Play, Reply, Row, Wire } from "./wire";

const HOUR_MS = 3_600_000;
const LATE_MS = 60;
const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toUTCString();
const service = (status: number, code: string) => ({ status, code, message: `made up: ${code}` });
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

/** A gateway's response in three forms, before and after the service acted. */
const gateway = (status: number): Row[] => [
  [`${status} page`, "both", html(status)],
  [
    `${status} JSON`,
    "both",
    json(status, { message: "An invalid response was received from the upstream server" }),
  ],
  [`${status} empty`, "both", text(status, "text/plain", "")],
];

const rows: readonly Row[] = [
  // Gateways and proxies
  ...gateway(502),
  ...gateway(503),
  ...gateway(504),
  ["503 page, Retry-After 0", "both", html(503, { "retry-after": "0" })],
  [
    "503 JSON, Retry-After as a date",
    "both",
    (wire) => json(503, { error: "busy" }, { "retry-after": at(900) })(wire),
  ],
  [
    "502 JSON, Retry-After of an hour",
    "both",
    json(502, { error: "bad gateway" }, { "retry-after": "3600" }),
  ],
  ["500 of a gateway", "both", json(500, { error: { code: 500, message: "upstream" } })],
  ["520 page of a content network", "both", html(520)],
  ["524 page of a content network", "both", html(524)],
  ["408 page", "both", html(408)],
  ["400 JSON of a gateway", "before", json(400, { error: "bad request" })],
  ["400 page of a gateway", "before", html(400)],
  ["401 page", "before", html(401, { "www-authenticate": "Basic" })],
  ["403 page of a firewall", "before", html(403)],
  ["403 JSON of a firewall", "before", json(403, { message: "Forbidden" })],
  ["404 no Route matched", "before", json(404, { message: "no Route matched with those values" })],
  ["404 page", "both", html(404)],
  ["405 page", "before", html(405)],
  ["407 of a proxy", "before", html(407, { "proxy-authenticate": "Basic" })],
  ["409 page of a gateway", "both", html(409)],
  ["413 page", "before", html(413)],
  ["422 JSON of a gateway", "before", json(422, { detail: [{ msg: "unprocessable" }] })],
  ["429 JSON of a gateway", "before", json(429, { message: "API rate limit exceeded" })],
  ["429 with Retry-After 0", "before", json(429, { message: "slow down" }, { "retry-after": "0" })],
  [
    "429 with Retry-After of an hour",
    "before",
    json(429, { message: "slow down" }, { "retry-after": "3600" }),
  ],
  ["431 page", "before", html(431)],
  ["451 page", "before", html(451)],
  // Responses of the service before it acts
  [
    "the service's 503 with Retry-After",
    "before",
    json(503, service(503, "UNAVAILABLE"), { "retry-after": "0" }),
  ],
  ["the service's 500", "both", json(500, service(500, "INTERNAL_ERROR"))],
  ["409 in progress", "before", json(409, service(409, "IDEMPOTENCY_KEY_IN_PROGRESS")), "keyed"],
  [
    "409 in progress, and it is",
    "before",
    lateAfter(json(409, service(409, "REQUEST_IN_PROGRESS"))),
    "keyed",
  ],
  // Captive portals
  ["portal: 200 page", "before", html(200)],
  ["portal: 200 text", "before", text(200, "text/plain", "OK")],
  ["portal: 200 empty", "before", text(200, "text/plain", "")],
  ["portal: 201 JSON", "before", json(201, { status: "ok" })],
  ["portal: 302 to a login", "before", redirect(302, "https://login.example/")],
  ["portal: 511", "before", html(511)],
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
  ["504, and delivered late", "before", lateAfter(html(504))],
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
  ["JSON []", "both", json(200, [])],
  ["JSON number", "both", json(200, 7)],
  ["JSON true", "both", json(200, true)],
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
  ["308 to another host", "both", redirect(308, "http://127.0.0.1:9/")],
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
  // Clocks
  ["five hours ahead", "after", withHeaders(() => ({ date: at(5 * HOUR_MS) }))],
  ["five hours behind", "after", withHeaders(() => ({ date: at(-5 * HOUR_MS) }))],
  ["a date that is none", "after", withHeaders(() => ({ date: "yesterday" }))],
  [
    "503 with dates of another clock",
    "before",
    (wire) =>
      json(503, service(503, "UNAVAILABLE"), { date: at(-HOUR_MS), "retry-after": at(-HOUR_MS + 500) })(wire),
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
  ["the service's 401", "before", json(401, service(401, "UNAUTHORIZED")), "signed"],
  [
    "an expired challenge",
    "after",
    withBody((body) => body.toString().replace(/"expiresAt":"[^"]*"/, '"expiresAt":"2020-01-01T00:00:00Z"')),
    "challenge",
  ],
];

/** All kinds. A kind that occurs both before and after the service acts counts twice. */
export const kinds: readonly FaultKind[] = [...rows, ...foreignRows].flatMap(([name, acts, play, fits]) =>
  acts === "both"
    ? (["before", "after"] as const).map((when) => ({ name: `${name} (${when})`, acts: when, play, fits }))
    : [{ name, acts, play, fits }],
);
