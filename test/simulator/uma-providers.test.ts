import { describe, expect, it } from "vitest";
import { World } from "../support/world";
import type { Page } from "../support/world";

interface Provider {
  name: string;
  supportedRegions: string[];
  supportedCurrencies: { code: string }[];
  allowListStatus: boolean;
}

const page = (api: World, query = "") => api.must<Page<Provider>>("GET", `/uma-providers?${query}`);
const names = async (api: World, query = "") => (await page(api, query)).data.map(({ name }) => name);

describe("GET /uma-providers", () => {
  it("returns the providers with all fields of the contract [OP-82]", async () => {
    const { data, hasMore, totalCount } = await page(new World(), "currencyCode=BRL");
    expect({ hasMore, totalCount }).toEqual({ hasMore: false, totalCount: 1 });
    expect(data).toEqual([
      {
        name: "Estrela Example Pagamentos",
        supportedRegions: ["BR"],
        domain: "estrela.uma.test",
        logoUrl: "https://estrela.uma.test/logo.svg",
        supportedCurrencies: [{ code: "BRL", name: "Brazilian Real", symbol: "R$", decimals: 2 }],
        lei: expect.stringMatching(/^[0-9A-Z]{20}$/),
        allowListStatus: true,
      },
    ]);
  });

  it("is sorted by name, descending by default, and has pages", async () => {
    const api = new World();
    const all = await names(api);
    expect(all.length).toBeGreaterThan(5);
    expect(all).toEqual(all.toSorted().reverse());
    expect(await names(api, "sortOrder=desc")).toEqual(all);
    expect(await names(api, "sortOrder=asc")).toEqual(all.toReversed());
    const walked: string[] = [];
    for (let query = "limit=4"; ;) {
      const { data, hasMore, nextCursor, totalCount } = await page(api, query);
      expect(totalCount).toBe(all.length);
      walked.push(...data.map(({ name }) => name));
      if (!hasMore) break;
      query = `limit=4&cursor=${nextCursor}`;
    }
    expect(walked).toEqual(all);
  });

  it("filters by country and currency, and omits providers that the platform has blocked", async () => {
    const api = new World();
    for (const provider of (await page(api, "countryCode=US")).data)
      expect(provider.supportedRegions).toContain("US");
    for (const { supportedCurrencies } of (await page(api, "currencyCode=USD")).data)
      expect(supportedCurrencies.map(({ code }) => code)).toContain("USD");
    expect(await names(api, "countryCode=US&currencyCode=BTC")).toEqual(["Delta Test Exchange"]);
    expect(await names(api, "countryCode=JP")).toEqual([]);
    const all = await names(api, "hasBlockedProviders=true");
    expect(all).toEqual(await names(api));
    const allowed = (await page(api, "hasBlockedProviders=false")).data;
    expect(allowed.every(({ allowListStatus }) => allowListStatus)).toBe(true);
    expect(allowed.length).toBeGreaterThan(0);
    expect(allowed.length).toBeLessThan(all.length);
  });

  // The contract has no 400 here, but the limits of pages apply to every list.
  it.each(["limit=0", "limit=101", "cursor=x", "sortOrder=up", "countryCode=USA", "currencyCode=XXZ"])(
    "refuses %s",
    async (query) => {
      expect(await World.odd().get(`/uma-providers?${query}`)).toMatchObject({ status: 400 });
    },
  );
});
