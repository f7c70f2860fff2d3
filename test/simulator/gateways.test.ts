import { describe, expect, it, onTestFinished } from "vitest";
import { gatewayNames } from "../../src/simulator/runtime/gateways";
import { individual } from "../support/parts";
import { createSimulator, World } from "../support/world";

/** A simulator over sockets. */
async function served() {
  const simulator = createSimulator({}, { recorded: false });
  const server = await simulator.listen();
  onTestFinished(() => server.close());
  return { simulator, api: new World(simulator, server.url) };
}

describe("a gateway as a fault", () => {
  it.each(gatewayNames)("%s replaces the response in one line", async (kind) => {
    const { api, simulator } = await served();
    simulator.faults.add({ kind, operation: "customers.create", times: 1 });
    const response = await api.post("/customers", individual);
    expect(response.headers.get("x-request-id")).toBeNull();
    expect(JSON.stringify(response.body)).not.toBe("");
    const acted = Number((await api.read("/customers"))["totalCount"]);
    const isEarly = /rate-limit|quota|portal/.test(kind);
    expect([response.status >= 400 || kind === "captive-portal", acted]).toEqual([true, isEarly ? 0 : 1]);
    expect(simulator.requests.find(({ fault }) => fault !== undefined)?.fault).toBe(kind);
  });

  it.each([
    [
      "kong",
      { message: "The upstream server is timing out", request_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ],
    ["kong-rate-limit", { message: "API rate limit exceeded", request_id: expect.any(String) }],
    ["apigee-quota", { fault: { faultstring: expect.stringContaining("Identifier : _default") } }],
  ] as const)("%s has the body of the real one", async (kind, body) => {
    const { api, simulator } = await served();
    simulator.faults.add({ kind, operation: "customers.create" });
    const response = await api.post("/customers", individual);
    expect(response.body).toMatchObject(body);
    expect(response.headers.get("retry-after")).toBe(kind === "kong-rate-limit" ? "1" : null);
  });

  it("can be changed, and a cache gives the first response again", async () => {
    const { api, simulator } = await served();
    simulator.faults.add({
      kind: "nginx",
      operation: "customers.create",
      status: 500,
      after: false,
      times: 1,
    });
    expect(await api.post("/customers", individual)).toMatchObject({ status: 500 });
    expect(await api.read("/customers")).toMatchObject({ totalCount: 0 });
    simulator.faults.add({ kind: "cached", operation: "customers.list" });
    expect(await api.read("/customers")).toMatchObject({ totalCount: 0 });
    await api.created("/customers", individual);
    const cached = await api.get("/customers");
    expect([cached.headers.get("age"), cached.body]).toMatchObject(["60", { totalCount: 0 }]);
  });
});
