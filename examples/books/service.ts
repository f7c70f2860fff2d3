import { setTimeout as sleep } from "node:timers/promises";
import { PaymentsClient } from "payments-sdk";
import type { ExternalAccountId, InternalAccountId } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorEvent } from "payments-sdk/simulator";

const HOUR_MS = 3_600_000;
/** Deliveries under way at once. */
const LANES = 32;

/** Numbers between 0 and 1, the same ones in each run. */
function numbers(): () => number {
  let seed = 1;
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The service of the demo, the test and the figures: a simulator with an hour of payments, and the mail of their events. */
export class Service {
  readonly simulator = new Simulator({
    seed: "books",
    now: new Date(Date.now() - HOUR_MS),
    approval: { mode: "automatic" },
  });
  readonly events: SimulatorEvent[] = [];
  /** How many transactions the lists had so far. */
  listed = 0;
  readonly #payments = new PaymentsClient(this.simulator.clientOptions());
  /** Payments of the time before the books. They have no events. */
  readonly #history = this.simulator.seed({ customers: 12, transactions: 300, period: "20d" }).transactionIds;

  constructor() {
    this.simulator.on("*", (event) => void this.events.push(event));
    this.simulator.onExchange(({ operation, responseBody }) => {
      if (operation === "transactions.list") this.listed += (responseBody as { data: unknown[] }).data.length;
    });
  }

  /** Makes payments until there are so many events, spread over an hour. Returns the number of transactions. */
  async make(count: number): Promise<number> {
    const all = await this.#pairs();
    let minute = 0;
    for (let index = 0; this.events.length < count; index += 1) {
      const { internal, external } = all[index % all.length]!;
      const [bank, account] = [{ accountId: external }, { accountId: internal }];
      const amount = 1_000 + (index % 500) * 7;
      await this.#payments.transfers.in({ source: bank, destination: account, amount: 2 * amount });
      await this.#payments.transfers.out({ source: account, destination: bank, amount });
      // Several payments share an instant, as on a busy day.
      for (; minute < Math.floor((60 * this.events.length) / count); minute += 1)
        await this.simulator.clock.advance("1m");
    }
    return (await this.#payments.transactions.list({ limit: 1 })).totalCount ?? 0;
  }

  /**
   * Posts the events to the endpoints by turns: in another order, without some, with some of them twice.
   *
   * @param shares the shares of the events that get lost, and that come twice
   * @returns the transactions that lost the event about their last change
   */
  async deliver(urls: readonly string[], shares: { lost: number; doubled: number }): Promise<string[]> {
    const random = numbers();
    const newest = new Map(this.events.map((event) => [(event.data as { id?: string }).id ?? "", event]));
    const posted = this.events.flatMap((event) => {
      const share = random();
      const copies = share < shares.lost ? 0 : share < shares.lost + shares.doubled ? 2 : 1;
      return Array.from({ length: copies }, () => ({ event, place: random() }));
    });
    posted.sort((a, b) => a.place - b.place);
    const arrived = new Set(posted.map(({ event }) => event));
    const lane = async (url: string): Promise<void> => {
      for (let next = posted.pop(); next !== undefined; next = posted.pop())
        await this.#post(url, next.event);
    };
    await Promise.all(Array.from({ length: LANES }, (_, index) => lane(urls[index % urls.length]!)));
    const outdated = [...newest].flatMap(([id, event]) => (arrived.has(event) ? [] : [id]));
    return [...outdated, ...this.#history.filter((id) => !newest.has(id))].filter((id) =>
      id.startsWith("Transaction:"),
    );
  }

  /** Repeats a delivery until the endpoint has stored the event. */
  async #post(url: string, event: SimulatorEvent): Promise<void> {
    const { body, headers } = this.simulator.signEvent(event);
    for (;;) {
      const response = await fetch(url, { method: "POST", body, headers }).catch(() => undefined);
      await response?.text().catch(() => "");
      if (response?.ok) return;
      await sleep(250);
    }
  }

  /** Puts money on an account, without a transaction. */
  async fund(amount: number): Promise<void> {
    const { data } = await this.#payments.platform.internalAccounts.list({ currency: "USD" });
    await this.#payments.sandbox.fund(data[0]!.id, { amount });
  }

  /** The dollar accounts of customers, each with bank accounts. Their last digits decide how a transfer ends. */
  async #pairs() {
    const found: { internal: InternalAccountId; external: ExternalAccountId }[] = [];
    const accounts = this.#payments.internalAccounts.list({ currency: "USD", limit: 100 });
    for await (const { id: internal, customerId } of accounts) {
      for (const digits of ["300", "301", "302", "303", "304", "004", "005", "002"]) {
        const { id: external } = await this.#payments.externalAccounts.create({
          customerId: customerId ?? undefined,
          currency: "USD",
          accountInfo: {
            accountType: "USD_ACCOUNT",
            accountNumber: `123456${digits}`,
            routingNumber: "021000021",
            beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
          },
        });
        found.push({ internal, external });
      }
    }
    return found;
  }
}
