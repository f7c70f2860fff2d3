import { describe, expect, it } from "vitest";
import { business, individual } from "../support/parts";
import { id, items, World } from "../support/world";

const gone = { status: 410, body: { status: 410, code: "CUSTOMER_DELETED" } };

describe("DELETE /customers/{customerId}", () => {
  it.each([individual, business])("responds with the deleted customer [CUS-01, OP-83]", async (body) => {
    const api = new World();
    const customer = await api.created("/customers", body);
    const path = `/customers/${id(customer)}`;
    await api.simulator.clock.advance("1s");
    const deleted = { ...customer, isDeleted: true, updatedAt: "2026-04-27T09:00:01.000Z" };
    const response = await api.delete(path);
    expect(response.status).toBe(200);
    expect(response.body).toEqual(deleted);
    expect(await api.read(path)).toEqual(deleted);
  });

  it("hides the customer in lists by default [CUS-19]", async () => {
    const api = new World();
    const customer = await api.created("/customers", individual);
    const other = await api.created("/customers", individual);
    await api.delete(`/customers/${id(customer)}`);
    expect(items(await api.read("/customers"))).toEqual([other]);
    const all = items(await api.read("/customers?isIncludingDeleted=true"));
    expect(all.map(({ isDeleted }) => isDeleted).sort()).toEqual([false, true]);
  });

  it("responds with 410 the second time and changes nothing [OP-83]", async () => {
    const api = new World();
    const path = `/customers/${id(await api.created("/customers", individual))}`;
    const { body } = await api.delete(path);
    await api.simulator.clock.advance("1s");
    expect(await api.delete(path)).toMatchObject(gone);
    expect(await api.read(path)).toEqual(body);
    expect(await api.patch(path, { customerType: "INDIVIDUAL", fullName: "A" })).toMatchObject({
      status: 404,
    });
  });

  it("is also available as `markDeleted`, which may be repeated", async () => {
    const api = new World();
    const customerId = id(await api.created("/customers", individual));
    api.simulator.markDeleted(customerId);
    const deleted = await api.read(`/customers/${customerId}`);
    expect(deleted).toMatchObject({ isDeleted: true });
    await api.simulator.clock.advance("1s");
    api.simulator.markDeleted(customerId);
    expect(await api.read(`/customers/${customerId}`)).toEqual(deleted);
    expect(await api.delete(`/customers/${customerId}`)).toMatchObject(gone);
  });

  it("responds with 404 for an unknown customer", async () => {
    expect(await new World().delete("/customers/Customer:nobody")).toMatchObject({
      status: 404,
      body: { code: "USER_NOT_FOUND" },
    });
  });

  it("keeps the identifiers reserved [OP-83]", async () => {
    const api = new World();
    const taken = { ...individual, platformCustomerId: "ada-1", umaAddress: "$ada@x.test" };
    await api.delete(`/customers/${id(await api.created("/customers", taken))}`);
    expect(await api.post("/customers", { ...individual, platformCustomerId: "ada-1" })).toMatchObject({
      status: 409,
    });
    expect(await api.post("/customers", { ...individual, umaAddress: "$ada@x.test" })).toMatchObject({
      status: 409,
      body: { code: "UMA_ADDRESS_EXISTS" },
    });
  });

  it("succeeds with money in the accounts, which stays there [OP-83]", async () => {
    const service = new World();
    const payer = await service.fundedCustomer({ USD: 1234 });
    expect(await service.delete(`/customers/${payer.id}`)).toMatchObject({ status: 200 });
    expect(await service.balance(payer.accounts["USD"]!)).toBe(1234);
  });
});
