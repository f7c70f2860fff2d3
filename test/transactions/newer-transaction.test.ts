import { newerTransaction } from "payments-sdk";
import type { IncomingTransaction, OutgoingTransaction, Transaction } from "payments-sdk";
import { parseEvent } from "payments-sdk/webhooks";
import { describe, expect, it } from "vitest";
import { clientOf, createSimulator } from "../support/world";

const usd = { code: "USD", name: "US Dollar", symbol: "$", decimals: 2 };
const outgoing: OutgoingTransaction = {
  id: "Transaction:1",
  type: "OUTGOING",
  status: "PENDING",
  source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
  destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
  sentAmount: { amount: 500, currency: usd },
};
const incoming: IncomingTransaction = {
  id: "Transaction:2",
  type: "INCOMING",
  status: "PENDING",
  destination: { destinationType: "ACCOUNT", accountId: "InternalAccount:1" },
  receivedAmount: { amount: 500, currency: usd },
};
const at = (seconds: number) => `2026-04-27T09:00:0${seconds}Z`;
const refund = (status: string) => ({ reference: "RFD-1", initiatedAt: at(0), status });

describe("newerTransaction", () => {
  it.each<[string, older: Partial<OutgoingTransaction>, newer: Partial<OutgoingTransaction>]>([
    [
      "a later updatedAt",
      { updatedAt: at(1), status: "COMPLETED" },
      { updatedAt: at(2), status: "PROCESSING" },
    ],
    [
      "a later instant, however it is written",
      { updatedAt: "2026-04-27T09:00:01.000Z" },
      { updatedAt: "2026-04-27T11:00:02+02:00" },
    ],
    ["a later settledAt without updatedAt", { settledAt: at(1) }, { settledAt: at(2) }],
    ["a later createdAt without the others", { createdAt: at(1) }, { createdAt: at(2) }],
    ["a time over none", { status: "FAILED" }, { updatedAt: at(1) }],
    ["a time over one that cannot be read", { updatedAt: "soon" }, { updatedAt: at(1) }],
    ["an authorized payment", { status: "PENDING_AUTHORIZATION" }, { status: "PROCESSING" }],
    ["null as absent", { updatedAt: null, createdAt: at(1) }, { updatedAt: at(2), createdAt: null }],
    ["the status that comes later, without times", { status: "PENDING" }, { status: "PROCESSING" }],
    [
      "a status over a time that is equal",
      { updatedAt: at(1), status: "PROCESSING" },
      { updatedAt: at(1), status: "COMPLETED" },
    ],
    ["a payment that a bank returned", { status: "COMPLETED" }, { status: "FAILED" }],
    ["an unknown status over one under way", { status: "PROCESSING" }, { status: "HOLD" }],
    ["a final status over an unknown one", { status: "HOLD" }, { status: "COMPLETED" }],
    [
      "a refund over none",
      { status: "FAILED", refund: null },
      { status: "FAILED", refund: refund("PENDING") },
    ],
    [
      "a refund that ended",
      { status: "FAILED", refund: refund("PENDING") },
      { status: "FAILED", refund: refund("COMPLETED") },
    ],
    [
      "a refund that failed",
      { status: "FAILED", refund: refund("PENDING") },
      { status: "FAILED", refund: refund("FAILED") },
    ],
    [
      "a refund that a bank returned",
      { status: "FAILED", refund: refund("COMPLETED") },
      { status: "FAILED", refund: refund("FAILED") },
    ],
  ])("returns %s, in either order", (_title, first, second) => {
    const older = { ...outgoing, ...first };
    const newer = { ...outgoing, ...second };
    expect(newerTransaction(older, newer)).toBe(newer);
    expect(newerTransaction(newer, older)).toBe(newer);
  });

  it("orders the statuses of incoming transactions", () => {
    const statuses = ["CREATED", "PENDING", "PROCESSING", "COMPLETED", "REJECTED", "REFUNDED"];
    const versions = statuses.map((status) => ({ ...incoming, status }));
    expect(versions.toReversed().reduce((a, b) => newerTransaction(a, b)).status).toBe("REFUNDED");
    for (const [index, version] of versions.entries()) {
      const before = versions[index - 1] ?? version;
      expect(newerTransaction(version, before)).toBe(version);
      expect(newerTransaction(before, version)).toBe(version);
    }
  });

  it("compares the refunds of incoming payments, which the newest service sends", () => {
    const [pending, completed] = ["PENDING", "COMPLETED"].map((status) => ({
      ...incoming,
      status: "FAILED",
      refund: refund(status),
    }));
    expect(newerTransaction(pending!, completed!)).toBe(completed);
    expect(newerTransaction(completed!, pending!)).toBe(completed);
  });

  it("compares times that a database keeps as dates", () => {
    const stored = { ...outgoing, status: "COMPLETED", updatedAt: new Date("2026-04-27T09:00:00.900Z") };
    const late = { ...outgoing, status: "FAILED", updatedAt: "2026-04-27T09:00:00.500Z" };
    expect(newerTransaction(stored as unknown as Transaction, late)).toBe(stored);
  });

  it("returns the first of two equal versions", () => {
    const first = { ...outgoing };
    expect(newerTransaction(first, { ...outgoing, description: "memo" })).toBe(first);
  });

  it.each<[string, unknown, unknown]>([
    ["another transaction", outgoing, { ...outgoing, id: "Transaction:9" }],
    ["nothing", outgoing, undefined],
    ["no stored version", undefined, outgoing],
  ])("rejects %s", (_title, a, b) => {
    expect(() => newerTransaction(a as Transaction, b as Transaction)).toThrow(
      expect.objectContaining({
        code: "INVALID_REQUEST",
        message: expect.stringContaining("`b` must be a version of the same transaction as `a`"),
      }),
    );
  });

  it("finds the service's version for any order of events", async () => {
    const simulator = createSimulator();
    const payments = clientOf(simulator);
    const { data } = await payments.platform.internalAccounts.list({ currency: "USD" });
    const accountId = data[0]?.id ?? expect.fail("no account");
    await payments.sandbox.fund(accountId, { amount: 100_000 });
    for (const suffix of ["002", "003", "004", "005", "300"]) {
      const { id } = await payments.platform.externalAccounts.create({
        currency: "USD",
        accountInfo: {
          accountType: "USD_ACCOUNT",
          accountNumber: `123456${suffix}`,
          routingNumber: "021000021",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
        },
      });
      const payout = { source: { accountId }, destination: { accountId: id }, amount: 1_000 };
      await payments.transfers.out(payout);
      await payments.transfers.in({
        source: payout.destination,
        destination: payout.source,
        amount: 1_000,
      });
    }
    await simulator.clock.advance("1m");
    // As an endpoint receives them.
    const versions = simulator.events.list
      .map((event) => parseEvent(JSON.stringify(event)).data as Transaction)
      .filter(({ id }) => id.startsWith("Transaction:"));
    const transactions = await payments.transactions.list().toArray();
    expect(transactions).toHaveLength(10);
    expect(versions).toHaveLength(24);
    for (const transaction of transactions) {
      const own = versions.filter(({ id }) => id === transaction.id);
      for (const start of own.keys()) {
        const rotated = [...own.slice(start), ...own.slice(0, start)];
        for (const order of [rotated, rotated.toReversed()]) {
          expect(order.reduce((a, b) => newerTransaction(a, b))).toEqual(transaction);
        }
      }
    }
  });
});
