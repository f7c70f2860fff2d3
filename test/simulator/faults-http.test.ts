import { describe, expect, it } from "vitest";
import type { Fault } from "payments-sdk/simulator";
import { individual } from "../support/parts";
import { createSimulator, World } from "../support/world";
import { count, create, failure } from "../support/faults";

describe("faults over HTTP", () => {
  async function serving<T>(use: (api: World) => Promise<T>, fault: Fault): Promise<T> {
    const simulator = createSimulator();
    const server = await simulator.listen();
    try {
      simulator.faults.add({ operation: "POST /customers", times: 1, ...fault });
      return await use(new World(simulator, server.url));
    } finally {
      await server.close();
    }
  }

  it.each<[Fault["kind"], number]>([
    ["refuse", 0],
    ["reset-before", 0],
    ["reset-after", 1],
    ["reset-body", 1],
  ])("%s breaks the connection after %i customers", async (kind, made) => {
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
  ])("%s stalls the client after %i customers", async (kind, made) => {
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

  it("duplicate delivers the request with its body twice", async () => {
    await serving(
      async (api) => {
        await api.created("/customers", individual);
        expect(await count(api)).toBe(2);
      },
      { kind: "duplicate" },
    );
  });

  it.each<Fault>([{ kind: "kong" }, { kind: "status", status: 503 }, { kind: "empty" }])(
    "$kind has the time of the simulator's clock, by which clients check expiry",
    async (fault) => {
      await serving(async (api) => {
        const { headers } = await api.post("/customers", individual);
        expect(headers.get("date")).toBe("Mon, 27 Apr 2026 09:00:00 GMT");
      }, fault);
    },
  );

  it.each(["date", "Date", "DATE"])("a fault's own %s header replaces that of the clock", async (name) => {
    const own = "Tue, 01 Jan 2030 00:00:00 GMT";
    await serving(
      async (api) => {
        expect((await api.post("/customers", individual)).headers.get("date")).toBe(own);
      },
      { kind: "status", headers: { [name]: own } },
    );
  });

  it("close() ends stalled connections", async () => {
    const simulator = createSimulator();
    const server = await simulator.listen();
    simulator.faults.add({ kind: "stall-headers" });
    const call = failure(create(new World(simulator, server.url)));
    await new Promise<void>((resolve) => {
      simulator.onExchange(() => {
        resolve();
      });
    });
    await server.close();
    expect((await call).name).toBe("TypeError");
  });

  it("stall-body with a delay sends the whole response, but truncate does not", async () => {
    await serving(
      async (api) =>
        expect(await create(api)).toMatchObject({ status: 201, body: { email: individual.email } }),
      {
        kind: "stall-body",
        delay: 5,
      },
    );
    await serving(async (api) => expect((await failure(create(api))).name).toBe("SyntaxError"), {
      kind: "truncate",
    });
  });

  it("status, html and empty replace the response", async () => {
    await serving(
      async (api) => {
        const response = await create(api);
        expect([response.status, response.headers.get("retry-after")]).toEqual([429, "2"]);
      },
      { kind: "status", status: 429, retryAfter: 2 },
    );
    await serving(async (api) => expect((await create(api)).body).toContain("<html>"), { kind: "html" });
    await serving(async (api) => expect(await create(api)).toMatchObject({ status: 500, body: undefined }), {
      kind: "empty",
    });
  });
});
