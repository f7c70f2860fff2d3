import { describe, expect, it } from "vitest";
import type { Json } from "../support/parts";
import { invalid } from "../support/exchanges";
import { World } from "../support/world";

const path = "/crypto/estimate-withdrawal-fee";

async function setUp(fees: { rate: number; fixed?: number } = { rate: 0.005 }) {
  const service = new World({ quotes: { fees } });
  const { accounts, wallet } = await service.customer(["USD", "BTC"]);
  const body = (more: Json = {}): Json => ({
    internalAccountId: accounts["USDC"],
    currency: "USDC",
    cryptoNetwork: "SOLANA_DEVNET",
    amount: 10_000_000,
    destinationAddress: "So1anaAddre55000",
    ...more,
  });
  return { service, accounts, wallet, body };
}

describe("the estimate of a withdrawal", () => {
  it.each([
    ["SOLANA_DEVNET", 5000],
    ["SOLANA_MAINNET", 5000],
    ["POLYGON_TESTNET", 10_000],
    ["BASE_MAINNET", 20_000],
    ["ETHEREUM_TESTNET", 2_500_000],
  ])("has the fee of %s", async (cryptoNetwork, networkFee) => {
    const { service, body } = await setUp();
    expect(await service.call("POST", path, body({ cryptoNetwork }))).toMatchObject({
      status: 200,
      body: {
        networkFee,
        networkFeeAsset: "USDC",
        applicationFee: 0,
        totalFee: networkFee,
        netAmount: 10_000_000 - networkFee,
      },
    });
  });

  it.each([
    ["SPARK_MAINNET", 0],
    // 0.01 USD and 1.5 USD at 62,500 USD for 1 BTC.
    ["LIGHTNING_REGTEST", 16],
    ["BITCOIN_MAINNET", 2400],
  ])("is in the sent coin: %s %i", async (cryptoNetwork, networkFee) => {
    const { service, accounts, body } = await setUp();
    const bitcoin = { internalAccountId: accounts["BTC"], currency: "BTC", cryptoNetwork, amount: 100_000 };
    expect(await service.created(path, body(bitcoin))).toMatchObject({ networkFee, networkFeeAsset: "BTC" });
  });

  it("includes the service's own fee for an embedded wallet, like a quote", async () => {
    const { service, wallet, body } = await setUp({ rate: 0.01 });
    const estimate = await service.created(path, body({ internalAccountId: wallet }));
    expect(estimate).toEqual({
      networkFee: 5000,
      networkFeeAsset: "USDC",
      applicationFee: 100_000,
      totalFee: 105_000,
      netAmount: 9_895_000,
    });
    await service.fund(wallet, 10_000_000);
    const quote = await service.created(
      "/quotes",
      service.quoteBody(wallet, await service.external("USDC"), 10_000_000),
    );
    expect(quote["feesIncluded"]).toBe(estimate["applicationFee"]);
  });

  it("needs no balance and moves no money [OP-82]", async () => {
    const { service, accounts, body } = await setUp();
    await service.created(path, body({ amount: 1_000_000_000 }));
    expect(await service.balance(accounts["USDC"]!)).toBe(0);
    expect(service.simulator.ledgerEntries()).toEqual([]);
  });

  it.each([
    ["internalAccountId", { internalAccountId: undefined }, "INVALID_INPUT"],
    ["currency", { currency: "XXZ" }, "INVALID_CURRENCY"],
    ["currency", { currency: "USD" }, "INVALID_CURRENCY"],
    ["currency", { currency: "BTC", cryptoNetwork: "SPARK_MAINNET" }, "INVALID_CURRENCY"],
    ["cryptoNetwork", { cryptoNetwork: "SOLANA" }, "INVALID_INPUT"],
    ["cryptoNetwork", { cryptoNetwork: "SOLANA_TESTNET" }, "INVALID_INPUT"],
    ["cryptoNetwork", { cryptoNetwork: "SOLANA_DEVNET_2" }, "INVALID_INPUT"],
    ["cryptoNetwork", { cryptoNetwork: "constructor_MAINNET" }, "INVALID_INPUT"],
    ["cryptoNetwork", { cryptoNetwork: "SPARK_MAINNET" }, "INVALID_INPUT"],
    ["cryptoNetwork", { cryptoNetwork: undefined }, "INVALID_INPUT"],
    ["amount", { amount: 0 }, "INVALID_AMOUNT"],
    ["amount", { amount: 1.5 }, "INVALID_AMOUNT"],
    ["amount", { amount: 5000 }, "AMOUNT_OUT_OF_RANGE"],
    ["destinationAddress", { destinationAddress: "" }, "INVALID_INPUT"],
    ["destinationAddress", { destinationAddress: undefined }, "INVALID_INPUT"],
  ])("refuses a wrong %s: %j", async (field, change, code) => {
    const { service, body } = await setUp();
    expect(await service.post(path, body(change), invalid)).toMatchObject({
      status: 400,
      body: { code, details: { field } },
    });
  });

  it("names the amount if the service's own fee uses it up", async () => {
    const { service, wallet, body } = await setUp({ rate: 0, fixed: 7000 });
    expect(await service.post(path, body({ internalAccountId: wallet, amount: 6999 }))).toMatchObject({
      status: 400,
      body: { code: "AMOUNT_OUT_OF_RANGE", details: { field: "amount", totalFee: 12_000 } },
    });
  });

  it("responds with 404 for an unknown account", async () => {
    const { service, body } = await setUp();
    expect(await service.post(path, body({ internalAccountId: "InternalAccount:x" }))).toMatchObject({
      status: 404,
      body: { code: "REFERENCE_NOT_FOUND" },
    });
  });

  it("accepts one unit more than the fees", async () => {
    const { service, body } = await setUp();
    expect(await service.created(path, body({ amount: 5001 }))).toMatchObject({ netAmount: 1 });
  });
});
