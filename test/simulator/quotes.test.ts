import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { invalid } from "../support/exchanges";
import { serviceWithPayer, World } from "../support/world";
import { expectQuoteRefusal } from "./refusals";

const usd = { code: "USD", name: "United States Dollar", symbol: "$", decimals: 2 };
const eur = { code: "EUR", name: "Euro", symbol: "€", decimals: 2 };

/** A service with a payer and the body of a quote of 100.00 USD to a EUR account. */
async function setUp(options: SimulatorOptions = {}) {
  const { service, usdAccount, ...rest } = await serviceWithPayer(options);
  const payee = await service.external("EUR");
  return { service, usdAccount, payee, body: service.quoteBody(usdAccount, payee, 10_000), ...rest };
}

describe("POST /quotes", () => {
  it("responds with 201 with every field of a quote [QUO-01, QUO-04, QUO-14, QUO-15, GEN-10]", async () => {
    const { service, usdAccount, payee, body } = await setUp({ quotes: { fees: { fixed: 25, rate: 0.01 } } });
    const { status, body: quote } = await service.call<Record<string, unknown>>("POST", "/quotes", body);
    expect(status).toBe(201);
    expect(quote).toEqual({
      id: expect.stringMatching(/^Quote:[0-9a-f-]{36}$/),
      status: "PENDING",
      createdAt: "2026-04-27T09:00:00.000Z",
      expiresAt: "2026-04-27T09:05:00.000Z",
      source: { sourceType: "ACCOUNT", accountId: usdAccount },
      destination: { destinationType: "ACCOUNT", accountId: payee },
      sendingCurrency: usd,
      receivingCurrency: eur,
      totalSendingAmount: 10_000,
      totalReceivingAmount: 9085, // (10000 - 125) x 0.92
      feesIncluded: 125,
      exchangeRate: 9875 / 9085,
      counterpartyInformation: { FULL_NAME: "Bea Receiver", BIRTH_DATE: "1990-01-31", NATIONALITY: "US" },
      rateDetails: {
        counterpartyMultiplier: 0.92,
        counterpartyFixedFee: 0,
        serviceApiMultiplier: 1,
        serviceApiFixedFee: 25,
        serviceApiVariableFeeRate: 0.01,
        serviceApiVariableFeeAmount: 100,
      },
    });
    expect(await service.retrieveQuote(String(quote["id"]))).toEqual(quote);
  });

  it("charges half a percent by default [QUO-06]", async () => {
    const { service, body } = await setUp({ quotes: { fees: undefined } });
    expect(await service.quote(body)).toMatchObject({ totalSendingAmount: 10_000, feesIncluded: 50 });
  });

  it("keeps the receiving amount if that side is locked [QUO-16]", async () => {
    const { service, body } = await setUp({ quotes: { fees: { fixed: 25, rate: 0.005 } } });
    const quote = await service.quote({ ...body, lockedCurrencySide: "RECEIVING" });
    expect(quote).toMatchObject({
      totalReceivingAmount: 10_000,
      totalSendingAmount: 10_949,
      feesIncluded: 79,
    });
  });

  it.each(["source", "destination", "lockedCurrencySide", "lockedCurrencyAmount"])(
    "needs %s [QUO-15]",
    async (field) => {
      const { service, body } = await setUp();
      const { [field]: _, ...incomplete } = body;
      const refusal = await expectQuoteRefusal(service, incomplete, "INVALID_INPUT", field);
      expect(refusal.message).toContain(field);
    },
  );

  it.each([0, -1, 1.5, "100", 9_000_000_000_000_001, 1e300])(
    "refuses the locked amount %s [GEN-06, QUO-16, LIM-02]",
    async (lockedCurrencyAmount) => {
      const { service, body } = await setUp();
      await expectQuoteRefusal(
        service,
        { ...body, lockedCurrencyAmount },
        "INVALID_AMOUNT",
        "lockedCurrencyAmount",
      );
    },
  );

  it("accepts the largest amount exactly [LIM-02]", async () => {
    const { service, body } = await setUp();
    const quote = await service.quote({ ...body, lockedCurrencyAmount: 9_000_000_000_000_000 });
    expect(quote).toMatchObject({
      totalSendingAmount: 9_000_000_000_000_000,
      totalReceivingAmount: 8_280_000_000_000_000,
    });
  });

  it("accepts the largest amount even if the received amount exceeds the safe integers [LIM-02]", async () => {
    const { service, usdAccount } = await setUp({ quotes: { fees: { rate: 0 } } });
    await service.transferIn(await service.external("USD"), usdAccount, 9_000_000_000_000_000 - 100_000);
    const body = service.quoteBody(usdAccount, await service.external("MXN"), 9_000_000_000_000_000);
    const quote = await service.quote(body);
    // 18.5 pesos for a dollar
    expect(quote).toMatchObject({ totalReceivingAmount: 166_500_000_000_000_000 });
    expect(await service.execute(quote)).toMatchObject({ status: "COMPLETED" });
    expect(await service.balance(usdAccount)).toBe(0);
    const mxn = service.simulator.totals().find(({ currency }) => currency === "MXN");
    expect(mxn?.accounts).toMatchObject({ "external:MXN": 166_500_000_000_000_000n });
  });

  it("refuses amounts if nothing, or too much to count, would arrive [LIM-02]", async () => {
    const { service, usdAccount } = await setUp({ quotes: { fees: { fixed: 100 } } });
    const coin = await service.external("USDC");
    const amount = (lockedCurrencyAmount: number) =>
      service.quoteBody(usdAccount, coin, lockedCurrencyAmount);
    await expectQuoteRefusal(service, amount(100), "AMOUNT_OUT_OF_RANGE");
    await expectQuoteRefusal(service, amount(9_000_000_000_000_000), "AMOUNT_OUT_OF_RANGE");
  });

  it.each([
    ["no discriminator of the source", { source: { accountId: "x" } }, "source.sourceType"],
    ["an unknown kind of source", { source: { sourceType: "CASH" } }, "source.sourceType"],
    [
      "a source account that does not exist",
      { source: { sourceType: "ACCOUNT", accountId: "InternalAccount:none" } },
      "source.accountId",
    ],
    ["a source without an account", { source: { sourceType: "ACCOUNT" } }, "source.accountId"],
    [
      "no discriminator of the destination",
      { destination: { accountId: "x" } },
      "destination.destinationType",
    ],
    [
      "an unknown kind of destination",
      { destination: { destinationType: "CASH" } },
      "destination.destinationType",
    ],
    [
      "a destination account that does not exist",
      { destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:none" } },
      "destination.accountId",
    ],
    ["a destination that is no object", { destination: "ExternalAccount:x" }, "destination"],
    ["an unknown side", { lockedCurrencySide: "BOTH" }, "lockedCurrencySide"],
    ["a purpose that is none", { purposeOfPayment: "FUN" }, "purposeOfPayment"],
    ["a flag that is no boolean", { immediatelyExecute: "yes" }, "immediatelyExecute"],
    [
      "sender info that is no map of strings",
      { senderCustomerInfo: { FULL_NAME: 1 } },
      "senderCustomerInfo.FULL_NAME",
    ],
  ])("refuses %s [ACC-24, QUO-15, QUO-21]", async (_, over, field) => {
    const { service, body } = await setUp();
    await expectQuoteRefusal(service, { ...body, ...over }, "INVALID_INPUT", field);
  });

  it("says what the currency of a source to fund may be", async () => {
    const { service, body } = await setUp();
    const source = { sourceType: "REALTIME_FUNDING" };
    const refusal = await expectQuoteRefusal(
      service,
      { ...body, source },
      "INVALID_INPUT",
      "source.currency",
    );
    expect(refusal.details).toMatchObject({ expected: "the code of a supported currency, such as USD" });
  });

  it("echoes customerId on the source and paymentRail on the destination [ACC-25]", async () => {
    const { service, payer, usdAccount, payee, body } = await setUp();
    const source = { sourceType: "ACCOUNT", accountId: usdAccount, customerId: payer.id };
    const destination = { destinationType: "ACCOUNT", accountId: payee, paymentRail: "SEPA" };
    expect(await service.quote({ ...body, source, destination })).toMatchObject({ source, destination });
  });

  it("refuses a customerId that is unknown or not the owner's [ACC-25]", async () => {
    const { service, usdAccount, body } = await setUp();
    const other = await service.customer();
    for (const customerId of [other.id, "Customer:none"]) {
      const source = { sourceType: "ACCOUNT", accountId: usdAccount, customerId };
      await expectQuoteRefusal(service, { ...body, source }, "INVALID_INPUT", "source.customerId");
    }
  });

  it.each([
    "GIFT",
    "SELF",
    "GOODS_OR_SERVICES",
    "EDUCATION",
    "HEALTH_OR_MEDICAL",
    "REAL_ESTATE_PURCHASE",
    "TAX_PAYMENT",
    "LOAN_PAYMENT",
    "UTILITY_BILL",
    "DONATION",
    "TRAVEL",
    "FAMILY_SUPPORT",
    "SALARY_PAYMENT",
    "OTHER",
  ])("accepts the purpose %s [QUO-21]", async (purposeOfPayment) => {
    const { service, body } = await setUp();
    // The contract of April does not have the two purposes of August.
    const headers = /^(?:FAMILY_SUPPORT|SALARY_PAYMENT)$/.test(purposeOfPayment) ? invalid : {};
    const quote = await service.must("POST", "/quotes", { ...body, purposeOfPayment }, headers);
    expect(quote).toMatchObject({ status: "PENDING" });
  });

  it("needs a purpose for some countries, by the payee's address or else by the currency [QUO-21]", async () => {
    const { service, usdAccount } = await setUp({ quotes: { purposeRequiredCountries: ["US", "BR"] } });
    const pix = {
      accountType: "BRL_ACCOUNT",
      pixKey: "12345678901",
      pixKeyType: "CPF",
      taxId: "12345678901",
    };
    const nowhere = { beneficiaryType: "INDIVIDUAL", fullName: "Bruna Silva" };
    const inBrazil = await service.external("BRL", "000", { accountInfo: { ...pix, beneficiary: nowhere } });
    for (const payee of [await service.external("MXN"), inBrazil]) {
      const body = service.quoteBody(usdAccount, payee, 10_000);
      await expectQuoteRefusal(service, body, "INVALID_INPUT", "purposeOfPayment");
      expect(await service.quote({ ...body, purposeOfPayment: "GIFT" })).toMatchObject({ status: "PENDING" });
    }
    const coin = service.quoteBody(usdAccount, await service.external("USDC"), 10_000);
    expect(await service.quote(coin)).toMatchObject({ status: "PENDING" });
  });

  it("refuses same-currency payments from account to account [QUO-24, OP-49]", async () => {
    const { service, usdAccount } = await setUp();
    const external = await service.external("USD");
    const refusal = await expectQuoteRefusal(
      service,
      service.quoteBody(usdAccount, external, 100),
      "INVALID_INPUT",
    );
    expect(refusal.message).toContain("/transfer-out");
    await expectQuoteRefusal(service, service.quoteBody(external, usdAccount, 100), "INVALID_INPUT");
  });

  it("allows same-currency payments from a wallet and to an UMA address, without rate details [OP-49, QUO-14]", async () => {
    const { service, payer, usdAccount } = await setUp();
    const withdrawal = await service.quote(
      service.quoteBody(payer.wallet, await service.external("USDC"), 5_000_000),
    );
    expect(withdrawal).toMatchObject({
      totalSendingAmount: 5_000_000,
      totalReceivingAmount: 5_000_000,
      exchangeRate: 1,
    });
    expect(withdrawal).not.toHaveProperty("rateDetails");
    const destination = { destinationType: "UMA_ADDRESS", umaAddress: "$success.usd@sandbox.payments.test" };
    expect(await service.quote({ ...service.quoteBody(usdAccount, "", 100), destination })).toMatchObject({
      exchangeRate: 1,
    });
  });

  it("refuses to pay an account from itself", async () => {
    const { service, payer } = await setUp();
    await expectQuoteRefusal(
      service,
      service.quoteBody(payer.wallet, payer.wallet, 100),
      "SELF_PAYMENT",
      "destination",
    );
  });

  it("refuses to pay an UMA address from itself", async () => {
    const { service, payer } = await setUp();
    const { umaAddress } = payer;
    const source = { sourceType: "UMA_ADDRESS", umaAddress: umaAddress.toUpperCase() };
    const destination = { destinationType: "UMA_ADDRESS", umaAddress };
    const body = { ...service.quoteBody("", "", 100), source, destination };
    await expectQuoteRefusal(service, body, "SELF_PAYMENT", "destination");
  });

  it("refuses an external account that is INACTIVE on either side", async () => {
    const { service, usdAccount, eurAccount, payee, body } = await setUp();
    const pulled = await service.external("USD");
    for (const id of [payee, pulled]) service.simulator.setExternalAccountStatus(id, "INACTIVE");
    await expectQuoteRefusal(service, body, "INVALID_BANK_ACCOUNT", "destination.accountId");
    await expectQuoteRefusal(
      service,
      service.quoteBody(pulled, eurAccount, 100),
      "INVALID_BANK_ACCOUNT",
      "source.accountId",
    );
    service.simulator.setExternalAccountStatus(payee, "ACTIVE");
    expect(await service.quote(service.quoteBody(usdAccount, payee, 100))).toMatchObject({
      status: "PENDING",
    });
  });

  it("refuses a sending currency that the customer has not enabled [CUS-10]", async () => {
    const { service, payer, eurAccount } = await setUp();
    const body = service.quoteBody(eurAccount, await service.external("USD"), 100);
    const patch = (currencies: string[]) =>
      service.must("PATCH", `/customers/${payer.id}`, { customerType: "INDIVIDUAL", currencies });
    await patch(["USD"]);
    expect((await expectQuoteRefusal(service, body, "INVALID_CURRENCY", "source")).details).toMatchObject({
      currency: "EUR",
      enabled: ["USD"],
    });
    const funding = { sourceType: "REALTIME_FUNDING", currency: "EUR", customerId: payer.id };
    await expectQuoteRefusal(service, { ...body, source: funding }, "INVALID_CURRENCY", "source");
    await patch(["USD", "EUR"]);
    expect(await service.quote(body)).toMatchObject({ status: "PENDING" });
  });

  it("keeps the memo for the transaction, and takes 80 characters for the payee's bank [QUO-20, TRX-04]", async () => {
    const { service, body } = await setUp();
    const forBank = (length: number) => ({ ...body, remittanceInformation: "x".repeat(length) });
    await expectQuoteRefusal(service, forBank(81), "INVALID_INPUT", "remittanceInformation");
    const quote = await service.quote({ ...forBank(80), description: "Invoice 17" });
    expect(await service.transactionOf(quote)).toMatchObject({
      description: "Invoice 17",
      quoteId: quote.id,
    });
  });
});

it.each([
  ["USDC", "SOLANA"],
  ["USDC", "solana_devnet"],
  ["USDC", "TRON_MAINNET"],
  ["BTC", "SOLANA_DEVNET"],
])("a quote refuses %s from %s: no such network carries it [OP-60]", async (currency, cryptoNetwork) => {
  const { service, eurAccount } = await serviceWithPayer();
  const source = { sourceType: "REALTIME_FUNDING", currency, cryptoNetwork };
  const body = { ...service.quoteBody("", eurAccount, 1_000_000), source };
  await expectQuoteRefusal(service, body, "INVALID_INPUT", "source.cryptoNetwork");
});

describe("a request that contradicts itself", () => {
  it("names another currency than that of the account [QUO-01, ACC-25]", async () => {
    const service = new World();
    const { accounts } = await service.fundedCustomer({ USD: 10_000, EUR: 1 });
    const body = service.quoteBody(accounts["USD"] ?? "", accounts["EUR"] ?? "", 1000);
    for (const side of ["source", "destination"] as const) {
      const quote = (currency: string) =>
        service.post("/quotes", { ...body, [side]: { ...Object(body[side]), currency } });
      const own = side === "source" ? "USD" : "EUR";
      expect(await quote(own)).toMatchObject({ status: 201 });
      expect(await quote("GBP")).toMatchObject({
        status: 400,
        body: { code: "INVALID_CURRENCY", details: { field: `${side}.currency` } },
      });
    }
  });

  it("names another customer than that of the UMA address [SBX-04]", async () => {
    const service = new World();
    const [one, other] = [await service.customer(["USD"]), await service.customer(["USD"])];
    const receive = (customerId: string) =>
      service.post("/sandbox/uma/receive", {
        senderUmaAddress: "$sender@elsewhere.test",
        receiverUmaAddress: one.umaAddress,
        customerId,
        receivingCurrencyCode: "USD",
        receivingCurrencyAmount: 100,
      });
    expect(await receive(one.id)).toMatchObject({ status: 200 });
    expect(await receive(other.id)).toMatchObject({
      status: 400,
      body: { details: { field: "customerId" } },
    });
  });
});
