import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { individual } from "../support/parts";
import type { Json } from "../support/parts";
import { invalid } from "../support/exchanges";
import { id, items, World } from "../support/world";

/** The rules for one currency without limits. */
const rules = (currencyCode: string, more: Json = {}): Json => ({
  currencyCode,
  minAmount: 0,
  maxAmount: 1_000_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ["INCOMING", "OUTGOING"],
  ...more,
});

const withRules = async (...supportedCurrencies: Json[]) => {
  const service = new World();
  await service.must("PATCH", "/config", { supportedCurrencies });
  return service;
};

const asked = [
  { name: "FULL_NAME", mandatory: true },
  { name: "BIRTH_DATE", mandatory: false },
];

describe("the platform's configuration", () => {
  it("starts from the options", async () => {
    const api = new World({ platform: { umaDomain: "pay.example", currencies: ["USD", "BTC"] } });
    const limits = { minAmount: 0, maxAmount: Number.MAX_SAFE_INTEGER };
    expect(await api.read("/config")).toEqual({
      id: expect.stringMatching(/^PlatformConfig:/),
      umaDomain: "pay.example",
      supportedCurrencies: [rules("USD", limits), rules("BTC", limits)],
      isRegulatedFinancialInstitution: false,
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
    });
  });

  it("changes only the fields of a PATCH, which replaces the list of currencies", async () => {
    const api = new World();
    const before = await api.read("/config");
    await api.simulator.clock.advance("1s");
    const change = {
      umaDomain: "pay.example",
      webhookEndpoint: "https://platform.example/hook",
      supportedCurrencies: [rules("MXN")],
    };
    const readOnly = { id: "mine", createdAt: "2000-01-01T00:00:00Z", isRegulatedFinancialInstitution: true };
    const expected = { ...before, ...change, updatedAt: "2026-04-27T09:00:01.000Z" };
    const response = await api.patch("/config", { ...change, ...readOnly });
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual(expected);
    expect(await api.read("/config")).toEqual(expected);
    expect((await api.patch("/config", { umaDomain: "b.example" })).body).toEqual({
      ...expected,
      umaDomain: "b.example",
    });
  });

  it("is part of a snapshot", async () => {
    const api = new World();
    await api.patch("/config", { umaDomain: "pay.example", supportedCurrencies: [rules("MXN")] });
    const restored = new World(Simulator.restore(api.simulator.snapshot()));
    expect(await restored.read("/config")).toEqual(await api.read("/config"));
  });

  it("returns to the options with a reset", async () => {
    const api = new World();
    const before = await api.read("/config");
    await api.patch("/config", { umaDomain: "pay.example" });
    api.simulator.reset();
    expect(await api.read("/config")).toEqual(before);
  });

  it.each([
    ["umaDomain", { umaDomain: "" }],
    ["umaDomain", { umaDomain: "pay" }],
    ["umaDomain", { umaDomain: "https://pay.example" }],
    ["umaDomain", { umaDomain: "pay..example" }],
    ["webhookEndpoint", { webhookEndpoint: "/hook" }],
    ["webhookEndpoint", { webhookEndpoint: "ftp://pay.example" }],
    ["webhookEndpoint", { webhookEndpoint: "https://user:secret@pay.example" }],
    ["supportedCurrencies", { supportedCurrencies: "USD" }],
    ["supportedCurrencies", { supportedCurrencies: [rules("USD"), rules("USD")] }],
    ["supportedCurrencies[0]", { supportedCurrencies: ["USD"] }],
    ["supportedCurrencies[0].currencyCode", { supportedCurrencies: [rules("XXZ")] }],
    ["supportedCurrencies[0].minAmount", { supportedCurrencies: [rules("USD", { minAmount: -1 })] }],
    ["supportedCurrencies[0].minAmount", { supportedCurrencies: [rules("USD", { minAmount: 0.5 })] }],
    ["supportedCurrencies[0].maxAmount", { supportedCurrencies: [rules("USD", { minAmount: 2_000_000 })] }],
    [
      "supportedCurrencies[0].requiredCounterpartyFields[0].name",
      { supportedCurrencies: [rules("USD", { requiredCounterpartyFields: [{ name: "SHOE_SIZE" }] })] },
    ],
    [
      "supportedCurrencies[0].requiredCounterpartyFields[0].mandatory",
      { supportedCurrencies: [rules("USD", { requiredCounterpartyFields: [{ name: "EMAIL" }] })] },
    ],
    [
      "supportedCurrencies[0].enabledTransactionTypes[0]",
      { supportedCurrencies: [rules("USD", { enabledTransactionTypes: ["SIDEWAYS"] })] },
    ],
    [
      "supportedCurrencies[0].enabledTransactionTypes",
      { supportedCurrencies: [{ ...rules("USD"), enabledTransactionTypes: undefined }] },
    ],
  ])("refuses a wrong %s with 400, and changes nothing", async (field, change) => {
    const api = new World();
    const before = await api.read("/config");
    expect(await api.patch("/config", { umaDomain: "other.example", ...change }, invalid)).toMatchObject({
      status: 400,
      body: { details: { field } },
    });
    expect(await api.read("/config")).toEqual(before);
  });
});

describe("umaDomain", () => {
  it("is the domain of new addresses, but not of older ones and magic names [OP-81]", async () => {
    const api = new World({ platform: { umaDomain: "old.example" } });
    const older = await api.created("/customers", individual);
    await api.patch("/config", { umaDomain: "new.example" });
    const newer = await api.created("/customers", individual);
    expect(newer["umaAddress"]).toMatch(/@new\.example$/);
    expect(await api.read(`/customers/${id(older)}`)).toMatchObject({
      umaAddress: expect.stringMatching(/@old\.example$/),
    });
    const magic = (domain: string) =>
      api.get(`/receiver/uma/${encodeURIComponent(`$success.usd@${domain}`)}`);
    expect(await magic("old.example")).toMatchObject({ status: 200 });
    expect(await magic("new.example")).toMatchObject({ status: 404 });
  });
});

describe("supportedCurrencies", () => {
  it("open one account of the platform for each new currency", async () => {
    const api = new World({ platform: { currencies: ["USD"] } });
    for (let round = 0; round < 2; round += 1)
      await api.patch("/config", { supportedCurrencies: [rules("NGN"), rules("USDC")] });
    const accounts = items(await api.read("/platform/internal-accounts"));
    expect(
      accounts.map(({ type, balance }) => [type, (balance as { currency: Json }).currency["code"]]),
    ).toEqual([
      ["INTERNAL_FIAT", "USD"],
      ["INTERNAL_FIAT", "NGN"],
      ["INTERNAL_CRYPTO", "USDC"],
    ]);
  });

  it.each([
    ["SENDING", 999, 400],
    ["SENDING", 1000, 201],
    ["SENDING", 2000, 201],
    ["SENDING", 2001, 400],
    // 0.92 EUR for 1 USD.
    ["RECEIVING", 919, 400],
    ["RECEIVING", 920, 201],
    ["RECEIVING", 1840, 201],
    ["RECEIVING", 1841, 400],
  ])(
    "limit the sent amount of a quote: %s %i responds with %i",
    async (lockedCurrencySide, amount, status) => {
      const service = await withRules(rules("USD", { minAmount: 1000, maxAmount: 2000 }));
      const payer = await service.fundedCustomer({ USD: 10_000, EUR: 1 });
      const body = service.quoteBody(payer.accounts["USD"]!, payer.accounts["EUR"]!, amount, {
        lockedCurrencySide,
      });
      const response = await service.post("/quotes", body);
      expect(response).toMatchObject({ status });
      if (status === 400) {
        const details = { field: "lockedCurrencyAmount", currency: "USD", minAmount: 1000, maxAmount: 2000 };
        expect(response.body).toMatchObject({ code: "AMOUNT_OUT_OF_RANGE", details });
      }
    },
  );

  it("limit what a lookup names as the least and the most, in the receiving currency [RCV-02, OP-81]", async () => {
    const service = new World({ quotes: { fees: { fixed: 7, rate: 0.005 } } });
    await service.must("PATCH", "/config", {
      supportedCurrencies: [rules("USD", { minAmount: 1000, maxAmount: 2000 })],
    });
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const account = await service.external("MXN");
    const magic = encodeURIComponent("$success.mxn@sandbox.payments.test");
    for (const path of [`/receiver/external-account/${account}`, `/receiver/uma/${magic}`]) {
      const lookup = await service.read(path);
      const [{ min, max }] = lookup["supportedCurrencies"] as [{ min: number; max: number }];
      const quote = async (amount: number) =>
        (
          await service.post(
            "/quotes",
            service.quoteBody(payer.accounts["USD"]!, account, amount, { lockedCurrencySide: "RECEIVING" }),
          )
        ).status;
      expect([await quote(min - 1), await quote(min)]).toEqual([400, 201]);
      expect([await quote(max), await quote(max + 1)]).toEqual([201, 400]);
    }
  });

  it("limit outgoing transfers, but not incoming ones", async () => {
    const service = await withRules(rules("USD", { minAmount: 1000, maxAmount: 2000 }));
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const external = await service.external("USD", "000", { customerId: payer.id });
    const send = (path: string, from: string, to: string, amount: number) =>
      service.post(path, { source: { accountId: from }, destination: { accountId: to }, amount });
    const own = payer.accounts["USD"]!;
    for (const [amount, status] of [
      [999, 400],
      [1000, 201],
      [2001, 400],
    ] as const) {
      expect(await send("/transfer-out", own, external, amount)).toMatchObject({ status });
      expect(await send("/transfer-in", external, own, amount)).toMatchObject({ status: 201 });
    }
    expect(await service.balance(own)).toBe(10_000 + 999 + 2001);
  });

  it("set the directions in which money moves [OP-81]", async () => {
    const service = await withRules(
      rules("USD", { enabledTransactionTypes: ["INCOMING"] }),
      rules("EUR", { enabledTransactionTypes: ["OUTGOING"] }),
    );
    const payer = await service.fundedCustomer({ USD: 10_000, EUR: 10_000 });
    const quote = (from: string, to: string) =>
      service.post("/quotes", service.quoteBody(payer.accounts[from]!, payer.accounts[to]!, 1000));
    expect(await quote("EUR", "USD")).toMatchObject({ status: 201 });
    expect(await quote("USD", "EUR")).toMatchObject({
      status: 400,
      body: { code: "INVALID_CURRENCY", details: { field: "source", currency: "USD" } },
    });
    const receive = (receivingCurrencyCode: string) =>
      service.post("/sandbox/uma/receive", {
        senderUmaAddress: "$sender@elsewhere.test",
        receiverUmaAddress: payer.umaAddress,
        receivingCurrencyCode,
        receivingCurrencyAmount: 1000,
      });
    expect(await receive("USD")).toMatchObject({ status: 200 });
    expect(await receive("EUR")).toMatchObject({ status: 400, body: { code: "INVALID_CURRENCY" } });
    const transfer = async (path: string, currency: string) => {
      const external = await service.external(currency, "000", { customerId: payer.id });
      const sides = [{ accountId: external }, { accountId: payer.accounts[currency]! }];
      const [source, destination] = path === "/transfer-in" ? sides : sides.toReversed();
      return (await service.post(path, { source, destination, amount: 1000 })).status;
    };
    expect(await transfer("/transfer-in", "USD")).toBe(201);
    expect(await transfer("/transfer-out", "USD")).toBe(400);
    expect(await transfer("/transfer-in", "EUR")).toBe(400);
    expect(await transfer("/transfer-out", "EUR")).toBe(201);
  });

  it("without INCOMING leave a currency out of quotes and lookups [OP-81, RCV-01]", async () => {
    const service = await withRules(rules("EUR", { enabledTransactionTypes: ["OUTGOING"] }), rules("USD"));
    const payer = await service.fundedCustomer({ GBP: 10_000 });
    const { accounts, umaAddress } = await service.customer(["EUR", "USD"]);
    const quote = (destination: Json) =>
      service.post("/quotes", { ...service.quoteBody(payer.accounts["GBP"]!, "", 1000), destination });
    const refusal = { status: 400, body: { code: "INVALID_CURRENCY", details: { currency: "EUR" } } };
    const toUma = { destinationType: "UMA_ADDRESS", umaAddress };
    const toAccount = { destinationType: "ACCOUNT", accountId: accounts["EUR"] };
    for (const one of [{ ...toUma, currency: "EUR" }, toAccount])
      expect(await quote(one)).toMatchObject(refusal);
    // Without a currency, the first one of the lookup counts.
    for (const one of [toUma, { ...toUma, currency: "USD" }])
      expect(await quote(one)).toMatchObject({ status: 201, body: { receivingCurrency: { code: "USD" } } });
    const lookup = await service.read(`/receiver/uma/${encodeURIComponent(umaAddress)}`);
    const supported = lookup["supportedCurrencies"] as { currency: { code: string } }[];
    expect(supported.map(({ currency }) => currency.code)).toEqual(["USD", "USDC"]);
  });
});

describe("requiredCounterpartyFields", () => {
  it("are required for a lookup of the platform's customers only", async () => {
    const service = await withRules(rules("USD", { requiredCounterpartyFields: asked }), rules("EUR"));
    const lookUp = async (address: string) =>
      (await service.read(`/receiver/uma/${encodeURIComponent(address)}`))["requiredPayerDataFields"];
    expect(await lookUp((await service.customer(["EUR", "USD"])).umaAddress)).toEqual(asked);
    expect(await lookUp((await service.customer(["EUR"])).umaAddress)).toEqual([]);
    expect(await lookUp("$success.usd@sandbox.payments.test")).toEqual([]);
  });

  it("must be in a quote to a customer's UMA address if they are mandatory [OP-81]", async () => {
    const service = await withRules(rules("USD", { requiredCounterpartyFields: asked }));
    const payer = await service.fundedCustomer({ EUR: 10_000 });
    const payee = await service.customer(["USD"]);
    const quote = (more: Json, umaAddress = payee.umaAddress) =>
      service.post("/quotes", {
        ...service.quoteBody(payer.accounts["EUR"]!, "", 1000),
        destination: { destinationType: "UMA_ADDRESS", umaAddress },
        ...more,
      });
    expect(await quote({})).toMatchObject({
      status: 400,
      body: { code: "MISSING_MANDATORY_USER_INFO", details: { missing: ["FULL_NAME"] } },
    });
    expect(await quote({ senderCustomerInfo: { BIRTH_DATE: "1990-01-01" } })).toMatchObject({ status: 400 });
    expect(await quote({ senderCustomerInfo: { FULL_NAME: "Paula Payer" } })).toMatchObject({ status: 201 });
    expect(await quote({}, "$success.usd@sandbox.payments.test")).toMatchObject({ status: 201 });
    const toAccount = service.quoteBody(payer.accounts["EUR"]!, payee.accounts["USD"]!, 1000);
    expect(await service.post("/quotes", toAccount)).toMatchObject({ status: 201 });
  });

  it("must all be in a quote that the lookup asks for, whatever its currency [QUO-22]", async () => {
    const service = await withRules(rules("USD"), rules("EUR", { requiredCounterpartyFields: asked }));
    const payer = await service.fundedCustomer({ GBP: 10_000 });
    const { umaAddress } = await service.customer(["USD", "EUR"]);
    const quote = (senderCustomerInfo: Json) =>
      service.post("/quotes", {
        ...service.quoteBody(payer.accounts["GBP"]!, "", 1000),
        destination: { destinationType: "UMA_ADDRESS", umaAddress, currency: "USD" },
        senderCustomerInfo,
      });
    const refusal = { code: "MISSING_MANDATORY_USER_INFO", details: { missing: ["FULL_NAME"] } };
    expect(await quote({})).toMatchObject({ status: 400, body: refusal });
    expect(await quote({ FULL_NAME: "Paula Payer" })).toMatchObject({ status: 201 });
  });

  it("are part of an incoming payment in the currency", async () => {
    const service = await withRules(rules("USD", { requiredCounterpartyFields: asked }), rules("EUR"));
    const { umaAddress } = await service.customer(["USD", "EUR"]);
    const information = async (receivingCurrencyCode: string) => {
      const transaction = await service.created("/sandbox/uma/receive", {
        senderUmaAddress: "$sender@elsewhere.test",
        receiverUmaAddress: umaAddress,
        receivingCurrencyCode,
        receivingCurrencyAmount: 1000,
      });
      return transaction["counterpartyInformation"];
    };
    expect(await information("USD")).toEqual({ FULL_NAME: "Sandbox Sender", BIRTH_DATE: "1990-01-01" });
    expect(await information("EUR")).toBeUndefined();
  });
});
