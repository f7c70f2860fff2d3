import type { Transaction } from "payments-sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { clientOf, createSimulator } from "../support/world";

const day = 24 * 3_600_000;

describe("seeded records", () => {
  const simulator = createSimulator();
  const payments = clientOf(simulator, { validation: "strict" });
  const seeded = simulator.seed({ customers: 12, externalAccounts: 30, transactions: 2000, period: "60d" });
  let transactions: Transaction[];

  beforeAll(async () => {
    transactions = await payments.transactions.list({ limit: 100, sortOrder: "asc" }).toArray();
  });

  it("have the requested number, and appear in the lists", async () => {
    const customers = await payments.customers.list({ limit: 100 }).toArray();
    const accounts = await payments.externalAccounts.list({ limit: 100 }).toArray();
    expect(customers.map(({ id }) => id).sort()).toEqual(seeded.customerIds.sort());
    expect(accounts.map(({ id }) => id).sort()).toEqual(seeded.externalAccountIds.sort());
    expect(transactions.map(({ id }) => id).sort()).toEqual(seeded.transactionIds.sort());
    expect(seeded.transactionIds).toHaveLength(2000);
  });

  it("have IBANs with the check digits of ISO 13616", async () => {
    const accounts = await payments.externalAccounts.list({ currency: "EUR" }).toArray();
    const ibans = accounts.map(({ accountInfo }) => String((accountInfo as { iban?: string }).iban));
    expect(ibans.length).toBeGreaterThan(0);
    for (const iban of ibans) {
      expect(iban).toMatch(/^DE\d{20}$/);
      // "DE" as digits is 1314.
      expect(BigInt(`${iban.slice(4)}1314${iban.slice(2, 4)}`) % 97n).toBe(1n);
    }
  });

  it("have exact books: each currency sums to zero, and each balance matches the transactions", async () => {
    for (const { internal, other } of simulator.totals()) expect(internal + other).toBe(0n);
    const balances = new Map<string, number>();
    const add = (side: object | null | undefined, amount: number) => {
      const { accountId }: { accountId?: unknown } = side ?? {};
      if (typeof accountId === "string") balances.set(accountId, (balances.get(accountId) ?? 0) + amount);
    };
    for (const transaction of transactions) {
      const { source, destination, status } = transaction;
      const isRefunded = transaction.type === "OUTGOING" && transaction.refund?.status === "COMPLETED";
      if (transaction.type === "INCOMING") {
        if (status === "COMPLETED") add(destination, transaction.receivedAmount.amount);
      } else if (transaction.type === "OUTGOING") {
        const hasLeft = status === "COMPLETED" || status === "PROCESSING";
        const isOpenTransfer = status === "PENDING" && transaction.quoteId === undefined;
        if ((hasLeft || isOpenTransfer) && !isRefunded) add(source, -transaction.sentAmount.amount);
      }
    }
    for (const { id, balance } of await payments.internalAccounts.list({ limit: 100 }).toArray())
      expect([id, balance.amount]).toEqual([id, balances.get(id) ?? 0]);
  });

  it("have realistic statuses in both directions, with quotes", () => {
    const count = (type: string, ...statuses: string[]) =>
      transactions.filter((one) => one.type === type && statuses.includes(one.status)).length;
    for (const type of ["INCOMING", "OUTGOING"]) {
      expect(count(type, "COMPLETED")).toBeGreaterThan(600);
      expect(count(type, "PENDING", "PROCESSING")).toBeGreaterThan(0);
      expect(count(type, "FAILED", "REJECTED", "REFUNDED")).toBeGreaterThan(20);
      expect(count(type, "EXPIRED")).toBeGreaterThan(0);
    }
    const quoted = transactions.filter((one) => one.type === "OUTGOING" && one.quoteId !== undefined);
    expect(quoted.length).toBeGreaterThan(100);
  });

  it("are created in order, over the whole period before now", () => {
    const times = transactions.map(({ createdAt }) => Date.parse(createdAt ?? ""));
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    const now = simulator.clock.now();
    expect(times[0]).toBeGreaterThanOrEqual(now - 60 * day);
    expect(times[0]).toBeLessThan(now - 55 * day);
    expect(times.at(-1)).toBeLessThanOrEqual(now);
    expect(times.at(-1)).toBeGreaterThan(now - day);
    expect(transactions.every(({ updatedAt }) => Date.parse(updatedAt ?? "") <= now)).toBe(true);
  });

  it("are found with filters", async () => {
    const [customerId = ""] = seeded.customerIds;
    const filters = { customerId, status: "COMPLETED", type: "INCOMING" } as const;
    const found = await payments.transactions.list({ ...filters, limit: 100 }).toArray();
    const expected = transactions.filter(
      (one) => one.customerId === customerId && one.status === "COMPLETED" && one.type === "INCOMING",
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  });

  it("cause no events and messages", () => {
    expect(simulator.events.list).toHaveLength(0);
    expect(simulator.outbox.list).toHaveLength(0);
  });
});

describe("simulator.seed", () => {
  it("creates records that depend on the seed", () => {
    const snapshotOf = (seed: string) => {
      const simulator = createSimulator({ seed });
      simulator.seed({ customers: 3, transactions: 50 });
      return simulator.snapshotText();
    };
    expect(snapshotOf("a")).toBe(snapshotOf("a"));
    expect(snapshotOf("a")).not.toBe(snapshotOf("b"));
  });

  it("completes pending payments later, with events", async () => {
    const simulator = createSimulator();
    const payments = clientOf(simulator);
    simulator.seed({ transactions: 2000 });
    const open = await payments.transactions.list({ status: "PROCESSING", limit: 100 }).toArray();
    expect(open.length).toBeGreaterThan(0);
    await simulator.clock.advance("30d");
    expect((await payments.transactions.list({ status: "PROCESSING" })).data).toEqual([]);
    expect(simulator.events.ofType("OUTGOING_PAYMENT.COMPLETED").length).toBeGreaterThan(0);
  });

  it("adds to the existing records", async () => {
    const simulator = createSimulator();
    const payments = clientOf(simulator);
    const { data } = await payments.platform.internalAccounts.list({ currency: "USD" });
    await payments.sandbox.fund(data[0]?.id ?? "", { amount: 5 });
    const first = simulator.seed({ customers: 1, transactions: 10 });
    const second = simulator.seed({ customers: 1, transactions: 10 });
    expect(new Set([...first.transactionIds, ...second.transactionIds]).size).toBe(20);
    expect((await payments.platform.internalAccounts.list({ currency: "USD" })).data[0]?.balance.amount).toBe(
      5,
    );
    expect((await payments.customers.list()).data).toHaveLength(2);
  });

  it("does not ask an endpoint to approve a past payment", async () => {
    let deliveries = 0;
    const webhookFetch = () => {
      deliveries += 1;
      return Promise.resolve(new Response());
    };
    const simulator = createSimulator({
      webhooks: { url: "https://shop.example/webhooks", fetch: webhookFetch },
    });
    simulator.seed({ transactions: 1000 });
    await simulator.webhooks.idle();
    expect(deliveries).toBe(0);
    const { data } = await clientOf(simulator).transactions.list({ type: "INCOMING", status: "PROCESSING" });
    expect(data.length).toBeGreaterThan(0);
  });

  it.each([{ rate: 0.9, fixed: 1000 }, { rate: 0.99999999 }, { fixed: 1_000_000_000 }])(
    "are made with the fees %j",
    (fees) => {
      const simulator = createSimulator({ quotes: { fees } });
      expect(simulator.seed({ transactions: 200 }).transactionIds).toHaveLength(200);
      for (const { internal, other } of simulator.totals()) expect(internal + other).toBe(0n);
    },
  );

  it.each<[object, string]>([
    [{ transaction: 5 }, "Unknown option `seed.transaction` for `seed`. Did you mean `transactions`?"],
    [{ customers: 0 }, "`seed.customers` must be an integer of at least 1, got 0"],
    [{ transactions: -1 }, "`seed.transactions` must be an integer of at least 0, got -1"],
    [{ period: "2 weeks" }, "`seed.period` must be a duration"],
  ])("rejects %j", (options, message) => {
    expect(() => createSimulator().seed(options)).toThrow(message);
  });

  it("costs the same for each transaction, independent of existing records", () => {
    const simulator = createSimulator();
    const cpuOf = (transactions: number) => {
      const start = process.cpuUsage();
      simulator.seed({ customers: 20, transactions });
      const { user, system } = process.cpuUsage(start);
      return (user + system) / transactions;
    };
    cpuOf(500);
    const few = cpuOf(500);
    expect(cpuOf(2_500)).toBeLessThan(few * 3);
  });
});
