import type { Socket } from "node:net";
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { ConfigurationError } from "payments-sdk";
import { nodeTransport } from "payments-sdk/node";
import type { NodeTransportOptions } from "payments-sdk/node";
import { inOrder, refusedAddress, reply, startServer } from "../support/local-server";
import {
  client,
  connections,
  pem,
  proxyServer,
  rawServer,
  rejection,
  secureServer,
  transfer,
} from "./servers";

const PASSWORD = "p@ss wörd";
const credentials = `user:${encodeURIComponent(PASSWORD)}`;

describe("a proxy", () => {
  it.each([
    ["in its address", (port: number) => `http://${credentials}@127.0.0.1:${port}`],
    [
      "beside it",
      (port: number) => ({ url: `http://127.0.0.1:${port}`, username: "user", password: PASSWORD }),
    ],
  ])("tunnels http and https, with credentials %s", async (_where, proxyOf) => {
    const { port, tunnels } = await proxyServer();
    const secure = await secureServer();
    const plain = await startServer(inOrder(reply(200, { id: "Customer:2" })));
    const transport = connections({ proxy: proxyOf(port), tls: { ca: pem("ca") } });
    const payments = client(`https://localhost:${secure.port}`, transport);
    for (let call = 0; call < 2; call += 1) {
      expect(await payments.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
      await vi.waitFor(() => expect(transport.stats.free).toBe(1));
    }
    expect(await client(plain.url, transport).customers.retrieve("Customer:2")).toEqual({ id: "Customer:2" });
    // One tunnel for each origin, because the second call reuses the connection of the first.
    expect(tunnels.map(({ target }) => target)).toEqual([
      `localhost:${secure.port}`,
      new URL(plain.url).host,
    ]);
    // The service never gets the proxy's credentials.
    expect(plain.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it("may use TLS with your own certificate authority", async () => {
    const { port } = await proxyServer("open", true);
    const secure = await secureServer();
    const url = `https://${credentials}@localhost:${port}`;
    const baseUrl = `https://localhost:${secure.port}`;
    const trusted = client(
      baseUrl,
      connections({ proxy: { url, tls: { ca: pem("ca") } }, tls: { ca: pem("ca") } }),
    );
    expect(await trusted.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
    const untrusted = client(baseUrl, connections({ proxy: { url, tls: {} }, tls: { ca: pem("ca") } }));
    expect(await rejection(untrusted.transfers.in(transfer))).toMatchObject({ outcome: "not-executed" });
  });

  it.each([
    ["wrong", "user:wrong-pass-551"],
    ["missing", ""],
  ])("that refuses %s credentials executes nothing, and the error hides them", async (_what, given) => {
    const { port, tunnels } = await proxyServer();
    const secure = await secureServer();
    const transport = connections({ proxy: `http://${given}@127.0.0.1:${port}`, tls: { ca: pem("ca") } });
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const logger = { debug: log, info: log, warn: log, error: log };
    const payments = client(`https://localhost:${secure.port}`, transport, { logger, logLevel: "debug" });
    const error = await rejection(payments.transfers.in(transfer));
    expect(error).toMatchObject({
      name: "ConnectionError",
      outcome: "not-executed",
      advice: "fix",
      platformCode: "PROXY_STATUS_407",
      cause: { message: expect.stringContaining("check the user name and the password of `proxy`") },
    });
    const shown =
      inspect([error, lines, transport, transport.stats], { depth: 20, showHidden: true }) + error.stack;
    for (const secret of ["wrong-pass-551", String(tunnels[0]?.authorization)])
      expect(shown).not.toContain(secret);
    expect(secure.seen).toEqual([]);
  });

  it.each([
    ["refuses the tunnel", 403, "PROXY_STATUS_403", "fix"],
    ["reaches nothing", 502, "PROXY_STATUS_502", "retry"],
    ["hangs", "hang", "UND_ERR_CONNECT_TIMEOUT", "retry"],
    ["closes the connection", "close", "UND_ERR_SOCKET", "retry"],
  ] as const)("that %s executes nothing", async (_what, tunnelling, platformCode, advice) => {
    const { port, tunnels } = await proxyServer(tunnelling);
    const secure = await secureServer();
    const proxy = `http://${credentials}@127.0.0.1:${port}`;
    const transport = connections({
      proxy,
      tls: { ca: pem("ca") },
      connectTimeout: tunnelling === "hang" ? 200 : 5_000,
    });
    const error = await rejection(
      client(`https://localhost:${secure.port}`, transport).transfers.in(transfer),
    );
    expect(error).toMatchObject({ outcome: "not-executed", platformCode, advice });
    expect(secure.seen).toEqual([]);
    // The proxy gets one request for each attempt of the client.
    expect(tunnels).toHaveLength(1);
  });

  it.each([2 ** 31, 2 ** 33])("has time, also with the `connectTimeout` %i", async (connectTimeout) => {
    const port = await rawServer((socket) =>
      socket.once("data", () => setTimeout(() => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"), 50)),
    );
    const transport = connections({ proxy: `http://127.0.0.1:${port}`, connectTimeout });
    const error = await rejection(client("https://service.example.test", transport).transfers.in(transfer));
    expect(error).toMatchObject({ platformCode: "PROXY_STATUS_502" });
  });

  it("that hangs keeps no connection after the call", async () => {
    const open = new Set<Socket>();
    const port = await rawServer((socket) => {
      open.add(socket);
      socket.on("close", () => open.delete(socket)).resume();
    });
    const transport = connections({ proxy: `http://127.0.0.1:${port}`, connectTimeout: 50 });
    const error = await rejection(client("https://service.example.test", transport).transfers.in(transfer));
    expect(error).toMatchObject({ platformCode: "UND_ERR_CONNECT_TIMEOUT" });
    await vi.waitFor(() => expect(open.size).toBe(0));
  });

  // A second of real time: shorter limits fail on a busy machine.
  it("shares `connectTimeout` with TLS behind it", async () => {
    const port = await rawServer((socket) =>
      socket.once("data", () => setTimeout(() => socket.write("HTTP/1.1 200 OK\r\n\r\n"), 800)),
    );
    const transport = connections({ proxy: `http://127.0.0.1:${port}`, connectTimeout: 1_000 });
    const startedMs = performance.now();
    const error = await rejection(client("https://service.example.test", transport).transfers.in(transfer));
    expect(performance.now() - startedMs).toBeLessThan(1_700);
    expect(error).toMatchObject({ outcome: "not-executed", platformCode: "UND_ERR_CONNECT_TIMEOUT" });
  });

  it("that is missing, or is not a proxy, executes nothing", async () => {
    const other = await rawServer((socket) => socket.end("SSH-2.0\r\n"));
    const proxies = [
      [await refusedAddress(), "ECONNREFUSED"],
      [`http://127.0.0.1:${other}`, "HTTPParserError"],
    ] as const;
    for (const [proxy, platformCode] of proxies) {
      const payments = client("https://service.example.test", connections({ proxy }));
      const error = await rejection(payments.transfers.in(transfer));
      expect(error).toMatchObject({ outcome: "not-executed", platformCode });
    }
  });

  it("may be an empty text, such as an unset environment variable", async () => {
    const server = await startServer(inOrder(reply(200, { id: "Customer:1" })));
    const payments = client(server.url, connections({ proxy: "" }));
    expect(await payments.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
  });
});

describe("an option of nodeTransport", () => {
  it.each<[string, object]>([
    ["conections", { conections: 5 }],
    ["connections", { connections: 0 }],
    ["pipelining", { pipelining: 1.5 }],
    ["keepAlive", { keepAlive: -1 }],
    ["connectTimeout", { connectTimeout: Number.NaN }],
    ["http2", { http2: "yes" }],
    ["autoSelectFamily", { autoSelectFamily: 1 }],
    ["tls", { tls: 5 }],
    ["tls", { tls: { cert: "a" } }],
    ["tls", { tls: { cert: "a", key: "b", pfx: "c" } }],
    ["tls.ca", { tls: { ca: "company-ca.pem" } }],
    ["tls.ca", { tls: { ca: [pem("ca"), "hunter2-secret.pem"] } }],
    ["tls.rejectUnauthorized", { tls: { rejectUnauthorized: false } }],
    ["proxy", { proxy: "user:hunter2-secret@proxy" }],
    ["proxy", { proxy: "socks5://user:hunter2-secret@proxy:1080" }],
    ["proxy", { proxy: { url: "http://user:hunter2-secret@proxy/path" } }],
    ["proxy.username", { proxy: { url: "http://proxy", username: "a:b", password: "hunter2-secret" } }],
    ["proxy.pasword", { proxy: { url: "http://proxy", pasword: "hunter2-secret" } }],
    ["options", "proxy" as never],
  ])("that is invalid is reported at once without its value: %s %j", (option, options) => {
    let error: unknown;
    try {
      nodeTransport(options as NodeTransportOptions);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ option });
    expect(inspect(error, { depth: 9 })).not.toContain("hunter2-secret");
  });

  it.each([
    ["the name of a file", "company-ca.pem", "Pass the content of the file, not its name"],
    ["literal line breaks", pem("ca").replaceAll("\n", "\\n"), "Replace each literal \\n with a line break"],
  ])("says how to correct %s in place of PEM text", (_case, ca, advice) => {
    expect(() => nodeTransport({ tls: { ca } })).toThrow(advice);
  });
});
