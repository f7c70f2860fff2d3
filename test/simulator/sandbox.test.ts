import { signature } from "../support/parts";
import { serviceWithPayer, World } from "../support/world";
import type { Page, Payer } from "../support/world";
import { expectRefusal } from "./refusals";
import type { IncomingTransaction } from "payments-sdk";
import { describe, expect, it } from "vitest";

const uma = {
  senderUmaAddress: "$payer@elsewhere.test",
  receivingCurrencyCode: "USD",
  receivingCurrencyAmount: 2500,
};

describe("POST /sandbox/internal-accounts/{accountId}/fund", () => {
  it("adds the money at once, returns the account and sends one event [SBX-01, EVT-02, ACC-01]", async () => {
    const { service, payer, usdAccount } = await serviceWithPayer();
    await service.simulator.clock.advance("1s");
    const { status, body: account } = await service.call<Record<string, unknown>>(
      "POST",
      `/sandbox/internal-accounts/${usdAccount}/fund`,
      { amount: 23 },
    );
    expect(status).toBe(200);
    expect(account).toMatchObject({
      id: usdAccount,
      customerId: payer.id,
      balance: { amount: 100_023, currency: { code: "USD", decimals: 2 } },
      updatedAt: "2026-04-27T09:00:01.000Z",
    });
    const [event, ...rest] = service.newEvents();
    expect(rest).toEqual([]);
    expect(event).toMatchObject({ type: "INTERNAL_ACCOUNT.BALANCE_UPDATED", data: account });
  });

  it("funds wallets and the platform's accounts as well [SBX-01, SBX-43]", async () => {
    const { service } = await serviceWithPayer();
    const { wallet } = await service.customer();
    for (const id of [wallet, await service.platformAccount("EUR")]) {
      expect(await service.fund(id, 100_000_000_000)).toMatchObject({ balance: { amount: 100_000_000_000 } });
    }
  });

  it.each([undefined, 0, -5, 1.5, "5", 100_000_000_001])(
    "refuses the amount %s [SBX-01, GEN-06]",
    async (amount) => {
      const { service, usdAccount } = await serviceWithPayer();
      const path = `/sandbox/internal-accounts/${usdAccount}/fund`;
      await expectRefusal(service, path, { amount }, { status: 400, body: { details: { field: "amount" } } });
    },
  );

  it("refuses a balance beyond the safe integers", async () => {
    const { service, usdAccount } = await serviceWithPayer();
    await service.transferIn(await service.external("USD"), usdAccount, Number.MAX_SAFE_INTEGER - 100_000);
    const path = `/sandbox/internal-accounts/${usdAccount}/fund`;
    await expectRefusal(service, path, { amount: 1 }, { status: 400, body: { code: "AMOUNT_OUT_OF_RANGE" } });
  });

  it("responds with 404 for an account that does not exist [SBX-01]", async () => {
    const { service } = await serviceWithPayer();
    await expectRefusal(
      service,
      "/sandbox/internal-accounts/InternalAccount:none/fund",
      { amount: 1 },
      { status: 404 },
    );
  });
});

describe("POST /sandbox/send", () => {
  const realtimeQuote = async (digits = "000", options = {}) => {
    const { service, ...rest } = await serviceWithPayer(options);
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const quote = await service.quote({
      ...service.quoteBody("", await service.external("EUR", digits), 10_000),
      source,
    });
    service.eventTypes();
    return { service, quote, ...rest };
  };

  it("pays a real-time-funded quote and returns its outgoing transaction [SBX-02, SBX-03, TRX-14]", async () => {
    const { service, quote } = await realtimeQuote();
    const request = { quoteId: quote.id, currencyCode: "USD" };
    const { status, body: transaction } = await service.call<Record<string, unknown>>(
      "POST",
      "/sandbox/send",
      request,
    );
    expect(status).toBe(200);
    expect(transaction).toMatchObject({
      type: "OUTGOING",
      status: "COMPLETED",
      source: { sourceType: "REALTIME_FUNDING", currency: "USD" },
      sentAmount: { amount: 10_000 },
      receivedAmount: { amount: 9200 },
      quoteId: quote.id,
      customerId: service.simulator.platformId,
      paymentInstructions: quote.paymentInstructions,
    });
    expect(await service.retrieveQuote(quote.id)).toEqual({
      ...quote,
      status: "COMPLETED",
      transactionId: transaction["id"],
    });
    expect(service.eventTypes()).toEqual(["OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"]);
  });

  it("accepts the exact amount, and credits an internal destination [SBX-02]", async () => {
    const { service, eurAccount, payer } = await serviceWithPayer();
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: payer.id };
    const quote = await service.quote({ ...service.quoteBody("", eurAccount, 10_000), source });
    const request = { quoteId: quote.id, currencyCode: "USD", currencyAmount: 10_000 };
    expect(await service.must("POST", "/sandbox/send", request)).toMatchObject({ customerId: payer.id });
    expect(await service.balance(eurAccount)).toBe(109_200);
  });

  it("fails with FUNDING_AMOUNT_MISMATCH for another amount, and returns the money [SBX-02, OP-63, TRX-16]", async () => {
    const { service, quote } = await realtimeQuote();
    const books = service.simulator.totals().find(({ currency }) => currency === "USD")?.internal;
    const request = { quoteId: quote.id, currencyCode: "USD", currencyAmount: 9_999 };
    expect(await service.must("POST", "/sandbox/send", request)).toMatchObject({
      status: "FAILED",
      failureReason: "FUNDING_AMOUNT_MISMATCH",
      refund: { status: "COMPLETED" },
    });
    const paid = service.simulator.ledgerEntries().flatMap(({ postings }) => postings);
    expect(paid.filter(({ account }) => account === "external:USD").map(({ amount }) => amount)).toEqual([
      -9_999, 9_999,
    ]);
    expect(await service.retrieveQuote(quote.id)).toMatchObject({ status: "FAILED" });
    const usd = service.simulator.totals().find(({ currency }) => currency === "USD");
    expect(usd).toMatchObject({ internal: books, accounts: { "external:USD": 0n, "suspense:USD": 0n } });
  });

  it("refunds the payer if the execution or payout fails [SBX-12, SBX-14]", async () => {
    for (const digits of ["002", "004"]) {
      const { service, quote } = await realtimeQuote(digits);
      expect(
        await service.must("POST", "/sandbox/send", { quoteId: quote.id, currencyCode: "USD" }),
      ).toMatchObject({
        status: "FAILED",
        refund: { status: "COMPLETED" },
      });
      const usd = service.simulator.totals().find(({ currency }) => currency === "USD");
      expect(usd?.accounts).toMatchObject({ "external:USD": 0n, "suspense:USD": 0n });
    }
  });

  it("refuses a missing field, another currency or amount, and an unknown quote [SBX-02, OP-63]", async () => {
    const { service, quote } = await realtimeQuote();
    const complete = { quoteId: quote.id, currencyCode: "USD" };
    for (const [over, response] of [
      [{ quoteId: undefined }, { status: 400, body: { details: { field: "quoteId" } } }],
      [{ currencyCode: undefined }, { status: 400, body: { details: { field: "currencyCode" } } }],
      [{ currencyCode: "EUR" }, { status: 400, body: { code: "INVALID_CURRENCY" } }],
      [{ currencyCode: "XXZ" }, { status: 400, body: { code: "INVALID_CURRENCY" } }],
      [{ currencyAmount: 0 }, { status: 400, body: { code: "INVALID_AMOUNT" } }],
      [{ quoteId: "Quote:none" }, { status: 404, body: { code: "QUOTE_NOT_FOUND" } }],
    ] as const) {
      await expectRefusal(service, "/sandbox/send", { ...complete, ...over }, response);
    }
    expect(await service.retrieveQuote(quote.id)).toEqual(quote);
  });

  it("refuses a quote that must be executed instead [OP-63]", async () => {
    const { service, payer, usdAccount, eurAccount } = await serviceWithPayer();
    for (const [source, currencyCode] of [
      [usdAccount, "USD"],
      [payer.wallet, "USDC"],
      [await service.external("USD"), "USD"],
    ]) {
      const { id } = await service.quote(service.quoteBody(source ?? "", eurAccount, 1_000_000));
      await expectRefusal(service, "/sandbox/send", { quoteId: id, currencyCode }, { status: 400 });
    }
  });

  it("refuses a quote that is expired or paid with 400, as the contract has no 409 here [OP-63]", async () => {
    const { service, quote } = await realtimeQuote();
    const request = { quoteId: quote.id, currencyCode: "USD" };
    await service.must("POST", "/sandbox/send", request);
    await expectRefusal(service, "/sandbox/send", request, {
      status: 400,
      body: { details: { quoteStatus: "COMPLETED" } },
    });
    const { service: later, quote: late } = await realtimeQuote();
    await later.simulator.clock.advance("5m");
    const refusal = { status: 400, body: { details: { quoteStatus: "EXPIRED" } } };
    await expectRefusal(later, "/sandbox/send", { ...request, quoteId: late.id }, refusal);
  });
});

describe("POST /sandbox/uma/receive", () => {
  const receive = (service: World, payer: Payer, over: Record<string, unknown> = {}) =>
    service.call<IncomingTransaction>("POST", "/sandbox/uma/receive", {
      ...uma,
      receiverUmaAddress: payer.umaAddress,
      ...over,
    });

  it("credits the customer's primary account and returns an incoming transaction [SBX-04, ACC-14, TRX-03]", async () => {
    const { service, payer, usdAccount } = await serviceWithPayer();
    const { status, body: transaction } = await receive(service, payer);
    expect(status).toBe(200);
    expect(transaction).toEqual({
      id: expect.stringMatching(/^Transaction:/),
      type: "INCOMING",
      status: "COMPLETED",
      source: { sourceType: "UMA_ADDRESS", umaAddress: "$payer@elsewhere.test", currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: usdAccount, currency: "USD" },
      customerId: payer.id,
      platformCustomerId: payer.platformCustomerId,
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
      settledAt: "2026-04-27T09:00:00.000Z",
      receivedAmount: {
        amount: 2500,
        currency: { code: "USD", name: "United States Dollar", symbol: "$", decimals: 2 },
      },
      reconciliationInstructions: { reference: expect.any(String) },
    });
    expect(await service.balance(usdAccount)).toBe(102_500);
    expect(service.eventTypes()).toEqual([
      "INCOMING_PAYMENT.PENDING",
      "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      "INCOMING_PAYMENT.COMPLETED",
    ]);
    expect(await service.transaction(transaction.id)).toEqual(transaction);
  });

  it("credits the account of another currency, or of a customer given by id", async () => {
    const { service, payer, eurAccount } = await serviceWithPayer();
    await receive(service, payer, { receivingCurrencyCode: "EUR" });
    await receive(service, payer, {
      receivingCurrencyCode: "EUR",
      receiverUmaAddress: undefined,
      customerId: payer.id,
    });
    expect(await service.balance(eurAccount)).toBe(105_000);
  });

  it("credits the default deposit account instead if one exists [ACC-14, ACC-13]", async () => {
    const { service, payer, usdAccount } = await serviceWithPayer();
    const bank = await service.external("USD", "000", {
      customerId: payer.id,
      defaultUmaDepositAccount: true,
    });
    service.eventTypes();
    expect((await receive(service, payer)).body.destination).toMatchObject({ accountId: bank });
    expect(await service.balance(usdAccount)).toBe(100_000);
    expect(service.eventTypes()).toEqual(["INCOMING_PAYMENT.PENDING", "INCOMING_PAYMENT.COMPLETED"]);
    await service.must("DELETE", `/customers/external-accounts/${bank}`);
    expect((await receive(service, payer)).body.destination).toMatchObject({ accountId: usdAccount });
  });

  it("finds the customer by the new address, but not by the old one [CUS-06]", async () => {
    const { service, payer, usdAccount } = await serviceWithPayer();
    const umaAddress = "$renamed@sandbox.payments.test";
    await service.must("PATCH", `/customers/${payer.id}`, { customerType: "INDIVIDUAL", umaAddress });
    expect(await receive(service, payer)).toMatchObject({ status: 404 });
    expect(await receive(service, payer, { receiverUmaAddress: umaAddress })).toMatchObject({ status: 200 });
    expect(await service.balance(usdAccount)).toBe(102_500);
  });

  it("responds with 404 for an unknown or deleted receiver [SBX-04]", async () => {
    const { service, payer } = await serviceWithPayer();
    const path = "/sandbox/uma/receive";
    await expectRefusal(
      service,
      path,
      { ...uma, receiverUmaAddress: "$nobody@sandbox.payments.test" },
      { status: 404 },
    );
    await expectRefusal(service, path, { ...uma, customerId: "Customer:none" }, { status: 404 });
    service.simulator.markDeleted(payer.id);
    await expectRefusal(service, path, { ...uma, receiverUmaAddress: payer.umaAddress }, { status: 404 });
  });

  it.each([
    ["receiverUmaAddress", undefined],
    ["receiverUmaAddress", "receiver"],
    ["senderUmaAddress", undefined],
    ["senderUmaAddress", "payer@elsewhere.test"],
    ["receivingCurrencyCode", undefined],
    ["receivingCurrencyCode", "XXZ"],
    ["receivingCurrencyCode", "GBP"],
    ["receivingCurrencyAmount", undefined],
    ["receivingCurrencyAmount", 0],
    ["receivingCurrencyAmount", 1.5],
  ])("refuses %s = %s [SBX-04, GEN-06, GEN-09]", async (field, value) => {
    const { service, payer } = await serviceWithPayer();
    const request = { ...uma, receiverUmaAddress: payer.umaAddress, [field]: value };
    await expectRefusal(service, "/sandbox/uma/receive", request, {
      status: 400,
      body: { details: { field } },
    });
  });
});

describe("the suggested sandbox path", () => {
  it("withdraws from a wallet with only the magic signature [SBX-43, ACC-07]", async () => {
    const service = new World();
    const { id: customerId } = await service.must<{ id: string }>("POST", "/customers", {
      customerType: "INDIVIDUAL",
      region: "US",
    });
    const wallets = await service.must<Page<{ id: string }>>(
      "GET",
      `/customers/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`,
    );
    const wallet = wallets.data[0]?.id ?? "";
    await service.fund(wallet, 10_000_000);
    const bank = await service.external("USD", "000", { customerId });
    const quote = await service.quote(service.quoteBody(wallet, bank, 10_000_000));
    service.eventTypes();
    expect(await service.execute(quote, signature)).toMatchObject({
      status: "COMPLETED",
      totalReceivingAmount: 1000,
    });
    expect(service.newEvents()).toMatchObject([
      { type: "INTERNAL_ACCOUNT.BALANCE_UPDATED", data: { id: wallet, balance: { amount: 0 } } },
      { type: "OUTGOING_PAYMENT.PROCESSING", data: { quoteId: quote.id } },
      { type: "OUTGOING_PAYMENT.COMPLETED", data: { quoteId: quote.id, status: "COMPLETED" } },
    ]);
  });
});

describe("the production environment", () => {
  it("refuses the sandbox endpoints, and a control call pays quotes instead [OP-66, SBX-02]", async () => {
    const service = new World({ environment: "production" });
    const eurAccount = await service.platformAccount("EUR");
    for (const path of [
      `/sandbox/internal-accounts/${eurAccount}/fund`,
      "/sandbox/send",
      "/sandbox/uma/receive",
    ]) {
      expect(await service.call("POST", path, { amount: 1 })).toMatchObject({
        status: 403,
        body: { code: "FORBIDDEN" },
      });
    }
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const quote = await service.quote({ ...service.quoteBody("", eurAccount, 10_000), source });
    service.simulator.payQuote(quote.id);
    expect(await service.retrieveQuote(quote.id)).toMatchObject({ status: "COMPLETED" });
    expect(await service.balance(eurAccount)).toBe(9200);
  });
});
