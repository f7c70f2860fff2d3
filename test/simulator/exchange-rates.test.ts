import type { ExchangeRate } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { World } from "../support/world";

type Rate = ExchangeRate;

const rates = async (api: World, query: Record<string, string> | string = {}) => {
  const search = new URLSearchParams(query).toString();
  return (await api.must<{ data: Rate[] }>("GET", `/exchange-rates?${search}`)).data;
};

const pairs = (list: Rate[]) => [
  ...new Set(
    list.map(
      ({ sourceCurrency, destinationCurrency }) => `${sourceCurrency.code} ${destinationCurrency.code}`,
    ),
  ),
];

describe("GET /exchange-rates", () => {
  it("has one row for each payment rail of the destination, with the default amount 10,000", async () => {
    const api = new World({ quotes: { fees: { rate: 0.01, fixed: 50 } } });
    const list = await rates(api, { sourceCurrency: "USD", destinationCurrency: "EUR" });
    const row = {
      sourceCurrency: { code: "USD", name: "United States Dollar", symbol: "$", decimals: 2 },
      sendingAmount: 10_000,
      minSendingAmount: 52,
      maxSendingAmount: 9_000_000_000_000_000,
      destinationCurrency: { code: "EUR", name: "Euro", symbol: "€", decimals: 2 },
      receivingAmount: 9062,
      exchangeRate: 9850 / 9062,
      fees: { fixed: 150 },
      updatedAt: "2026-04-27T09:00:00.000Z",
    };
    expect(list).toEqual([
      { ...row, destinationPaymentRail: "SEPA" },
      { ...row, destinationPaymentRail: "SEPA_INSTANT" },
    ]);
  });

  it.each([
    ["USD", "EUR", 10_000, { rate: 0.005 }],
    ["USD", "EUR", 12_345, { rate: 0.013, fixed: 7 }],
    ["EUR", "MXN", 99, { rate: 0 }],
    ["MXN", "GBP", 1_000_003, { rate: 0.005 }],
    ["BTC", "BRL", 10_000, { rate: 0.005 }],
  ])(
    "%s to %s, %i: a quote at the same time has the same rate, fees and amount [OP-48, OP-82]",
    async (from, to, amount, fees) => {
      const service = new World({ quotes: { fees } });
      const [row] = await rates(service, {
        sourceCurrency: from,
        destinationCurrency: to,
        sendingAmount: String(amount),
      });
      const source = await service.platformAccount(from);
      await service.fund(source, amount);
      const quote = await service.created(
        "/quotes",
        service.quoteBody(source, await service.external(to), amount),
      );
      expect(quote).toMatchObject({
        exchangeRate: row!.exchangeRate,
        totalSendingAmount: row!.sendingAmount,
        totalReceivingAmount: row!.receivingAmount,
        feesIncluded: row!.fees.fixed,
      });
    },
  );

  it("has the platform's currencies as sources, and all currencies with a payment rail as destinations", async () => {
    const api = new World({ platform: { currencies: ["USD", "BTC"] } });
    const list = await rates(api);
    expect(new Set(list.map(({ sourceCurrency }) => sourceCurrency.code))).toEqual(new Set(["USD", "BTC"]));
    const destinations = pairs(list)
      .filter((pair) => pair.startsWith("BTC "))
      .map((pair) => pair.slice(4));
    expect(destinations).toEqual(expect.arrayContaining(["USD", "EUR", "BRL", "KES", "VND"]));
    expect(destinations).not.toContain("USDC");
    expect(pairs(list)).not.toContain("USD USD");
    expect(pairs(await rates(api, { destinationCurrency: "BTC" }))).toEqual([]);
  });

  it("filters by the source and by one or more destinations", async () => {
    const api = new World();
    expect(pairs(await rates(api, { sourceCurrency: "NGN", destinationCurrency: "BRL" }))).toEqual([
      "NGN BRL",
    ]);
    const two = await rates(
      api,
      "sourceCurrency=USD&destinationCurrency=MXN&destinationCurrency=INR&destinationCurrency=MXN",
    );
    expect(pairs(two)).toEqual(["USD MXN", "USD INR"]);
    expect(two).toHaveLength(2);
    expect(pairs(await rates(api, "sourceCurrency=USD&destinationCurrency=MXN%2CINR,"))).toEqual(pairs(two));
    expect(pairs(await rates(api, "sourceCurrency=&destinationCurrency=GBP"))).toEqual([
      "USD GBP",
      "EUR GBP",
      "BRL GBP",
      "MXN GBP",
      "BTC GBP",
      "USDC GBP",
    ]);
  });

  const CURRENCY = "the code of a supported currency, such as USD";

  it.each([
    ["sourceCurrency", "sourceCurrency=XXZ", "INVALID_CURRENCY", CURRENCY],
    ["destinationCurrency", "destinationCurrency=EUR&destinationCurrency=XXZ", "INVALID_CURRENCY", CURRENCY],
    ["destinationCurrency", "destinationCurrency=EUR,XXZ", "INVALID_CURRENCY", CURRENCY],
    ["sendingAmount", "sendingAmount=-1", "INVALID_INPUT", "an integer from 0 to 9000000000000000"],
    ["sendingAmount", "sendingAmount=1.5", "INVALID_INPUT", "an integer from 0 to 9000000000000000"],
    [
      "sendingAmount",
      "sendingAmount=9000000000000001",
      "INVALID_INPUT",
      "an integer from 0 to 9000000000000000",
    ],
  ])("refuses a wrong %s: %s", async (field, query, code, expected) => {
    expect(await new World().get(`/exchange-rates?${query}`)).toMatchObject({
      status: 400,
      body: { code, message: `${field}: expected ${expected}`, details: { field } },
    });
  });

  it.each([
    [{ rate: 0 }, "USD", "VND"],
    [{ rate: 0.01, fixed: 50 }, "USD", "EUR"],
    [{ rate: 0.005 }, "VND", "GBP"],
  ])("returns the minimum and maximum of a quote, %j from %s to %s", async (fees, from, to) => {
    const service = new World({ quotes: { fees }, platform: { currencies: [from] } });
    const query = { sourceCurrency: from, destinationCurrency: to };
    const [row] = await rates(service, query);
    const source = await service.platformAccount(from);
    const payee = await service.customer([to]);
    const quote = async (amount: number) =>
      (await service.post("/quotes", service.quoteBody(source, payee.accounts[to]!, amount))).status;
    const { minSendingAmount, maxSendingAmount } = row!;
    expect(await quote(minSendingAmount)).toBe(201);
    expect(await quote(minSendingAmount - 1)).toBe(400);
    expect(await quote(maxSendingAmount)).toBe(201);
    expect(await quote(maxSendingAmount + 1)).toBe(400);
    const at = async (sendingAmount: number) =>
      (await rates(service, { ...query, sendingAmount: String(sendingAmount) }))[0]!.receivingAmount;
    expect(await at(minSendingAmount)).toBeGreaterThan(0);
    expect(await at(minSendingAmount - 1)).toBe(0);
    expect(await at(maxSendingAmount)).toBeGreaterThan(1);
  });

  it("respects the platform's limits, and also returns the rate outside of them", async () => {
    const api = new World({ quotes: { fees: { rate: 0 } } });
    const limits = { currencyCode: "USD", minAmount: 100, maxAmount: 5000 };
    const rules = { ...limits, requiredCounterpartyFields: [], enabledTransactionTypes: ["OUTGOING"] };
    await api.patch("/config", { supportedCurrencies: [rules] });
    for (const [sendingAmount, receivingAmount] of [
      [0, 0],
      [99, 0],
      [100, 92],
      [5000, 4600],
      [5001, 0],
    ]) {
      const [row] = await rates(api, { destinationCurrency: "EUR", sendingAmount: String(sendingAmount) });
      expect(row).toMatchObject({ minSendingAmount: 100, maxSendingAmount: 5000, receivingAmount });
      expect(row!.exchangeRate).toBeCloseTo(1 / 0.92, 10);
    }
  });

  it.each([0.95 as unknown as string, "0", "-1", "1e3", ""])("refuses the rate %j", (perUsd) => {
    expect(() => {
      new World().simulator.setRate("EUR", perUsd);
    }).toThrow("perUsd: expected a decimal above 0");
  });

  it("also lists pairs of a rate so extreme that no amount is enough", async () => {
    const api = new World({});
    api.simulator.setRate("EUR", "0.000000000001");
    const list = await rates(api);
    const extreme = list.filter(({ minSendingAmount }) => minSendingAmount === Number.MAX_SAFE_INTEGER);
    expect(extreme.length).toBeGreaterThan(0);
    for (const { destinationCurrency, receivingAmount } of extreme)
      expect([destinationCurrency.code, receivingAmount]).toEqual(["EUR", 0]);
  });
});
