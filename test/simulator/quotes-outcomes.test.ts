import type { OutgoingTransaction } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { quoteTo, serviceWithPayer, World } from "../support/world";

const status = async (service: World, quote: { id: string }) =>
  (await service.retrieveQuote(quote.id)).status;

const refund = (over: Record<string, unknown> = {}) => ({
  reference: expect.stringMatching(/^RFD-/),
  initiatedAt: "2026-04-27T09:00:00.000Z",
  settledAt: "2026-04-27T09:00:00.000Z",
  status: "COMPLETED",
  reason: "TRANSACTION_FAILED",
  ...over,
});

describe("outcomes by the last three digits of the payee's account", () => {
  const executed = async (digits: string) => {
    const { service, quote, usdAccount } = await quoteTo(digits);
    service.eventTypes();
    const { status: httpStatus, body } = await service.call<typeof quote>(
      "POST",
      `/quotes/${quote.id}/execute`,
    );
    expect(httpStatus).toBe(200); // a failed payment is not a failed call [ERR-08]
    const read = (): Promise<OutgoingTransaction> => service.transaction(body.transactionId);
    return { service, quote: body, usdAccount, transaction: await read(), read };
  };

  it("002: execution fails before any money moves [SBX-12, QUO-02]", async () => {
    const { service, quote, usdAccount, transaction } = await executed("002");
    expect(quote.status).toBe("FAILED");
    expect(transaction).toMatchObject({ status: "FAILED", failureReason: "QUOTE_EXECUTION_FAILED" });
    expect(transaction).not.toHaveProperty("refund");
    expect(service.eventTypes()).toEqual(["OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.FAILED"]);
    expect(await service.balance(usdAccount)).toBe(100_000);
  });

  it("003: completes after six minutes, past the quote's expiry [SBX-13]", async () => {
    const { service, quote, usdAccount } = await executed("003");
    await service.simulator.clock.advance(359_999);
    expect(await status(service, quote)).toBe("PROCESSING");
    expect(await service.balance(usdAccount)).toBe(90_000);
    await service.simulator.clock.advance(1);
    expect(await status(service, quote)).toBe("COMPLETED");
    expect(await service.balance(usdAccount)).toBe(90_000);
  });

  it("004: payout fails, and the money comes back [SBX-14, TRX-15, OP-55]", async () => {
    const { service, quote, usdAccount, transaction } = await executed("004");
    expect(quote.status).toBe("FAILED");
    expect(transaction).toMatchObject({ status: "FAILED", failureReason: "COUNTERPARTY_POST_TX_FAILED" });
    expect(transaction.refund).toEqual(refund());
    expect(await service.balance(usdAccount)).toBe(100_000);
    expect(service.eventTypes()).toEqual([
      "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      "OUTGOING_PAYMENT.PROCESSING",
      "OUTGOING_PAYMENT.FAILED",
      "OUTGOING_PAYMENT.REFUND_PENDING",
      "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      "OUTGOING_PAYMENT.REFUND_COMPLETED",
    ]);
  });

  it("005: completes, and the money comes back after 30 seconds [SBX-15, OP-56, QUO-02]", async () => {
    const { service, quote, usdAccount, read } = await executed("005");
    expect(quote.status).toBe("COMPLETED");
    await service.simulator.clock.advance(29_999);
    expect(await read()).toMatchObject({ status: "COMPLETED" });
    expect(await read()).not.toHaveProperty("refund");
    expect(await service.balance(usdAccount)).toBe(90_000);
    await service.simulator.clock.advance(1);
    expect(await status(service, quote)).toBe("FAILED");
    const at = "2026-04-27T09:00:30.000Z";
    expect(await read()).toMatchObject({ status: "FAILED", failureReason: "COUNTERPARTY_POST_TX_FAILED" });
    expect((await read()).refund).toEqual(refund({ initiatedAt: at, settledAt: at }));
    expect(await service.balance(usdAccount)).toBe(100_000);
  });

  it("006: the user cancels, and the money comes back [SBX-16, OP-56]", async () => {
    const { service, usdAccount, transaction } = await executed("006");
    expect(transaction).toMatchObject({ status: "FAILED", failureReason: "QUOTE_EXECUTION_FAILED" });
    expect(transaction.refund).toEqual(refund({ reason: "USER_CANCELLATION" }));
    expect(await service.balance(usdAccount)).toBe(100_000);
  });

  it("007: payout and refund fail, and the money is held [SBX-16, OP-56]", async () => {
    const { service, usdAccount, transaction } = await executed("007");
    expect(transaction).toMatchObject({ status: "FAILED", failureReason: "COUNTERPARTY_POST_TX_FAILED" });
    const { settledAt: _, ...unsettled } = refund({ status: "FAILED" });
    expect(transaction.refund).toEqual(unsettled);
    expect(await service.balance(usdAccount)).toBe(90_000);
    const usd = service.simulator.totals().find(({ currency }) => currency === "USD");
    expect(usd?.accounts).toMatchObject({ "suspense:USD": 10_000n });
  });

  it.each(["000", "001", "008", "102", "123", "999"])("%s: succeeds [SBX-17]", async (digits) => {
    const { service, quote, usdAccount, transaction } = await executed(digits);
    expect([quote.status, transaction.status]).toEqual(["COMPLETED", "COMPLETED"]);
    expect(await service.balance(usdAccount)).toBe(90_000);
  });

  it.each(["EUR", "MXN", "BRL", "BTC", "GBP", "USDC"])(
    "are read from the identifier of a %s account [SBX-05, SBX-06]",
    async (currency) => {
      const { service, usdAccount } = await serviceWithPayer();
      const quote = await service.quote(
        service.quoteBody(usdAccount, await service.external(currency, "004"), 10_000),
      );
      expect(await service.execute(quote)).toMatchObject({ status: "FAILED" });
    },
  );

  it("002 needs no balance, the others do [OP-53]", async () => {
    const { service, usdAccount } = await serviceWithPayer();
    for (const [digits, expected] of [
      ["002", 200],
      ["004", 400],
      ["000", 400],
    ] as const) {
      const quote = await service.quote(
        service.quoteBody(usdAccount, await service.external("EUR", digits), 100_001),
      );
      expect(await service.call("POST", `/quotes/${quote.id}/execute`)).toMatchObject({ status: expected });
    }
    expect(await service.balance(usdAccount)).toBe(100_000);
  });

  it("do not exist in production", async () => {
    const service = new World({ environment: "production" });
    const eurAccount = await service.platformAccount("EUR");
    const payee = await service.external("USD", "002");
    const pulled = await service.external("USD");
    await service.execute(await service.quote(service.quoteBody(pulled, eurAccount, 10_000)));
    const quote = await service.quote(service.quoteBody(eurAccount, payee, 9200));
    expect(await service.execute(quote)).toMatchObject({ status: "COMPLETED" });
  });
});

describe("outcomes by the payee's UMA name", () => {
  const payTo = async (name: string) => {
    const { service, usdAccount } = await serviceWithPayer();
    const destination = { destinationType: "UMA_ADDRESS", umaAddress: `$${name}@sandbox.payments.test` };
    const quote = await service.quote({ ...service.quoteBody(usdAccount, "", 10_000), destination });
    return { service, usdAccount, quote: await service.execute(quote) };
  };

  it("pending.long.usd: stays pending for a day [SBX-28, OP-62]", async () => {
    const { service, quote } = await payTo("pending.long.usd");
    await service.simulator.clock.advance("1h");
    expect(await status(service, quote)).toBe("PROCESSING");
    await service.simulator.clock.advance(23 * 3_600_000 - 1);
    expect(await status(service, quote)).toBe("PROCESSING");
    await service.simulator.clock.advance(1);
    expect(await status(service, quote)).toBe("COMPLETED");
  });

  it("fail.compliance.usd: fails after execution, and the money comes back [SBX-29, OP-62]", async () => {
    const { service, quote, usdAccount } = await payTo("fail.compliance.usd");
    expect(quote.status).toBe("FAILED");
    expect(await service.transaction(quote.transactionId)).toMatchObject({
      failureReason: "QUOTE_EXECUTION_FAILED",
      refund: { status: "COMPLETED" },
    });
    expect(await service.balance(usdAccount)).toBe(100_000);
  });
});

it("a payment of another amount leaves no trace in the books of the next one", async () => {
  const { service, eurAccount, payer } = await serviceWithPayer();
  const source = { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: payer.id };
  const quote = await service.quote({ ...service.quoteBody("", eurAccount, 10_000), source });
  const send = (currencyAmount: number) =>
    service.must<OutgoingTransaction>("POST", "/sandbox/send", {
      quoteId: quote.id,
      currencyCode: "USD",
      currencyAmount,
    });
  const { id } = await send(9_999);
  service.simulator.setTransactionStatus(id, "PENDING");
  expect(await send(10_000)).toMatchObject({ id, status: "COMPLETED" });
  const dollars = service.simulator.totals().find(({ currency }) => currency === "USD");
  expect(dollars?.accounts).toMatchObject({ "external:USD": -10_000n, "suspense:USD": 0n });
});
