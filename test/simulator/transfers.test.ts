import { describe, expect, it } from "vitest";
import { World } from "../support/world";
import { expectRefusal } from "./refusals";

const at = "2026-04-27T09:00:00.000Z";
const usd = { code: "USD", name: "United States Dollar", symbol: "$", decimals: 2 };

/** A customer with 1,000.00 USD and a bank account that ends in the digits. */
async function setUp(digits = "000", options = {}) {
  const service = new World(options);
  const payer = await service.fundedCustomer({ USD: 100_000, EUR: 100_000 });
  const account = payer.accounts["USD"] ?? "";
  const bank = await service.external("USD", digits, { customerId: payer.id });
  service.eventTypes();
  return { service, payer, account, bank };
}

const body = (source: string, destination: string, amount: unknown) => ({
  source: { accountId: source },
  destination: { accountId: destination },
  amount,
});

describe("POST /transfer-in", () => {
  it("pulls the money in and returns an incoming transaction [TRF-01, TRF-02, TRF-07, SBX-11, TRX-02, TRX-08]", async () => {
    const { service, payer, account, bank } = await setUp();
    const { status, body: transaction } = await service.call<Record<string, unknown>>(
      "POST",
      "/transfer-in",
      body(bank, account, 5000),
    );
    expect(status).toBe(201);
    expect(transaction).toEqual({
      id: expect.stringMatching(/^Transaction:/),
      type: "INCOMING",
      status: "COMPLETED",
      source: { sourceType: "ACCOUNT", accountId: bank, currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: account, currency: "USD" },
      customerId: payer.id,
      platformCustomerId: payer.platformCustomerId,
      createdAt: at,
      updatedAt: at,
      settledAt: at,
      receivedAmount: { amount: 5000, currency: usd },
      reconciliationInstructions: { reference: expect.stringMatching(/^REF-/) },
    });
    expect(await service.balance(account)).toBe(105_000);
    expect(service.eventTypes()).toEqual([
      "INCOMING_PAYMENT.PENDING",
      "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      "INCOMING_PAYMENT.COMPLETED",
    ]);
  });

  it("can fund a wallet", async () => {
    const { service, payer } = await setUp();
    await service.transferIn(await service.external("USDC"), payer.wallet, 7);
    expect(await service.balance(payer.wallet)).toBe(7);
  });

  it("fails if the balance would be too large", async () => {
    const { service, account, bank } = await setUp();
    expect(await service.transferIn(bank, account, Number.MAX_SAFE_INTEGER)).toMatchObject({
      status: "FAILED",
      failureReason: "QUOTE_EXECUTION_FAILED",
    });
    expect(await service.balance(account)).toBe(100_000);
  });

  it.each([
    ["002", "FAILED", "QUOTE_EXECUTION_FAILED", "SBX-07"],
    ["003", "FAILED", "QUOTE_EXECUTION_FAILED", "SBX-08"],
    ["004", "REJECTED", "OFFRAMP_FAILED", "SBX-09"],
  ])(
    "%s: ends %s at once with %s, without a credit [%s, OP-54, OP-55, TRX-07]",
    async (digits, status, failureReason) => {
      const { service, account, bank } = await setUp(digits);
      const transaction = await service.transferIn(bank, account, 5000);
      expect(transaction).toMatchObject({ type: "INCOMING", status, failureReason });
      expect(transaction).not.toHaveProperty("settledAt");
      expect(await service.balance(account)).toBe(100_000);
      expect(service.eventTypes()).toEqual(["INCOMING_PAYMENT.PENDING", "INCOMING_PAYMENT.FAILED"]);
    },
  );

  it("005: stays pending for 30 seconds, then fails [SBX-10, OP-55]", async () => {
    const { service, account, bank } = await setUp("005");
    const { id } = await service.transferIn(bank, account, 5000);
    await service.simulator.clock.advance("29s");
    expect(await service.transaction(id)).toMatchObject({ status: "PENDING" });
    await service.simulator.clock.advance("2s");
    expect(await service.transaction(id)).toMatchObject({
      status: "FAILED",
      failureReason: "QUOTE_EXECUTION_FAILED",
      updatedAt: "2026-04-27T09:00:30.000Z",
    });
    expect(await service.balance(account)).toBe(100_000);
  });

  it.each(["001", "006", "007", "102", "999"])("%s: succeeds [SBX-11]", async (digits) => {
    const { service, account, bank } = await setUp(digits);
    expect(await service.transferIn(bank, account, 5000)).toMatchObject({ status: "COMPLETED" });
    expect(await service.balance(account)).toBe(105_000);
  });
});

describe("POST /transfer-out", () => {
  it("pushes the money out and returns an outgoing transaction [TRF-03, TRF-04, TRF-07, SBX-11, TRX-13]", async () => {
    const { service, payer, account, bank } = await setUp();
    const { status, body: transaction } = await service.call<Record<string, unknown>>(
      "POST",
      "/transfer-out",
      body(account, bank, 5000),
    );
    expect(status).toBe(201);
    expect(transaction).toEqual({
      id: expect.stringMatching(/^Transaction:/),
      type: "OUTGOING",
      status: "COMPLETED",
      source: { sourceType: "ACCOUNT", accountId: account, currency: "USD" },
      destination: { destinationType: "ACCOUNT", accountId: bank, currency: "USD" },
      customerId: payer.id,
      platformCustomerId: payer.platformCustomerId,
      createdAt: at,
      updatedAt: at,
      settledAt: at,
      sentAmount: { amount: 5000, currency: usd },
    });
    expect(await service.balance(account)).toBe(95_000);
  });

  it.each([
    ["002", "SBX-07"],
    ["003", "SBX-08"],
  ])("%s: fails at once without moving money, for any balance [%s, OP-53, OP-54]", async (digits) => {
    const { service, account, bank } = await setUp(digits);
    for (const amount of [5000, 100_001]) {
      const transaction = await service.transferOut(account, bank, amount);
      expect(transaction).toMatchObject({
        type: "OUTGOING",
        status: "FAILED",
        failureReason: "QUOTE_EXECUTION_FAILED",
      });
      expect(transaction).not.toHaveProperty("refund");
    }
    expect(service.eventTypes()).not.toContain("INTERNAL_ACCOUNT.BALANCE_UPDATED");
    expect(await service.balance(account)).toBe(100_000);
  });

  it("004: the bank rejects it, and the money is restored [SBX-09, TRF-07, TRX-15, OP-55]", async () => {
    const { service, account, bank } = await setUp("004");
    expect(await service.transferOut(account, bank, 5000)).toMatchObject({
      status: "FAILED",
      failureReason: "COUNTERPARTY_POST_TX_FAILED",
      refund: { status: "COMPLETED", reason: "TRANSACTION_FAILED", initiatedAt: at, settledAt: at },
    });
    expect(await service.balance(account)).toBe(100_000);
  });

  it("005: is debited while pending for 30 seconds, then fails and is restored [SBX-10, TRF-07]", async () => {
    const { service, account, bank } = await setUp("005");
    const { id, status } = await service.transferOut(account, bank, 5000);
    expect(status).toBe("PENDING");
    expect(await service.balance(account)).toBe(95_000);
    await service.simulator.clock.advance("29s");
    expect(await service.transaction(id)).toMatchObject({ status: "PENDING" });
    await service.simulator.clock.advance("2s");
    expect(await service.transaction(id)).toMatchObject({
      status: "FAILED",
      failureReason: "QUOTE_EXECUTION_FAILED",
      refund: { status: "COMPLETED", settledAt: "2026-04-27T09:00:30.000Z" },
    });
    expect(await service.balance(account)).toBe(100_000);
  });

  it.each(["001", "006", "007", "102", "999"])("%s: succeeds [SBX-11]", async (digits) => {
    const { service, account, bank } = await setUp(digits);
    expect(await service.transferOut(account, bank, 100_000)).toMatchObject({ status: "COMPLETED" });
    expect(await service.balance(account)).toBe(0);
  });

  it("refuses more than the balance and changes nothing [OP-53, TRF-07]", async () => {
    const { service, account } = await setUp();
    for (const digits of ["000", "004", "005"]) {
      const bank = await service.external("USD", digits);
      await expectRefusal(service, "/transfer-out", body(account, bank, 100_001), {
        status: 400,
        body: {
          code: "AMOUNT_OUT_OF_RANGE",
          message: `The balance of ${account} is 100000 in the smallest unit of USD. The payment needs 100001`,
          details: { accountId: account, currency: "USD", balance: 100_000, required: 100_001 },
        },
      });
    }
  });

  it("refuses a wallet, and the error points to quotes [TRF-08, OP-50]", async () => {
    const { service, payer } = await setUp();
    await service.fund(payer.wallet, 5000);
    const headers = { "Service-Wallet-Signature": "sandbox-valid-signature" };
    const response = await service.call(
      "POST",
      "/transfer-out",
      body(payer.wallet, await service.external("USDC"), 5),
      headers,
    );
    expect(response).toMatchObject({ status: 400, body: { details: { field: "source.accountId" } } });
    expect(response.body.message).toContain("quote");
  });
});

describe.each(["in", "out"] as const)("both accounts of a transfer-%s", (direction) => {
  const path = `/transfer-${direction}`;
  const sides = (internal: string, external: string): [string, string] =>
    direction === "in" ? [external, internal] : [internal, external];

  const refuse = (service: World, request: unknown, status: number, details?: Record<string, unknown>) =>
    expectRefusal(service, path, request, { status, ...(details && { body: { details } }) });

  it("are required with their ids [TRF-01, TRF-03]", async () => {
    const { service, account, bank } = await setUp();
    const [source, destination] = sides(account, bank);
    const complete = body(source, destination, 100);
    await refuse(service, { ...complete, source: undefined }, 400, { field: "source" });
    await refuse(service, { ...complete, destination: undefined }, 400, { field: "destination" });
    await refuse(service, { ...complete, source: {} }, 400, { field: "source.accountId" });
    await refuse(service, { ...complete, destination: { accountId: 7 } }, 400, {
      field: "destination.accountId",
    });
  });

  it("must exist and have the right kind [TRF-01, TRF-03]", async () => {
    const { service, account, bank } = await setUp();
    const [source, destination] = sides(account, bank);
    await refuse(service, body(destination, source, 100), 400, { field: "source.accountId" });
    await refuse(service, body(source, source, 100), 400, { field: "destination.accountId" });
    await refuse(service, body("ExternalAccount:none", destination, 100), 404);
    await refuse(service, body(source, "InternalAccount:none", 100), 404);
  });

  it("must have the same currency [TRF-05]", async () => {
    const { service, payer, bank } = await setUp();
    const [source, destination] = sides(payer.accounts["EUR"] ?? "", bank);
    const [from, to] = sides("EUR", "USD");
    await expectRefusal(service, path, body(source, destination, 100), {
      status: 400,
      body: {
        message: `A transfer stays in one currency, but the source has ${from} and the destination ${to}: use a quote`,
        details: { source: from, destination: to },
      },
    });
  });

  it("must be usable", async () => {
    const { service, account, bank } = await setUp();
    service.simulator.setExternalAccountStatus(bank, "INACTIVE");
    const [source, destination] = sides(account, bank);
    await refuse(service, body(source, destination, 100), 400, {
      field: `${direction === "in" ? "source" : "destination"}.accountId`,
    });
  });

  it.each([undefined, 0, -1, 1.5, "100", 2 ** 53])(
    "move a positive integer, not %s [TRF-06, GEN-06]",
    async (amount) => {
      const { service, account, bank } = await setUp();
      await refuse(service, body(...sides(account, bank), amount), 400, { field: "amount" });
    },
  );

  it("may have a discriminator [TRF-01]", async () => {
    const { service, account, bank } = await setUp();
    const [source, destination] = sides(account, bank);
    const request = {
      source: { sourceType: "ACCOUNT", accountId: source },
      destination: { destinationType: "ACCOUNT", accountId: destination },
      amount: 1,
    };
    expect(await service.must("POST", path, request)).toMatchObject({ status: "COMPLETED" });
  });

  it("move money once for one idempotency key [IDM-01, IDM-02, IDM-03]", async () => {
    const { service, account, bank } = await setUp();
    const request = body(...sides(account, bank), 100);
    const [first, second] = await Promise.all(
      [1, 2].map(() => service.call("POST", path, request, { "Idempotency-Key": "once" })),
    );
    expect([second?.status, second?.body]).toEqual([201, first?.body]);
    await service.must("POST", path, request);
    expect(await service.balance(account)).toBe(direction === "in" ? 100_200 : 99_800);
  });
});

describe("the owners of a transfer's accounts", () => {
  it("must be the same customer, or include the platform [TRF-01, TRF-03]", async () => {
    const { service, account, bank } = await setUp();
    const other = await service.fundedCustomer({ USD: 100_000 });
    const otherAccount = other.accounts["USD"] ?? "";
    for (const [path, sides, field] of [
      ["/transfer-in", [bank, otherAccount], "source.accountId"],
      ["/transfer-out", [otherAccount, bank], "destination.accountId"],
    ] as const) {
      await expectRefusal(service, path, body(...sides, 5000), {
        status: 400,
        body: { code: "INVALID_INPUT", details: { field } },
      });
    }
    const ofPlatform = await service.platformAccount("USD");
    const platformBank = await service.external("USD");
    for (const [from, to] of [
      [bank, account],
      [bank, ofPlatform],
      [platformBank, otherAccount],
    ] as const) {
      expect(await service.transferIn(from, to, 5000)).toMatchObject({ status: "COMPLETED" });
      expect(await service.transferOut(to, from, 5000)).toMatchObject({ status: "COMPLETED" });
    }
  });
});
