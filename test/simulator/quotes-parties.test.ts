import type { Transaction } from "payments-sdk";
import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "payments-sdk/simulator";
import type { Json } from "../support/parts";
import { serviceWithPayer } from "../support/world";
import type { Page } from "../support/world";
import { expectQuoteRefusal } from "./refusals";

const usd = { code: "USD", name: "United States Dollar", symbol: "$", decimals: 2 };

/** A service with a payer and the body of a quote of 100.00 USD to a EUR account. */
async function setUp(options: SimulatorOptions = {}) {
  const { service, usdAccount, ...rest } = await serviceWithPayer(options);
  const payee = await service.external("EUR");
  return { service, usdAccount, payee, body: service.quoteBody(usdAccount, payee, 10_000), ...rest };
}

describe("the lookup of a quote", () => {
  it("is optional, must exist and must belong to this receiver [QUO-17, RCV-03, OP-46]", async () => {
    const { service, payee, body } = await setUp();
    const lookup = (id: string) =>
      service.must<{ lookupId: string }>("GET", `/receiver/external-account/${id}`);
    const { lookupId } = await lookup(payee);
    expect(await service.quote({ ...body, lookupId })).toMatchObject({ status: "PENDING" });
    expect(await service.quote(body)).toMatchObject({ status: "PENDING" });
    await expectQuoteRefusal(service, { ...body, lookupId: "Lookup:none" }, "INVALID_INPUT", "lookupId");
    const other = await lookup(await service.external("EUR"));
    await expectQuoteRefusal(service, { ...body, lookupId: other.lookupId }, "INVALID_INPUT", "lookupId");
  });

  it("lists the required sender information, and the refusal names missing fields [QUO-22]", async () => {
    const { service, payee, body } = await setUp({
      quotes: { requiredPayerDataFields: ["FULL_NAME", "BIRTH_DATE"] },
    });
    const lookup = await service.must<Record<string, unknown>>("GET", `/receiver/external-account/${payee}`);
    expect(lookup["requiredPayerDataFields"]).toEqual([
      { name: "FULL_NAME", mandatory: true },
      { name: "BIRTH_DATE", mandatory: true },
    ]);
    const senderCustomerInfo = { FULL_NAME: "Paula Payer" };
    const refusal = await expectQuoteRefusal(
      service,
      { ...body, senderCustomerInfo },
      "MISSING_MANDATORY_USER_INFO",
    );
    expect(refusal.details).toMatchObject({ missing: ["BIRTH_DATE"] });
    const complete = { ...senderCustomerInfo, BIRTH_DATE: "1990-01-01" };
    expect(await service.quote({ ...body, senderCustomerInfo: complete })).toMatchObject({
      status: "PENDING",
    });
  });
});

describe("sender information from a lookup", () => {
  it("is not required for a quote to an internal account, which has no lookup [QUO-22]", async () => {
    const { service, payer, usdAccount } = await setUp({
      quotes: { requiredPayerDataFields: ["FULL_NAME"] },
    });
    const receiver = await service.customer(["EUR"]);
    for (const account of [payer.accounts["EUR"], payer.wallet, receiver.accounts["EUR"]])
      expect(await service.quote(service.quoteBody(usdAccount, account ?? "", 100))).toMatchObject({
        status: "PENDING",
      });
    const destination = { destinationType: "UMA_ADDRESS", umaAddress: receiver.umaAddress };
    const byUma = { ...service.quoteBody(usdAccount, "", 100), destination };
    await expectQuoteRefusal(service, byUma, "MISSING_MANDATORY_USER_INFO", "senderCustomerInfo");
  });
});

describe("payment instructions", () => {
  const instruction = (quote: { paymentInstructions?: unknown }) => quote.paymentInstructions;

  it("are absent for a managed account and for a pull [QUO-08]", async () => {
    const { service, eurAccount, body } = await setUp();
    expect(await service.quote(body)).not.toHaveProperty("paymentInstructions");
    const pull = await service.quote(service.quoteBody(await service.external("USD"), eurAccount, 100));
    expect(pull).not.toHaveProperty("paymentInstructions");
  });

  it("have an account for US dollars [QUO-09, QUO-10, OP-60]", async () => {
    const { service, eurAccount } = await setUp();
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const quote = await service.quote({ ...service.quoteBody("", eurAccount, 100), source });
    expect(quote.source).toEqual(source);
    expect(instruction(quote)).toEqual([
      {
        accountOrWalletInfo: {
          accountType: "USD_ACCOUNT",
          paymentRails: ["ACH", "WIRE"],
          accountNumber: expect.stringMatching(/^\d{10}$/),
          routingNumber: expect.stringMatching(/^\d{9}$/),
          bankName: expect.any(String),
          reference: expect.stringMatching(/^\w+$/),
        },
        instructionsNotes: expect.any(String),
      },
    ]);
  });

  it("have an address for bitcoin [QUO-11]", async () => {
    const { service, usdAccount } = await setUp();
    const source = { sourceType: "REALTIME_FUNDING", currency: "BTC" };
    const quote = await service.quote({ ...service.quoteBody("", usdAccount, 100_000), source });
    expect(instruction(quote)).toMatchObject([
      {
        accountOrWalletInfo: {
          accountType: "SPARK_WALLET",
          assetType: "BTC",
          address: expect.any(String),
          invoice: expect.any(String),
        },
      },
    ]);
  });

  it.each([
    ["USDC", "SOLANA_DEVNET", "SOLANA_WALLET"],
    ["USDC", "BASE_TESTNET", "BASE_WALLET"],
    ["USDC", "ETHEREUM_TESTNET", "ETHEREUM_WALLET"],
    ["BTC", "LIGHTNING_REGTEST", "LIGHTNING"],
    ["USDC", undefined, "SOLANA_WALLET"],
  ])("follow the network: %s on %s", async (currency, cryptoNetwork, accountType) => {
    const { service, eurAccount } = await setUp();
    const source = { sourceType: "REALTIME_FUNDING", currency, ...(cryptoNetwork ? { cryptoNetwork } : {}) };
    const quote = await service.quote({ ...service.quoteBody("", eurAccount, 1_000_000), source });
    expect(quote.source).toEqual(source);
    expect(instruction(quote)).toMatchObject([{ accountOrWalletInfo: { accountType } }]);
  });

  it("exist for a customer only in the currency of its crypto account [OP-38, OP-60]", async () => {
    const { service, payer, eurAccount } = await setUp();
    const from = (currency: string) => ({
      ...service.quoteBody("", eurAccount, 1_000_000),
      source: { sourceType: "REALTIME_FUNDING", currency, customerId: payer.id },
    });
    expect(instruction(await service.quote(from("USDC")))).toHaveLength(1);
    await expectQuoteRefusal(service, from("BTC"), "INVALID_CURRENCY", "source");
    await expectQuoteRefusal(service, from("MXN"), "INVALID_CURRENCY", "source");
  });

  it("exist for a crypto account and for a bank account without pulls [OP-60]", async () => {
    const { service, usdAccount } = await setUp();
    for (const currency of ["USDC", "EUR"]) {
      const quote = await service.quote(
        service.quoteBody(await service.external(currency), usdAccount, 1_000_000),
      );
      expect(instruction(quote)).toHaveLength(1);
    }
  });

  it("exist in every fiat currency", async () => {
    const { service, usdAccount } = await setUp();
    for (const currency of ["AED", "ARS", "COP", "INR", "KES", "XOF", "IDR", "BRL", "MXN", "GBP"]) {
      const source = { sourceType: "REALTIME_FUNDING", currency };
      const quote = await service.quote({ ...service.quoteBody("", usdAccount, 1_000_000), source });
      expect(instruction(quote)).toMatchObject([
        { accountOrWalletInfo: { accountType: `${currency}_ACCOUNT` } },
      ]);
    }
  });

  it("contain a payload for the wallet's owner to sign, unique for each quote and the same on GET [QUO-12, OP-67]", async () => {
    const { service, payer, payee } = await setUp();
    const payloads = new Set<string>();
    for (let count = 0; count < 2; count += 1) {
      const quote = await service.quote(service.quoteBody(payer.wallet, payee, 1_000_000));
      const [only, ...rest] = quote.paymentInstructions ?? [];
      expect(rest).toEqual([]);
      if (only?.accountOrWalletInfo.accountType !== "EMBEDDED_WALLET")
        throw new Error("no wallet instruction");
      const { payloadToSign } = only.accountOrWalletInfo;
      payloads.add(payloadToSign);
      expect(JSON.parse(payloadToSign)).toMatchObject({ quoteId: quote.id });
      expect(await service.retrieveQuote(quote.id)).toEqual(quote);
    }
    expect(payloads.size).toBe(2);
    for (const payload of payloads) {
      const rewritten = JSON.stringify(JSON.parse(payload));
      expect(rewritten).not.toBe(payload);
      expect(new TextEncoder().encode(payload).length).toBeGreaterThan(payload.length);
    }
  });
});

describe("the four kinds of payment", () => {
  const uma = (name: string) => `$${name}@sandbox.payments.test`;
  const umaSource = { sourceType: "UMA_ADDRESS", umaAddress: "$payer@elsewhere.test", currency: "USD" };

  it.each([
    ["USD", "success.usd"],
    ["EUR", "success.eur"],
    ["MXN", "success.mxn"],
  ])("account to UMA arrives in %s at %s [QUO-23, ACC-26, SBX-26, SBX-27]", async (currency, name) => {
    const { service, usdAccount } = await setUp();
    const destination = { destinationType: "UMA_ADDRESS", umaAddress: uma(name) };
    const quote = await service.quote({ ...service.quoteBody(usdAccount, "", 10_000), destination });
    expect(quote).toMatchObject({ destination, receivingCurrency: { code: currency } });
    expect(await service.execute(quote)).toMatchObject({ status: "COMPLETED" });
  });

  it("UMA to account and UMA to UMA are paid only through instructions [QUO-23, QUO-08]", async () => {
    const { service, payer, eurAccount } = await setUp();
    const destinations = [
      { destinationType: "ACCOUNT", accountId: eurAccount },
      { destinationType: "UMA_ADDRESS", umaAddress: uma("success.eur") },
    ];
    for (const destination of destinations) {
      const quote = await service.quote({
        ...service.quoteBody("", "", 100),
        source: umaSource,
        destination,
      });
      expect(quote).toMatchObject({ source: umaSource, destination, sendingCurrency: usd });
      expect(quote.paymentInstructions).toHaveLength(1);
      expect(await service.call("POST", `/quotes/${quote.id}/execute`)).toMatchObject({ status: 400 });
      // No customer sends, so the sender's side belongs to the platform.
      expect(await service.transactionOf(quote)).toMatchObject({ customerId: service.simulator.platformId });
    }
    const { data } = await service.must<Page<Transaction>>("GET", "/transactions?type=INCOMING");
    expect(data.map(({ customerId }) => customerId)).toEqual([payer.id]);
  });

  it("finds UMA addresses in any case, and returns them as sent [CUS-05, CUS-06, OP-36]", async () => {
    const { service, payer, usdAccount } = await setUp();
    const { umaAddress } = await service.customer(["EUR"], { umaAddress: "$Grace@Bank.Test" });
    expect(umaAddress).toBe("$Grace@Bank.Test");
    for (const address of ["$GRACE@bank.test", uma("Success.EUR")]) {
      const encoded = encodeURIComponent(address);
      const lookup = await service.must<Json>("GET", `/receiver/uma/${encoded.toLowerCase()}`);
      const destination = { destinationType: "UMA_ADDRESS", umaAddress: address };
      const body = { ...service.quoteBody(usdAccount, "", 100), destination, lookupId: lookup["id"] };
      expect(await service.quote(body)).toMatchObject({ destination, receivingCurrency: { code: "EUR" } });
      const listed = await service.must<Page<Transaction>>(
        "GET",
        `/transactions?type=OUTGOING&receiverAccountIdentifier=${encoded.toUpperCase()}`,
      );
      expect(listed.data).toMatchObject([{ destination }]);
    }
    expect(await service.must("GET", "/customers?umaAddress=$grace@BANK.test")).toMatchObject({
      data: [{ umaAddress }],
    });
    expect(
      await service.call("PATCH", `/customers/${payer.id}`, {
        customerType: "INDIVIDUAL",
        umaAddress: "$grace@bank.test",
      }),
    ).toMatchObject({
      status: 409,
      body: { code: "UMA_ADDRESS_EXISTS" },
    });
  });

  it("takes the account if the type is ACCOUNT, whatever else is named [ACC-24]", async () => {
    const { service, usdAccount, eurAccount } = await setUp();
    const body = service.quoteBody(usdAccount, eurAccount, 100);
    const source = { sourceType: "ACCOUNT", accountId: usdAccount };
    const destination = { destinationType: "ACCOUNT", accountId: eurAccount };
    const other = { umaAddress: uma("success.mxn") };
    const both = { source: { ...source, ...other }, destination: { ...destination, ...other } };
    expect(await service.quote({ ...body, ...both })).toMatchObject({ source, destination });
    const without = { ...body, destination: { destinationType: "ACCOUNT", ...other } };
    await expectQuoteRefusal(service, without, "INVALID_INPUT", "destination.accountId");
  });

  it("refuses invalid and unknown UMA addresses, and currencies that they do not accept [OP-62]", async () => {
    const { service, usdAccount, eurAccount } = await setUp();
    const to = (over: Record<string, unknown>) => ({
      ...service.quoteBody(usdAccount, "", 100),
      destination: { destinationType: "UMA_ADDRESS", ...over },
    });
    await expectQuoteRefusal(
      service,
      to({ umaAddress: "nobody" }),
      "INVALID_UMA_ADDRESS",
      "destination.umaAddress",
    );
    await expectQuoteRefusal(
      service,
      to({ umaAddress: uma("nobody") }),
      "INVALID_RECEIVER",
      "destination.umaAddress",
    );
    await expectQuoteRefusal(service, to({ umaAddress: "$success.usd@elsewhere.test" }), "INVALID_RECEIVER");
    await expectQuoteRefusal(
      service,
      to({ umaAddress: uma("success.usd"), currency: "EUR" }),
      "INVALID_CURRENCY",
    );
    const source = { sourceType: "UMA_ADDRESS", umaAddress: "$payer@elsewhere.test" };
    await expectQuoteRefusal(
      service,
      { ...service.quoteBody("", eurAccount, 100), source },
      "INVALID_INPUT",
      "source.currency",
    );
  });

  it("pays a customer by its UMA address into the account of the currency, as the sender's transaction [CUS-06, TRX-03]", async () => {
    const { service, payer, usdAccount } = await setUp();
    const receiver = await service.customer(["MXN", "EUR"]);
    for (const [currency, amount] of [
      ["EUR", 9200],
      [undefined, 185_000],
    ] as const) {
      const destination = {
        destinationType: "UMA_ADDRESS",
        umaAddress: receiver.umaAddress,
        ...(currency && { currency }),
      };
      const quote = await service.quote({ ...service.quoteBody(usdAccount, "", 10_000), destination });
      expect(quote).toMatchObject({
        totalReceivingAmount: amount,
        counterpartyInformation: { FULL_NAME: "Paula Payer" },
      });
      await service.execute(quote);
      expect(await service.transactionOf(quote)).toMatchObject({ customerId: payer.id });
      expect(await service.balance(receiver.accounts[currency ?? "MXN"] ?? "")).toBe(amount);
    }
  });
});
