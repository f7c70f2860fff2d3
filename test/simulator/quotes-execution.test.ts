import { describe, expect, it, vi } from "vitest";
import { signature } from "../support/parts";
import { quoteTo, serviceWithPayer } from "../support/world";
import type { World } from "../support/world";
import { expectQuoteRefusal } from "./refusals";

const status = async (service: World, quote: { id: string }) =>
  (await service.retrieveQuote(quote.id)).status;

describe("executing a quote", () => {
  it("moves the money, completes at once and shows the transaction [QUO-02, QUO-07, QUO-29, TRX-14, SBX-17, OP-51]", async () => {
    const { service, payer, usdAccount, eurAccount } = await serviceWithPayer({
      quotes: { fees: { fixed: 100, rate: 0 } },
    });
    const quote = await service.quote(service.quoteBody(usdAccount, eurAccount, 10_000));
    expect(quote).not.toHaveProperty("transactionId");
    const { status: httpStatus, body: executed } = await service.call<typeof quote>(
      "POST",
      `/quotes/${quote.id}/execute`,
    );
    expect(httpStatus).toBe(200);
    expect(executed).toEqual({
      ...quote,
      status: "COMPLETED",
      transactionId: expect.stringMatching(/^Transaction:/),
    });
    expect(await service.retrieveQuote(quote.id)).toEqual(executed);
    expect(await service.balance(usdAccount)).toBe(90_000);
    expect(await service.balance(eurAccount)).toBe(100_000 + 9108);
    expect(await service.transaction(executed.transactionId)).toEqual({
      id: executed.transactionId,
      type: "OUTGOING",
      status: "COMPLETED",
      source: { sourceType: "ACCOUNT", accountId: usdAccount, currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: eurAccount, currency: "EUR" },
      customerId: payer.id,
      platformCustomerId: payer.platformCustomerId,
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
      settledAt: "2026-04-27T09:00:00.000Z",
      counterpartyInformation: quote.counterpartyInformation,
      sentAmount: { amount: 10_000, currency: quote.sendingCurrency },
      receivedAmount: { amount: 9108, currency: quote.receivingCurrency },
      exchangeRate: quote.exchangeRate,
      fees: 100,
      rateDetails: quote.rateDetails,
      quoteId: quote.id,
    });
  });

  it("reports each status and each changed balance once [EVT-02]", async () => {
    const { service, usdAccount, eurAccount } = await serviceWithPayer();
    const quote = await service.quote(service.quoteBody(usdAccount, eurAccount, 10_000));
    await service.execute(quote);
    expect(service.eventTypes()).toEqual([
      "OUTGOING_PAYMENT.PENDING",
      "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      "OUTGOING_PAYMENT.PROCESSING",
      "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      "OUTGOING_PAYMENT.COMPLETED",
    ]);
  });

  it("collects the fees [QUO-06]", async () => {
    const { service, quote } = await quoteTo("000", { quotes: { fees: { fixed: 100, rate: 0 } } });
    await service.execute(quote);
    const usd = service.simulator.totals().find(({ currency }) => currency === "USD");
    expect(usd?.accounts).toMatchObject({ "fees:USD": 100n, "fx:USD": 9900n, "suspense:USD": 0n });
  });

  it("settles after the configured time [SBX-17, TRX-06, TRX-12]", async () => {
    const { service, quote, usdAccount } = await quoteTo("000", { delays: { payout: "2m" } });
    const { transactionId } = await service.execute(quote);
    expect(await service.transaction(transactionId)).not.toHaveProperty("settledAt");
    expect(await service.balance(usdAccount)).toBe(90_000);
    await service.simulator.clock.advance("119s");
    expect(await status(service, quote)).toBe("PROCESSING");
    await service.simulator.clock.advance("1s");
    expect(await status(service, quote)).toBe("COMPLETED");
    expect(await service.transaction(transactionId)).toMatchObject({ settledAt: "2026-04-27T09:02:00.000Z" });
  });

  it("happens once: a second call is refused, even a concurrent one [QUO-27, OP-52]", async () => {
    const { service, payer, usdAccount } = await serviceWithPayer();
    const payee = await service.external("EUR");
    for (const [source, headers] of [
      [usdAccount, {}],
      [payer.wallet, signature],
    ] as const) {
      const before = await service.balance(source);
      const quote = await service.quote(service.quoteBody(source, payee, 20_000));
      const path = `/quotes/${quote.id}/execute`;
      const responses = await Promise.all(
        [1, 2, 3].map(() => service.call("POST", path, undefined, headers)),
      );
      expect(responses.map((response) => response.status).sort()).toEqual([200, 409, 409]);
      expect(await service.balance(source)).toBe(before - 20_000);
    }
  });

  it("is not possible after the expiry, also if a control call has set it to PENDING again [OP-52]", async () => {
    const { service, usdAccount, eurAccount } = await serviceWithPayer();
    const quote = await service.quote(service.quoteBody(usdAccount, eurAccount, 10_000));
    await service.simulator.clock.advance("5m");
    const { status: expired, transactionId } = await service.retrieveQuote(quote.id);
    expect(expired).toBe("EXPIRED");
    service.simulator.setTransactionStatus(transactionId ?? "", "PENDING");
    await service.simulator.clock.advance("5m");
    expect(await status(service, quote)).toBe("PENDING");
  });

  it("is refused without enough balance, and changes nothing [OP-53, QUO-29]", async () => {
    const { service, usdAccount } = await serviceWithPayer();
    const quote = await service.quote(service.quoteBody(usdAccount, await service.external("EUR"), 100_001));
    service.eventTypes();
    const books = service.simulator.totals();
    const refused = await service.call("POST", `/quotes/${quote.id}/execute`);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "AMOUNT_OUT_OF_RANGE", details: { balance: 100_000 } },
    });
    expect(service.eventTypes()).toEqual([]);
    expect(service.simulator.totals()).toEqual(books);
    expect(await service.retrieveQuote(quote.id)).toEqual(quote);
    await service.fund(usdAccount, 1);
    expect(await service.execute(quote)).toMatchObject({ status: "COMPLETED" });
  });

  it("responds with 404 for a quote that does not exist [QUO-28]", async () => {
    const { service } = await serviceWithPayer();
    for (const [method, path] of [
      ["GET", "/quotes/Quote:none"],
      ["POST", "/quotes/Quote:none/execute"],
    ] as const) {
      expect(await service.call(method, path)).toMatchObject({
        status: 404,
        body: { code: "QUOTE_NOT_FOUND" },
      });
    }
  });

  it("pulls from a bank account with support for it [QUO-18, OP-60]", async () => {
    const { service, eurAccount } = await serviceWithPayer();
    const quote = await service.quote(service.quoteBody(await service.external("USD"), eurAccount, 10_000));
    expect(await service.execute(quote)).toMatchObject({ status: "COMPLETED" });
    expect(await service.balance(eurAccount)).toBe(109_200);
  });

  it("fails and returns the money if the payee's account cannot receive it", async () => {
    const { service, usdAccount, eurAccount } = await serviceWithPayer({ delays: { payout: "1s" } });
    const quote = await service.quote(service.quoteBody(usdAccount, eurAccount, 10_000));
    await service.execute(quote);
    const rest = Number.MAX_SAFE_INTEGER - 100_000;
    await service.transferIn(await service.external("EUR"), eurAccount, rest);
    await service.simulator.clock.advance("1s");
    expect(await service.transactionOf(quote)).toMatchObject({
      status: "FAILED",
      failureReason: "COUNTERPARTY_POST_TX_FAILED",
      refund: { status: "COMPLETED" },
    });
    expect(await service.balance(usdAccount)).toBe(100_000);
  });
});

describe("immediatelyExecute", () => {
  it("executes within the creating call, from a balance or by a pull [QUO-18]", async () => {
    const { service, usdAccount, eurAccount } = await serviceWithPayer();
    for (const source of [usdAccount, await service.external("USD")]) {
      const quote = await service.quote(
        service.quoteBody(source, eurAccount, 10_000, { immediatelyExecute: true }),
      );
      expect(quote).toMatchObject({ status: "COMPLETED", transactionId: expect.any(String) });
    }
    expect(await service.balance(usdAccount)).toBe(90_000);
  });

  it("has no effect if it is false [QUO-18]", async () => {
    const { service, usdAccount, eurAccount } = await serviceWithPayer();
    const body = service.quoteBody(usdAccount, eurAccount, 10_000, { immediatelyExecute: false });
    expect(await service.quote(body)).toMatchObject({ status: "PENDING" });
  });

  it("is refused for a wallet, which must sign a quote first [QUO-19]", async () => {
    const { service, payer } = await serviceWithPayer();
    const body = service.quoteBody(payer.wallet, await service.external("USDC"), 5_000_000);
    expect(await service.quote(body)).toMatchObject({ status: "PENDING" });
    const refused = await expectQuoteRefusal(
      service,
      { ...body, immediatelyExecute: true },
      "INVALID_INPUT",
      "immediatelyExecute",
    );
    expect(refused.message).toBe(
      "immediatelyExecute: a wallet's quote needs a signature. Create it, then execute it",
    );
    expect(await service.balance(payer.wallet)).toBe(1_000_000_000);
  });

  it("is refused for a source with payment instructions, and without enough balance [QUO-18]", async () => {
    const { service, usdAccount, eurAccount } = await serviceWithPayer();
    const from = (source: Record<string, unknown>) => service.quoteBody("", eurAccount, 10_000, { source });
    for (const body of [
      from({ sourceType: "REALTIME_FUNDING", currency: "USD" }),
      from({ sourceType: "UMA_ADDRESS", umaAddress: "$payer@elsewhere.test", currency: "USD" }),
      service.quoteBody(await service.external("USDC"), eurAccount, 1_000_000),
    ]) {
      const request = { ...body, immediatelyExecute: true };
      await expectQuoteRefusal(service, request, "INVALID_INPUT", "immediatelyExecute");
    }
    const short = service.quoteBody(usdAccount, eurAccount, 100_001, { immediatelyExecute: true });
    await expectQuoteRefusal(service, short, "AMOUNT_OUT_OF_RANGE");
  });
});

describe("a quote of a wallet", () => {
  const walletQuote = async () => {
    const { service, payer } = await serviceWithPayer();
    const body = service.quoteBody(payer.wallet, await service.external("USDC"), 5_000_000);
    return { service, payer, quote: await service.quote(body) };
  };

  it.each([
    ["no signature", {}],
    ["a wrong one", { "Service-Wallet-Signature": "sandbox-invalid-signature" }],
  ])("is refused with %s, and stays pending [QUO-25, SBX-40]", async (_, headers: Record<string, string>) => {
    const { service, payer, quote } = await walletQuote();
    const refused = await service.call("POST", `/quotes/${quote.id}/execute`, undefined, headers);
    expect(refused).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED", reason: expect.any(String) },
    });
    expect(await service.retrieveQuote(quote.id)).toEqual(quote);
    expect(await service.balance(payer.wallet)).toBe(1_000_000_000);
  });

  it("executes with the right signature and any Request-Id [QUO-25, SRY-14]", async () => {
    const { service, payer, quote } = await walletQuote();
    expect(await service.execute(quote, { ...signature, "Request-Id": "stray" })).toMatchObject({
      status: "COMPLETED",
    });
    expect(await service.balance(payer.wallet)).toBe(995_000_000);
  });

  it("differs from a quote of a managed account, which accepts any signature [QUO-26]", async () => {
    const { service, quote } = await quoteTo("000");
    expect(await service.execute(quote, { "Service-Wallet-Signature": "{garbage" })).toMatchObject({
      status: "COMPLETED",
    });
  });
});

describe("the life of a quote", () => {
  it("ends at expiresAt together with its transaction [QUO-02, QUO-03, LIM-08, TRX-12]", async () => {
    const { service, quote, usdAccount } = await quoteTo("000");
    await service.simulator.clock.advance(299_999);
    expect(await status(service, quote)).toBe("PENDING");
    service.eventTypes();
    await service.simulator.clock.advance(1);
    expect(await status(service, quote)).toBe("EXPIRED");
    expect(service.eventTypes()).toEqual(["OUTGOING_PAYMENT.EXPIRED"]);
    const transaction = await service.transactionOf(quote);
    expect(transaction).toMatchObject({
      status: "EXPIRED",
      failureReason: "QUOTE_EXPIRED",
      updatedAt: "2026-04-27T09:05:00.000Z",
    });
    expect(transaction).not.toHaveProperty("settledAt");
    expect(await service.call("POST", `/quotes/${quote.id}/execute`)).toMatchObject({ status: 409 });
    expect(await service.balance(usdAccount)).toBe(100_000);
  });

  it("has the configured length, and does not end after an execution [LIM-08, GEN-15]", async () => {
    const { service, quote } = await quoteTo("000", { quotes: { lifetime: "1m" } });
    expect(quote.expiresAt).toBe("2026-04-27T09:01:00.000Z");
    await service.simulator.clock.advance("59s");
    await service.execute(quote);
    await service.simulator.clock.advance("1h");
    expect(await status(service, quote)).toBe("COMPLETED");
  });

  it("ends exactly at expiresAt", async () => {
    // The real time reaches the end during the request, after due work has run.
    const { service, usdAccount } = await serviceWithPayer({ now: undefined });
    const quote = await service.quote(service.quoteBody(usdAccount, await service.external("EUR"), 10_000));
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const body = new ReadableStream({
        pull(controller) {
          vi.setSystemTime(Date.parse(quote.expiresAt));
          controller.close();
        },
      });
      const sent = { body, duplex: "half", headers: { "content-type": "application/json" } };
      expect(await service.send("POST", `/quotes/${quote.id}/execute`, sent)).toMatchObject({
        status: 409,
        body: { code: "QUOTE_EXPIRED" },
      });
    } finally {
      vi.useRealTimers();
    }
    expect(await status(service, quote)).toBe("EXPIRED");
    expect(service.simulator.events.ofType("OUTGOING_PAYMENT.EXPIRED")).toHaveLength(1);
  });

  it("follows the real time by default", async () => {
    const { quote } = await quoteTo("000", { now: undefined });
    expect(Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)).toBe(300_000);
    expect(Math.abs(Date.parse(quote.createdAt) - Date.now())).toBeLessThan(60_000);
  });
});
