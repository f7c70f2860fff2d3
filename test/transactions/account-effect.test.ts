import fc from "fast-check";
import { accountEffect, PaymentsClient } from "payments-sdk";
import type { IncomingTransaction, InternalAccount, OutgoingTransaction, Transaction } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { operation } from "../simulator/money-operations";
import { MoneyWorld } from "../simulator/money-world";
import { runs } from "../support/runs";

const PAYMENTS = runs(10);
const STEPS_OF_A_WORLD = 50;

const controlled = fc.record({
  kind: fc.constant("set" as const),
  transaction: fc.nat(1000),
  status: fc.constantFrom("PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "REJECTED", "REFUNDED"),
});
/** Larger amounts could add up to what no client can read. */
const payable = operation.filter((one) => !("amount" in one) || one.amount <= 100_000_000);
const step = fc.oneof({ weight: 9, arbitrary: payable }, { weight: 1, arbitrary: controlled });

/** What the transactions of each account add up to, beside its balance. The money of the sandbox has no transaction. */
async function books(payments: PaymentsClient, money: MoneyWorld) {
  const funded = new Map<string, number>();
  for (const { postings } of money.service.simulator.ledgerEntries())
    if (postings.some(({ account }) => account.startsWith("funding:")))
      for (const { account, amount } of postings) funded.set(account, (funded.get(account) ?? 0) + amount);
  const accounts: InternalAccount[] = [
    ...(await payments.internalAccounts.list({ limit: 100 }).toArray()),
    ...(await payments.platform.internalAccounts.list().toArray()),
  ];
  const [ours, balances] = [new Map<string, number>(), new Map<string, number>()];
  for (const account of accounts) {
    let sum = funded.get(account.id) ?? 0;
    for await (const one of payments.transactions.list({ accountIdentifier: account.id, limit: 100 })) {
      const effect = accountEffect(one, account);
      if (effect) expect(effect.currency.code).toBe(account.balance.currency.code);
      sum += effect?.amount ?? 0;
    }
    ours.set(account.id, sum);
    balances.set(account.id, account.balance.amount);
  }
  return { ours, balances };
}

/** A transaction cannot be put into every status. */
function put(simulator: MoneyWorld["service"]["simulator"], id: string, status: string) {
  try {
    simulator.setTransactionStatus(id, status);
  } catch {
    // The money is no longer there, or the direction has no such status.
  }
}

const [eur, usd] = ["EUR", "USD"].map((code) => ({ code, name: code, symbol: code, decimals: 2 }));
const at = (accountId: string) => ({ sourceType: "ACCOUNT", destinationType: "ACCOUNT", accountId }) as const;
const [platform, ada, bob] = [
  { id: "InternalAccount:platform" },
  { id: "InternalAccount:ada", customerId: "Customer:ada" },
  { id: "InternalAccount:bob", customerId: "Customer:bob" },
] as const;
/** A transfer out of the platform's account. */
const out: OutgoingTransaction = {
  id: "Transaction:1",
  type: "OUTGOING",
  status: "PENDING",
  source: at(platform.id),
  destination: at("ExternalAccount:1"),
  customerId: "Platform:1" as "Customer:1",
  sentAmount: { amount: 50_00, currency: eur! },
};
/** A quote that pays it to a customer, and the customer's own transaction about it. */
const quote: OutgoingTransaction = {
  ...out,
  quoteId: "Quote:1",
  status: "COMPLETED",
  destination: at(ada.id),
  receivedAmount: { amount: 54_00, currency: usd! },
};
const income: IncomingTransaction = {
  id: "Transaction:2",
  type: "INCOMING",
  status: "COMPLETED",
  source: at(platform.id),
  destination: at(ada.id),
  customerId: ada.customerId,
  receivedAmount: { amount: 54_00, currency: usd! },
};
const own: OutgoingTransaction = {
  ...quote,
  source: at("InternalAccount:ada-eur"),
  customerId: ada.customerId,
};
const refund = (status: string) => ({ reference: "RFD-1", initiatedAt: "2026-04-27T09:00:00Z", status });
const returned = { status: "FAILED", settledAt: "2026-04-27T09:00:00Z" } as const;

const effects: [
  what: string,
  transaction: Transaction,
  account: { id: string },
  effect: string | undefined,
][] = [
  ["a transfer out under way", out, platform, "-5000 EUR"],
  ["a quote that nobody executed", { ...quote, status: "PENDING" }, platform, undefined],
  ["a quote that expired", { ...quote, status: "EXPIRED" }, platform, undefined],
  ["an executed quote", { ...quote, status: "PROCESSING" }, platform, "-5000 EUR"],
  ["a payout that failed before it left", { ...out, status: "FAILED" }, platform, undefined],
  [
    "a payout whose refund is under way",
    { ...out, status: "FAILED", refund: refund("PENDING") },
    platform,
    "-5000 EUR",
  ],
  [
    "a payout whose refund failed",
    { ...out, status: "FAILED", refund: refund("FAILED") },
    platform,
    "-5000 EUR",
  ],
  ["a payout that came back", { ...out, status: "FAILED", refund: refund("COMPLETED") }, platform, undefined],
  ["a payout of another account", out, ada, undefined],
  ["a payment to a customer, at its sender", quote, platform, "-5000 EUR"],
  ["a payment to a customer, at its receiver", quote, ada, undefined],
  ["the receiver's transaction about it, at the sender", income, platform, undefined],
  ["the receiver's transaction about it, at the receiver", income, ada, "5400 USD"],
  ["money on its way", { ...income, status: "PROCESSING" }, ada, undefined],
  ["money that was refused", { ...income, status: "REJECTED" }, ada, undefined],
  ["money that was sent back", { ...income, status: "REFUNDED" }, ada, undefined],
  ["an exchange between own accounts", own, ada, "5400 USD"],
  ["an exchange under way", { ...own, status: "PROCESSING" }, ada, undefined],
  ["an exchange that came back", { ...own, ...returned, refund: refund("COMPLETED") }, ada, undefined],
  ["an exchange that the receiver kept", { ...own, ...returned, refund: refund("FAILED") }, ada, "5400 USD"],
  ["an exchange that never arrived", { ...own, status: "FAILED", refund: refund("FAILED") }, ada, undefined],
  [
    "an exchange of the platform",
    { ...quote, destination: at("InternalAccount:p2") },
    { id: "InternalAccount:p2" },
    "5400 USD",
  ],
  ["an exchange of others", own, bob, undefined],
  ["a status of tomorrow", { ...out, status: "PAUSED" }, platform, undefined],
  [
    "a kind of tomorrow",
    { id: "Transaction:3", type: "CARD", status: "COMPLETED" } as never,
    platform,
    undefined,
  ],
  ["a row without an amount", { ...out, sentAmount: undefined } as never, platform, undefined],
];

it.each(effects)("counts for %s", (_, transaction, account, expected) => {
  const effect = accountEffect(transaction, account as InternalAccount);
  expect(effect && `${effect.amount} ${effect.currency.code}`).toBe(expected);
});

it("refuses what is no account", () => {
  expect(() => accountEffect(out, platform.id as never)).toThrow("`account` must be an account");
});

describe("what a transaction does to an account", () => {
  it("adds up to the balance of every account after random payments", async () => {
    let made = 0;
    for (let seed = 1; made < PAYMENTS; seed += 1) {
      const money = new MoneyWorld();
      await money.open();
      const payments = new PaymentsClient(money.service.simulator.clientOptions());
      const { simulator } = money.service;
      const check = async () => {
        const { ours, balances } = await books(payments, money);
        expect([seed, ours]).toEqual([seed, balances]);
      };
      for (const [index, one] of fc.sample(step, { numRuns: STEPS_OF_A_WORLD, seed }).entries()) {
        if (one.kind === "set") {
          const { data } = await payments.transactions.list({ limit: 100 });
          const { id } = data[one.transaction % Math.max(data.length, 1)] ?? {};
          if (id) put(simulator, id, one.status);
        } else await money.perform(one);
        if (index % 25 === 0) await check();
      }
      await check();
      made += (await payments.transactions.list({ limit: 1 })).totalCount ?? 0;
    }
  }, 600_000);
});
