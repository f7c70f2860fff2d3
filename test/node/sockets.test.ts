import { createServer } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { responseOf } from "payments-sdk";
import type { NodeTransport, nodeTransport } from "payments-sdk/node";
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
  get,
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
    const transport = connections({ connections: 2 });
    expect(transport.stats).toEqual({ connected: 0, free: 0, pending: 0, running: 0 });
    const payments = client(`http://127.0.0.1:${await listening(server)}`, transport);
    const calls = Array.from({ length: 6 }, () => payments.customers.retrieve("Customer:1"));
    await vi.waitFor(() => expect(transport.stats).toMatchObject({ running: 2, pending: 4 }));
    isHeld = false;
    for (const respond of held) respond();
    await Promise.all(calls);
    expect(opened).toBe(2);
    await vi.waitFor(() =>
      expect(transport.stats).toEqual({ connected: 2, free: 2, pending: 0, running: 0 }),
    );
    await transport.close();
    // Two parts of a program may close it, in any order.
    await Promise.all([transport.close(), transport.destroy(), transport.close()]);
    expect(transport.stats).toEqual({ connected: 0, free: 0, pending: 0, running: 0 });
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
    const transport = connections();
    const payments = client(`http://127.0.0.1:${port}`, transport, { maxRetries: 1 });
    await payments.customers.retrieve("Customer:1");
    await vi.waitFor(() => expect(transport.stats.free).toBe(1));
    const made = await payments.transfers.in(transfer);
    expect(made).toMatchObject({ id: "Transaction:1" });
    expect(responseOf(made)?.attempts).toBe(2);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it("that the server has closed is not reused, so a call without a key is sent once", async () => {
    const port = await rawServer((socket) => socket.once("data", () => socket.end(responseBytes(customer))));
    const transport = connections();
    const payments = client(`http://127.0.0.1:${port}`, transport);
    for (let call = 0; call < 3; call += 1) {
      await payments.customers.create({ customerType: "INDIVIDUAL" });
      await vi.waitFor(() => expect(transport.stats.connected).toBe(0));
    }
  });

  it("closes after `keepAlive`, or earlier if the server asks for it", async () => {
    const server = createServer((_request, response) => response.writeHead(200, asJson).end(customer));
    server.keepAliveTimeout = 60_000;
    const transport = connections({ keepAlive: 5 });
    await client(`http://127.0.0.1:${await listening(server)}`, transport).customers.retrieve("Customer:1");
    await vi.waitFor(() => expect(transport.stats.connected).toBe(0));
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

  // A time limit of 500 ms in real time: the first part of the body must arrive within it on a busy machine.
  it("is free again after a call that was aborted or timed out in the middle of its body", async () => {
    const long = JSON.stringify("x".repeat(4 * 2 ** 20));
    let isWhole = false;
    const server = createServer((_request, response) => {
      response.writeHead(200, asJson).write(long.slice(0, 100));
      if (isWhole) response.end(long.slice(100));
    });
    const request = get(`http://127.0.0.1:${await listening(server)}/long`);
    const transport = connections({ connections: 1 });
    const controller = new AbortController();
    const aborted = transport(request, 10_000, controller.signal);
    await vi.waitFor(() => expect(transport.stats.running).toBe(1));
    await sleep(20);
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toMatchObject({ cause: { message: "enough" } });
    await expect(transport(request, 500, undefined)).rejects.toMatchObject({
      reached: "responded",
      isTimeout: true,
    });
    isWhole = true;
    expect((await transport(request, 10_000, undefined)).text).toBe(long);
    await vi.waitFor(() => expect(transport.stats).toMatchObject({ pending: 0, running: 0 }));
  });

  it("is not used by a call that was aborted or timed out while it waited", async () => {
    const seen: (string | undefined)[] = [];
    let finish = () => {};
    const server = createServer((request, response) => {
      seen.push(request.url);
      finish = () => void response.writeHead(200, asJson).end(customer);
    });
    const base = `http://127.0.0.1:${await listening(server)}`;
    const transport = connections({ connections: 1 });
    const first = transport(get(`${base}/first`), 10_000, undefined);
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    const controller = new AbortController();
    const second = transport(get(`${base}/second`), 10_000, controller.signal);
    controller.abort(new Error("too late"));
    await expect(second).rejects.toMatchObject({ reached: "not sent", cause: { message: "too late" } });
    // Nothing was sent, so the payment may be made again.
    const payments = client(base, transport, { timeout: 30 });
    await expect(payments.transfers.in(transfer)).rejects.toMatchObject({
      code: "TIMEOUT",
      outcome: "not-executed",
    });
    finish();
    await first;
    const third = transport(get(`${base}/third`), 10_000, undefined);
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
    const transport = connections();
    const payments = client(server.url, transport, { timeout: 40 });
    expect(await rejection(payments.customers.retrieve("Customer:1"))).toMatchObject({
      name: "TimeoutError",
    });
    await vi.waitFor(() => expect(transport.stats.connected).toBe(0));
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

  it("has the text and the headers that the platform reads", async () => {
    const text = '\ufeff{"id":"Customer:1","name":"Ünï"}';
    const server = createServer((_request, response) => {
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      response.setHeader("x-name", "Ünï");
      response.writeHead(200, asJson).end(text);
    });
    const baseUrl = `http://127.0.0.1:${await listening(server)}`;
    const facts = async (transport: NodeTransport | undefined) => {
      const read = await client(baseUrl, transport).customers.retrieve("Customer:1");
      const { headers, status } = responseOf(read) ?? {};
      return [read, status, headers?.getSetCookie(), headers?.get("x-name"), headers?.has("x-other")];
    };
    const ofPlatform = await facts(undefined);
    expect(ofPlatform.slice(2)).toEqual([["a=1", "b=2"], "Ünï", false]);
    expect(await facts(connections())).toEqual(ofPlatform);
  });

  it("with an error has its status, even if its body breaks", async () => {
    const server = await startServer(inOrder(cutBody(409)));
    await expect(client(server.url, connections()).transfers.in(transfer)).rejects.toMatchObject({
      status: 409,
      name: "ConflictError",
    });
  });

  it("that is not gzip although it says so leaves the outcome unknown", async () => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { ...asJson, "content-encoding": "gzip" }).end(customer),
    );
    const payments = client(`http://127.0.0.1:${await listening(server)}`, connections());
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ outcome: "unknown" });
  });
});

describe("a request", () => {
  it("carries a form as the platform's `fetch` sends it", async () => {
    const server = await startServer(inOrder(reply(200)));
    const form = new FormData();
    form.append("file", new Blob(["content"], { type: "application/pdf" }), "a.pdf");
    await connections()({ ...get(server.url), method: "POST", body: form }, 10_000, undefined);
    expect(server.requests[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.requests[0]?.headers["content-length"]).toBe(String(server.requests[0]?.body.length));
    expect(server.requests[0]?.body).toContain('filename="a.pdf"');
  });

  it("goes to the address that the platform makes of it", async () => {
    const server = await startServer(inOrder(reply(200)));
    await connections()(get(`${server.url}/a/../b c#part`), 10_000, undefined);
    expect(server.requests[0]?.path).toMatch(/\/b%20c$/);
  });

  it("that cannot be sent executes nothing", async () => {
    const call = connections()({ ...get("http://127.0.0.1:1/"), method: "BAD METHOD" }, 10_000, undefined);
    await expect(call).rejects.toMatchObject({ reached: "not sent" });
  });
});

describe("without undici", () => {
  it("a call names the package to install, and executes nothing", async () => {
    vi.resetModules();
    vi.doMock("undici", () => {
      throw Object.assign(new Error("Cannot find package 'undici'"), { code: "ERR_MODULE_NOT_FOUND" });
    });
    const fresh: { nodeTransport: typeof nodeTransport } = await import("payments-sdk/node");
    const transport = fresh.nodeTransport();
    expect(await rejection(client("http://127.0.0.1:1", transport).transfers.in(transfer))).toMatchObject({
      outcome: "not-executed",
      platformCode: "UNDICI_NOT_INSTALLED",
      cause: { message: expect.stringContaining("npm install undici") },
    });
    vi.doUnmock("undici");
    await transport.close();
    expect(transport.stats.connected).toBe(0);
  });
});

it("a response with a status that HTTP does not have fails the call", async () => {
  const port = await rawServer((socket) =>
    socket.once("data", () => socket.write("HTTP/1.1 999 OK\r\ncontent-length: 2\r\n\r\n{}")),
  );
  const payments = client(`http://127.0.0.1:${port}`, connections());
  expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
    code: "CONNECTION_FAILED",
    outcome: "unknown",
  });
});
