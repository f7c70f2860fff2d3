import { describe, expect, it } from "vitest";
import { World } from "../support/world";

interface Discovery {
  bankName: string;
  displayName: string;
  country: string;
  currency: string;
}

const list = async (api: World, query = "") =>
  (await api.must<{ data: Discovery[] }>("GET", `/discoveries${query}`)).data;

/** The currencies with accounts that name a bank or a provider (contract, account variants). */
const banks = "BDT COP EGP GHS GTQ HKD IDR JMD MYR NGN PHP PKR SGD THB VND ZAR".split(" ");
const providers = "BWP KES MWK RWF TZS UGX XAF XOF ZMW".split(" ");

describe("GET /discoveries", () => {
  it("lists every currency with accounts that name a bank or a provider", async () => {
    const all = await list(new World());
    expect([...new Set(all.map(({ currency }) => currency))].sort()).toEqual([...banks, ...providers].sort());
    expect(new Set(all.map((entry) => JSON.stringify(entry))).size).toBe(all.length);
    expect(all).toContainEqual({
      bankName: "FIRST_TEST_BANK_OF_NG",
      displayName: "First Test Bank of NG",
      country: "NG",
      currency: "NGN",
    });
  });

  it("filters by country and currency, alone and together", async () => {
    const api = new World();
    const countries = (entries: Discovery[]) => [...new Set(entries.map(({ country }) => country))];
    // The regions of the contract's XOF accounts.
    expect(countries(await list(api, "?currency=XOF"))).toEqual(["BJ", "CI", "SN", "TG"]);
    expect(countries(await list(api, "?currency=XAF"))).toEqual(["CM", "CG"]);
    expect(countries(await list(api, "?country=KE"))).toEqual(["KE"]);
    expect(countries(await list(api, "?country=SN&currency=XOF"))).toEqual(["SN"]);
    for (const query of ["?country=SN&currency=NGN", "?country=DE", "?currency=USD"])
      expect(await list(api, query)).toEqual([]);
  });

  it.each([
    ["country", "Kenya", "INVALID_INPUT"],
    ["currency", "XXZ", "INVALID_CURRENCY"],
  ])("refuses %s=%s", async (field, value, code) => {
    expect(await new World().get(`/discoveries?${field}=${value}`)).toMatchObject({
      status: 400,
      body: { code, details: { field } },
    });
  });

  it("returns names that a new account accepts [OP-82]", async () => {
    const api = new World();
    for (const { bankName, currency, country } of await list(api, "?currency=NGN")) {
      const accountInfo = {
        accountType: `${currency}_ACCOUNT`,
        accountNumber: "0123456789",
        bankName,
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Example", countryOfResidence: country },
      };
      expect(await api.created("/platform/external-accounts", { currency, accountInfo })).toMatchObject({
        accountInfo: { bankName },
      });
    }
  });
});
