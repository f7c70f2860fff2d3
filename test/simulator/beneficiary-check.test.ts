import { describe, expect, it } from "vitest";
import { business, usdAccount } from "../support/parts";
import type { Json } from "../support/parts";
import { invalid } from "../support/exchanges";
import { id, World } from "../support/world";

/** A kind that the contract lacks, with any fields. */
const moon = { requests: { accountKinds: ["MOON_ACCOUNT"] } };

describe("the beneficiary check", () => {
  const path = "/platform/external-accounts";
  const create = (api: World, suffix: string) => api.post(path, usdAccount(suffix));

  it.each([
    ["102", "NOT_MATCHED"],
    ["103", "PARTIAL_MATCH"],
    ["104", "PENDING"],
    ["106", "UNSUPPORTED"],
    ["107", "CHECKED_BY_RECEIVING_FI"],
    ["101", "MATCHED"],
    ["108", "MATCHED"],
    ["002", "MATCHED"],
    ["999", "MATCHED"],
  ])(
    "returns by suffix %s: %s [ACC-15, ACC-16, SBX-05, SBX-18, SBX-19, SBX-20, SBX-22, SBX-23, SBX-25]",
    async (suffix, status) => {
      const api = new World();
      const { body } = await create(api, suffix);
      expect(body).toMatchObject({ beneficiaryVerificationStatus: status });
      const named = status === "MATCHED" || status === "PARTIAL_MATCH";
      expect((body as Json)["beneficiaryVerifiedData"]).toEqual(
        named ? { fullName: "Charles Babbage" } : undefined,
      );
      await api.simulator.clock.advance("24h");
      expect(await api.read(`${path}/${id(body as Json)}`)).toMatchObject({
        beneficiaryVerificationStatus: status,
      });
    },
  );

  it("has no verified data without a beneficiary, and the legal name of a business [ACC-16]", async () => {
    const api = new World();
    const info = usdAccount()["accountInfo"] as Json;
    const bare = await api.post(path, {
      currency: "USDC",
      accountInfo: { accountType: "SOLANA_WALLET", address: "So1anaAddre55000" },
    });
    expect(bare.body).toMatchObject({ beneficiaryVerificationStatus: "MATCHED" });
    expect(bare.body).not.toHaveProperty("beneficiaryVerifiedData");
    const beneficiary = { beneficiaryType: "BUSINESS", legalName: business.businessInfo.legalName };
    const firm = await api.created(path, { currency: "USD", accountInfo: { ...info, beneficiary } });
    expect(firm["beneficiaryVerifiedData"]).toEqual({ fullName: business.businessInfo.legalName });
  });

  it("fails with 500 for 109 for every kind of account, even without a beneficiary [SBX-24, ERR-04]", async () => {
    const api = new World(moon);
    const accounts: [string, Json][] = [
      ["USD", usdAccount("109")["accountInfo"] as Json],
      ["EUR", { accountType: "MOON_ACCOUNT", iban: "DE89370400440532013109" }],
      ["USDC", { accountType: "SOLANA_WALLET", address: "So1anaAddre55109" }],
    ];
    for (const [currency, accountInfo] of accounts) {
      expect(await api.post(path, { currency, accountInfo }, invalid)).toMatchObject({
        status: 500,
        body: { code: "INTERNAL_ERROR" },
      });
    }
    expect(await api.read(path)).toEqual({ data: [] });
  });

  it("responds with 400 for 105 and 500 for 109, and stores nothing [SBX-21, SBX-24, ERR-03, ERR-04]", async () => {
    const api = new World();
    expect(await create(api, "105")).toMatchObject({ status: 400, body: { code: "INVALID_BANK_ACCOUNT" } });
    expect(await create(api, "109")).toMatchObject({ status: 500, body: { code: "INTERNAL_ERROR" } });
    expect(await api.read(path)).toEqual({ data: [] });
  });

  it.each([
    [
      "a formatted account number",
      { accountType: "USD_ACCOUNT", accountNumber: "12 34-5 1-0 2", routingNumber: "021000021" },
      "NOT_MATCHED",
    ],
    ["an IBAN", { accountType: "DKK_ACCOUNT", iban: "DE89370400440532013102" }, "NOT_MATCHED"],
    ["an IBAN with blanks", { accountType: "MOON_ACCOUNT", iban: "DE893704004405320131 02" }, "NOT_MATCHED"],
    ["a CLABE", { accountType: "MXN_ACCOUNT", clabeNumber: "002010077777777102" }, "NOT_MATCHED"],
    [
      "a PIX e-mail key",
      { accountType: "BRL_ACCOUNT", pixKey: "name102@bank.test", pixKeyType: "EMAIL", taxId: "12345678901" },
      "NOT_MATCHED",
    ],
    [
      "digits after the @ only",
      { accountType: "BRL_ACCOUNT", pixKey: "name@bank102", pixKeyType: "EMAIL", taxId: "12345678901" },
      "MATCHED",
    ],
    [
      "a Spark address",
      { accountType: "SPARK_WALLET", address: "sp1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu102" },
      "NOT_MATCHED",
    ],
    ["letters at the end", { accountType: "SPARK_WALLET", address: "sp1102x" }, "MATCHED"],
    [
      "an unknown type with a known field",
      { accountType: "MOON_ACCOUNT", accountNumber: "102" },
      "NOT_MATCHED",
    ],
    ["no identifier at all", { accountType: "MOON_ACCOUNT" }, "MATCHED"],
  ])("reads %s [SBX-05, SBX-06, OP-43]", async (_title, accountInfo, status) => {
    const currencies: Record<string, string> = { SPARK_WALLET: "BTC", MOON_ACCOUNT: "USD" };
    const currency = currencies[accountInfo.accountType] ?? accountInfo.accountType.slice(0, 3);
    const { beneficiary } = usdAccount()["accountInfo"] as Json;
    const response = await World.odd(moon).post(path, {
      currency,
      accountInfo: { ...accountInfo, beneficiary },
    });
    expect(response.body).toMatchObject({ beneficiaryVerificationStatus: status });
  });

  it("ignores magic suffixes in production", async () => {
    const api = new World({ environment: "production" });
    expect(await create(api, "105")).toMatchObject({
      status: 201,
      body: { beneficiaryVerificationStatus: "MATCHED" },
    });
  });
});
