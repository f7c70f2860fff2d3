import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TransactionRecord } from "../../src/simulator/domain/transactions";
import { startMs, TransactionWorld } from "../support/transaction-world";

const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();

const worlds = new Map<number, TransactionWorld>();

function worldOf(count: number): TransactionWorld {
  const world = worlds.get(count) ?? new TransactionWorld();
  if (!worlds.has(count)) for (let number = 0; number < count; number += 1) world.add(number);
  worlds.set(count, world);
  return world;
}

/** What it costs to read the second page of a query among so many transactions: the first may make an index. */
async function readsOfPage(count: number, query: Record<string, string>): Promise<number> {
  const world = worldOf(count);
  const customerId = world.customers[3]?.id ?? "";
  const filled = { ...query, ...(query["customerId"] === "?" ? { customerId } : {}), limit: "10" };
  const { nextCursor, totalCount } = await world.page(filled);
  world.reads = 0;
  const second = await world.page({ ...filled, ...(nextCursor ? { cursor: nextCursor } : {}) });
  expect(second.totalCount).toBe(totalCount);
  expect(second.data).not.toEqual([]);
  return world.reads;
}

describe("a page of transactions", () => {
  it.each<Record<string, string>>([
    {},
    { sortOrder: "asc" },
    { customerId: "?" },
    { platformCustomerId: "customer-3" },
    { accountIdentifier: "InternalAccount:3" },
    { accountId: "$payer2@elsewhere.test" },
    { senderAccountIdentifier: "InternalAccount:3" },
    { receiverAccountId: "InternalAccount:4" },
    { status: "COMPLETED" },
    { status: "COMPLETED", type: "INCOMING" },
    { type: "OUTGOING" },
    { reference: "REF-8" },
    { startDate: iso(40), endDate: iso(5000) },
    { customerId: "?", status: "PENDING", type: "INCOMING", startDate: iso(20) },
    { accountId: "InternalAccount:3", senderAccountId: "$payer2@elsewhere.test", sortOrder: "asc" },
    { accountId: "InternalAccount:3", accountIdentifier: "$payer2@elsewhere.test" },
  ])("is read as cheaply among 12,000 as among 1,500: %j [TRX-21]", async (query) => {
    const few = await readsOfPage(1500, query);
    const many = await readsOfPage(12_000, query);
    expect(few).toBeGreaterThan(0);
    // Each row shown costs some 30 reads. One scan would cost 12,000 at least; a scan of a rare key stays within 200 rows.
    expect(many).toBeLessThan(Math.max(few * 1.5, 1500));
  });

  it("has what the filters say, in order, whatever was changed, added and deleted [TRX-21]", async () => {
    const statuses = ["PENDING", "COMPLETED", "FAILED", "EXPIRED"] as const;
    const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const queries = fc.record({
      owner: option(fc.nat(11)),
      account: option(fc.nat(7)),
      sender: option(fc.nat(4)),
      status: option(fc.constantFrom(...statuses)),
      type: option(fc.constantFrom("INCOMING", "OUTGOING")),
      from: option(fc.nat(300)),
      to: option(fc.nat(300)),
      order: fc.constantFrom("asc", "desc"),
      limit: fc.integer({ min: 1, max: 90 }),
      changes: fc.array(fc.tuple(fc.nat(5000), fc.constantFrom(...statuses, "DELETED" as const)), {
        maxLength: 5,
      }),
    });
    const world = new TransactionWorld();
    const { transactions, platformId } = world.domain;
    let records: TransactionRecord[] = [];
    for (let number = 0; number < 900; number += 1) records.push(world.add((number * 17) % 900));

    await fc.assert(
      fc.asyncProperty(queries, async ({ changes, order, limit, ...filters }) => {
        for (const [number, status] of changes) {
          const record = records[number % records.length];
          if (!record) continue;
          if (status === "DELETED") {
            transactions.delete(record.id);
            records = records.filter(({ id }) => id !== record.id);
            records.push(world.add(number % 900));
          } else if (record.type === "INCOMING") transactions.setIncomingStatus(record, status);
          else transactions.setOutgoingStatus(record, status);
        }
        const { owner, account, sender, status, type, from, to } = filters;
        const customerId = owner === undefined ? undefined : (world.customers[owner]?.id ?? null);
        const accountId = account === undefined ? undefined : `InternalAccount:${String(account)}`;
        const payer = sender === undefined ? undefined : `$payer${String(sender)}@elsewhere.test`;
        const expected = records
          .filter(
            (record) =>
              (customerId === undefined || record.customerId === customerId) &&
              (accountId === undefined || JSON.stringify(record).includes(`"${accountId}"`)) &&
              (payer === undefined ||
                ("umaAddress" in record.source && record.source.umaAddress === payer)) &&
              (status === undefined || record.status === status) &&
              (type === undefined || record.type === type) &&
              (from === undefined || record.createdAt >= iso(from)) &&
              (to === undefined || record.createdAt <= iso(to)),
          )
          .map(({ createdAt, id }) => `${createdAt} ${id}`)
          .sort();
        if (order === "desc") expected.reverse();
        const query: Record<string, string> = {
          sortOrder: order,
          limit: String(limit),
          ...(customerId === undefined ? {} : { customerId: customerId ?? platformId }),
          ...(accountId === undefined ? {} : { accountId }),
          ...(payer === undefined ? {} : { senderAccountId: payer }),
          ...(status === undefined ? {} : { status }),
          ...(type === undefined ? {} : { type }),
          ...(from === undefined ? {} : { startDate: iso(from) }),
          ...(to === undefined ? {} : { endDate: iso(to) }),
        };
        const found: string[] = [];
        let page = await world.page(query);
        for (;;) {
          found.push(...page.data.map(({ id }) => id));
          expect(page.totalCount).toBe(expected.length);
          if (page.nextCursor === undefined) break;
          page = await world.page({ ...query, cursor: page.nextCursor });
        }
        expect(found).toEqual(expected.map((key) => key.slice(25)));
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
