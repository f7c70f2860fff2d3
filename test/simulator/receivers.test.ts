import type { ReceiverLookup as Lookup } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { World } from "../support/world";

const lookupUma = (service: World, address: string, query = "") =>
  service.call<Lookup>("GET", `/receiver/uma/${encodeURIComponent(address)}${query}`);

describe("GET /receiver/uma/{receiverUmaAddress}", () => {
  it("responds for a sandbox name with its currency, the rate and the limits [RCV-01, RCV-03, OP-47, GEN-10]", async () => {
    const service = new World();
    const address = "$success.eur@sandbox.payments.test";
    const { status, body } = await lookupUma(service, address);
    expect(status).toBe(200);
    expect(body).toEqual({
      lookupId: expect.stringMatching(/^Lookup:/),
      receiverUmaAddress: address,
      supportedCurrencies: [
        {
          currency: { code: "EUR", name: "Euro", symbol: "€", decimals: 2 },
          estimatedExchangeRate: 1 / 0.92,
          min: 1,
          // The payer sends at most 2^53 - 1 cents.
          max: 8_286_623_314_361_711,
        },
      ],
      requiredPayerDataFields: [],
    });
  });

  it.each([
    ["success.usd", "USD"],
    ["success.eur", "EUR"],
    ["success.mxn", "MXN"],
    ["pending.long.usd", "USD"],
    ["fail.compliance.usd", "USD"],
  ])("responds for %s [RCV-01, OP-62]", async (name, code) => {
    const { body } = await lookupUma(new World(), `$${name}@sandbox.payments.test`);
    expect(body.supportedCurrencies.map(({ currency }) => currency.code)).toEqual([code]);
  });

  it("responds for a customer with all currencies of its accounts, preferred first [RCV-01]", async () => {
    const service = new World();
    const { umaAddress } = await service.customer(["EUR", "USD"]);
    const { body } = await lookupUma(service, umaAddress);
    expect(body.supportedCurrencies.map(({ currency }) => currency.code)).toEqual(["EUR", "USD", "USDC"]);
  });

  it("names every currency that a customer with a default deposit account takes [RCV-01, ACC-14]", async () => {
    const service = new World();
    const payer = await service.fundedCustomer({ GBP: 10_000 });
    const { id, umaAddress } = await service.customer(["USD"]);
    const bank = await service.external("EUR", "000", { customerId: id, defaultUmaDepositAccount: true });
    const { body } = await lookupUma(service, umaAddress);
    expect(body.supportedCurrencies.map(({ currency }) => currency.code)).toEqual(["EUR", "USD", "USDC"]);
    const pay = async (currency: string) => {
      const destination = { destinationType: "UMA_ADDRESS", umaAddress, currency };
      const body = { ...service.quoteBody(payer.accounts["GBP"] ?? "", "", 1000), destination };
      const received = await service.call("POST", "/sandbox/uma/receive", {
        senderUmaAddress: "$payer@elsewhere.test",
        receiverUmaAddress: umaAddress,
        receivingCurrencyCode: currency,
        receivingCurrencyAmount: 1000,
      });
      return [(await service.call("POST", "/quotes", body)).status, received.status, received.body];
    };
    for (const currency of ["EUR", "USD"])
      expect(await pay(currency)).toMatchObject([201, 200, { destination: { accountId: bank, currency } }]);
    for (const currency of ["GBP", "KWD", "BTC"])
      expect(await pay(currency)).toMatchObject([400, 400, { code: "INVALID_CURRENCY" }]);
  });

  it("returns the rate in the sender's currency [RCV-01]", async () => {
    const service = new World();
    const sender = await service.customer(["MXN"]);
    for (const query of [
      `?customerId=${sender.id}`,
      `?senderUmaAddress=${encodeURIComponent(sender.umaAddress)}`,
    ]) {
      const { body } = await lookupUma(service, "$success.usd@sandbox.payments.test", query);
      expect(body.supportedCurrencies[0]?.estimatedExchangeRate).toBe(18.5);
    }
    expect(
      await lookupUma(service, "$success.usd@sandbox.payments.test", "?customerId=Customer:none"),
    ).toMatchObject({
      status: 404,
    });
  });

  it("uses the domain of the options [SBX-26]", async () => {
    const service = new World({ platform: { umaDomain: "uma.test" } });
    expect(await lookupUma(service, "$success.usd@uma.test")).toMatchObject({ status: 200 });
    expect(await lookupUma(service, "$success.usd@sandbox.payments.test")).toMatchObject({ status: 404 });
  });

  it("refuses an invalid address, and responds with 404 for an unknown one [RCV-01, OP-62]", async () => {
    const service = new World();
    expect(await lookupUma(service, "nobody")).toMatchObject({
      status: 400,
      body: { code: "INVALID_UMA_ADDRESS" },
    });
    const magic = "$success.usd@sandbox.payments.test";
    expect(await lookupUma(service, magic, "?senderUmaAddress=nobody")).toMatchObject({
      status: 400,
      body: { code: "INVALID_UMA_ADDRESS", details: { field: "senderUmaAddress" } },
    });
    for (const address of ["$nobody@sandbox.payments.test", "$success.gbp@sandbox.payments.test"]) {
      expect(await lookupUma(service, address)).toMatchObject({ status: 404 });
    }
  });

  it("finds customers but no sandbox names in production", async () => {
    const service = new World({ environment: "production" });
    const { umaAddress } = await service.customer();
    expect(await lookupUma(service, umaAddress)).toMatchObject({ status: 200 });
    expect(await lookupUma(service, "$success.usd@sandbox.payments.test")).toMatchObject({ status: 404 });
  });
});

describe("GET /receiver/external-account/{accountId}", () => {
  it("responds with currency, rate, limits and required fields [RCV-02, OP-47]", async () => {
    const service = new World({ quotes: { requiredPayerDataFields: ["FULL_NAME"] } });
    const id = await service.external("MXN");
    const { status, body } = await service.call<Lookup>("GET", `/receiver/external-account/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      lookupId: expect.stringMatching(/^Lookup:/),
      accountId: id,
      supportedCurrencies: [
        {
          currency: { code: "MXN", name: "Mexican Peso", symbol: "MX$", decimals: 2 },
          estimatedExchangeRate: 1 / 18.5,
          min: 1,
          max: 9_000_000_000_000_000,
        },
      ],
      requiredPayerDataFields: [{ name: "FULL_NAME", mandatory: true }],
    });
  });

  it("has the same rate as the quote", async () => {
    const service = new World();
    const id = await service.external("GBP");
    const { body } = await service.call<Lookup>("GET", `/receiver/external-account/${id}`);
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const quote = await service.quote({ ...service.quoteBody("", id, 1_000_000_000), source });
    expect(quote.exchangeRate).toBeCloseTo(body.supportedCurrencies[0]?.estimatedExchangeRate ?? 0, 6);
  });

  it("responds with 404 for an account that does not exist [RCV-02]", async () => {
    expect(await new World().call("GET", "/receiver/external-account/ExternalAccount:none")).toMatchObject({
      status: 404,
    });
  });
});
