import { Agent, createServer, request as httpRequest } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { toNodeHandler } from "payments-sdk/relay";
import { Pool } from "undici";
import { afterEach, describe, expect, it, vi } from "vitest";
import { listenUntilEnd } from "../support/local-server";
import { pageOrigin, Platform } from "./support";

type Relay = (request: Request) => Promise<Response>;

/** How each server mounts a relay. */
const hosts = {
  "node:http": async (relay: Relay) => createServer(toNodeHandler(relay)),
  Express: async (relay: Relay) => {
    const app = express();
    app.use("/wallet", toNodeHandler(relay));
    return createServer(app);
  },
  Fastify: async (relay: Relay) => {
    const app = Fastify();
    const handler = toNodeHandler(relay);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", (_request, _body, done) => done(null));
    app.all("/wallet/*", (request, reply) => {
      reply.hijack();
      return handler(request.raw, reply.raw);
    });
    await app.ready();
    return app.server;
  },
  Hono: async (relay: Relay) => {
    const app = new Hono();
    app.all("/wallet/*", ({ req }) => relay(req.raw));
    return createAdaptorServer({ fetch: app.fetch }) as Server; // Without options it is a server of `node:http`.
  },
};
type Host = keyof typeof hosts;

interface Connection {
  /** Passes a request on over the one connection. */
  send(request: IncomingMessage, response: ServerResponse): void;
  close(): unknown;
}

/** Headers without those about the connection between client and proxy. */
function forwarded({ connection: _, "transfer-encoding": __, ...headers }: IncomingMessage["headers"]) {
  return headers;
}

/** Proxies that send the requests of all users over one connection. */
const proxies = {
  "an http.Agent": (port: number): Connection => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return {
      send(request, response) {
        const { method, url: path } = request;
        const call = { host: "127.0.0.1", port, agent, method, path, headers: forwarded(request.headers) };
        const upstream = httpRequest(call, (received) => {
          response.writeHead(received.statusCode ?? 0);
          received.pipe(response);
        });
        upstream.on("error", () => response.headersSent || response.writeHead(502).end());
        // The headers go first, as from a proxy that does not wait for bodies.
        upstream.flushHeaders();
        request.pipe(upstream);
      },
      close: () => agent.destroy(),
    };
  },
  "an undici pool": (port: number): Connection => {
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 });
    return {
      send(request, response) {
        const { method = "GET", url: path = "/" } = request;
        const body = method === "GET" ? null : request;
        const call = { method, path, headers: forwarded(request.headers), body };
        pool
          .stream(call, ({ statusCode }) => response.writeHead(statusCode))
          .catch(() => response.headersSent || response.writeHead(502).end());
      },
      close: () => pool.destroy(),
    };
  },
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

/** A relay behind a proxy. */
async function serve(host: Host, proxy: keyof typeof proxies) {
  const platform = await Platform.create();
  const server = await hosts[host](platform.relay);
  const upstream = proxies[proxy](await listenUntilEnd(server));
  closing.push(() => upstream.close());
  const handle: RequestListener = (request, response) => upstream.send(request, response);
  return { platform, port: await listenUntilEnd(createServer(handle)) };
}

interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request on a connection of its own, and resolves to the status. */
function send(port: number, { body, ...call }: Call): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, agent: false, ...call }, (response) => {
      response.on("error", reject).on("end", () => resolve(response.statusCode));
      response.resume();
    });
    request.on("error", reject);
    request.end(body);
  });
}

const early = [
  ["401", { cookie: "platform-session=nobody" }, "/wallet/registration-challenge"],
  ["403", { origin: "https://evil.example" }, "/wallet/registration-challenge"],
  ["404", {}, "/wallet/nothing"],
  ["413", {}, "/wallet/registration-challenge"],
] as const;

describe.each(Object.keys(proxies) as (keyof typeof proxies)[])("behind %s", (proxy) => {
  describe.each(Object.keys(hosts) as Host[])("a relay on %s", (host) => {
    it.each(early)(
      "responds %s before the body, and other users' requests still succeed",
      async (status, headers, path) => {
        const { platform, port } = await serve(host, proxy);
        const { ada, mallory } = platform;
        const own = { origin: pageOrigin, "content-type": "application/json" };
        const work: Promise<number | undefined>[] = [];
        for (const body of status === "413" ? [" ".repeat(1_000_000)] : ["{}", " ".repeat(1_000_000)]) {
          const length = { "content-length": String(body.length) };
          const unwanted = { ...own, cookie: mallory.cookie, ...length, ...headers };
          work.push(send(port, { method: "POST", path, headers: unwanted, body }));
          const text = JSON.stringify({ accountId: ada.accountId });
          const wanted = { ...own, cookie: ada.cookie, "content-length": String(text.length) };
          const challenge = {
            method: "POST",
            path: "/wallet/registration-challenge",
            headers: wanted,
            body: text,
          };
          const list = { method: "GET", path: `/wallet/auth/sessions?accountId=${ada.accountId}` };
          work.push(send(port, challenge), send(port, { ...list, headers: { cookie: ada.cookie } }));
        }
        const expected =
          status === "413" ? [413, 200, 200] : [Number(status), 200, 200, Number(status), 200, 200];
        expect(await Promise.all(work)).toEqual(expected);
      },
    );
  });
});
