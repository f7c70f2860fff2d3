import type { IncomingTransaction } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { startEndpoint, verify } from "../support/endpoint";
import { dropConnection, empty, refusedAddress, reply, stallHeaders } from "../support/local-server";
import type { Behaviour } from "../support/local-server";
import { World } from "../support/world";

/** Pays 50 to a customer with 100. The platform's endpoint responds to INCOMING_PAYMENT.PENDING as given. */
async function pay(behaviour: Behaviour, options: SimulatorOptions = {}) {
  const endpoint = await startEndpoint(({ body }) =>
    body.includes('"INCOMING_PAYMENT.PENDING"') ? behaviour : empty(200),
  );
  const service = new World(options);
  const payer = await service.fundedCustomer({ USD: 100 });
  service.eventTypes();
  const { webhooks, clock } = service.simulator;
  webhooks.url = options.webhooks && "url" in options.webhooks ? options.webhooks.url : endpoint.url;
  const { id, status } = await service.must<IncomingTransaction>("POST", "/sandbox/uma/receive", {
    senderUmaAddress: "$payer@elsewhere.test",
    receiverUmaAddress: payer.umaAddress,
    receivingCurrencyCode: "USD",
    receivingCurrencyAmount: 50,
  });
  return {
    endpoint,
    service,
    webhooks,
    clock,
    id,
    status,
    asked: () => endpoint.requests.filter(({ body }) => body.includes('"INCOMING_PAYMENT.PENDING"')),
    transaction: () => service.transaction<IncomingTransaction>(id),
    balance: () => service.balance(payer.accounts["USD"] ?? ""),
  };
}

describe("the endpoint's response to INCOMING_PAYMENT.PENDING", () => {
  it("200 approves the payment, which is pending until then [EVT-04]", async () => {
    const { service, webhooks, id, status, asked, transaction, balance } = await pay(
      reply(200, { receiverCustomerInfo: { FULL_NAME: "Paula Payer" } }),
    );
    expect(status).toBe("PENDING");
    await webhooks.idle();
    expect(await transaction()).toMatchObject({ status: "COMPLETED" });
    expect(await balance()).toBe(150);
    const [request] = asked();
    expect(request && (await verify(service.simulator, request))).toMatchObject({
      type: "INCOMING_PAYMENT.PENDING",
      data: { id, status: "PENDING", receivedAmount: { amount: 50 } },
    });
    // `idle` also waits for the effects of the decision.
    expect(webhooks.list.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["INTERNAL_ACCOUNT.BALANCE_UPDATED", "INCOMING_PAYMENT.COMPLETED"]),
    );
  });

  it("403 rejects the payment, and the log has the reason [EVT-04, TRX-07]", async () => {
    const { service, webhooks, transaction, balance } = await pay(
      reply(403, { code: "FORBIDDEN", message: "no", reason: "unknown sender" }),
    );
    await webhooks.idle();
    expect(await transaction()).toMatchObject({ status: "REJECTED" });
    expect(await balance()).toBe(100);
    expect(service.eventTypes()).toEqual(["INCOMING_PAYMENT.PENDING", "INCOMING_PAYMENT.FAILED"]);
    expect(webhooks.list[0]).toMatchObject({
      type: "INCOMING_PAYMENT.PENDING",
      status: 403,
      responseBody: expect.stringContaining("unknown sender"),
    });
    expect(webhooks.list[0]).not.toHaveProperty("nextAttemptAt");
  });

  it("422 fails the payment because of missing information [EVT-04, TRX-10]", async () => {
    const { webhooks, transaction, balance } = await pay(reply(422, { requiredFields: ["FULL_NAME"] }));
    await webhooks.idle();
    expect(await transaction()).toMatchObject({
      status: "FAILED",
      failureReason: "MISSING_MANDATORY_PAYEE_DATA",
    });
    expect(await balance()).toBe(100);
  });

  it.each([
    ["approve", "COMPLETED", 150],
    ["reject", "REJECTED", 100],
  ])(
    "202 leaves the payment to POST /transactions/{id}/%s for 5 s [EVT-04]",
    async (action, status, amount) => {
      const { service, webhooks, clock, id, transaction, balance } = await pay(empty(202));
      await webhooks.idle();
      await clock.advance(4999);
      expect(await transaction()).toMatchObject({ status: "PENDING" });
      expect(await service.call("POST", `/transactions/${id}/${action}`)).toMatchObject({
        status: 200,
        body: { status },
      });
      expect(await balance()).toBe(amount);
    },
  );

  it("202 without a decision within 5 s fails the payment [EVT-04, TRX-10]", async () => {
    const { webhooks, clock, transaction } = await pay(empty(202));
    await webhooks.idle();
    await clock.advance("5s");
    expect(await transaction()).toMatchObject({
      status: "FAILED",
      failureReason: "PAYMENT_APPROVAL_TIMED_OUT",
    });
  });

  it("any other 2xx approves the payment [EVT-04]", async () => {
    const { webhooks, transaction, balance } = await pay(empty(204));
    await webhooks.idle();
    expect(await transaction()).toMatchObject({ status: "COMPLETED" });
    expect(await balance()).toBe(150);
  });

  it("202 leaves the payment pending until the configured time [EVT-04, TRX-10]", async () => {
    const { webhooks, clock, transaction } = await pay(empty(202), { approval: { timeout: "1h" } });
    await webhooks.idle();
    await clock.advance(3_599_999);
    expect(await transaction()).toMatchObject({ status: "PENDING" });
    await clock.advance(1);
    expect(await transaction()).toMatchObject({
      status: "FAILED",
      failureReason: "PAYMENT_APPROVAL_TIMED_OUT",
    });
  });

  it.each<[string, Behaviour]>([
    ["500", empty(500)],
    ["401", empty(401)],
    ["409", empty(409)],
    ["none, as the connection is cut,", dropConnection],
  ])("%s fails the payment at once without a retry [EVT-04, TRX-10]", async (_, behaviour) => {
    const { webhooks, clock, asked, transaction, balance } = await pay(behaviour);
    await webhooks.idle();
    const failed = { status: "FAILED", failureReason: "PAYMENT_APPROVAL_WEBHOOK_ERROR" };
    expect(await transaction()).toMatchObject(failed);
    await clock.advance("1d");
    await webhooks.idle();
    expect(asked()).toHaveLength(1);
    expect(await balance()).toBe(100);
  });

  it("fails the payment if the endpoint is unreachable or unknown [EVT-04, TRX-10]", async () => {
    for (const webhookUrl of [await refusedAddress(), undefined]) {
      const { webhooks, transaction } = await pay(empty(200), {
        webhooks: { url: webhookUrl },
        approval: { mode: "webhook" },
      });
      await webhooks.idle();
      expect(await transaction()).toMatchObject({
        status: "FAILED",
        failureReason: "PAYMENT_APPROVAL_WEBHOOK_ERROR",
      });
    }
  });

  it("that times out in real time fails the payment [EVT-04, TRX-10]", async () => {
    const { webhooks, transaction } = await pay(stallHeaders, { webhooks: { timeout: 30 } });
    await webhooks.idle();
    expect(await transaction()).toMatchObject({
      status: "FAILED",
      failureReason: "PAYMENT_APPROVAL_TIMED_OUT",
    });
  });

  it("that arrives after 5 s of the simulator's clock is ignored [EVT-04, TRX-10]", async () => {
    let respond = (): void => undefined;
    const { webhooks, clock, asked, transaction, balance } = await pay((response) => {
      respond = () => response.writeHead(200).end();
    });
    await vi.waitFor(() => {
      expect(asked()).toHaveLength(1);
    });
    await clock.advance(4999);
    expect(await transaction()).toMatchObject({ status: "PENDING" });
    await clock.advance(1);
    const failed = { status: "FAILED", failureReason: "PAYMENT_APPROVAL_TIMED_OUT" };
    expect(await transaction()).toMatchObject(failed);
    respond();
    await webhooks.idle();
    expect(await transaction()).toMatchObject(failed);
    expect(await balance()).toBe(100);
  });

  it("is ignored after a route has decided [EVT-04]", async () => {
    let respond = (): void => undefined;
    const { service, webhooks, id, asked, transaction } = await pay((response) => {
      respond = () => response.writeHead(200).end();
    });
    await vi.waitFor(() => {
      expect(asked()).toHaveLength(1);
    });
    await service.must("POST", `/transactions/${id}/reject`);
    respond();
    await webhooks.idle();
    expect(await transaction()).toMatchObject({ status: "REJECTED" });
  });

  it("decides nothing if the event is only delivered again", async () => {
    const { service, webhooks, transaction } = await pay(empty(202));
    await webhooks.idle();
    const [pending] = service.simulator.events.ofType("INCOMING_PAYMENT.PENDING");
    webhooks.url = (await startEndpoint(() => empty(200))).url;
    expect(await service.simulator.redeliver(pending?.id ?? "")).toMatchObject({ status: 200 });
    expect(await transaction()).toMatchObject({ status: "PENDING" });
  });

  it("decides nothing after a reset", async () => {
    const { service, webhooks, asked } = await pay(stallHeaders);
    await vi.waitFor(() => {
      expect(asked()).toHaveLength(1);
    });
    service.simulator.reset();
    await asked()[0]?.hungUp;
    await webhooks.idle();
    expect(service.simulator.events.list).toEqual([]);
    expect(webhooks.list).toEqual([]);
  });
});

describe("an incoming payment without an approval", () => {
  it.each<[string, SimulatorOptions, string]>([
    ["the service approves", { approval: { mode: "automatic" } }, "COMPLETED"],
    ["a callback approves", { approval: { decide: () => true } }, "COMPLETED"],
    ["waits for the routes", { approval: { mode: "manual" } }, "PENDING"],
  ])("%s: the event is still delivered [EVT-04]", async (_, options, status) => {
    const { webhooks, asked, transaction } = await pay(empty(403), options);
    await webhooks.idle();
    expect(asked()).toHaveLength(1);
    expect(await transaction()).toMatchObject({ status });
  });

  it("ends by a timeout if one is configured [EVT-04, TRX-10]", async () => {
    const { clock, transaction, balance } = await pay(empty(200), {
      approval: { mode: "manual", timeout: "1m" },
    });
    await clock.advance("1m");
    expect(await transaction()).toMatchObject({
      status: "FAILED",
      failureReason: "PAYMENT_APPROVAL_TIMED_OUT",
    });
    expect(await balance()).toBe(100);
  });
});
