import { count, create, failure } from "../support/faults";
import { getEventListeners } from "node:events";
import { http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Fault } from "payments-sdk/simulator";
import { individual, usdAccount } from "../support/parts";
import type { Json } from "../support/parts";
import { clientOf, id, items, World } from "../support/world";

function withFault(fault: Omit<Fault, "operation">): World {
  const api = new World();
  api.simulator.faults.add({ operation: "POST /customers", times: 1, ...fault });
  return api;
}

describe("a fault in this process", () => {
  it("refuse: fails like Node's fetch, without any effect", async () => {
    const api = withFault({ kind: "refuse" });
    expect(await failure(create(api))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      code: "ECONNREFUSED",
    });
    expect(await count(api)).toBe(0);
    expect(await create(api)).toMatchObject({ status: 201 });
  });

  it("reset-before: the connection breaks, without any effect", async () => {
    const api = withFault({ kind: "reset-before" });
    expect(await failure(create(api))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      code: "ECONNRESET",
    });
    expect(await count(api)).toBe(0);
  });

  it("reset-after: the connection breaks after the service acted [IDM-06]", async () => {
    const api = withFault({ kind: "reset-after" });
    expect(await failure(create(api))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      code: "ECONNRESET",
    });
    expect(await count(api)).toBe(1);
    expect(api.simulator.requests[0]).toMatchObject({ fault: "reset-after", status: 201 });
  });

  it("stall-headers: the service acts, but the caller gets nothing until it gives up", async () => {
    const api = withFault({ kind: "stall-headers" });
    const controller = new AbortController();
    const call = create(api, controller.signal);
    const reason = new Error("out of patience");
    await count(api);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(await count(api)).toBe(1);
  });

  it("stall-body: the caller gets the headers and half a body, then nothing", async () => {
    const { simulator, authorization } = withFault({ kind: "stall-body" });
    const controller = new AbortController();
    const response = await simulator.fetch(`${simulator.clientOptions().baseUrl}/customers`, {
      method: "POST",
      body: JSON.stringify(individual),
      headers: { authorization, "content-type": "application/json" },
      signal: controller.signal,
    });
    expect(response.status).toBe(201);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toMatch(/^\{"id":"Customer:/);
    const rest = reader?.read();
    const reason = new Error("out of patience");
    controller.abort(reason);
    await expect(rest).rejects.toBe(reason);
  });

  it("stalls end with the abort of a Request, and remove their listeners", async () => {
    const api = withFault({ kind: "stall-headers", times: 2 });
    api.simulator.faults.add({ operation: "GET /customers", kind: "truncate" });
    const controller = new AbortController();
    const { signal } = controller;
    const send = (method: string) => {
      const headers = { authorization: api.authorization };
      return api.simulator.fetch(
        new Request(`${api.simulator.clientOptions().baseUrl}/customers`, { method, headers, signal }),
      );
    };
    const call = send("POST");
    const truncated = await send("GET");
    await truncated.text();
    globalThis.gc?.();
    const reason = new Error("out of patience");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    const direct = new AbortController();
    await api.simulator
      .fetch(`${api.simulator.clientOptions().baseUrl}/customers`, { signal: direct.signal })
      .then((response) => response.text());
    expect(getEventListeners(direct.signal, "abort")).toHaveLength(0);
  });

  it("reset-body: the connection breaks in the body", async () => {
    const api = withFault({ kind: "reset-body" });
    expect(await failure(create(api))).toMatchObject({ code: "ECONNRESET" });
    expect(await count(api)).toBe(1);
  });

  it("truncate: the response ends normally after half of the JSON", async () => {
    const api = withFault({ kind: "truncate" });
    await expect(create(api)).rejects.toThrow(SyntaxError);
    expect(await count(api)).toBe(1);
  });

  it.each<[Fault, number, string | null, unknown]>([
    [
      { kind: "status", status: 429, retryAfter: 7 },
      429,
      "7",
      expect.objectContaining({ code: "RATE_LIMITED" }),
    ],
    [{ kind: "status" }, 503, null, expect.objectContaining({ code: "INTERNAL_ERROR" })],
    [{ kind: "status", status: 422 }, 422, null, expect.objectContaining({ code: "INVALID_INPUT" })],
    [{ kind: "status", status: 204 }, 204, null, undefined],
    [{ kind: "status", status: 304 }, 304, null, undefined],
    [{ kind: "status", status: 403 }, 403, null, expect.objectContaining({ code: "FORBIDDEN" })],
    [
      { kind: "status", status: 503, retryAfter: "Fri, 20 Nov 2026 00:00:00 GMT" },
      503,
      "Fri, 20 Nov 2026 00:00:00 GMT",
      expect.anything(),
    ],
    [{ kind: "html" }, 502, null, expect.stringContaining("<html>")],
    [{ kind: "html", status: 200 }, 200, null, expect.stringContaining("<html>")],
    [{ kind: "empty" }, 500, null, undefined],
    [{ kind: "empty", status: 204 }, 204, null, undefined],
  ])("%j replaces the response [LIM-11, OP-30]", async (fault, status, retryAfter, body) => {
    const api = withFault(fault);
    const response = await create(api);
    expect(response).toMatchObject({ status });
    expect(response.body).toEqual(body);
    expect(response.headers.get("retry-after")).toBe(retryAfter);
    expect(await count(api)).toBe(0);
  });

  it.each<[number, string]>([
    [402, "INVALID_INPUT"],
    [410, "CUSTOMER_DELETED"],
    [412, "UNSUPPORTED_UMA_VERSION"],
    [423, "ACCOUNT_LOCKED"],
    [424, "PAYREQ_REQUEST_FAILED"],
    [501, "NOT_IMPLEMENTED"],
  ])("status %i has a code that refuses a payment: %s", async (status, code) => {
    const { simulator } = new World();
    simulator.faults.add({ kind: "status", status });
    const transfer = { source: { accountId: "a" }, destination: { accountId: "b" }, amount: 1 };
    const call = clientOf(simulator, { maxRetries: 0 }).transfers.out(transfer);
    await expect(call).rejects.toMatchObject({ code, status, outcome: "not-executed" });
  });

  it.each<[Fault["kind"], string]>([
    ["reset-body", "ECONNRESET"],
    ["stall-body", "stalled"],
    ["truncate", "204"],
  ])("%s of a response without a body: %s", async (kind, end) => {
    const api = new World();
    const account = id(await api.created("/platform/external-accounts", usdAccount()));
    api.simulator.faults.add({ kind, operation: "platform.externalAccounts.delete", times: 1 });
    const call = api.delete(`/platform/external-accounts/${account}`);
    const stalled = new Promise<string>((resolve) => setTimeout(resolve, 200, "stalled"));
    const ended = call.then(({ status }) => String(status));
    const broken = ended.catch((error: Error) => (error.cause as { code: string }).code);
    expect(await Promise.race([broken, stalled])).toBe(end);
    expect(await api.read("/platform/external-accounts")).toEqual({ data: [] });
  });

  it("a route with a status that has no body sends none", async () => {
    const api = new World();
    api.simulator.route("DELETE", "/reports", () => ({ status: 204, body: {} }));
    expect(await api.delete("/reports")).toMatchObject({ status: 204, body: undefined });
  });

  it("a replaced response can arrive after the service acted, with additional headers", async () => {
    const api = withFault({
      kind: "status",
      status: 302,
      headers: { Location: "https://elsewhere.test/" },
      after: true,
    });
    const response = await create(api);
    expect([response.status, response.headers.get("location")]).toEqual([302, "https://elsewhere.test/"]);
    expect(await count(api)).toBe(1);
  });

  it.each<[Fault, string, string]>([
    [{ kind: "status", headers: { "content-type": "text/plain" } }, "content-type", "text/plain"],
    [{ kind: "html", headers: { "CONTENT-TYPE": "text/plain" } }, "content-type", "text/plain"],
    [{ kind: "empty", retryAfter: 1, headers: { "retry-after": "2" } }, "retry-after", "2"],
    [{ kind: "nginx", headers: { server: "mine" } }, "server", "mine"],
  ])("%j sends its own header in place of the default one, in any case", async (fault, name, value) => {
    expect((await create(withFault(fault))).headers.get(name)).toBe(value);
  });

  it("a route sends its own content type in place of JSON, and the cache one age", async () => {
    const api = new World();
    api.simulator.faults.add({ kind: "cached" });
    const headers = { "content-type": "application/problem+json", age: "5" };
    api.simulator.route("GET", "/broken", () => ({ status: 200, headers, body: {} }));
    const sent = async () => {
      const response = await api.get("/broken");
      return [response.headers.get("content-type"), response.headers.get("age")];
    };
    expect([await sent(), await sent()]).toEqual([
      ["application/problem+json", "5"],
      ["application/problem+json", "60"],
    ]);
  });

  it("cached: the first call is none of those that it strikes", async () => {
    const api = new World();
    api.simulator.faults.add({ kind: "cached", operation: "customers.list", times: 1 });
    const ages = [];
    for (let calls = 0; calls < 3; calls += 1) ages.push((await api.get("/customers")).headers.get("age"));
    expect(ages).toEqual([null, "60", null]);
    expect(api.simulator.faults.list).toMatchObject([{ left: 0 }]);
  });

  it("duplicate: the request is delivered twice", async () => {
    const api = withFault({ kind: "duplicate" });
    expect(await create(api)).toMatchObject({ status: 201 });
    expect(await count(api)).toBe(2);
  });

  it("delay and latency delay the response, and an abort ends the wait", async () => {
    const api = withFault({ kind: "delay", delay: 5 });
    expect(await create(api)).toMatchObject({ status: 201 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = new World({ latency: "1m" });
    const controller = new AbortController();
    const reason = new Error("out of patience");
    slow.simulator.onExchange(() => {
      setImmediate(() => controller.abort(reason));
    });
    await expect(create(slow, controller.signal)).rejects.toBe(reason);
    expect(slow.simulator.requests).toMatchObject([{ status: 201 }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("msw handlers", () => {
  it("response global fetch, faults included", async () => {
    const api = new World();
    const { baseUrl } = api.simulator.clientOptions();
    const server = setupServer(...api.simulator.handlers(http));
    server.listen({ onUnhandledRequest: "error" });
    try {
      const headers = { authorization: api.authorization };
      const response = await fetch(`${baseUrl}/platform/internal-accounts?currency=USD`, { headers });
      expect(items((await response.json()) as Json)).toHaveLength(1);
      api.simulator.faults.add({ kind: "refuse", times: 1 });
      expect((await failure(fetch(`${baseUrl}/customers`, { headers }))).name).toBe("TypeError");
      expect((await fetch(`${baseUrl}/customers`, { headers })).status).toBe(200);
    } finally {
      server.close();
    }
  });
});
