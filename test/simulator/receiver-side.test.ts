import type { Transaction } from "payments-sdk";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { World } from "../support/world";
import type { Page } from "../support/world";

/** A payer with 1,000.00 USD and a receiver with accounts in EUR and USD. */
async function pair(options: SimulatorOptions = {}) {
  const service = new World(options);
  const payer = await service.fundedCustomer({ USD: 100_000 });
  const receiver = await service.customer(["EUR", "USD"], { fullName: "Rita Receiver" });
  const usd = payer.accounts["USD"] ?? "";
  const eur = receiver.accounts["EUR"] ?? "";
  const toUma = (more: Record<string, unknown> = {}) => ({
    ...service.quoteBody(usd, "", 10_000),
    destination: { destinationType: "UMA_ADDRESS", umaAddress: receiver.umaAddress, ...more },
  });
  service.eventTypes();
  return { service, payer, receiver, usd, eur, toUma };
}

async function list(service: World, query: string): Promise<Transaction[]> {
  return (await service.must<Page<Transaction>>("GET", `/transactions?${query}&sortOrder=asc`)).data;
}

const owners = (transactions: Transaction[]) =>
  transactions.map(({ type, customerId }) => [type, customerId]).sort();

/** Both sides of the only payment so far. */
async function sides(service: World) {
  const all = await list(service, "limit=100");
  expect(all).toHaveLength(2);
  const outgoing = all.find(({ type }) => type === "OUTGOING");
  const incoming = all.find(({ type }) => type === "INCOMING");
  if (outgoing?.type !== "OUTGOING" || incoming?.type !== "INCOMING") throw new Error("a side is missing");
  return { outgoing, incoming };
}

async function statuses(service: World) {
  const { outgoing, incoming } = await sides(service);
  return [outgoing.status, incoming.status];
}

/** Checks an account's balance against its owner's transactions. */
async function requireArrival(service: World, account: string): Promise<void> {
  const { incoming } = await sides(service);
  expect(await service.balance(account)).toBe(
    incoming.status === "COMPLETED" ? incoming.receivedAmount.amount : 0,
  );
}

describe("a payment from one customer to another", () => {
  it("is an OUTGOING transaction of the sender and an INCOMING one of the receiver [TRX-03, OP-68]", async () => {
    const { service, payer, receiver, usd, eur } = await pair();
    const quote = await service.quote(service.quoteBody(usd, eur, 10_000, { description: "rent" }));
    await service.execute(quote);
    const { outgoing, incoming } = await sides(service);
    expect(outgoing).toMatchObject({ status: "COMPLETED", customerId: payer.id, quoteId: quote.id });
    expect(incoming).toMatchObject({
      id: expect.stringMatching(/^Transaction:/),
      type: "INCOMING",
      status: "COMPLETED",
      customerId: receiver.id,
      platformCustomerId: receiver.platformCustomerId,
      source: { sourceType: "ACCOUNT", accountId: usd, currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: eur, currency: "EUR" },
      receivedAmount: { amount: quote.totalReceivingAmount, currency: { code: "EUR" } },
      reconciliationInstructions: { reference: expect.stringMatching(/^REF-/) },
      counterpartyInformation: { FULL_NAME: "Paula Payer" },
      description: "rent",
      settledAt: outgoing.settledAt,
    });
    expect(await service.transaction(incoming.id)).toEqual(incoming);
    expect(await service.balance(eur)).toBe(quote.totalReceivingAmount);
    expect(service.eventTypes()).toEqual([
      "OUTGOING_PAYMENT.PENDING",
      "INCOMING_PAYMENT.PENDING",
      "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      "OUTGOING_PAYMENT.PROCESSING",
      "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      "OUTGOING_PAYMENT.COMPLETED",
      "INCOMING_PAYMENT.COMPLETED",
    ]);
  });

  it("appears in the lists of both accounts and both customers, each side under its owner [TRX-03, TRX-17]", async () => {
    const { service, payer, receiver, usd, eur } = await pair();
    await service.execute(await service.quote(service.quoteBody(usd, eur, 10_000)));
    const both = [
      ["INCOMING", receiver.id],
      ["OUTGOING", payer.id],
    ];
    for (const filter of [
      `accountIdentifier=${usd}`,
      `accountIdentifier=${eur}`,
      `senderAccountIdentifier=${usd}`,
      `receiverAccountIdentifier=${eur}`,
    ]) {
      expect([filter, owners(await list(service, filter))]).toEqual([filter, both]);
    }
    for (const filter of [`customerId=${payer.id}`, `platformCustomerId=${payer.platformCustomerId}`])
      expect(owners(await list(service, filter))).toEqual([["OUTGOING", payer.id]]);
    for (const filter of [`customerId=${receiver.id}`, `platformCustomerId=${receiver.platformCustomerId}`])
      expect(owners(await list(service, filter))).toEqual([["INCOMING", receiver.id]]);
    const { reconciliationInstructions } = (await sides(service)).incoming;
    expect(owners(await list(service, `reference=${String(reconciliationInstructions?.reference)}`))).toEqual(
      [["INCOMING", receiver.id]],
    );
  });

  it("by UMA arrives in the account of the address", async () => {
    const { service, payer, receiver, usd, eur, toUma } = await pair();
    await service.execute(await service.quote(toUma()));
    const { outgoing, incoming } = await sides(service);
    expect(outgoing.destination).toMatchObject({ umaAddress: receiver.umaAddress });
    expect(incoming.destination).toEqual({ destinationType: "ACCOUNT", accountId: eur, currency: "EUR" });
    expect([outgoing.customerId, incoming.customerId]).toEqual([payer.id, receiver.id]);
    expect(owners(await list(service, `receiverAccountIdentifier=${eur}`))).toEqual([
      ["INCOMING", receiver.id],
    ]);
    expect(await list(service, `accountIdentifier=${usd}`)).toHaveLength(2);
    await requireArrival(service, eur);
  });

  it("from a platform account belongs to the platform, and its INCOMING side to the receiver [OP-59]", async () => {
    const { service, receiver, eur } = await pair({ platform: { id: "Platform:test" } });
    const account = await service.platformAccount("USD");
    await service.fund(account, 10_000);
    await service.execute(await service.quote(service.quoteBody(account, eur, 10_000)));
    const { outgoing, incoming } = await sides(service);
    expect(outgoing.customerId).toBe("Platform:test");
    expect(incoming.customerId).toBe(receiver.id);
  });

  it("from a platform account to a customer's bank belongs only to the platform", async () => {
    const { service, receiver } = await pair({ platform: { id: "Platform:test" } });
    const account = await service.platformAccount("USD");
    await service.fund(account, 10_000);
    const bank = await service.external("EUR", "000", { customerId: receiver.id });
    await service.execute(await service.quote(service.quoteBody(account, bank, 10_000)));
    expect(owners(await list(service, "limit=100"))).toEqual([["OUTGOING", "Platform:test"]]);
  });

  it("to a platform account is INCOMING for the platform", async () => {
    const { service, payer, usd } = await pair({ platform: { id: "Platform:test" } });
    const account = await service.platformAccount("EUR");
    await service.execute(await service.quote(service.quoteBody(usd, account, 10_000)));
    expect(owners(await list(service, "limit=100"))).toEqual([
      ["INCOMING", "Platform:test"],
      ["OUTGOING", payer.id],
    ]);
  });

  it("with an external payer is INCOMING for the receiver", async () => {
    const { service, receiver, eur } = await pair({ platform: { id: "Platform:test" } });
    const source = { sourceType: "UMA_ADDRESS", umaAddress: "$payer@elsewhere.test", currency: "USD" };
    const quote = await service.quote({ ...service.quoteBody("", eur, 10_000), source });
    await service.must("POST", "/sandbox/send", { quoteId: quote.id, currencyCode: "USD" });
    const { outgoing, incoming } = await sides(service);
    expect([outgoing.customerId, incoming.customerId]).toEqual(["Platform:test", receiver.id]);
    await requireArrival(service, eur);
  });

  it("between a customer's own accounts is a single transaction [OP-68]", async () => {
    const { service, payer, usd } = await pair();
    await service.execute(await service.quote(service.quoteBody(usd, payer.wallet, 10_000)));
    expect(owners(await list(service, "limit=100"))).toEqual([["OUTGOING", payer.id]]);
    expect(service.eventTypes().filter((type) => type.startsWith("INCOMING"))).toEqual([]);
  });
});

describe("both sides of a payment", () => {
  it("wait together, and the money arrives when the incoming side completes [TRX-06, TRX-12]", async () => {
    const { service, usd, eur } = await pair({ delays: { payout: "1m" } });
    const quote = await service.quote(service.quoteBody(usd, eur, 10_000));
    expect(await statuses(service)).toEqual(["PENDING", "PENDING"]);
    await service.execute(quote);
    expect(await statuses(service)).toEqual(["PROCESSING", "PROCESSING"]);
    expect([await service.balance(usd), await service.balance(eur)]).toEqual([90_000, 0]);
    await service.simulator.clock.advance("1m");
    expect(await statuses(service)).toEqual(["COMPLETED", "COMPLETED"]);
    await requireArrival(service, eur);
  });

  it("expire together [TRX-06]", async () => {
    const { service, usd, eur } = await pair();
    await service.quote(service.quoteBody(usd, eur, 10_000));
    await service.simulator.clock.advance("5m");
    const { outgoing, incoming } = await sides(service);
    expect(outgoing).toMatchObject({ status: "EXPIRED", failureReason: "QUOTE_EXPIRED" });
    expect(incoming).toMatchObject({ status: "EXPIRED", failureReason: "QUOTE_EXPIRED" });
  });

  it("end with the refund of a payment of another amount", async () => {
    const { service, eur } = await pair();
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const quote = await service.quote({ ...service.quoteBody("", eur, 10_000), source });
    await service.must("POST", "/sandbox/send", {
      quoteId: quote.id,
      currencyCode: "USD",
      currencyAmount: 9_999,
    });
    const { outgoing, incoming } = await sides(service);
    expect(outgoing).toMatchObject({ status: "FAILED", refund: { status: "COMPLETED" } });
    expect(incoming).toMatchObject({ status: "REFUNDED", failureReason: "QUOTE_EXECUTION_FAILED" });
    await requireArrival(service, eur);
  });

  it.each([
    ["002", ["FAILED", "FAILED"], ["PENDING", "FAILED"]],
    ["004", ["FAILED", "REFUNDED"], ["PENDING", "FAILED"]],
    ["005", ["FAILED", "REFUNDED"], ["PENDING", "COMPLETED", "FAILED"]],
    ["006", ["FAILED", "REFUNDED"], ["PENDING", "FAILED"]],
    ["007", ["FAILED", "FAILED"], ["PENDING", "FAILED"]],
    ["003", ["COMPLETED", "COMPLETED"], ["PENDING", "COMPLETED"]],
    ["000", ["COMPLETED", "COMPLETED"], ["PENDING", "COMPLETED"]],
  ])("follow the digits %s of the receiver's deposit account: %j", async (digits, ends, announced) => {
    const { service, receiver, toUma } = await pair();
    const more = { customerId: receiver.id, defaultUmaDepositAccount: true };
    const deposit = await service.external("EUR", digits, more);
    await service.execute(await service.quote(toUma()));
    await service.simulator.clock.advance("10m");
    expect(await statuses(service)).toEqual(ends);
    expect((await sides(service)).incoming.destination).toMatchObject({ accountId: deposit });
    expect(service.eventTypes().filter((type) => type.startsWith("INCOMING"))).toEqual(
      announced.map((status) => `INCOMING_PAYMENT.${status}`),
    );
  });

  it("fail if the receiver's balance would be too large", async () => {
    const { service, eur, toUma } = await pair();
    const source = { sourceType: "REALTIME_FUNDING", currency: "EUR" };
    const flood = await service.quote({ ...toUma(), source, lockedCurrencyAmount: 9_000_000_000_000_000 });
    await service.must("POST", "/sandbox/send", { quoteId: flood.id, currencyCode: "EUR" });
    const again = await service.quote({ ...toUma(), source, lockedCurrencyAmount: 9_000_000_000_000_000 });
    await service.must("POST", "/sandbox/send", { quoteId: again.id, currencyCode: "EUR" });
    const all = await list(service, "limit=100");
    expect(all.map(({ type, status }) => `${type} ${status}`).sort()).toEqual([
      "INCOMING COMPLETED",
      "INCOMING REFUNDED",
      "OUTGOING COMPLETED",
      "OUTGOING FAILED",
    ]);
    expect(await service.balance(eur)).toBe(9_000_000_000_000_000);
  });
});
