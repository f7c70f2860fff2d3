import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { responseOf } from "payments-sdk";
import type { nodeFetch } from "payments-sdk/node";
import {
  cutBody,
  html,
  inOrder,
  redirect,
  refusedAddress,
  reply,
  stallBody,
  startServer,
} from "../support/local-server";
import {
  asJson,
  client,
  connections,
  customer,
  listening,
  rawServer,
  rejection,
  responseBytes,
  transfer,
} from "./servers";

describe("a connection", () => {
  it("is reused and counted", async () => {
    let opened = 0;
    let isHeld = true;
    const held: (() => void)[] = [];
    const server = createServer((_request, response) => {
      const respond = () => void response.writeHead(200, asJson).end(customer);
      if (isHeld) held.push(respond);
      else respond();
    });
    server.on("connection", () => (opened += 1));
    const fetch = connections({ connections: 2 });
    expect(fetch.stats).toEqual({ connected: 0, free: 0, pending: 0, running: 0 });
    const payments = client(`http://127.0.0.1:${await listening(server)}`, fetch);
    const calls = Array.from({ length: 6 }, () => payments.customers.retrieve("Customer:1"));
    await vi.waitFor(() => expect(fetch.stats).toMatchObject({ running: 2, pending: 4 }));
    isHeld = false;
    for (const respond of held) respond();
    await Promise.all(calls);
    expect(opened).toBe(2);
    await vi.waitFor(() => expect(fetch.stats).toEqual({ connected: 2, free: 2, pending: 0, running: 0 }));
    await fetch.close();
    // Two parts of a program may close it, in any order.
    await Promise.all([fetch.close(), fetch.destroy(), fetch.close()]);
    expect(fetch.stats).toEqual({ connected: 0, free: 0, pending: 0, running: 0 });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      outcome: "not-executed",
      platformCode: expect.stringMatching(/^UND_ERR_(?:CLOSED|DESTROYED)$/),
    });
  });

  it("that is refused executes nothing, so a call without a key is repeated", async () => {
    const payments = client(await refusedAddress(), connections(), { maxRetries: 1 });
    const retried: unknown[] = [];
    const error = await rejection(payments.transfers.in(transfer));
    expect(error).toMatchObject({ outcome: "not-executed", platformCode: "ECONNREFUSED" });
    const counting = client(await refusedAddress(), connections(), {
      maxRetries: 1,
      hooks: { onRetry: (event) => retried.push(event.operation) },
    });
    await rejection(counting.customers.create({ customerType: "INDIVIDUAL" }));
    expect(retried).toEqual(["customers.create"]);
  });

  it("that breaks after the request leaves the outcome unknown", async () => {
    const port = await rawServer((socket) => socket.once("data", () => socket.destroy()));
    const error = await rejection(client(`http://127.0.0.1:${port}`, connections()).transfers.in(transfer));
    expect(error).toMatchObject({ outcome: "unknown", platformCode: "UND_ERR_SOCKET" });
  });

  it("that the server closes during a request is replaced, and the payment keeps its key", async () => {
    const keys: (string | undefined)[] = [];
    const note = (part: Buffer) => keys.push(/idempotency-key: (\S+)/i.exec(part.toString())?.[1]);
    const first = (socket: Socket) =>
      socket.once("data", () => {
        socket.write(responseBytes(customer));
        // Kept alive, and closed exactly when the next request starts.
        socket.once("data", (part: Buffer) => {
          note(part);
          socket.destroy();
        });
      });
    const second = (socket: Socket) =>
      socket.once("data", (part: Buffer) => {
        note(part);
        socket.write(responseBytes('{"id":"Transaction:1","type":"INCOMING"}'));
      });
    const port = await rawServer((socket, index) => (index === 0 ? first : second)(socket));
    const fetch = connections();
    const payments = client(`http://127.0.0.1:${port}`, fetch, { maxRetries: 1 });
    await payments.customers.retrieve("Customer:1");
    await vi.waitFor(() => expect(fetch.stats.free).toBe(1));
    const made = await payments.transfers.in(transfer);
    expect(made).toMatchObject({ id: "Transaction:1" });
    expect(responseOf(made)?.attempts).toBe(2);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it("that the server has closed is not reused, so a call without a key is sent once", async () => {
    const port = await rawServer((socket) => socket.once("data", () => socket.end(responseBytes(customer))));
    const fetch = connections();
    const payments = client(`http://127.0.0.1:${port}`, fetch);
    for (let call = 0; call < 3; call += 1) {
      await payments.customers.create({ customerType: "INDIVIDUAL" });
      await vi.waitFor(() => expect(fetch.stats.connected).toBe(0));
    }
  });

  it("closes after `keepAlive`, or earlier if the server asks for it", async () => {
    const server = createServer((_request, response) => response.writeHead(200, asJson).end(customer));
    server.keepAliveTimeout = 60_000;
    const fetch = connections({ keepAlive: 5 });
    await client(`http://127.0.0.1:${await listening(server)}`, fetch).customers.retrieve("Customer:1");
    await vi.waitFor(() => expect(fetch.stats.connected).toBe(0));
  });

  it.each([2 ** 31, Number.MAX_SAFE_INTEGER])(
    "stays open with `keepAlive` %i, which is longer than a timer",
    async (keepAlive) => {
      let opened = 0;
      const port = await rawServer((socket) => {
        opened += 1;
        socket.on("data", () => socket.write(responseBytes(customer)));
      });
      const payments = client(`http://127.0.0.1:${port}`, connections({ keepAlive }));
      for (let call = 0; call < 3; call += 1) {
        await payments.customers.retrieve("Customer:1");
        await sleep(20);
      }
      expect(opened).toBe(1);
    },
  );

  it("is free again after an unread, a cancelled and an aborted body", async () => {
    const long = "x".repeat(4 * 2 ** 20);
    const server = createServer((request, response) =>
      response.writeHead(200).end(request.url === "/long" ? long : customer),
    );
    const base = `http://127.0.0.1:${await listening(server)}`;
    const fetch = connections({ connections: 1 });
    for (let unread = 0; unread < 3; unread += 1) await fetch(`${base}/short`);
    await (await fetch(`${base}/long`)).body?.cancel();
    const controller = new AbortController();
    const aborted = await fetch(`${base}/long`, { signal: controller.signal });
    const reading = aborted.text();
    controller.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    expect(await (await fetch(`${base}/long`)).text()).toBe(long);
    await vi.waitFor(() => expect(fetch.stats).toMatchObject({ pending: 0, running: 0 }));
  });

  it("is not used by a call that was aborted while it waited", async () => {
    const seen: (string | undefined)[] = [];
    let finish = () => {};
    const server = createServer((request, response) => {
      seen.push(request.url);
      finish = () => void response.writeHead(200, asJson).end(customer);
    });
    const base = `http://127.0.0.1:${await listening(server)}`;
    const fetch = connections({ connections: 1 });
    const first = fetch(`${base}/first`);
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    const controller = new AbortController();
    const second = fetch(`${base}/second`, { signal: controller.signal });
    controller.abort(new Error("too late"));
    await expect(second).rejects.toThrow("too late");
    finish();
    await first;
    const third = fetch(`${base}/third`);
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    finish();
    await third;
    expect(seen).toEqual(["/first", "/third"]);
  });
});

describe("a response", () => {
  it("that redirects is rejected and not followed", async () => {
    const other = await startServer(inOrder(reply(200)));
    const server = await startServer(inOrder(redirect(307, `${other.url}/transfer-in`)));
    const error = await rejection(client(server.url, connections()).transfers.in(transfer));
    expect(error).toMatchObject({ code: "REDIRECTED", outcome: "unknown" });
    expect(other.requests).toEqual([]);
  });

  it("that is incomplete, or is a portal's page, leaves the outcome unknown", async () => {
    const server = await startServer(inOrder(cutBody(200), html(200, "<h1>Portal</h1>")));
    const payments = client(server.url, connections());
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      code: "CONNECTION_FAILED",
      outcome: "unknown",
    });
    await expect(payments.transfers.in(transfer)).rejects.toMatchObject({ outcome: "unknown" });
  });

  it("that stalls ends with the timeout", async () => {
    const server = await startServer(inOrder(stallBody(200)));
    const fetch = connections();
    const payments = client(server.url, fetch, { timeout: 40 });
    expect(await rejection(payments.customers.retrieve("Customer:1"))).toMatchObject({
      name: "TimeoutError",
    });
    await vi.waitFor(() => expect(fetch.stats.connected).toBe(0));
  });

  it("may be compressed", async () => {
    const encodings: unknown[] = [];
    const server = createServer((request, response) => {
      encodings.push(request.headers["accept-encoding"]);
      response.writeHead(200, { ...asJson, "content-encoding": "gzip" }).end(gzipSync(customer));
    });
    const payments = client(`http://127.0.0.1:${await listening(server)}`, connections());
    expect(await payments.customers.retrieve("Customer:1")).toMatchObject({ id: "Customer:1" });
    expect(encodings).toEqual(["gzip"]);
  });

  it("is a `Response`, and each method to read it works once, like the platform's", async () => {
    const text = '\ufeff{"name":"Ünï"}';
    const server = createServer((_request, response) => {
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      response.setHeader("x-name", Buffer.from("Ünï", "latin1").toString("latin1"));
      response.writeHead(201, "Made", { "content-type": "application/json" }).end(text);
    });
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const get = connections();
    const facts = async (fetch: (url: string) => Promise<Response>) => {
      const response = await fetch(url);
      const { status, statusText, ok, headers, bodyUsed } = response;
      const clone = (await fetch(url)).clone();
      const used = await fetch(url);
      const first = await used.text();
      return {
        response: response instanceof Response,
        facts: [status, statusText, ok, bodyUsed, headers.getSetCookie()],
        text: first,
        json: await (await fetch(url)).json().catch((error: Error) => error.name),
        bytes: [...new Uint8Array(await (await fetch(url)).arrayBuffer())],
        blob: await (await fetch(url)).blob().then((blob) => [blob.size, blob.type]),
        clone: await clone.text(),
        stream: await new Response((await fetch(url)).body).text(),
        again: await used.text().catch((error: Error) => error.name),
        used: used.bodyUsed,
      };
    };
    expect(await facts(get)).toEqual(await facts((address) => globalThis.fetch(address)));
    // A proxy may write the words of a status in its own language.
    const port = await rawServer((socket) =>
      socket.once("data", () => socket.write("HTTP/1.1 200 Zażółć\r\ncontent-length: 2\r\n\r\n{}")),
    );
    expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, statusText: "" });
    const empty = createServer((_request, response) => response.writeHead(204).end());
    const bodiless = await get(`http://127.0.0.1:${await listening(empty)}/`);
    expect(bodiless.body).toBeNull();
  });
});

describe("a request", () => {
  it("carries a form as the platform's `fetch` sends it", async () => {
    const server = await startServer(inOrder(reply(200)));
    const form = new FormData();
    form.append("file", new Blob(["content"], { type: "application/pdf" }), "a.pdf");
    await connections()(server.url, { method: "POST", body: form });
    expect(server.requests[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.requests[0]?.headers["content-length"]).toBe(String(server.requests[0]?.body.length));
    expect(server.requests[0]?.body).toContain('filename="a.pdf"');
  });

  it("that cannot be sent executes nothing", async () => {
    const error = connections()("http://127.0.0.1:1/", { method: "BAD METHOD" });
    await expect(error).rejects.toMatchObject({ syscall: "connect" });
  });
});

describe("without undici", () => {
  it("a call names the package to install, and executes nothing", async () => {
    vi.resetModules();
    vi.doMock("undici", () => {
      throw Object.assign(new Error("Cannot find package 'undici'"), { code: "ERR_MODULE_NOT_FOUND" });
    });
    const fresh: { nodeFetch: typeof nodeFetch } = await import("payments-sdk/node");
    const fetch = fresh.nodeFetch();
    expect(await rejection(client("http://127.0.0.1:1", fetch).transfers.in(transfer))).toMatchObject({
      outcome: "not-executed",
      platformCode: "ERR_MODULE_NOT_FOUND",
      cause: { message: expect.stringContaining("npm install undici") },
    });
    vi.doUnmock("undici");
    await fetch.close();
    expect(fetch.stats.connected).toBe(0);
  });
});

describe("an error in a handler fails the call", () => {
  const respond = (status: number) =>
    rawServer((socket) =>
      socket.once("data", () => socket.write(`HTTP/1.1 ${status} OK\r\ncontent-length: 2\r\n\r\n{}`)),
    );

  it("of the response: a status that `Response` refuses", async () => {
    const payments = client(`http://127.0.0.1:${await respond(999)}`, connections());
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      code: "CONNECTION_FAILED",
      outcome: "unknown",
    });
  });

  it.each([
    ["start", "aborted", 3],
    ["end", "removeEventListener", 1],
  ] as const)("of the %s of a request: a signal that throws", async (_what, member, at) => {
    let uses = 0;
    const signal = new Proxy(new AbortController().signal, {
      get(target, name) {
        if (name === member && (uses += 1) === at) throw new Error("broken signal");
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const call = connections()(`http://127.0.0.1:${await respond(200)}/`, { signal });
    await expect(call.then((response) => response.text())).rejects.toThrow("broken signal");
    expect(uses).toBeGreaterThanOrEqual(at);
  });
});
