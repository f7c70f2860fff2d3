import type { IncomingTransaction } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { World } from "../support/world";

describe("the platform's approval of an incoming payment", () => {
  const pay = async (options: ConstructorParameters<typeof World>[0]) => {
    const service = new World(options);
    const payer = await service.fundedCustomer({ USD: 100 });
    service.eventTypes();
    const transaction = await service.must<IncomingTransaction>("POST", "/sandbox/uma/receive", {
      senderUmaAddress: "$payer@elsewhere.test",
      receiverUmaAddress: payer.umaAddress,
      receivingCurrencyCode: "USD",
      receivingCurrencyAmount: 50,
    });
    return { service, transaction, balance: () => service.balance(payer.accounts["USD"] ?? "") };
  };

  it.each([
    ["at once", () => true],
    ["as a promise", () => Promise.resolve(true)],
    ["in a few steps", async () => (await Promise.resolve(true)) && (await Promise.resolve(true))],
  ])("given %s completes it within the call [EVT-04]", async (_, approvePayment) => {
    const { transaction, balance } = await pay({ approval: { decide: approvePayment } });
    expect(transaction).toMatchObject({ status: "COMPLETED" });
    expect(await balance()).toBe(150);
  });

  it("gets the pending transaction [EVT-04]", async () => {
    const asked: unknown[] = [];
    const { transaction } = await pay({
      approval: {
        decide: (payment) => {
          asked.push({ ...payment });
          payment.status = "COMPLETED";
          return false;
        },
      },
    });
    expect(asked).toEqual([
      expect.objectContaining({
        id: transaction.id,
        status: "PENDING",
        receivedAmount: transaction.receivedAmount,
      }),
    ]);
  });

  it("refused rejects the payment without a credit [EVT-04, TRX-07]", async () => {
    const { transaction, balance } = await pay({ approval: { decide: () => false } });
    expect(transaction).toMatchObject({ status: "REJECTED" });
    expect(await balance()).toBe(100);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("down");
      },
    ],
    ["rejects", () => Promise.reject(new Error("down"))],
  ])("that %s fails the payment [EVT-04, TRX-10]", async (_, approvePayment: () => Promise<boolean>) => {
    const { service, transaction, balance } = await pay({ approval: { decide: approvePayment } });
    expect(transaction).toMatchObject({ status: "FAILED", failureReason: "PAYMENT_APPROVAL_WEBHOOK_ERROR" });
    expect(await balance()).toBe(100);
    expect(service.eventTypes()).toEqual(["INCOMING_PAYMENT.PENDING", "INCOMING_PAYMENT.FAILED"]);
  });

  it("that arrives too late fails the payment and is ignored [EVT-04, TRX-10, GEN-15]", async () => {
    let response: (isApproved: boolean) => void = () => undefined;
    const approvePayment = () => new Promise<boolean>((resolve) => (response = resolve));
    const { service, transaction, balance } = await pay({
      approval: { decide: approvePayment, timeout: "10s" },
    });
    expect(transaction).toMatchObject({ status: "PENDING" });
    await service.simulator.clock.advance(9999);
    expect(await service.transaction(transaction.id)).toMatchObject({ status: "PENDING" });
    await service.simulator.clock.advance(1);
    const failed = { status: "FAILED", failureReason: "PAYMENT_APPROVAL_TIMED_OUT" };
    expect(await service.transaction(transaction.id)).toMatchObject(failed);
    response(true);
    expect(await service.transaction(transaction.id)).toMatchObject(failed);
    expect(await balance()).toBe(100);
  });

  it("has the same time limit after a control call that sets PENDING again", async () => {
    const { service, transaction } = await pay({ approval: { mode: "manual", timeout: "10s" } });
    await service.simulator.clock.advance("4s");
    service.simulator.setTransactionStatus(transaction.id, "PENDING");
    await service.simulator.clock.advance(5999);
    expect(await service.transaction(transaction.id)).toMatchObject({ status: "PENDING" });
    await service.simulator.clock.advance(1);
    expect(await service.transaction(transaction.id)).toMatchObject({
      status: "FAILED",
      failureReason: "PAYMENT_APPROVAL_TIMED_OUT",
    });
  });

  it("that arrives later completes the payment then [EVT-04]", async () => {
    let response: (isApproved: boolean) => void = () => undefined;
    const { service, transaction } = await pay({
      approval: { decide: () => new Promise<boolean>((resolve) => (response = resolve)) },
    });
    await service.simulator.clock.advance("4s");
    response(true);
    await Promise.resolve();
    expect(await service.transaction(transaction.id)).toMatchObject({
      status: "COMPLETED",
      settledAt: "2026-04-27T09:00:04.000Z",
    });
    await service.simulator.clock.advance("1h");
    expect(await service.transaction(transaction.id)).toMatchObject({ status: "COMPLETED" });
  });

  it.each([
    ["approve", { receiverCustomerInfo: { FULL_NAME: "Paula" } }, "COMPLETED", 150],
    ["approve", undefined, "COMPLETED", 150],
    ["reject", { reason: "unknown sender" }, "REJECTED", 100],
    ["reject", undefined, "REJECTED", 100],
  ])(
    "can be left to POST /transactions/{id}/%s with %j [EVT-04, TRX-05]",
    async (action, body, status, amount) => {
      const { service, transaction, balance } = await pay({ approval: { mode: "manual" } });
      await service.simulator.clock.advance("1d");
      expect(await service.transaction(transaction.id)).toMatchObject({ status: "PENDING" });
      const path = `/transactions/${transaction.id}/${action}`;
      expect(await service.call("POST", path, body)).toMatchObject({
        status: 200,
        body: { id: transaction.id, status },
      });
      expect(await balance()).toBe(amount);
      expect(await service.call("POST", path, body)).toMatchObject({
        status: 409,
        body: { code: "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL" },
      });
      expect(await balance()).toBe(amount);
    },
  );

  it("is refused for other and unknown transactions", async () => {
    const { service } = await pay({ approval: { mode: "manual" } });
    const payer = await service.fundedCustomer({ USD: 100 });
    const account = payer.accounts["USD"] ?? "";
    const pending = await service.external("USD", "005");
    const { id: incoming } = await service.transferIn(pending, account, 1);
    const { id: outgoing } = await service.transferOut(account, pending, 1);
    for (const [id, status] of [
      [incoming, 409],
      [outgoing, 409],
      ["Transaction:none", 404],
    ] as const) {
      for (const action of ["approve", "reject"]) {
        expect(await service.call("POST", `/transactions/${id}/${action}`)).toMatchObject({ status });
      }
    }
  });
});
