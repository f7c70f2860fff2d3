import { createRoutes } from "../../src/simulator/api/routes/index";
import { Service } from "../../src/simulator/api/service";
import { createDomain } from "../../src/simulator/domain/domain";
import type { Domain } from "../../src/simulator/domain/domain";
import { incomingStatuses, outgoingStatuses } from "../../src/simulator/domain/transactions";
import type { TransactionRecord } from "../../src/simulator/domain/transactions";
import { resolveOptions } from "../../src/simulator/runtime/options";
import { createRuntime } from "../../src/simulator/runtime/runtime";
import { fetchFrom } from "../../src/simulator/transports/fetch";
import { basicAuthorization } from "./api";

export const startMs = Date.parse("2026-04-27T09:00:00Z");

/** A page of transactions as a response has it. */
export interface TransactionPage {
  data: { id: string; status: string }[];
  hasMore: boolean;
  nextCursor?: string;
  totalCount: number;
}

/** A service with as many transactions as asked for, put straight into its store: calls would take too long. */
export class TransactionWorld {
  readonly domain: Domain;
  readonly #service: Service;
  readonly #baseUrl: string;
  readonly customers: { id: string; platformCustomerId: string }[] = [];
  /** How often a property of a stored transaction was read. */
  reads = 0;

  constructor() {
    const token = { clientId: "id", clientSecret: "secret" };
    const options = resolveOptions({ now: startMs, tokens: [token] });
    const runtime = createRuntime(options, () => "");
    this.domain = createDomain(options, runtime);
    this.#service = new Service(options, runtime, createRoutes(this.domain), this.domain.tokens);
    this.#baseUrl = options.baseUrl.href;
    for (let index = 0; index < 10; index += 1) {
      const customer = this.domain.customers.create({
        customerType: "INDIVIDUAL",
        region: undefined,
        platformCustomerId: `customer-${String(index)}`,
        details: {},
      });
      this.customers.push(customer);
    }
  }

  /** Adds a transaction as the given number decides. */
  add(number: number): TransactionRecord {
    const { random, transactions, clock } = this.domain;
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
            awaitsApproval: false,
          }
        : {
            ...common,
            type: "OUTGOING",
            status: outgoingStatuses[Math.floor(number / 20) % outgoingStatuses.length] ?? "PENDING",
            source: { sourceType: "ACCOUNT", ...account },
            destination: { destinationType: "UMA_ADDRESS", ...other },
            sentAmount: money,
          };
    transactions.set(record.id, this.#counted(record));
    return record;
  }

  async page(query: Record<string, string>): Promise<TransactionPage> {
    const url = `${this.#baseUrl}/transactions?${new URLSearchParams(query).toString()}`;
    const headers = { authorization: basicAuthorization("id", "secret") };
    const response = await fetchFrom(this.#service, url, { headers });
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as TransactionPage;
  }

  #counted(record: TransactionRecord): TransactionRecord {
    return new Proxy(record, {
      get: (target, name): unknown => {
        this.reads += 1;
        return Reflect.get(target, name);
      },
    });
  }
}
