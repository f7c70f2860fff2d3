import { invalid } from "../support/exchanges";
import { World } from "../support/world";
import type { Page } from "../support/world";
import type { IncomingTransaction } from "payments-sdk";
import { describe, expect, it } from "vitest";
import {
  incomingFailureReasons,
  incomingStatuses,
  outgoingFailureReasons,
} from "../../src/simulator/domain/records/payments";

type Row = IncomingTransaction & { quoteId?: string };

/**
 * Seven transactions, one per minute, of every kind that the filters distinguish.
 *
 * @param headers sent with every list.
 */
async function setUp(headers: Record<string, string> = {}) {
  const service = new World();
  const alice = await service.fundedCustomer({ USD: 100_000, EUR: 100_000 });
  const bob = await service.fundedCustomer({ USD: 100_000 });
  const bank = await service.external("USD");
  const failing = await service.external("USD", "002");
  const payee = await service.external("EUR");
  const platform = await service.platformAccount("USD");
  const usd = alice.accounts["USD"] ?? "";
  const steps: (() => Promise<{ id: string }>)[] = [
    () => service.transferIn(bank, usd, 1),
    () => service.transferOut(usd, bank, 1),
    () => service.transferOut(usd, failing, 1),
    () => service.transferIn(bank, bob.accounts["USD"] ?? "", 1),
    () => service.transferIn(bank, platform, 1),
    async () => service.transactionOf(await service.quote(service.quoteBody(usd, payee, 100))),
    () =>
      service.must("POST", "/sandbox/uma/receive", {
        senderUmaAddress: "$payer@elsewhere.test",
        receiverUmaAddress: alice.umaAddress,
        receivingCurrencyCode: "EUR",
        receivingCurrencyAmount: 1,
      }),
  ];
  const ids: string[] = [];
  for (const step of steps) {
    ids.push((await step()).id);
    await service.simulator.clock.advance("1m");
  }
  const list = (query: string) => service.must<Page<Row>>("GET", `/transactions${query}`, undefined, headers);
  /** The positions of the matches in the order of their creation. */
  const matches = async (query: string): Promise<number[]> => {
    const { data, totalCount } = await list(`?sortOrder=asc&limit=100&${query}`);
    expect(totalCount).toBe(data.length);
    return data.map(({ id }) => ids.indexOf(id));
  };
  return { service, alice, bob, bank, failing, payee, platform, usd, ids, list, matches };
}

describe("GET /transactions", () => {
  it("lists the newest first, with the number of all matches [TRX-01, TRX-21, PAG-02, PAG-04]", async () => {
    const { ids, list } = await setUp();
    const page = await list("");
    expect(page.data.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(page).toMatchObject({ hasMore: false, totalCount: 7 });
    expect(page).not.toHaveProperty("nextCursor");
    expect(new Set(page.data.map(({ type }) => type))).toEqual(new Set(["INCOMING", "OUTGOING"]));
  });

  it.each(["asc", "desc"])(
    "keeps the order %s across pages, each row once [TRX-21, PAG-05]",
    async (sortOrder) => {
      const { ids, list } = await setUp();
      const seen: string[] = [];
      let query = `?sortOrder=${sortOrder}&limit=3`;
      for (let page = await list(query); ; page = await list(query)) {
        seen.push(...page.data.map(({ id }) => id));
        if (!page.hasMore) break;
        query = `?sortOrder=${sortOrder}&limit=3&cursor=${encodeURIComponent(page.nextCursor ?? "")}`;
      }
      expect(seen).toEqual(sortOrder === "asc" ? ids : [...ids].reverse());
    },
  );

  it("filters by customer, by the platform's id for a customer, and by the platform [TRX-17, TRX-18, TRX-03, OP-59]", async () => {
    const { service, alice, bob, matches } = await setUp();
    expect(await matches(`customerId=${alice.id}`)).toEqual([0, 1, 2, 5, 6]);
    expect(await matches(`customerId=${bob.id}`)).toEqual([3]);
    expect(await matches(`platformCustomerId=${encodeURIComponent(bob.platformCustomerId)}`)).toEqual([3]);
    expect(await matches(`customerId=${service.simulator.platformId}`)).toEqual([4]);
    expect(await matches(`platformCustomerId=${service.simulator.platformId}`)).toEqual([4]);
    expect(await matches("customerId=Customer:none")).toEqual([]);
  });

  it("filters by account, on either side or one [TRX-17, OP-57]", async () => {
    const { usd, bank, matches } = await setUp();
    expect(await matches(`accountIdentifier=${usd}`)).toEqual([0, 1, 2, 5]);
    expect(await matches(`senderAccountIdentifier=${usd}`)).toEqual([1, 2, 5]);
    expect(await matches(`receiverAccountIdentifier=${usd}`)).toEqual([0]);
    expect(await matches(`receiverAccountIdentifier=${bank}`)).toEqual([1]);
    const payer = encodeURIComponent("$payer@elsewhere.test");
    expect(await matches(`senderAccountIdentifier=${payer}`)).toEqual([6]);
  });

  it.each(["accountId=InternalAccount:1", "senderAccountId=1", "receiverAccountId=1", "sort=asc"])(
    "does not know %s, as the contract does not [TRX-17, OP-57]",
    async (query) => {
      const { ids, list } = await setUp(invalid);
      expect((await list(`?${query}`)).data.map(({ id }) => id)).toEqual([...ids].reverse());
      const strict = new World({ requests: { unknownFields: "reject" } });
      expect(await strict.call("GET", `/transactions?${query}`, undefined, invalid)).toMatchObject({
        status: 400,
      });
    },
  );

  it("filters by status, type and reference, and combines all filters [TRX-19, OP-59]", async () => {
    const { service, usd, ids, matches } = await setUp();
    expect(await matches("status=FAILED")).toEqual([2]);
    expect(await matches("status=PENDING")).toEqual([5]);
    expect(await matches("status=REFUNDED")).toEqual([]);
    await service.simulator.clock.advance("10m");
    expect(await matches("status=EXPIRED")).toEqual([5]);
    expect(await matches("type=INCOMING")).toEqual([0, 3, 4, 6]);
    expect(await matches("type=OUTGOING")).toEqual([1, 2, 5]);
    const { reconciliationInstructions } = await service.transaction<IncomingTransaction>(ids[3]);
    expect(await matches(`reference=${String(reconciliationInstructions?.reference)}`)).toEqual([3]);
    expect(await matches(`type=OUTGOING&status=COMPLETED&accountIdentifier=${usd}`)).toEqual([1]);
  });

  it("filters by date, inclusive at both ends [TRX-20, GEN-07]", async () => {
    const { matches } = await setUp();
    const minute = (count: number) => `2026-04-27T09:0${String(count)}:00.000Z`;
    expect(await matches(`startDate=${minute(2)}&endDate=${minute(4)}`)).toEqual([2, 3, 4]);
    expect(await matches(`startDate=${minute(2)}&endDate=2026-04-27T09:03:59.999Z`)).toEqual([2, 3]);
    expect(await matches("startDate=2026-04-27T09:02:00.001Z")).toEqual([3, 4, 5, 6]);
    expect(await matches(`endDate=${encodeURIComponent("2026-04-27T11:01:00+02:00")}`)).toEqual([0, 1]);
  });

  it.each([
    "status=DONE",
    "type=BOTH",
    "startDate=yesterday",
    "endDate=2026-13-01",
    "sortOrder=up",
    "limit=0",
    "limit=101",
    "cursor=abc",
  ])("refuses %s [TRX-19, TRX-20, TRX-21, PAG-01]", async (query) => {
    expect(await new World().call("GET", `/transactions?${query}`)).toMatchObject({ status: 400 });
  });

  it("refuses a cursor of another query [PAG-05, OP-27]", async () => {
    const { service, list } = await setUp();
    const { nextCursor = "" } = await list("?limit=2&type=INCOMING");
    const other = await service.call("GET", `/transactions?limit=2&cursor=${encodeURIComponent(nextCursor)}`);
    expect(other).toMatchObject({ status: 400 });
  });
});

describe("GET /transactions/{transactionId}", () => {
  it("returns the same as the list [TRX-22, OP-58]", async () => {
    const { service, list } = await setUp();
    for (const row of (await list("")).data) expect(await service.transaction(row.id)).toEqual(row);
  });

  it("responds with 404 for an unknown transaction [TRX-22]", async () => {
    expect(await new World().call("GET", "/transactions/Transaction:none")).toMatchObject({
      status: 404,
      body: { code: "TRANSACTION_NOT_FOUND" },
    });
  });
});

describe("setTransactionStatus", () => {
  it.each(incomingStatuses)(
    "sets an incoming transaction to %s and moves its money [TRX-05, TRX-06, TRX-07, TRX-09]",
    async (status) => {
      const service = new World();
      const payer = await service.fundedCustomer({ USD: 100 });
      const account = payer.accounts["USD"] ?? "";
      const { id } = await service.transferIn(await service.external("USD"), account, 50);
      service.simulator.setTransactionStatus(id, status);
      const transaction = await service.transaction<IncomingTransaction>(id);
      expect(transaction).toMatchObject({ status, receivedAmount: { amount: 50 } });
      expect("reconciliationInstructions" in transaction).toBe(status !== "CREATED");
      expect("settledAt" in transaction).toBe(status === "COMPLETED");
      expect(await service.balance(account)).toBe(status === "COMPLETED" ? 150 : 100);
      service.simulator.setTransactionStatus(id, "COMPLETED");
      expect(await service.balance(account)).toBe(150);
    },
  );

  it.each([
    ["PENDING", 1000],
    ["PROCESSING", 900],
    ["COMPLETED", 900],
    ["FAILED", 1000],
    ["EXPIRED", 1000],
  ])(
    "sets a quote and its transaction to %s and moves the money [TRX-11, TRX-12, QUO-02]",
    async (status, balance) => {
      const service = new World();
      const payer = await service.fundedCustomer({ USD: 1000 });
      const account = payer.accounts["USD"] ?? "";
      const quote = await service.quote(
        service.quoteBody(account, await service.external("EUR", "005"), 100),
      );
      const { transactionId } = await service.execute(quote);
      service.simulator.setTransactionStatus(String(transactionId), status);
      expect(await service.retrieveQuote(quote.id)).toMatchObject({ status });
      const transaction = await service.transaction(transactionId);
      expect(transaction.status).toBe(status);
      expect(await service.balance(account)).toBe(balance);
      const reasons: Record<string, string> = { FAILED: "QUOTE_EXECUTION_FAILED", EXPIRED: "QUOTE_EXPIRED" };
      expect(transaction.failureReason).toBe(reasons[status]);
      expect("refund" in transaction).toBe(status === "FAILED");
      // Cancels the sandbox's planned outcome for the account 005.
      await service.simulator.clock.advance("30s");
      expect(await service.transaction(transactionId)).toEqual(transaction);
      expect(await service.balance(account)).toBe(balance);
    },
  );

  it("sets a transfer out to PENDING with its money on the way, as at its start [TRF-07]", async () => {
    const service = new World();
    const payer = await service.fundedCustomer({ USD: 1000 });
    const account = payer.accounts["USD"] ?? "";
    const { id } = await service.transferOut(account, await service.external("USD"), 100);
    service.simulator.setTransactionStatus(id, "PENDING");
    expect(await service.transaction(id)).toMatchObject({ status: "PENDING" });
    expect(await service.balance(account)).toBe(900);
    service.simulator.setTransactionStatus(id, "FAILED");
    expect(await service.transaction(id)).toMatchObject({ refund: { status: "COMPLETED" } });
    expect(await service.balance(account)).toBe(1000);
  });

  it("accepts any failure reason of the kind [TRX-10, TRX-16]", async () => {
    const service = new World();
    const payer = await service.fundedCustomer({ USD: 1000 });
    const account = payer.accounts["USD"] ?? "";
    const bank = await service.external("USD");
    const incoming = await service.transferIn(bank, account, 1);
    const outgoing = await service.transferOut(account, bank, 1);
    for (const [id, reasons] of [
      [incoming.id, incomingFailureReasons],
      [outgoing.id, outgoingFailureReasons],
    ] as const) {
      for (const reason of reasons) {
        service.simulator.setTransactionStatus(id, "FAILED", reason);
        expect(await service.transaction(id)).toMatchObject({ status: "FAILED", failureReason: reason });
      }
    }
  });

  it("rejects statuses of other kinds and missing money, and changes nothing", async () => {
    const service = new World();
    const payer = await service.fundedCustomer({ USD: 10 });
    const account = payer.accounts["USD"] ?? "";
    const bank = await service.external("USD");
    const incoming = await service.transferIn(bank, account, 100);
    const outgoing = await service.transferOut(account, bank, 110);
    const books = service.simulator.totals();
    const set = (id: string, status: string, reason?: string) => () => {
      service.simulator.setTransactionStatus(id, status, reason);
    };
    expect(set(outgoing.id, "REJECTED")).toThrow(/expected one of PENDING/);
    expect(set(outgoing.id, "FAILED", "OFFRAMP_FAILED")).toThrow(/failureReason/);
    for (const [id, status] of [
      [incoming.id, "COMPLETED"],
      [incoming.id, "CREATED"],
      [outgoing.id, "PROCESSING"],
      [outgoing.id, "PENDING"],
    ] as const) {
      const message = `failureReason: expected none with the status ${status}`;
      expect(set(id, status, "QUOTE_EXECUTION_FAILED")).toThrow(message);
    }
    expect(set("Transaction:none", "FAILED")).toThrow(/Transaction:none/);
    expect(set(incoming.id, "REFUNDED")).toThrow(RangeError);
    expect(service.simulator.totals()).toEqual(books);
    expect(await service.transaction(incoming.id)).toEqual(incoming);
  });
});
