import { describe, expect, it } from "vitest";
import { business, individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, items, World } from "../support/world";

const badInput = (field: string) => ({
  status: 400,
  body: { status: 400, code: expect.any(String), message: expect.any(String), details: { field } },
});

describe("listing customers", () => {
  it("supports filters, alone and together [CUS-17]", async () => {
    const api = new World();
    const ada = await api.created("/customers", {
      ...individual,
      platformCustomerId: "ada",
      umaAddress: "$ada@x.test",
    });
    const engines = await api.created("/customers", {
      ...business,
      region: "GB",
      currencies: ["GBP", "EUR"],
    });
    const grace = await api.created("/customers", { ...individual, region: "GB", currencies: ["EUR"] });
    const listed = async (query: string) =>
      items(await api.read(`/customers?${query}`))
        .map(id)
        .toSorted();
    const ids = (...customers: Json[]) => customers.map(id).toSorted();
    expect(await listed("platformCustomerId=ada")).toEqual(ids(ada));
    expect(await listed("customerType=BUSINESS")).toEqual(ids(engines));
    expect(await listed("region=GB")).toEqual(ids(engines, grace));
    expect(await listed("currency=EUR")).toEqual(ids(engines, grace));
    expect(await listed(`umaAddress=${encodeURIComponent("$ada@x.test")}`)).toEqual(ids(ada));
    expect(await listed("currency=EUR&customerType=INDIVIDUAL")).toEqual(ids(grace));
    expect(await listed("currency=EUR&customerType=INDIVIDUAL&region=US")).toEqual([]);
  });

  it("filters by creation and update, inclusive to the millisecond and with any offset [CUS-18]", async () => {
    const api = new World();
    const first = await api.created("/customers", individual);
    await api.simulator.clock.advance("1h");
    const second = await api.created("/customers", individual);
    await api.simulator.clock.advance("1h");
    await api.patch(`/customers/${id(first)}`, { customerType: "INDIVIDUAL", fullName: "A" });
    const listed = async (query: Record<string, string>) =>
      items(await api.read(`/customers?${new URLSearchParams(query).toString()}`)).map(id);
    expect(await listed({ createdAfter: "2026-04-27T10:00:00Z" })).toEqual([id(second)]);
    expect(await listed({ createdAfter: "2026-04-27T10:00:00.001Z" })).toEqual([]);
    expect(await listed({ createdBefore: "2026-04-27T09:00:00Z" })).toEqual([id(first)]);
    expect(await listed({ createdBefore: "2026-04-27T08:59:59.999Z" })).toEqual([]);
    expect(await listed({ createdBefore: "2026-04-27T11:00:00+02:00" })).toEqual([id(first)]);
    expect(await listed({ updatedAfter: "2026-04-27T11:00:00Z" })).toEqual([id(first)]);
    expect(await listed({ updatedBefore: "2026-04-27T10:00:00Z" })).toEqual([id(second)]);
    expect(
      await listed({ createdAfter: "2026-04-27T09:00:00Z", createdBefore: "2026-04-27T10:00:00Z" }),
    ).toHaveLength(2);
  });

  it.each([
    ["createdAfter", "yesterday"],
    ["createdAfter", "2026-04-27"],
    ["updatedBefore", "2026-02-30T00:00:00Z"],
    ["updatedBefore", "2026-04-27T10:00:00"],
    ["customerType", "PERSON"],
    ["region", "USA"],
    ["currency", "XXZ"],
    ["isIncludingDeleted", "perhaps"],
  ])("refuses %s=%s [GEN-07, GEN-08, GEN-09]", async (field, value) => {
    const api = new World();
    expect(await api.get(`/customers?${field}=${encodeURIComponent(value)}`)).toMatchObject(badInput(field));
  });

  it("hides deleted customers by default, but single reads return them [CUS-16, CUS-19, OP-29]", async () => {
    const api = new World();
    const customer = await api.created("/customers", individual);
    api.simulator.markDeleted(id(customer));
    expect(await api.read("/customers")).toMatchObject({ data: [], totalCount: 0 });
    expect(await api.read("/customers?isIncludingDeleted=false")).toMatchObject({ totalCount: 0 });
    expect(await api.read("/customers?isIncludingDeleted=true")).toMatchObject({ totalCount: 1 });
    expect(await api.read(`/customers/${id(customer)}`)).toMatchObject({ isDeleted: true });
    expect(await api.get("/customers/Customer:nobody")).toMatchObject({
      status: 404,
      body: { code: "USER_NOT_FOUND" },
    });
  });

  it("mixes individuals and businesses in one page [CUS-20]", async () => {
    const api = new World();
    await api.created("/customers", individual);
    await api.created("/customers", business);
    const types = items(await api.read("/customers")).map(({ customerType }) => customerType);
    expect(types.toSorted()).toEqual(["BUSINESS", "INDIVIDUAL"]);
  });
});
