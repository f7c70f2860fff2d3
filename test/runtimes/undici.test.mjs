/** `nodeTransport` with the undici that is installed beside it. `undici.mjs` runs this file on each Node and major version. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import http2 from "node:http2";
import net from "node:net";
import path from "node:path";
import process from "node:process";
import { test } from "node:test";
import { PaymentsClient } from "payments-sdk";
import { nodeTransport } from "payments-sdk/node";

const { version } = JSON.parse(readFileSync("node_modules/undici/package.json", "utf8"));
const isSeven = version.startsWith("7.");
const pem = (name) => readFileSync(path.join(process.env.CERTIFICATES, `${name}.pem`), "utf8");
const secure = { key: pem("server-key"), cert: pem("server") };
const over2 = { http2: true, tls: { ca: pem("ca") } };
const json = { ":status": 200, "content-type": "application/json" };
const customer = JSON.stringify({
  id: "Customer:1",
  customerType: "INDIVIDUAL",
  platformCustomerId: "user-1",
});
const transfer = {
  source: { accountId: "ExternalAccount:1" },
  destination: { accountId: "InternalAccount:1" },
  amount: 100,
};

async function listening(t, server) {
  const sockets = new Set();
  server.on("connection", (socket) => sockets.add(socket.on("error", () => {})));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return server.address().port;
}

/** A client over HTTP/2, and the sessions of its server. */
async function over(t, onStream, options) {
  const sessions = new Set();
  const server = http2.createSecureServer(secure);
  let index = 0;
  server.on("stream", (stream) => {
    sessions.add(stream.session);
    stream.on("error", () => {});
    onStream(stream, index++);
  });
  const origin = `https://localhost:${await listening(t, server)}`;
  const transport = nodeTransport(over2);
  t.after(() => transport.destroy());
  const payments = new PaymentsClient({
    baseUrl: origin,
    clientId: "id",
    clientSecret: "secret",
    transport,
    maxRetries: 0,
    timeout: 5_000,
    validation: "off",
    logLevel: "off",
    retryDelay: () => 0,
    ...options,
  });
  return { payments, transport, origin, sessions, streams: () => index };
}

const get = (url) => ({ method: "GET", url, headers: {}, body: undefined, isRepeatable: true });

const answer = (stream) =>
  stream.resume().on("end", () => {
    stream.respond(json);
    stream.end(customer);
  });

// Before anything else loads undici.
test("the platform's `fetch` does not change when undici is loaded", async () => {
  const dispatcher = () => Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  await globalThis.fetch("data:,").then((response) => response.text());
  const before = dispatcher();
  await nodeTransport().close();
  assert.notEqual(before, undefined);
  assert.equal(dispatcher(), before);
  const undici = await import("undici");
  nodeTransport();
  undici.setGlobalDispatcher(new undici.Agent());
  const own = dispatcher();
  await nodeTransport().close();
  assert.equal(dispatcher(), own);
  undici.setGlobalDispatcher(before);
});

test(
  "HTTP/2 with undici 7 is refused, and names the version that it needs",
  { skip: !isSeven },
  async (t) => {
    const { payments, streams } = await over(t, answer);
    await assert.rejects(payments.transfers.in(transfer), (error) => {
      assert.equal(error.outcome, "not-executed");
      assert.equal(error.advice, "fix");
      assert.match(error.cause.message, /needs undici 8/);
      return true;
    });
    assert.equal(streams(), 0);
  },
);

for (const [method, call] of [
  ["GET", (payments) => payments.customers.retrieve("Customer:1")],
  ["POST", (payments) => payments.customers.create({ customerType: "INDIVIDUAL" })],
]) {
  test(`50 calls with ${method} share one session`, { skip: isSeven }, async (t) => {
    const held = [];
    // Responds when all 50 are open at once.
    const { payments, sessions } = await over(t, (stream) => {
      held.push(stream);
      if (held.length === 50) held.forEach(answer);
    });
    const made = await Promise.all(Array.from({ length: 50 }, () => call(payments)));
    assert.deepEqual(new Set(made.map(({ id }) => id)), new Set(["Customer:1"]));
    assert.equal(sessions.size, 1);
  });
}

test("an aborted body over HTTP/2 ends, and the next call continues", { skip: isSeven }, async (t) => {
  const { transport, origin } = await over(t, (stream, index) => {
    if (index > 0) return answer(stream);
    stream.respond(json);
    stream.write("{");
  });
  const controller = new AbortController();
  const reading = transport(get(origin), 5_000, controller.signal);
  setTimeout(() => controller.abort(new Error("enough")), 100);
  await assert.rejects(reading, ({ cause }) => cause.message === "enough");
  assert.equal((await transport(get(origin), 5_000, undefined)).text, customer);
});

test(
  "a refused stream was not processed, so a call without a key is repeated",
  { skip: isSeven },
  async (t) => {
    const codes = [];
    const { NGHTTP2_REFUSED_STREAM } = http2.constants;
    const { payments } = await over(
      t,
      (stream, index) => (index < 2 ? stream.close(NGHTTP2_REFUSED_STREAM) : answer(stream)),
      { maxRetries: 2, hooks: { onRetry: ({ error }) => codes.push([error.outcome, error.platformCode]) } },
    );
    const made = await payments.customers.create({ customerType: "INDIVIDUAL" });
    assert.equal(made.id, "Customer:1");
    assert.deepEqual(codes, [["not-executed", "NGHTTP2_REFUSED_STREAM"]]);
  },
);

const endings = {
  "is cancelled": (stream) => stream.close(http2.constants.NGHTTP2_CANCEL),
  fails: (stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
  "may have been processed before a GOAWAY": (stream) => {
    stream.session.goaway(http2.constants.NGHTTP2_NO_ERROR, stream.id);
    stream.session.destroy();
  },
  "is cut with its connection": (stream) => stream.session.destroy(),
};
for (const [what, end] of Object.entries(endings)) {
  test(`a stream that ${what} leaves the outcome unknown and is sent once`, { skip: isSeven }, async (t) => {
    const { payments, streams } = await over(t, (stream) => stream.resume().on("end", () => end(stream)), {
      maxRetries: 2,
    });
    const call = payments.customers.create({ customerType: "INDIVIDUAL" });
    await assert.rejects(call, { code: "CONNECTION_FAILED", outcome: "unknown" });
    assert.equal(streams(), 1);
  });
}

test("a status that HTTP does not have fails the call", { timeout: 10_000 }, async (t) => {
  const server = net.createServer((socket) =>
    socket.once("data", () => socket.write("HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}")),
  );
  const transport = nodeTransport();
  t.after(() => transport.destroy());
  const url = `http://127.0.0.1:${await listening(t, server)}/`;
  await assert.rejects(transport(get(url), 5_000, undefined), ({ cause }) => cause instanceof RangeError);
});

test("the proxy of the environment, and its exceptions", async (t) => {
  const server = http.createServer((_request, response) => response.end("here"));
  const host = `127.0.0.1:${await listening(t, server)}`;
  const variables = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: "http://127.0.0.1:1", no_proxy: "" };
  Object.assign(process.env, variables);
  t.after(() => Object.keys(variables).forEach((name) => delete process.env[name]));
  const through = nodeTransport();
  process.env.no_proxy = `example.com,${host}`;
  const direct = nodeTransport();
  t.after(() => Promise.all([through.destroy(), direct.destroy()]));
  const request = get(`http://${host}/`);
  await assert.rejects(through(request, 5_000, undefined), ({ reached, cause }) => {
    assert.equal(reached, "not sent");
    return cause.code === "ECONNREFUSED";
  });
  assert.equal((await direct(request, 5_000, undefined)).text, "here");
});
