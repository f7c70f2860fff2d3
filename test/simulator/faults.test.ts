import { getEventListeners } from "node:events";
import { http } from "msw";
import { setupServer } from "msw/node";
import { describe, expect, it } from "vitest";
import type { Fault } from "payments-sdk/simulator";
import { id, individual, items, RawApi } from "../support/raw-api";
import type { Json } from "../support/raw-api";
import { createSimulator } from "../support/simulator";

/** Calls, until the connection fails. */
async function failure(call: Promise<unknown>): Promise<{ name: string; message: string; code: unknown }> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error("the call did not fail");
  const cause = error.cause;
  return {
    name: error.name,
    message: error.message,
    code: cause instanceof Error && "code" in cause ? cause.code : undefined,
  };
}

const create = (api: RawApi, signal?: AbortSignal) =>
  api.send("POST", "/customers", {
    body: JSON.stringify(individual),
    headers: { "content-type": "application/json" },
    ...(signal ? { signal } : {}),
  });

const count = async (api: RawApi) => (await api.read("/customers"))["totalCount"];

function withFault(fault: Omit<Fault, "operation">): RawApi {
  const api = new RawApi();
  api.simulator.faults.add({ operation: "POST /customers", times: 1, ...fault });
  return api;
}

describe("a fault in this process", () => {
  it("refuse: fails like Node's fetch, nothing happened", async () => {
    const api = withFault({ kind: "refuse" });
    expect(await failure(create(api))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      code: "ECONNREFUSED",
    });
    expect(await count(api)).toBe(0);
    expect(await create(api)).toMatchObject({ status: 201 });
  });

  it("reset-before: the connection breaks, nothing happened", async () => {
    const api = withFault({ kind: "reset-before" });
    expect(await failure(create(api))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      code: "ECONNRESET",
    });
    expect(await count(api)).toBe(0);
  });

  it("reset-after: the connection breaks, the service has acted [IDM-06]", async () => {
    const api = withFault({ kind: "reset-after" });
    expect(await failure(create(api))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      code: "ECONNRESET",
    });
    expect(await count(api)).toBe(1);
    expect(api.simulator.requests[0]).toMatchObject({ fault: "reset-after", status: 201 });
  });

  it("stall-headers: silence until the caller gives up; the service has acted", async () => {
    const api = withFault({ kind: "stall-headers" });
    const controller = new AbortController();
    const call = create(api, controller.signal);
    const reason = new Error("out of patience");
    await count(api);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(await count(api)).toBe(1);
  });

  it("stall-body: headers and half a body, then silence", async () => {
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

  it("stalls hear the abort of a Request that nobody else keeps, and leave no listener behind", async () => {
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

  it("reset-body: the body breaks off", async () => {
    const api = withFault({ kind: "reset-body" });
    expect(await failure(create(api))).toMatchObject({ code: "ECONNRESET" });
    expect(await count(api)).toBe(1);
  });

  it("truncate: half of the JSON, cleanly ended", async () => {
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
  ])("%j replaces the answer [LIM-11, OP-30]", async (fault, status, retryAfter, body) => {
    const api = withFault(fault);
    const answer = await create(api);
    expect(answer).toMatchObject({ status });
    expect(answer.body).toEqual(body);
    expect(answer.headers.get("retry-after")).toBe(retryAfter);
    expect(await count(api)).toBe(0);
  });

  it("a replaced answer can come after the service acted, with more headers", async () => {
    const api = withFault({
      kind: "status",
      status: 302,
      headers: { Location: "https://elsewhere.test/" },
      after: true,
    });
    const answer = await create(api);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://elsewhere.test/"]);
    expect(await count(api)).toBe(1);
  });

  it("duplicate: the request is delivered twice", async () => {
    const api = withFault({ kind: "duplicate" });
    expect(await create(api)).toMatchObject({ status: 201 });
    expect(await count(api)).toBe(2);
  });

  it("delay and latency hold the answer back, and an abort ends the waiting", async () => {
    const api = withFault({ kind: "delay", delayMs: 5 });
    expect(await create(api)).toMatchObject({ status: 201 });
    const slow = new RawApi({ latency: 60_000 });
    const controller = new AbortController();
    const reason = new Error("out of patience");
    slow.simulator.onExchange(() => {
      controller.abort(reason);
    });
    await expect(create(slow, controller.signal)).rejects.toBe(reason);
    expect(slow.simulator.requests).toMatchObject([{ status: 201 }]);
  });
});

describe("which calls a fault hits", () => {
  const statuses = async (api: RawApi, paths: [string, string][]) => {
    const seen: number[] = [];
    for (const [method, path] of paths) seen.push((await api.send(method, path)).status);
    return seen;
  };

  it.each<[Fault["operation"], [string, string][]]>([
    ["GET /customers", [["GET", "/customers"]]],
    [
      "/customers",
      [
        ["GET", "/customers"],
        ["POST", "/customers"],
      ],
    ],
    [
      "GET /customers/{customerId}",
      [
        ["GET", "/customers/Customer:1"],
        ["GET", "/customers/Customer%3A1"],
      ],
    ],
    ["GET /customers/Customer:1", [["GET", "/customers/Customer%3A1"]]],
    [
      /^(GET|DELETE) \/platform/,
      [
        ["GET", "/platform/internal-accounts"],
        ["DELETE", "/platform/external-accounts/x"],
      ],
    ],
    [
      /customers/g,
      [
        ["GET", "/customers"],
        ["GET", "/customers"],
      ],
    ],
    [
      undefined,
      [
        ["GET", "/customers"],
        ["GET", "/nowhere"],
      ],
    ],
  ])("%s", async (operation, hit) => {
    const api = new RawApi();
    api.simulator.faults.add({ kind: "status", status: 418, operation });
    expect(await statuses(api, hit)).toEqual(hit.map(() => 418));
    if (operation !== undefined) {
      expect(
        await statuses(api, [
          ["GET", "/transactions"],
          ["PATCH", "/quotes"],
        ]),
      ).not.toContain(418);
    }
  });

  it("is decided by times, skip and order; removal and clear end it", async () => {
    const api = new RawApi();
    const { faults } = api.simulator;
    const call = async () => (await api.get("/customers")).status;
    const calls = async (number: number) => {
      const seen: number[] = [];
      for (let index = 0; index < number; index += 1) seen.push(await call());
      return seen;
    };
    faults.add({ kind: "status", status: 500, skip: 1, times: 2 });
    const remove = faults.add({ kind: "status", status: 503 });
    expect(await calls(4)).toEqual([503, 500, 500, 503]);
    remove();
    expect(await calls(1)).toEqual([200]);
    faults.add({ kind: "status", status: 500 });
    faults.clear();
    expect(await calls(1)).toEqual([200]);
  });

  it("is a repeatable share of them with rate", async () => {
    const run = async (seed: string) => {
      const api = new RawApi({ seed });
      api.simulator.faults.add({ kind: "status", rate: 0.3 });
      const hits: boolean[] = [];
      for (let index = 0; index < 300; index += 1) hits.push((await api.get("/customers")).status === 503);
      return hits;
    };
    const first = await run("a");
    expect(await run("a")).toEqual(first);
    expect(await run("b")).not.toEqual(first);
    const share = first.filter(Boolean).length / first.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
  });

  it("does not change the identifiers of the run", async () => {
    const run = async (fault: boolean) => {
      const api = new RawApi();
      if (fault) api.simulator.faults.add({ kind: "status", rate: 0.5, operation: "GET /customers" });
      await api.get("/customers");
      return id(await api.created("/customers", individual));
    };
    expect(await run(true)).toBe(await run(false));
  });

  it.each([{ operation: "quotes" }, { operation: "post /quotes" }, { rate: 1.5 }, { rate: -1 }])(
    "refuses %j",
    (fault) => {
      expect(() => createSimulator().faults.add({ kind: "refuse", ...fault })).toThrow(/operation|rate/);
    },
  );
});

describe("faults over HTTP", () => {
  async function serving<T>(use: (api: RawApi) => Promise<T>, fault: Fault): Promise<T> {
    const simulator = createSimulator();
    const server = await simulator.listen();
    try {
      simulator.faults.add({ operation: "POST /customers", times: 1, ...fault });
      return await use(new RawApi(simulator, server.url));
    } finally {
      await server.close();
    }
  }

  it.each<[Fault["kind"], number]>([
    ["refuse", 0],
    ["reset-before", 0],
    ["reset-after", 1],
    ["reset-body", 1],
  ])("%s cuts the connection; %i customers were made", async (kind, made) => {
    await serving(
      async (api) => {
        expect((await failure(create(api))).name).toBe("TypeError");
        expect(await count(api)).toBe(made);
      },
      { kind },
    );
  });

  it.each<[Fault["kind"], number]>([
    ["stall-headers", 1],
    ["stall-body", 1],
  ])("%s keeps the client waiting; %i customers were made", async (kind, made) => {
    await serving(
      async (api) => {
        const controller = new AbortController();
        const reason = new Error("out of patience");
        const stop = api.simulator.onExchange(() => {
          controller.abort(reason);
        });
        await expect(create(api, controller.signal)).rejects.toBe(reason);
        stop();
        expect(await count(api)).toBe(made);
      },
      { kind },
    );
  });

  it("close() ends connections that a stall holds open", async () => {
    const simulator = createSimulator();
    const server = await simulator.listen();
    simulator.faults.add({ kind: "stall-headers" });
    const call = failure(create(new RawApi(simulator, server.url)));
    await new Promise<void>((resolve) => {
      simulator.onExchange(() => {
        resolve();
      });
    });
    await server.close();
    expect((await call).name).toBe("TypeError");
  });

  it("stall-body with a delay comes whole in the end, truncate does not", async () => {
    await serving(
      async (api) =>
        expect(await create(api)).toMatchObject({ status: 201, body: { email: individual.email } }),
      {
        kind: "stall-body",
        delayMs: 5,
      },
    );
    await serving(async (api) => expect((await failure(create(api))).name).toBe("SyntaxError"), {
      kind: "truncate",
    });
  });

  it("status, html and empty replace the answer", async () => {
    await serving(
      async (api) => {
        const answer = await create(api);
        expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "2"]);
      },
      { kind: "status", status: 429, retryAfter: 2 },
    );
    await serving(async (api) => expect((await create(api)).body).toContain("<html>"), { kind: "html" });
    await serving(async (api) => expect(await create(api)).toMatchObject({ status: 500, body: undefined }), {
      kind: "empty",
    });
  });
});

describe("msw handlers", () => {
  it("answer global fetch, faults included", async () => {
    const api = new RawApi();
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
