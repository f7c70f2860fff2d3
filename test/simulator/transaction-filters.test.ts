import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Service } from "../../src/simulator/api/service";
import { addCustomer } from "../../src/simulator/domain/customers";
import { incomingStatuses, outgoingStatuses } from "../../src/simulator/domain/records/payments";
import type { TransactionRecord } from "../../src/simulator/domain/records/payments";
import { setStatus } from "../../src/simulator/domain/transactions";
import type { World } from "../../src/simulator/domain/world";
import { fetchFrom } from "../../src/simulator/transports/fetch";
import { basicAuthorization } from "../support/world";
import { createTestWorld } from "./domain-world";
import { runs } from "../support/runs";

const startMs = Date.parse("2026-04-27T09:00:00Z");

const iso = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();

/** A page of transactions in a response. */
interface TransactionPage {
  data: { id: string; status: string }[];
  hasMore: boolean;
  nextCursor?: string;
  totalCount: number;
}

/** A service with transactions added directly to its store, because calls would take too long. */
class TransactionWorld {
  readonly world: World;
  readonly #service: Service;
  readonly customers: { id: string; platformCustomerId: string }[] = [];

  constructor() {
    const tokens = [{ clientId: "id", clientSecret: "secret" }];
    const { world } = createTestWorld({ now: startMs, tokens });
    this.world = world;
    this.#service = new Service({ options: world.options, world, scheduler: { runDue: () => undefined } });
    for (let index = 0; index < 10; index += 1) {
      const platformCustomerId = `customer-${String(index)}`;
      this.customers.push(addCustomer(world, { customerType: "INDIVIDUAL", platformCustomerId }));
    }
  }

  /** Adds a transaction that depends on the given number. */
  add(number: number): TransactionRecord {
    const { random, transactions, clock } = this.world;
    const owner = number % 11 === 0 ? undefined : this.customers[Math.floor(number / 2) % 10];
    const createdAt = clock.iso(startMs + Math.floor(number / 3) * 1000);
    const common = {
      id: random.id("Transaction"),
      customerId: owner?.id ?? null,
      createdAt,
      updatedAt: createdAt,
      money: { at: "source" as const, departure: [], arrival: [] },
    };
    const account = { accountId: `InternalAccount:${String(number % 7)}`, currency: "USD" };
    const other = { umaAddress: `$payer${String(number % 5)}@elsewhere.test`, currency: "USD" };
    const money = { amount: number + 1, currency: "USD" };
    const record: TransactionRecord =
      number % 2 === 0
        ? {
            ...common,
            type: "INCOMING",
            status: incomingStatuses[Math.floor(number / 20) % incomingStatuses.length] ?? "PENDING",
            source: { sourceType: "UMA_ADDRESS", ...other },
            destination: { destinationType: "ACCOUNT", ...account },
            receivedAmount: money,
            reference: `REF-${String(number)}`,
          }
        : {
            ...common,
            type: "OUTGOING",
            status: outgoingStatuses[Math.floor(number / 20) % outgoingStatuses.length] ?? "PENDING",
            source: { sourceType: "ACCOUNT", ...account },
            destination: { destinationType: "UMA_ADDRESS", ...other },
            sentAmount: money,
          };
    transactions.add(record);
    return record;
  }

  async page(query: Record<string, string>): Promise<TransactionPage> {
    const url = `${this.world.options.baseUrl.href}/transactions?${new URLSearchParams(query).toString()}`;
    const headers = { authorization: basicAuthorization("id", "secret") };
    const response = await fetchFrom(this.#service, url, { headers });
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as TransactionPage;
  }
}

describe("a page of transactions", () => {
  it("has exactly the matching rows in order, after any changes [TRX-21]", async () => {
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
    const { transactions, platformId } = world.world;
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
          } else setStatus(world.world, record, status);
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
          // Rows of one instant keep the order of their creation.
          .sort((left, right) => left.createdAt.localeCompare(right.createdAt))
          .map(({ id }) => id);
        if (order === "desc") expected.reverse();
        const query: Record<string, string> = {
          sortOrder: order,
          limit: String(limit),
          ...(customerId === undefined ? {} : { customerId: customerId ?? platformId }),
          ...(accountId === undefined ? {} : { accountIdentifier: accountId }),
          ...(payer === undefined ? {} : { senderAccountIdentifier: payer }),
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
        expect(found).toEqual(expected);
      }),
      { numRuns: runs(20) },
    );
  }, 60_000);
});
