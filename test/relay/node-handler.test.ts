import { createServer, request as httpRequest } from "node:http";
import type { IncomingMessage, RequestListener, RequestOptions } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import express from "express";
import { toNodeHandler } from "payments-sdk/relay";
import type { RelayOptions } from "payments-sdk/relay";
import { describe, expect, it, vi } from "vitest";
import { listenUntilEnd } from "../support/local-server";
import { pageOrigin, Platform } from "./support";

type NodeHandlerOptions = Parameters<typeof toNodeHandler>[1];

/** Serves a listener on this machine, until the end of the test. */
const listen = async (listener: RequestListener) => listenUntilEnd(createServer(listener));

const hosts = {
  "node:http": (handler: ReturnType<typeof toNodeHandler>): RequestListener => handler,
  Express: (handler: ReturnType<typeof toNodeHandler>): RequestListener => {
    const app = express();
    app.use("/wallet", handler);
    return app;
  },
};
type Host = keyof typeof hosts;

async function serve(host: Host, options: Partial<RelayOptions> = {}, handler: NodeHandlerOptions = {}) {
  const platform = await Platform.create(options);
  return { platform, port: await listen(hosts[host](toNodeHandler(platform.relay, handler))) };
}

/** Sends a request with nothing added to it by a client library. */
function send(
  port: number,
  options: RequestOptions,
  body?: string | Uint8Array,
): Promise<{ status: number; headers: IncomingMessage["headers"]; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text: Buffer.concat(chunks).toString() });
      });
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

const headersOf = ({ ada }: Platform, headers: Record<string, string> = {}) => ({
  origin: pageOrigin,
  cookie: ada.cookie,
  ...headers,
});
const json = { "content-type": "application/json" };

describe.each(Object.keys(hosts) as Host[])("toNodeHandler on %s", (host) => {
  it("converts method, path, query, headers and body, and the response", async () => {
    const { platform, port } = await serve(host);
    const { accountId } = platform.ada;
    const list = await send(port, {
      path: `/wallet/auth/credentials?accountId=${accountId}`,
      headers: headersOf(platform),
    });
    expect(list).toMatchObject({ status: 200, text: '{"data":[]}' });
    expect(list.headers).toMatchObject({
      "content-type": "application/json",
      "content-length": "11",
      "cache-control": "no-store",
      "access-control-allow-origin": pageOrigin,
      date: "Mon, 27 Apr 2026 09:00:00 GMT",
    });
    const made = await send(
      port,
      { method: "POST", path: "/wallet/auth/credentials", headers: headersOf(platform, json) },
      JSON.stringify({ type: "EMAIL_OTP", accountId }),
    );
    expect(made.status).toBe(201);
    const preflight = await send(port, {
      method: "OPTIONS",
      path: "/wallet/quotes",
      headers: headersOf(platform),
    });
    expect(preflight).toMatchObject({ status: 204, text: "" });
    expect(preflight.headers["access-control-allow-methods"]).toBe("POST");
  });

  it.each([
    ["GET with a body", { method: "GET", path: "/wallet/quotes/Quote:1" }, "{}", 400],
    ["GET with a body in pieces", { method: "GET", path: "/wallet/quotes/Quote:1", pieces: true }, "{}", 400],
    ["HEAD", { method: "HEAD", path: "/wallet/quotes/Quote:1" }, undefined, 404],
    ["HEAD with a body", { method: "HEAD", path: "/wallet/quotes/Quote:1" }, "{}", 404],
    ["a compressed body", { method: "POST", path: "/wallet/quotes", encoding: "gzip" }, gzipSync("{}"), 415],
    ["a body that is not JSON", { method: "POST", path: "/wallet/quotes" }, "{", 400],
    ["a body that is too long", { method: "POST", path: "/wallet/quotes" }, " ".repeat(70_000), 413],
    [
      "a body in pieces that is too long",
      { method: "POST", path: "/wallet/quotes", pieces: true },
      " ".repeat(200_000),
      413,
    ],
    ["TRACE", { method: "TRACE", path: "/wallet/quotes" }, undefined, 400],
    ["an unknown method", { method: "PROPFIND", path: "/wallet/quotes" }, undefined, 404],
    ["a path with broken encoding", { method: "GET", path: "/wallet/quotes/%ff" }, undefined, 404],
  ] as const)("responds to %s in JSON, without a page or a stack", async (_case, call, body, status) => {
    const { platform, port } = await serve(host);
    const { method, path } = call;
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const headers = headersOf(platform, {
      ...json,
      ...("pieces" in call ? { "transfer-encoding": "chunked" } : length),
      ...("encoding" in call ? { "content-encoding": call.encoding } : {}),
    });
    const exchanges = await platform.exchangesOf(async () => {
      const received = await send(port, { method, path, headers }, body);
      expect(received.status).toBe(status);
      expect(received.headers["content-type"]).toBe("application/json");
      if (method === "HEAD") expect(received.text).toBe("");
      else expect(JSON.parse(received.text)).toMatchObject({ status, code: expect.any(String) });
      expect(received.text).not.toMatch(/<|\bat .+:\d+/);
    });
    expect(exchanges).toEqual([]);
  });

  it("responds to an error of the platform with a 500 in JSON, and reports it", async () => {
    const failure = new Error("the database is away");
    const errors: unknown[] = [];
    const { platform, port } = await serve(
      host,
      { authenticate: () => Promise.reject(failure) },
      { onError: (error) => errors.push(error) },
    );
    const call = { path: "/wallet/quotes/Quote:1", headers: headersOf(platform) };
    const { status, headers, text } = await send(port, call);
    expect({ status, type: headers["content-type"], body: JSON.parse(text) as unknown }).toEqual({
      status: 500,
      type: "application/json",
      body: {
        status: 500,
        code: "INTERNAL_ERROR",
        message: "Something went wrong on the platform's side",
      },
    });
    expect(errors).toEqual([failure]);
  });

  it("keeps the connection for the next call, even after an unread body", async () => {
    const { platform, port } = await serve(host);
    const { ada } = platform;
    const raw = [
      "POST /wallet/quotes HTTP/1.1",
      "Host: localhost",
      "Origin: https://evil.example",
      "Content-Type: application/json",
      "Content-Length: 2",
      "",
      "{}GET /wallet/auth/sessions?accountId=" + ada.accountId + " HTTP/1.1",
      "Host: localhost",
      `Cookie: ${ada.cookie}`,
      "Connection: close",
      "",
      "",
    ].join("\r\n");
    const text = await new Promise<string>((resolve, reject) => {
      let received = "";
      const socket = connect(port, "127.0.0.1", () => socket.write(raw));
      socket.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
      socket.on("end", () => resolve(received));
      socket.on("error", reject);
    });
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 403", "HTTP/1.1 200"]);
  });
});

describe("toNodeHandler", () => {
  it("reads no more of a body than the relay does", async () => {
    let pulled = 0;
    const port = await listen(
      toNodeHandler(async ({ body }) => {
        const reader = body?.getReader();
        while (pulled < 100_000) pulled += (await reader?.read())?.value?.length ?? 0;
        await reader?.cancel();
        return new Response("enough", { status: 413 });
      }),
    );
    const received = await send(port, { method: "POST" }, Buffer.alloc(5_000_000));
    expect(received).toMatchObject({ status: 413, text: "enough" });
    expect(pulled).toBeLessThan(1_000_000);
  });

  it("drops a slow body for two seconds, then responds and ends the connection", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let begun = () => {};
      const asked = new Promise<void>((resolve) => (begun = resolve));
      const relay = () => {
        begun();
        return new Response(null, { status: 403 });
      };
      const port = await listen(toNodeHandler(relay));
      const socket = connect(port, "127.0.0.1");
      let text = "";
      const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
      socket.on("data", (chunk) => (text += chunk.toString()));
      socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{");
      await asked;
      expect(text).toBe("");
      await vi.advanceTimersByTimeAsync(2_000);
      await closed;
      expect(text).toMatch(/^HTTP\/1\.1 403 [^]*connection: close/i);
    } finally {
      vi.useRealTimers();
    }
  });

  it("aborts the signal if the page disconnects, and reports nothing", async () => {
    const onError = vi.fn();
    let reason: unknown;
    const aborted = new Promise<void>((resolve) => {
      const relay = ({ signal }: Request) =>
        new Promise<Response>((respond) => {
          signal.addEventListener("abort", () => {
            reason = signal.reason;
            resolve();
            respond(new Response("too late"));
          });
          socket.destroy();
        });
      let socket: ReturnType<typeof connect>;
      void listen(toNodeHandler(relay, { onError })).then((port) => {
        socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
      });
    });
    await aborted;
    expect(reason).toMatchObject({ name: "AbortError" });
    expect(onError).not.toHaveBeenCalled();
  });

  it("turns a broken body into a 400, and forwards nothing", async () => {
    const events: { status: number; outcome: string }[] = [];
    const onError = vi.fn();
    let heard = () => {};
    const told = new Promise<void>((resolve) => (heard = resolve));
    const { platform, port } = await serve(
      "node:http",
      {
        onEvent: ({ status, outcome }) => {
          events.push({ status, outcome });
          heard();
        },
      },
      { onError },
    );
    const exchanges = await platform.exchangesOf(async () => {
      const head = [
        "POST /wallet/auth/credentials HTTP/1.1",
        "Host: localhost",
        `Origin: ${pageOrigin}`,
        `Cookie: ${platform.ada.cookie}`,
        "Content-Type: application/json",
        "Content-Length: 1000",
      ].join("\r\n");
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`${head}\r\n\r\n{"type":`, () => socket.destroy());
      });
      await told;
    });
    expect(events).toEqual([{ status: 400, outcome: "not-executed" }]);
    expect(exchanges).toEqual([]);
    expect(onError).not.toHaveBeenCalled();
  });

  it("reports that the body was read before it", async () => {
    const errors: unknown[] = [];
    const platform = await Platform.create();
    const app = express();
    app.use(express.json());
    app.use("/wallet", toNodeHandler(platform.relay, { onError: (error) => errors.push(error) }));
    const port = await listen(app);
    const path = "/wallet/registration-challenge";
    const body = JSON.stringify({ accountId: platform.ada.accountId });
    const headers = headersOf(platform, json);
    expect((await send(port, { method: "POST", path, headers }, body)).status).toBe(500);
    expect(errors).toEqual([
      expect.objectContaining({
        message: "`toNodeHandler` must be mounted before anything that reads bodies, such as express.json()",
      }),
    ]);
    // What has no body was not touched.
    const list = `/wallet/auth/sessions?accountId=${platform.ada.accountId}`;
    expect((await send(port, { path: list, headers: headersOf(platform) })).status).toBe(200);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("the log is full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the log is full"))],
  ])("ignores an `onError` that %s", async (_case, onError) => {
    const relay = () => Promise.reject(new Error("no"));
    const port = await listen(toNodeHandler(relay, { onError }));
    expect((await send(port, {})).status).toBe(500);
  });

  it("logs errors by default", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      const failure = new Error("no");
      const port = await listen(toNodeHandler(() => Promise.reject(failure)));
      await send(port, {});
      expect(log).toHaveBeenCalledWith("The wallet relay failed:", failure);
    } finally {
      log.mockRestore();
    }
  });

  it("ignores the header `Host`", async () => {
    const seen: string[] = [];
    const relay = ({ url }: Request) => {
      seen.push(url);
      return new Response(null);
    };
    const port = await listen(toNodeHandler(relay));
    await send(port, { path: "//evil.example/a?b=c", headers: { host: "evil.example" } });
    const absolute = { path: "http://evil.example/a", headers: { host: "evil.example" } };
    expect((await send(port, absolute)).status).toBe(400);
    expect(seen).toEqual(["http://localhost//evil.example/a?b=c"]);
  });
});
