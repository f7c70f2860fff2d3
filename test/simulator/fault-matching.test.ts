import { describe, expect, it } from "vitest";
import type { Fault } from "payments-sdk/simulator";
import { individual } from "../support/parts";
import { createSimulator, id, World } from "../support/world";

describe("the matching of a fault", () => {
  const statuses = async (api: World, paths: [string, string][]) => {
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
    const api = new World();
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

  it("depends on times, skip and order, and ends with a removal or clear", async () => {
    const api = new World();
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

  it("selects a repeatable share of calls with rate", async () => {
    const run = async (seed: string) => {
      const api = new World({ seed });
      api.simulator.faults.add({ kind: "status", rate: 0.3 });
      const hits: boolean[] = [];
      for (let index = 0; index < 100; index += 1) hits.push((await api.get("/customers")).status === 503);
      return hits;
    };
    const first = await run("a");
    expect(await run("a")).toEqual(first);
    expect(await run("b")).not.toEqual(first);
    const share = first.filter(Boolean).length / first.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.45);
  });

  it("does not change the identifiers of the run", async () => {
    const run = async (fault: boolean) => {
      const api = new World();
      if (fault) api.simulator.faults.add({ kind: "status", rate: 0.5, operation: "GET /customers" });
      await api.get("/customers");
      return id(await api.created("/customers", individual));
    };
    expect(await run(true)).toBe(await run(false));
  });

  it.each([
    ["POST /quote", "POST /quotes"],
    ["/quote", "POST /quotes"],
    ["PUT /quotes", "POST /quotes"],
    ["GET /customer/{customerId}", "GET /customers/{customerId}"],
    ["POST /quotes/{quoteId}/executes", "POST /quotes/{quoteId}/execute"],
    ["GET /customers/", "GET /customers"],
  ])("rejects the unknown operation %j and suggests %j", (operation, nearest) => {
    const { faults } = createSimulator();
    const add = () => faults.add({ kind: "refuse", operation });
    expect(add).toThrow(TypeError);
    expect(add).toThrow(`"${operation}"`);
    expect(add).toThrow(`"${nearest}"`);
  });

  it("accepts a path, a template with any names, and a custom route", async () => {
    const simulator = createSimulator();
    const api = new World(simulator);
    simulator.route("GET", "/rates/{pair}", () => ({ status: 200, body: { rate: 1 } }));
    for (const operation of ["GET /rates/{x}", "/rates/USD-EUR", "GET /customers/{id}"]) {
      simulator.faults.add({ kind: "status", operation, times: 1 });
    }
    expect(await api.get("/customers/Customer:1")).toMatchObject({ status: 503 });
    expect(await api.get("/rates/GBP-EUR")).toMatchObject({ status: 503 });
    expect(await api.get("/rates/USD-EUR")).toMatchObject({ status: 503 });
    expect(await api.get("/rates/USD-EUR")).toMatchObject({ status: 200 });
  });

  it.each([{ operation: "quotes" }, { operation: "post /quotes" }, { rate: 1.5 }, { rate: -1 }])(
    "rejects %j",
    (fault) => {
      expect(() => createSimulator().faults.add({ kind: "refuse", ...fault })).toThrow(/operation|rate/);
    },
  );
});
