import dns from "node:dns";
import { createServer } from "node:http";
import { constants } from "node:http2";
import type { ServerHttp2Stream } from "node:http2";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ConnectionError } from "payments-sdk";
import {
  asJson,
  client,
  connections,
  customer,
  http2Server,
  http2StreamServer,
  listening,
  pem,
  rawServer,
  rejection,
  secureServer,
  transfer,
} from "./servers";

describe("TLS", () => {
  it("trusts your own certificate authority", async () => {
    const { port } = await secureServer();
    const payments = client(`https://localhost:${port}`, connections({ tls: { ca: pem("ca") } }));
    expect(await payments.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
  });

  it("does not send a payment to a server of an unknown authority", async () => {
    const { port, seen } = await secureServer();
    const payments = client(`https://localhost:${port}`, connections());
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "ConnectionError",
      outcome: "not-executed",
      advice: "fix",
      platformCode: expect.stringMatching(/VERIFY_LEAF_SIGNATURE|SELF_SIGNED|LOCALLY/),
      message: expect.stringContaining("could not connect"),
    });
    expect(seen).toEqual([]);
  });

  it("is also checked by the platform's own fetch before any request", async () => {
    const { port, seen } = await secureServer();
    const payments = client(`https://localhost:${port}`, (url, init) => fetch(url, init));
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "ConnectionError",
      outcome: "not-executed",
      advice: "fix",
      message: expect.stringMatching(/could not connect \((?:UNABLE|SELF_SIGNED|DEPTH_ZERO)/),
    });
    expect(seen).toEqual([]);
  });

  it("does not send a payment to a server with another name", async () => {
    const { port, seen } = await secureServer({ key: pem("elsewhere-key"), cert: pem("elsewhere") });
    const payments = client(`https://localhost:${port}`, connections({ tls: { ca: pem("ca") } }));
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      outcome: "not-executed",
      advice: "fix",
      platformCode: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
    expect(seen).toEqual([]);
  });

  it.each([["TLSv1.2"], ["TLSv1.3"]] as const)(
    "sends the client's certificate if the server asks for it, and executes nothing without one: %s",
    async (version) => {
      const { port, seen } = await secureServer({
        ca: pem("ca"),
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: version,
        maxVersion: version,
      });
      const baseUrl = `https://localhost:${port}`;
      const tls = { ca: pem("ca"), cert: pem("client"), key: pem("client-key") };
      const known = client(baseUrl, connections({ tls }));
      expect(await known.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
      const error = await rejection(
        client(baseUrl, connections({ tls: { ca: pem("ca") } })).transfers.in(transfer),
      );
      expect(seen).toHaveLength(1);
      // With TLS 1.3, the client sends the request before the server refuses. If the reset of the connection arrives before the
      // alert, the outcome is unknown.
      const isRace =
        version === "TLSv1.3" && /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(String(error.platformCode));
      expect(error).toMatchObject(
        isRace ? { outcome: "unknown", advice: "retry-later" } : { outcome: "not-executed", advice: "fix" },
      );
    },
  );

  it("that the server interrupts executes nothing", async () => {
    const port = await rawServer((socket) => socket.once("data", () => socket.destroy()));
    const payments = client(`https://localhost:${port}`, connections({ tls: { ca: pem("ca") } }));
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ outcome: "not-executed" });
  });

  it("that takes too long ends after `connectTimeout`", async () => {
    const port = await rawServer(() => {});
    const fetch = connections({ tls: { ca: pem("ca") }, connectTimeout: 30 });
    expect(await rejection(client(`https://localhost:${port}`, fetch).transfers.in(transfer))).toMatchObject({
      outcome: "not-executed",
      platformCode: "UND_ERR_CONNECT_TIMEOUT",
    });
  });
});

describe("HTTP/2", () => {
  it("uses one connection for parallel calls if the server supports it", async () => {
    const { port, seen, sessions } = await http2Server();
    const fetch = connections({ http2: true, tls: { ca: pem("ca") }, connections: 1 });
    const payments = client(`https://localhost:${port}`, fetch);
    await payments.customers.retrieve("Customer:1");
    await Promise.all([1, 2, 3].map(() => payments.customers.create({ customerType: "INDIVIDUAL" })));
    expect(seen).toEqual([
      "HTTP/2.0 GET ",
      ...Array.from({ length: 3 }, () => 'HTTP/2.0 POST {"customerType":"INDIVIDUAL"}'),
    ]);
    expect(sessions.size).toBe(1);
  });

  it("is off by default", async () => {
    const { port, seen } = await http2Server();
    const payments = client(`https://localhost:${port}`, connections({ tls: { ca: pem("ca") } }));
    await payments.customers.retrieve("Customer:1");
    expect(seen).toEqual(["HTTP/1.1 GET "]);
  });

  it("ends an aborted body, and continues with the next call", async () => {
    const { port } = await http2Server();
    const fetch = connections({ http2: true, tls: { ca: pem("ca") } });
    const controller = new AbortController();
    const response = await fetch(`https://localhost:${port}/slow`, { signal: controller.signal });
    const text = response.text();
    controller.abort(new Error("enough"));
    await expect(text).rejects.toThrow("enough");
    expect(await (await fetch(`https://localhost:${port}/`)).text()).toBe(customer);
  });
});

describe("an HTTP/2 stream", () => {
  const { NGHTTP2_REFUSED_STREAM, NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants;
  const options = { http2: true, tls: { ca: pem("ca") } };

  it("that the server refuses was not processed, so a call without a key is repeated", async () => {
    const port = await http2StreamServer((stream, index) => {
      if (index < 2) stream.close(NGHTTP2_REFUSED_STREAM);
      else {
        stream.respond({ ":status": 200, ...asJson });
        stream.end(customer);
      }
    });
    const codes: unknown[] = [];
    const payments = client(`https://localhost:${port}`, connections(options), {
      maxRetries: 2,
      hooks: { onRetry: ({ error }) => codes.push([error.outcome, (error as ConnectionError).platformCode]) },
    });
    const made = await payments.customers.create({ customerType: "INDIVIDUAL" });
    expect(made).toMatchObject({ id: "Customer:1" });
    expect(codes[0]).toEqual(["not-executed", "NGHTTP2_REFUSED_STREAM"]);
  });

  it.each<[string, (stream: ServerHttp2Stream) => void]>([
    ["is cancelled", (stream) => stream.close(NGHTTP2_CANCEL)],
    ["fails", (stream) => stream.close(NGHTTP2_INTERNAL_ERROR)],
    [
      "may have been processed before a GOAWAY",
      (stream) => stream.session?.goaway(NGHTTP2_NO_ERROR, stream.id),
    ],
    ["is cut with its connection", (stream) => stream.session?.destroy()],
  ])("that %s leaves the outcome unknown and is sent once", async (_what, end) => {
    let streams = 0;
    const port = await http2StreamServer((stream) => {
      streams += 1;
      stream.resume().on("end", () => end(stream));
    });
    const payments = client(`https://localhost:${port}`, connections(options), {
      maxRetries: 2,
      timeout: 2_000,
    });
    expect(await rejection(payments.customers.create({ customerType: "INDIVIDUAL" }))).toMatchObject({
      code: "CONNECTION_FAILED",
      outcome: "unknown",
    });
    expect(streams).toBe(1);
  });
});

describe("a host with several addresses", () => {
  it("is reached at the first address that connects", async () => {
    const server = createServer((_request, response) => response.writeHead(200, asJson).end(customer));
    const port = await listening(server);
    const lookup = vi.spyOn(dns, "lookup");
    onTestFinished(() => lookup.mockRestore());
    lookup.mockImplementation(((_host: string, _options: unknown, done: (...values: unknown[]) => void) =>
      done(null, [
        { address: "::1", family: 6 },
        { address: "127.0.0.1", family: 4 },
      ])) as unknown as typeof dns.lookup);
    const payments = client(`http://two.example.test:${port}`, connections(), {
      allowInsecureHttp: true,
    });
    expect(await payments.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
    expect(lookup).toHaveBeenCalled();
  });
});
