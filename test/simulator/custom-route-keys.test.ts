import { describe, expect, expectTypeOf, it } from "vitest";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";

interface paths {
  "/cards": {
    post: {
      requestBody: { content: { "application/json": { name: string } } };
      responses: { 201: { content: { "application/json": { id: string } } } };
    };
  };
}

describe("a route of a test", () => {
  it("acts once under a key, and gives the stored response again", async () => {
    const simulator = new Simulator();
    const made: string[] = [];
    simulator.routes<paths>({
      "POST /cards": ({ body }) => {
        made.push(body.name);
        return { status: 201, body: { id: `Card:${made.length}` } };
      },
    });
    simulator.faults.add({ kind: "reset-after", operation: "POST /cards", times: 1 });
    const payments = new PaymentsClient({ ...simulator.clientOptions(), retryDelay: () => 0 });
    const create = (idempotencyKey: string) =>
      payments.request("POST", "/cards", { body: { name: "Ada" }, idempotencyKey });
    const first = await create("one");
    expect(first).toEqual({ id: "Card:1" });
    expect(await create("one")).toEqual(first);
    expect(made).toEqual(["Ada"]);
    expect(await create("two")).toEqual({ id: "Card:2" });
    expect(simulator.requests.at(-1)).toMatchObject({ route: "POST /cards", custom: true });
  });
});

describe("a logged request", () => {
  it("has the name of the client's method, and no other", async () => {
    const simulator = new Simulator();
    const payments = new PaymentsClient(simulator.clientOptions());
    await payments.customers.create({ customerType: "INDIVIDUAL" });
    const [request] = simulator.requests;
    expect(request?.operation).toBe("customers.create");
    expect(request?.route).toBe("POST /customers");
    expectTypeOf<"POST /customers">().not.toExtend<NonNullable<typeof request>["operation"]>();
    expectTypeOf<"customers.create">().toExtend<NonNullable<typeof request>["operation"]>();
  });

  it("has the client's name also for a route of a test that it serves instead", async () => {
    const simulator = new Simulator();
    simulator.route("POST", "/quotes/{id}/execute", () => ({ status: 200, body: {} }));
    const { baseUrl, clientId, clientSecret } = simulator.clientOptions();
    const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
    await simulator.fetch(`${baseUrl}/quotes/Quote:1/execute`, { method: "POST", headers });
    expect(simulator.requests[0]?.operation).toBe("quotes.execute");
  });
});
