import type { NodeHandler } from "payments-sdk/relay";
import { EventEmitter } from "node:events";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "payments-sdk/relay";
import { afterEach, describe, expect, it, vi } from "vitest";

type NodeRequest = Parameters<NodeHandler>[0];
type NodeResponse = Parameters<NodeHandler>[1];

afterEach(() => void vi.useRealTimers());

class Fake {
  readonly #events = new EventEmitter();

  on(event: string, listener: (...values: never[]) => void): void {
    this.#events.on(event, listener as () => void); // The handler knows what each event brings.
  }

  emit(event: string, value?: unknown): void {
    this.#events.emit(event, value);
  }

  listenerCount(event: string): number {
    return this.#events.listenerCount(event);
  }
}

/** A fake request of `node:http` that records its calls. */
class FakeRequest extends Fake implements NodeRequest {
  method: string | undefined = "POST";
  url: string | undefined = "/wallet/quotes";
  /** An adapter, such as serverless-http, fills no `rawHeaders`. */
  headers: NodeRequest["headers"] = { "content-type": "text/plain" };
  readableEnded = false;
  readonly calls: string[] = [];

  pause = () => this.calls.push("pause");
  resume = () => this.calls.push("resume");
  destroy = () => this.calls.push("destroy");
}

class FakeResponse extends Fake implements NodeResponse {
  statusCode = 0;
  writableEnded = false;
  destroyed = false;
  setHeader = vi.fn();
  end = vi.fn();
}

/** Runs a handler of one request. The body arrives before the relay responds. */
async function handle(request: FakeRequest, relay: (request: Request) => Response | Promise<Response>) {
  const response = new FakeResponse();
  const handler = toNodeHandler(async (made) => {
    const result = await relay(made);
    request.readableEnded = true;
    return result;
  });
  await handler(request, response);
  return response;
}

const enough = () => new Response(null, { status: 204 });

describe("a body under toNodeHandler", () => {
  it("is not read before the relay asks for it", async () => {
    const request = new FakeRequest();
    let before: string[] = [];
    await handle(request, () => {
      before = [...request.calls];
      return enough();
    });
    expect(before).toEqual(["pause"]);
    expect(request.calls).toEqual(["pause"]);
  });

  it("is read piece by piece", async () => {
    const request = new FakeRequest();
    const response = await handle(request, async ({ body }) => {
      const reader = body!.getReader();
      for (const text of ["a", "b"]) {
        const reading = reader.read();
        await vi.waitUntil(() => request.calls.at(-1) === "resume");
        request.emit("data", Buffer.from(text));
        expect(Buffer.from((await reading).value!).toString()).toBe(text);
        expect(request.calls.at(-1)).toBe("pause");
      }
      const reading = reader.read();
      request.emit("end");
      request.emit("close");
      expect(await reading).toEqual({ done: true, value: undefined });
      return enough();
    });
    expect(response.statusCode).toBe(204);
  });

  it.each(["error", "close"])("fails if the connection emits `%s` before its end", async (event) => {
    const request = new FakeRequest();
    const response = await handle(request, async (whole) => {
      const reading = whole.text();
      request.emit(event, new Error("reset"));
      request.emit("close");
      await expect(reading).rejects.toThrow("closed");
      return enough();
    });
    expect(response.statusCode).toBe(204);
  });

  it("may continue after the relay has cancelled it", async () => {
    const request = new FakeRequest();
    const response = await handle(request, async ({ body }) => {
      await body!.cancel();
      return enough();
    });
    expect(response.end).toHaveBeenCalledTimes(1);
    const { calls } = request;
    const before = calls.length;
    request.emit("data", Buffer.from("more"));
    request.emit("end");
    request.emit("close");
    expect(calls.slice(before)).toEqual([]);
  });
});

describe("a response of toNodeHandler", () => {
  it.each(["destroyed", "writableEnded"] as const)(
    "is not sent if the Node response is %s",
    async (state) => {
      const response = new FakeResponse();
      response[state] = true;
      await toNodeHandler(enough)(new FakeRequest(), response);
      expect(response.statusCode).toBe(0);
      expect(response.end).not.toHaveBeenCalled();
    },
  );

  it("without a body ends without one", async () => {
    const response = await handle(new FakeRequest(), enough);
    expect(response.end.mock.calls).toEqual([[undefined]]);
  });

  it("is sent at once after a fully read request", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const request = new FakeRequest();
    await handle(request, enough);
    expect(vi.getTimerCount()).toBe(0);
    expect(request.calls).not.toContain("resume");
  });

  it.each(["end", "close"])("waits for the rest of the request, until its `%s`", async (event) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { request, response, handled } = unfinished();
    await vi.waitUntil(() => request.calls.at(-1) === "resume");
    request.emit("data", Buffer.alloc(1_000_000));
    expect(response.end).not.toHaveBeenCalled();
    request.emit(event);
    await handled;
    expect(response.end).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(response.setHeader).not.toHaveBeenCalled();
  });

  it("keeps the connection of a request of exactly 16 MiB", async () => {
    const { request, response, handled } = unfinished();
    await vi.waitUntil(() => request.calls.at(-1) === "resume");
    for (let sent = 0; sent < 16; sent += 1) request.emit("data", Buffer.alloc(2 ** 20));
    request.emit("end");
    await handled;
    expect(response.setHeader).not.toHaveBeenCalled();
    expect(response.end).toHaveBeenCalledTimes(1);
  });

  it("closes the connection of a request one byte longer than 16 MiB", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { request, response, handled } = unfinished();
    await vi.waitUntil(() => request.calls.at(-1) === "resume");
    for (let sent = 0; sent < 16; sent += 1) request.emit("data", Buffer.alloc(2 ** 20));
    request.emit("data", Buffer.alloc(1));
    await handled;
    expect(response.setHeader.mock.calls).toEqual([["connection", "close"]]);
    expect(response.end).toHaveBeenCalledTimes(1);
    expect(request.calls).not.toContain("destroy");
    response.emit("finish");
    expect(request.calls.at(-1)).toBe("destroy");
  });
});

/** A request with a body that arrives after the relay has responded. */
function unfinished() {
  const request = new FakeRequest();
  const response = new FakeResponse();
  return { request, response, handled: toNodeHandler(enough)(request, response) };
}

describe("a handler of toNodeHandler", () => {
  it("reports an error of the response, and does not reject: another part has begun to respond", async () => {
    const begun = new Error("Cannot set headers after they are sent to the client");
    const response = new FakeResponse();
    response.setHeader = vi.fn(() => {
      throw begun;
    });
    const request = new FakeRequest();
    request.readableEnded = true;
    request.method = "GET";
    const onError = vi.fn();
    await toNodeHandler(() => Response.json({}), { onError })(request, response);
    expect(onError.mock.calls).toEqual([[begun]]);
  });
});

describe("a request of toNodeHandler", () => {
  const seen = async (request: FakeRequest) => {
    const requests: Request[] = [];
    const response = await handle(request, (made) => {
      requests.push(made);
      return enough();
    });
    return { requests, response };
  };

  it("is a GET without a body if the server names no method", async () => {
    const request = new FakeRequest();
    request.method = undefined;
    const { requests } = await seen(request);
    expect(requests).toMatchObject([{ method: "GET", url: "http://localhost/wallet/quotes", body: null }]);
    expect(request.listenerCount("data")).toBe(0);
  });

  it("may be fully read before if it has no body", async () => {
    const request = new FakeRequest();
    request.method = "GET";
    request.readableEnded = true;
    expect((await seen(request)).response.statusCode).toBe(204);
  });

  it.each([undefined, "", "*", "wallet/quotes"])("with the address %s is a 400", async (url) => {
    const request = new FakeRequest();
    request.url = url;
    request.readableEnded = true;
    const { requests, response } = await seen(request);
    expect(requests).toEqual([]);
    expect(response.statusCode).toBe(400);
  });

  it("has the headers that the server has parsed, each value of a list", async () => {
    const request = new FakeRequest();
    request.headers = { cookie: "a=1; b=2", "x-list": ["1", "2"], "x-absent": undefined };
    const { requests } = await seen(request);
    expect([...(requests[0]?.headers ?? [])]).toEqual([
      ["cookie", "a=1; b=2"],
      ["x-list", "1, 2"],
    ]);
  });

  it("has none of the pseudo-headers of HTTP/2", async () => {
    const server = createHttp2Server();
    const headers: string[] = [];
    const handler = toNodeHandler((request) => {
      headers.push(...request.headers.keys());
      return new Response("seen", { status: 201 });
    });
    // Node's type of `end` has its callback in the place of the body, too.
    server.on("request", (request, response) => void handler(request, response as unknown as NodeResponse));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // A TCP server that listens has an address object.
    const client = connectHttp2(`http://127.0.0.1:${port}`);
    try {
      const stream = client.request({ ":path": "/wallet/quotes", "x-mark": "here" });
      const status = new Promise((resolve) => stream.on("response", (given) => resolve(given[":status"])));
      stream.end();
      expect(await status).toBe(201);
      expect(headers).toEqual(["x-mark"]);
    } finally {
      client.destroy();
      server.close();
    }
  });
});
