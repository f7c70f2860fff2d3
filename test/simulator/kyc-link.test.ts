import { describe, expect, it } from "vitest";
import { business, individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, World } from "../support/world";

const path = "/customers/kyc-link";

async function withCustomer(body: Json = individual, api = new World()) {
  const customer = await api.created("/customers", { ...body, platformCustomerId: "ada 1" });
  const link = (query: Record<string, string> = {}) =>
    api.must<{ kycUrl: string }>(
      "GET",
      `${path}?${new URLSearchParams({ platformCustomerId: "ada 1", ...query }).toString()}`,
    );
  return { api, customerId: id(customer), link };
}

describe("GET /customers/kyc-link", () => {
  it.each([individual, business])(
    "returns a hosted link for the customer, valid for a day [OP-84]",
    async (body) => {
      const { customerId, link } = await withCustomer(body);
      const response = await link();
      expect(response).toEqual({ kycUrl: expect.any(String), platformCustomerId: "ada 1", customerId });
      const url = new URL(response.kycUrl);
      expect(url.origin + url.pathname).toMatch(/^https:\/\/onboarding\.payments\.test\/kyc\/[a-z0-9]{32}$/);
      expect(Object.fromEntries(url.searchParams)).toEqual({ expiresAt: "2026-04-28T09:00:00.000Z" });
    },
  );

  it.each(["https://platform.example/done?step=2", "exampleapp://kyc/done"])(
    "redirects to %s",
    async (redirectUri) => {
      const { link } = await withCustomer();
      const { searchParams } = new URL((await link({ redirectUri })).kycUrl);
      expect(searchParams.get("redirectUri")).toBe(redirectUri);
    },
  );

  it("is different each time, but the same in a repeated run", async () => {
    const [first, second] = [await withCustomer(), await withCustomer()];
    const links = [await first.link(), await first.link()].map(({ kycUrl }) => kycUrl);
    expect(links[0]).not.toBe(links[1]);
    expect([await second.link(), await second.link()].map(({ kycUrl }) => kycUrl)).toEqual(links);
  });

  it.each([
    ["", 400],
    ["platformCustomerId=", 400],
    ["platformCustomerId=ada+1&redirectUri=done", 400],
    ["platformCustomerId=ada+1&redirectUri=javascript:alert(1)", 400],
    ["platformCustomerId=nobody", 404],
  ])("refuses the query %j with %i [OP-84]", async (query, status) => {
    const { api } = await withCustomer(individual, World.odd());
    expect(await api.get(`${path}?${query}`)).toMatchObject({ status });
  });

  it("is not available for a deleted customer [OP-84]", async () => {
    const { api, customerId } = await withCustomer(individual, World.odd());
    await api.delete(`/customers/${customerId}`);
    expect(await api.get(`${path}?platformCustomerId=ada+1`)).toMatchObject({
      status: 404,
      body: { code: "USER_NOT_FOUND" },
    });
  });

  it("never counts as the id of a customer [GEN-05]", async () => {
    const api = World.odd();
    expect(await api.delete(path)).toMatchObject({ status: 405 });
    expect((await api.delete(path)).headers.get("allow")).toBe("GET");
  });
});
