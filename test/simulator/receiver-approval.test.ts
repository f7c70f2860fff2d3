import type { IncomingTransaction, OutgoingTransaction, Quote, Transaction } from "payments-sdk";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { World } from "../support/world";
import type { Page } from "../support/world";

/** A quote of 100.00 USD from one customer to the UMA address of another. */
async function quoteToUma(options: SimulatorOptions = {}, byAccount = false) {
  const service = new World(options);
  const payer = await service.fundedCustomer({ USD: 100_000 });
  const receiver = await service.customer(["EUR"]);
  const usd = payer.accounts["USD"] ?? "";
  const eur = receiver.accounts["EUR"] ?? "";
  const destination = { destinationType: "UMA_ADDRESS", umaAddress: receiver.umaAddress };
  const body = service.quoteBody(usd, eur, 10_000);
  const quote = await service.quote(byAccount ? body : { ...body, destination });
  const find = async <Kind extends Transaction>(type: string): Promise<Kind> => {
    const { data } = await service.must<Page<Kind>>("GET", `/transactions?type=${type}`);
    if (!data[0]) throw new Error(`no ${type} transaction`);
    return data[0];
  };
  const outgoing = () => find<OutgoingTransaction>("OUTGOING");
  const incoming = () => find<IncomingTransaction>("INCOMING");
  const balances = async () => [await service.balance(usd), await service.balance(eur)];
  return { service, receiver, quote, outgoing, incoming, balances };
}

const paid = (quote: Quote) => [90_000, quote.totalReceivingAmount];
const unpaid = [100_000, 0];

describe("the platform's approval of a payment from another of its customers", () => {
  it("is requested after the sender's payment, and completes both sides within the call [EVT-04, OP-68]", async () => {
    const asked: unknown[] = [];
    const approvePayment = (payment: IncomingTransaction) => asked.push(payment.status) > 0;
    const { service, quote, incoming, balances } = await quoteToUma({ approval: { decide: approvePayment } });
    expect(asked).toEqual([]);
    expect(await service.execute(quote)).toMatchObject({ status: "COMPLETED" });
    expect(asked).toEqual(["PENDING"]);
    expect(await incoming()).toMatchObject({ status: "COMPLETED" });
    expect(await balances()).toEqual(paid(quote));
  });

  it("rejects the payment with a refusal, and the sender gets the money back [EVT-04]", async () => {
    const { service, quote, outgoing, incoming, balances } = await quoteToUma({
      approval: { decide: () => false },
    });
    expect(await service.execute(quote)).toMatchObject({ status: "FAILED" });
    expect(await incoming()).toMatchObject({ status: "REJECTED" });
    expect(await outgoing()).toMatchObject({
      failureReason: "COUNTERPARTY_POST_TX_FAILED",
      refund: { status: "COMPLETED" },
    });
    expect(await balances()).toEqual(unpaid);
  });

  it("that fails or arrives too late fails both sides [EVT-04, TRX-10]", async () => {
    const broken = await quoteToUma({ approval: { decide: () => Promise.reject(new Error("down")) } });
    await broken.service.execute(broken.quote);
    const late = await quoteToUma({ approval: { decide: () => new Promise(() => undefined) } });
    expect(await late.service.execute(late.quote)).toMatchObject({ status: "PROCESSING" });
    expect(await late.incoming()).toMatchObject({ status: "PENDING" });
    expect(await late.balances()).toEqual([90_000, 0]);
    await late.service.simulator.clock.advance("30s");
    for (const [{ incoming, outgoing, balances }, failureReason] of [
      [broken, "PAYMENT_APPROVAL_WEBHOOK_ERROR"],
      [late, "PAYMENT_APPROVAL_TIMED_OUT"],
    ] as const) {
      expect(await incoming()).toMatchObject({ status: "FAILED", failureReason });
      expect(await outgoing()).toMatchObject({ status: "FAILED", refund: { status: "COMPLETED" } });
      expect(await balances()).toEqual(unpaid);
    }
  });

  it.each([
    ["approve", ["COMPLETED", "COMPLETED"]],
    ["reject", ["FAILED", "REJECTED"]],
  ])("can be left to POST /transactions/{id}/%s after the sender's payment", async (action, ends) => {
    const { service, quote, outgoing, incoming, balances } = await quoteToUma({
      approval: { mode: "manual" },
    });
    const path = `/transactions/${(await incoming()).id}/${action}`;
    const early = { status: 409, body: { code: "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" } };
    expect(await service.call("POST", path)).toMatchObject(early);
    expect(await service.execute(quote)).toMatchObject({ status: "PROCESSING" });
    expect(await balances()).toEqual([90_000, 0]);
    await service.must("POST", path);
    expect([(await outgoing()).status, (await incoming()).status]).toEqual(ends);
    expect(await balances()).toEqual(action === "approve" ? paid(quote) : unpaid);
    expect(await service.call("POST", path)).toMatchObject(early);
  });

  it("applies to an immediately executed quote, and to one that is paid by instructions", async () => {
    const { service, receiver } = await quoteToUma({ approval: { decide: () => true } });
    const destination = { destinationType: "UMA_ADDRESS", umaAddress: receiver.umaAddress };
    const account = await service.platformAccount("USD");
    await service.fund(account, 100);
    const body = { ...service.quoteBody(account, "", 100), destination };
    expect(await service.quote({ ...body, immediatelyExecute: true })).toMatchObject({ status: "COMPLETED" });
    const quote = await service.quote({
      ...body,
      source: { sourceType: "REALTIME_FUNDING", currency: "USD" },
    });
    const sent = await service.must("POST", "/sandbox/send", { quoteId: quote.id, currencyCode: "USD" });
    expect(sent).toMatchObject({ status: "COMPLETED" });
  });

  it("is not requested for a payment from account to account", async () => {
    const { service, quote, incoming, balances } = await quoteToUma({ approval: { mode: "manual" } }, true);
    await service.execute(quote);
    expect(await incoming()).toMatchObject({ status: "COMPLETED" });
    expect(await balances()).toEqual(paid(quote));
  });

  it("is not requested after a control call has decided", async () => {
    const { service, quote, outgoing, incoming, balances } = await quoteToUma({
      approval: { mode: "manual" },
    });
    await service.execute(quote);
    service.simulator.setTransactionStatus((await outgoing()).id, "COMPLETED");
    expect(await balances()).toEqual(paid(quote));
    const { id, status } = await incoming();
    expect(status).toBe("COMPLETED");
    expect(await service.call("POST", `/transactions/${id}/reject`)).toMatchObject({ status: 409 });
  });
});

describe("a control call on one side of a payment", () => {
  it.each([
    ["COMPLETED", "COMPLETED"],
    ["PROCESSING", "PROCESSING"],
    ["FAILED", "FAILED"],
    ["EXPIRED", "EXPIRED"],
    ["PENDING", "PENDING"],
  ])("that sets the sender's to %s sets the receiver's to %s", async (status, expected) => {
    for (const mode of ["automatic", "manual"] as const) {
      const { service, quote, outgoing, incoming, balances } = await quoteToUma({ approval: { mode } });
      service.simulator.setTransactionStatus((await outgoing()).id, status);
      expect((await incoming()).status).toBe(expected);
      expect(await balances()).toEqual(
        status === "COMPLETED" ? paid(quote) : status === "PROCESSING" ? [90_000, 0] : unpaid,
      );
    }
  });

  it.each([
    ["CREATED", "PENDING", undefined],
    ["PENDING", "PENDING", "PENDING"],
    ["PROCESSING", "PROCESSING", undefined],
    ["COMPLETED", "COMPLETED", "COMPLETED"],
    ["REJECTED", "FAILED", "FAILED"],
    ["FAILED", "FAILED", "FAILED"],
    ["REFUNDED", "FAILED", "FAILED"],
    ["EXPIRED", "EXPIRED", "FAILED"],
  ])("that sets the receiver's to %s sets the sender's to %s", async (status, expected, event) => {
    for (const isExecuted of [false, true]) {
      const { service, quote, outgoing, incoming, balances } = await quoteToUma();
      if (isExecuted) await service.execute(quote);
      const [sender, receiver] = [await outgoing(), await incoming()];
      service.eventTypes();
      service.simulator.setTransactionStatus(receiver.id, status);
      // Each side announces a new status once.
      const types = service.eventTypes().filter((type) => /_PAYMENT\.(?!REFUND_)/.test(type));
      expect(types).toEqual([
        ...(sender.status === expected ? [] : [`OUTGOING_PAYMENT.${expected}`]),
        ...(event === undefined || receiver.status === status ? [] : [`INCOMING_PAYMENT.${event}`]),
      ]);
      expect((await incoming()).status).toBe(status);
      expect((await outgoing()).status).toBe(expected);
      expect(await balances()).toEqual(
        status === "COMPLETED" ? paid(quote) : status === "PROCESSING" ? [90_000, 0] : unpaid,
      );
    }
  });

  it.each(["outgoing", "incoming"] as const)(
    "that sets the %s one to PENDING again waits for the sender, then for a new approval",
    async (side) => {
      const sides = await quoteToUma({ approval: { mode: "manual", timeout: "10s" } });
      const { service, quote, incoming, balances } = sides;
      await service.execute(quote);
      await service.simulator.clock.advance("6s");
      service.simulator.setTransactionStatus((await sides[side]()).id, "PENDING");
      const { id } = await incoming();
      expect(await service.call("POST", `/transactions/${id}/approve`)).toMatchObject({
        status: 409,
        body: { code: "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" },
      });
      expect(await balances()).toEqual(unpaid);
      expect(await service.execute(quote)).toMatchObject({ status: "PROCESSING" });
      // The time limit is that of the new request.
      await service.simulator.clock.advance("9s");
      expect(await incoming()).toMatchObject({ status: "PENDING" });
      await service.must("POST", `/transactions/${id}/approve`);
      expect(await balances()).toEqual(paid(quote));
    },
  );

  it.each(["PENDING", "PROCESSING", "EXPIRED"])(
    "that puts the sender's back from COMPLETED to %s leaves no time of settlement",
    async (status) => {
      const { service, quote, outgoing, incoming } = await quoteToUma();
      await service.execute(quote);
      expect(await incoming()).toHaveProperty("settledAt");
      service.simulator.setTransactionStatus((await outgoing()).id, status);
      for (const side of [await outgoing(), await incoming()]) {
        expect(side.status).toBe(status);
        expect(side).not.toHaveProperty("settledAt");
      }
    },
  );

  it("cannot take back money that the receiver has spent", async () => {
    const { service, receiver, quote, incoming, balances } = await quoteToUma();
    await service.execute(quote);
    const { id } = await incoming();
    await service.transferOut(receiver.accounts["EUR"] ?? "", await service.external("EUR"), 1);
    service.simulator.setTransactionStatus(id, "REFUNDED");
    expect(await service.transaction(id)).toMatchObject({ status: "COMPLETED" });
    const failed = { status: "FAILED", refund: { status: "FAILED" } };
    expect(await service.transactionOf(quote)).toMatchObject(failed);
    expect(await balances()).toEqual([90_000, quote.totalReceivingAmount - 1]);
  });
});
