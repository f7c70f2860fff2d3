import { describe, expect, it } from "vitest";
import { individual, signature, usdAccount } from "../support/parts";
import { id, World } from "../support/world";

describe("requests", () => {
  const send = (body: BodyInit, contentType = "application/json") =>
    new World().send("POST", "/customers", { body, headers: { "content-type": contentType } });

  it.each([
    ["broken JSON", "{"],
    ["a JSON array", "[]"],
    ["a JSON text", '"customer"'],
    ["JSON null", "null"],
    ["two JSON values", "{}{}"],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["a deep object", `${'{"a":'.repeat(100)}1${"}".repeat(100)}`],
    ["a very deep array", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["a prototype field", '{"customerType":"INDIVIDUAL","__proto__":{"isAdmin":true}}'],
    ["an escaped prototype field, nested", '{"customerType":"INDIVIDUAL","address":{"\\u005f_proto__":{}}}'],
  ])("with %s are 400 [GEN-03]", async (_title, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
  });

  it("ignore fields of an object's prototype", async () => {
    const body = '{"constructor":{"x":1},"hasOwnProperty":1,"toString":2,"customerType":"INDIVIDUAL"}';
    expect(await send(body)).toMatchObject({ status: 201 });
    expect(Object.prototype).not.toHaveProperty("x");
  });

  it("need the JSON content type if they have a body [GEN-03]", async () => {
    const body = JSON.stringify(individual);
    expect(await send(body, "text/plain")).toMatchObject({ status: 400 });
    expect(await send(body, "application/x-www-form-urlencoded")).toMatchObject({ status: 400 });
    expect(await send(body, "multipart/form-data; boundary=x")).toMatchObject({ status: 400 });
    expect(await send(body, "Application/JSON; charset=utf-8")).toMatchObject({ status: 201 });
  });

  it("without a required body are 400 [GEN-03]", async () => {
    expect(await new World().send("POST", "/customers")).toMatchObject({ status: 400 });
  });

  it("have a size limit", async () => {
    const body = JSON.stringify({ customerType: "INDIVIDUAL" });
    const headers = { "content-type": "application/json" };
    // The contract has no 413.
    const status = async (sent: string) =>
      (await World.odd().send("POST", "/customers", { body: sent, headers })).status;
    expect(await status(body.padEnd(1_048_576))).toBe(201);
    expect(await status(body.padEnd(1_048_577))).toBe(413);
  });

  it("get their responses as JSON, 204 without a body, each with a request id [GEN-03]", async () => {
    const api = new World();
    const account = await api.created("/platform/external-accounts", usdAccount());
    const listed = await api.get("/platform/external-accounts");
    const deleted = await api.delete(`/platform/external-accounts/${id(account)}`);
    const refused = await api.delete(`/platform/external-accounts/${id(account)}`);
    expect(listed.headers.get("content-type")).toBe("application/json");
    expect(refused.headers.get("content-type")).toBe("application/json");
    expect([deleted.status, deleted.body, deleted.headers.get("content-type")]).toEqual([
      204,
      undefined,
      null,
    ]);
    const requestIds = [listed, deleted, refused].map(({ headers }) => headers.get("x-request-id"));
    expect(new Set(requestIds).size).toBe(3);
    expect(requestIds).toEqual(api.simulator.requests.slice(1).map(({ requestId }) => requestId));
  });

  it("are logged with route, query, body and response", async () => {
    const api = new World();
    await api.post("/customers", { customerType: "PERSON" });
    await api.get("/customers?limit=1&region=US");
    expect(api.simulator.requests).toMatchObject([
      {
        method: "POST",
        path: "/customers",
        operation: "customers.create",
        route: "POST /customers",
        body: { customerType: "PERSON" },
        contentType: "application/json",
        status: 400,
        responseBody: { code: "INVALID_INPUT" },
        at: "2026-04-27T09:00:00.000Z",
      },
      {
        method: "GET",
        query: { limit: "1", region: "US" },
        status: 200,
        headers: { authorization: "[redacted]" },
      },
    ]);
    const seen: string[] = [];
    const stop = api.simulator.onExchange(({ method, path }) => seen.push(`${method} ${path}`));
    await api.get("/customers/x");
    stop();
    await api.get("/customers/y");
    expect(seen).toEqual(["GET /customers/x"]);
  });

  it("name what they changed themselves, when several run at once", async () => {
    const service = new World();
    const { simulator } = service;
    const { wallet } = await service.customer(["USD"]);
    await service.fund(wallet, 10_000_000);
    const bank = await service.external("EUR");
    const quote = await service.quote(service.quoteBody(wallet, bank, 1_000_000));
    const execute = () =>
      service.call("POST", `/quotes/${quote.id}/execute`, undefined, {
        ...signature,
        "idempotency-key": "k",
      });
    const before = simulator.ledgerEntries().length;
    const responses = await Promise.all([execute(), execute()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const entries = simulator.ledgerEntries().slice(before);
    expect(entries).toHaveLength(2);
    const [replay, first] = simulator.requests.slice(-2).sort((left) => (left.postings ? 1 : -1));
    expect(first).toMatchObject({ postings: entries, eventIds: expect.any(Array) });
    expect([replay?.postings, replay?.eventIds]).toEqual([undefined, undefined]);
  });

  it("are answered also if a listener throws, which surfaces on its own", async () => {
    const errors: unknown[] = [];
    const keep = (error: unknown) => void errors.push(error);
    const others = process.rawListeners("uncaughtException");
    process.removeAllListeners("uncaughtException").on("uncaughtException", keep);
    try {
      const api = new World();
      const error = new Error("a listener failed");
      api.simulator.onExchange(() => {
        throw error;
      });
      expect(await api.post("/customers", individual)).toMatchObject({ status: 201 });
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(errors).toEqual([error]);
    } finally {
      process.removeListener("uncaughtException", keep);
      for (const other of others) process.on("uncaughtException", other as () => void);
    }
  });

  it("accept every form of fetch arguments, and an abort", async () => {
    const { simulator, authorization } = new World();
    const url = `${simulator.clientOptions().baseUrl}/customers`;
    const headers = { authorization };
    expect((await simulator.fetch(new URL(url), { headers })).status).toBe(200);
    expect((await simulator.fetch(new Request(url, { headers }))).status).toBe(200);
    expect((await simulator.fetch(new Request(url), { headers })).status).toBe(200);
    const reason = new Error("changed my mind");
    await expect(simulator.fetch(url, { headers, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(simulator.requests).toHaveLength(3);
  });
});
