import dns from "node:dns";
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ConfigurationError } from "payments-sdk";
import {
  asJson,
  client,
  connections,
  customer,
  get,
  http2Server,
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
    const payments = client(`https://localhost:${port}`, undefined, {
      fetch: (url, init) => fetch(url, init),
    });
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
      // `null` equals absent, as for every option.
      const absent = { pfx: null, passphrase: null } as object;
      const known = client(baseUrl, connections({ tls: { ...tls, ...absent } }));
      expect(await known.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
      const error = await rejection(
        client(
          baseUrl,
          connections({ tls: { ca: pem("ca"), cert: null, key: null } as object }),
        ).transfers.in(transfer),
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

  it("sends a certificate that the options inherit, such as a getter of a class", async () => {
    const { port } = await secureServer({ ca: pem("ca"), requestCert: true, rejectUnauthorized: true });
    class Certificates {
      ca = pem("ca");
      get cert() {
        return pem("client");
      }
      get key() {
        return pem("client-key");
      }
    }
    const payments = client(`https://localhost:${port}`, connections({ tls: new Certificates() }));
    expect(await payments.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
  });

  it("that the server interrupts executes nothing", async () => {
    const port = await rawServer((socket) => socket.once("data", () => socket.destroy()));
    const payments = client(`https://localhost:${port}`, connections({ tls: { ca: pem("ca") } }));
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ outcome: "not-executed" });
  });

  // Up to a second of real time: undici looks at its time limits that often.
  it("that takes too long ends after `connectTimeout`", async () => {
    const port = await rawServer(() => {});
    const transport = connections({ tls: { ca: pem("ca") }, connectTimeout: 30 });
    expect(
      await rejection(client(`https://localhost:${port}`, transport).transfers.in(transfer)),
    ).toMatchObject({
      outcome: "not-executed",
      platformCode: "UND_ERR_CONNECT_TIMEOUT",
    });
  });
});

describe("HTTP/2", () => {
  // test/runtimes/undici.test.mjs tests HTTP/2 with undici 8, which does not load on Node 20.
  it("is refused with undici 7, before anything is sent", async () => {
    const { port, seen } = await http2Server();
    const transport = connections({ http2: true, tls: { ca: pem("ca") } });
    await expect(transport(get(`https://localhost:${port}/`), 10_000, undefined)).rejects.toMatchObject({
      cause: expect.any(ConfigurationError) as Error,
    });
    const payments = client(`https://localhost:${port}`, transport, { maxRetries: 2 });
    const error = await rejection(payments.transfers.in(transfer));
    expect(error).toMatchObject({
      outcome: "not-executed",
      advice: "fix",
      platformCode: "INVALID_CONFIGURATION",
      cause: { message: expect.stringContaining("needs undici 8") },
    });
    expect(seen).toEqual([]);
  });

  it("is off by default", async () => {
    const { port, seen } = await http2Server();
    const payments = client(`https://localhost:${port}`, connections({ tls: { ca: pem("ca") } }));
    await payments.customers.retrieve("Customer:1");
    expect(seen).toEqual(["HTTP/1.1 GET "]);
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
