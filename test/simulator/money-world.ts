import { signature } from "../support/parts";
import { World } from "../support/world";
import type { Page, Payer } from "../support/world";
import type { Quote, Transaction } from "payments-sdk";
import { expect } from "vitest";
import { digits, umaNames } from "./money-operations";
import type { Operation, Side } from "./money-operations";
import { platformId, requireReceiverSides } from "./receiver-sides";

/** A service with three customers, the platform, and external accounts for every outcome in four currencies. */
export class MoneyWorld {
  readonly service = new World({
    quotes: { fees: { fixed: 7, rate: 0.0123 } },
    platform: { id: platformId },
  });
  readonly customers: Payer[] = [];
  /** Internal accounts by id, with their currency. */
  readonly internals: { id: string; currency: string }[] = [];
  readonly externals: { id: string; currency: string }[] = [];
  readonly funded: Record<string, bigint> = {};
  readonly #fundedAccounts = new Map<string, bigint>();
  readonly #sums = new Map<string, bigint>();
  #counted = 0;
  accepted = 0;
  refused = 0;

  async open(): Promise<void> {
    for (const currencies of [
      ["USD", "EUR"],
      ["EUR", "MXN"],
      ["USD", "VND"],
    ]) {
      const customer = await this.service.customer(currencies);
      this.customers.push(customer);
      for (const [code, id] of Object.entries(customer.accounts)) this.internals.push({ id, currency: code });
      this.internals.push({ id: customer.wallet, currency: "USDC" });
    }
    this.internals.push({ id: await this.service.platformAccount("USD"), currency: "USD" });
    const [first] = this.customers;
    for (const [code, suffixes] of Object.entries({
      USD: digits,
      EUR: digits,
      MXN: ["000", "005"],
      USDC: ["000", "004"],
    })) {
      for (const suffix of suffixes) {
        const owner =
          suffix === "001" ? { customerId: first?.id, defaultUmaDepositAccount: code === "USD" } : {};
        this.externals.push({ id: await this.service.external(code, suffix, owner), currency: code });
      }
    }
    for (const account of this.internals) await this.#fund(account, 5_000_000);
  }

  async perform(step: Operation): Promise<void> {
    switch (step.kind) {
      case "fund":
        await this.#fund(pick(this.internals, step.account), step.amount);
        break;
      case "transfer":
        await this.#transfer(step);
        break;
      case "quote":
        await this.#quote(step);
        break;
      case "receive":
        await this.#call("/sandbox/uma/receive", {
          senderUmaAddress: "$payer@elsewhere.test",
          receiverUmaAddress: pick(this.customers, step.customer).umaAddress,
          receivingCurrencyCode: step.currency,
          receivingCurrencyAmount: step.amount,
        });
        break;
      case "advance":
        await this.service.simulator.clock.advance(step.by);
        break;
    }
  }

  async #call<Body>(
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Body | undefined> {
    const response = await this.service.call<Body>("POST", path, body, headers);
    expect(response.status).toBeLessThan(500);
    if (response.status < 300) this.accepted += 1;
    else this.refused += 1;
    return response.status < 300 ? response.body : undefined;
  }

  async #fund({ id, currency: code }: { id: string; currency: string }, value: number): Promise<void> {
    const done = await this.#call(`/sandbox/internal-accounts/${id}/fund`, { amount: value });
    if (!done) return;
    this.funded[code] = (this.funded[code] ?? 0n) + BigInt(value);
    this.#fundedAccounts.set(id, (this.#fundedAccounts.get(id) ?? 0n) + BigInt(value));
  }

  async #transfer(step: Extract<Operation, { kind: "transfer" }>): Promise<void> {
    const account = pick(this.internals, step.internal);
    // Usually an account of the same currency, so that most transfers succeed.
    const same = this.externals.filter((candidate) => candidate.currency === account.currency);
    const bank = pick(step.external % 5 === 0 || same.length === 0 ? this.externals : same, step.external);
    const sides = step.direction === "in" ? [bank, account] : [account, bank];
    const [source, destination] = sides.map(({ id }) => ({ accountId: id }));
    await this.#call(`/transfer-${step.direction}`, { source, destination, amount: step.amount });
  }

  #source(side: Side): Record<string, unknown> {
    switch (side.kind) {
      case "realtime":
        return { sourceType: "REALTIME_FUNDING", currency: side.currency };
      case "internal":
        return { sourceType: "ACCOUNT", accountId: pick(this.internals, side.index).id };
      case "external":
        return { sourceType: "ACCOUNT", accountId: pick(this.externals, side.index).id };
      default:
        return { sourceType: "UMA_ADDRESS", umaAddress: "$payer@elsewhere.test", currency: "USD" };
    }
  }

  #destination(side: Side): Record<string, unknown> {
    switch (side.kind) {
      case "internal":
        return { destinationType: "ACCOUNT", accountId: pick(this.internals, side.index).id };
      case "external":
        return { destinationType: "ACCOUNT", accountId: pick(this.externals, side.index).id };
      case "customer": {
        const { umaAddress } = pick(this.customers, side.index);
        return {
          destinationType: "UMA_ADDRESS",
          umaAddress,
          ...(side.currency === undefined ? {} : { currency: side.currency }),
        };
      }
      default:
        return {
          destinationType: "UMA_ADDRESS",
          umaAddress: `$${pick(umaNames, side.kind === "name" ? side.index : 0)}@sandbox.payments.test`,
        };
    }
  }

  async #quote(step: Extract<Operation, { kind: "quote" }>): Promise<void> {
    const quote = await this.#call<Quote>("/quotes", {
      source: this.#source(step.from),
      destination: this.#destination(step.to),
      lockedCurrencySide: step.side,
      lockedCurrencyAmount: step.amount,
      immediatelyExecute: step.then === "immediately",
    });
    if (!quote) return;
    const execute = () => this.#call(`/quotes/${quote.id}/execute`, undefined, signature);
    const send = (currencyAmount: number) =>
      this.#call("/sandbox/send", {
        quoteId: quote.id,
        currencyCode: quote.sendingCurrency.code,
        currencyAmount,
      });
    switch (step.then) {
      case "execute":
        await execute();
        break;
      case "twice":
        await Promise.all([execute(), execute(), send(quote.totalSendingAmount)]);
        break;
      case "pay":
        await send(quote.totalSendingAmount);
        break;
      case "pay wrongly":
        await send(quote.totalSendingAmount + 1);
        break;
    }
  }

  /** Checks the books after every step. Adds up the entries independently of the ledger's own sums. */
  requireBooks(): void {
    const problems: string[] = [];
    const entries = this.service.simulator.ledgerEntries();
    for (; this.#counted < entries.length; this.#counted += 1) {
      const { memo = "", postings = [] } = entries[this.#counted] ?? {};
      const perCurrency: Record<string, bigint> = {};
      for (const { account, currency: code, amount: value } of postings) {
        perCurrency[code] = (perCurrency[code] ?? 0n) + BigInt(value);
        this.#sums.set(account, (this.#sums.get(account) ?? 0n) + BigInt(value));
      }
      for (const [code, sum] of Object.entries(perCurrency))
        if (sum !== 0n) problems.push(`${memo}: ${sum} ${code}`);
    }
    for (const { id } of this.internals) if (this.#sum(id) < 0n) problems.push(`${id} is below zero`);
    for (const { currency: code, internal: held, other, accounts } of this.service.simulator.totals()) {
      const own = this.internals.filter((account) => account.currency === code);
      const sum = own.reduce((total, { id }) => total + this.#sum(id), 0n);
      if (held !== sum || held + other !== 0n)
        problems.push(`${code}: ${held} held, ${sum} moved, ${other} elsewhere`);
      for (const [account, balance] of Object.entries(accounts)) {
        if (balance !== this.#sum(account))
          problems.push(`${account}: ${balance}, moved ${this.#sum(account)}`);
      }
      for (const name of ["fees", "suspense"])
        if (this.#sum(`${name}:${code}`) < 0n) problems.push(`${name}:${code}`);
      if (this.#sum(`funding:${code}`) !== -(this.funded[code] ?? 0n)) problems.push(`funding:${code}`);
    }
    expect(problems).toEqual([]);
  }

  #sum(account: string): bigint {
    return this.#sums.get(account) ?? 0n;
  }

  /** Each change of an internal account caused one event with the new balance (EVT-02). */
  requireBalanceEvents(): void {
    const balances = new Map<string, number>();
    const changes = this.service.simulator.ledgerEntries().flatMap(({ postings }) =>
      postings
        .filter(({ account }) => account.startsWith("InternalAccount:"))
        .map(({ account, amount }) => {
          balances.set(account, (balances.get(account) ?? 0) + amount);
          return [account, balances.get(account)];
        }),
    );
    const announced = this.service.simulator.events
      .ofType("INTERNAL_ACCOUNT.BALANCE_UPDATED")
      .map(({ data }) => data as Shown) // the specification's rule for this kind of event
      .map(({ id, balance }) => [id, balance.amount]);
    expect(announced).toEqual(changes);
  }

  /** Every quote had only allowed changes of status (QUO-02). */
  requireQuoteEdges(): void {
    const statuses = new Map<string, string[]>();
    for (const { type, data } of this.service.simulator.events.list) {
      if (!type.startsWith("OUTGOING_PAYMENT.") || type.includes("REFUND")) continue;
      const { quoteId } = data as { quoteId?: string }; // an outgoing transaction
      if (quoteId !== undefined) statuses.set(quoteId, [...(statuses.get(quoteId) ?? []), type.slice(17)]);
    }
    const paths = new Set([...statuses.values()].map((path) => path.join(" ")));
    for (const path of paths) expect(quotePaths).toContain(path);
  }

  /**
   * Calculates the expected balance of every account from the public record only: funding and the list of transactions. Compares it
   * with the books and the service's balances.
   */
  async requireStatements(): Promise<void> {
    const expected = new Map<string, bigint>();
    const add = (account: string, value: number | bigint) => {
      expected.set(account, (expected.get(account) ?? 0n) + BigInt(value));
    };
    const all = await this.#allTransactions();
    const received = requireReceiverSides(this, all);
    // The sender's side already counts the receiver's side of a payment inside the service.
    for (const transaction of all) if (!received.has(transaction)) this.#count(transaction, add);

    for (const totals of this.service.simulator.totals()) {
      for (const name of ["external", "fees", "suspense"]) {
        const account = `${name}:${totals.currency}`;
        expect([account, totals.accounts[account] ?? 0n]).toEqual([account, expected.get(account) ?? 0n]);
      }
    }
    const accounts = [
      ...(await this.service.must<Page<Shown>>("GET", "/customers/internal-accounts?limit=100")).data,
      ...(await this.service.must<Page<Shown>>("GET", "/platform/internal-accounts")).data,
    ];
    const shown = accounts.map(({ id, balance }) => [id, BigInt(balance.amount)]);
    expect(shown).toEqual(
      accounts.map(({ id }) => [id, (expected.get(id) ?? 0n) + (this.#fundedAccounts.get(id) ?? 0n)]),
    );
  }

  #count(transaction: Transaction, add: (account: string, value: number) => void): void {
    if (transaction.type === "INCOMING") {
      if (transaction.status !== "COMPLETED") return;
      const { amount: value, currency: code } = transaction.receivedAmount;
      add(`external:${String(code.code)}`, -value);
      add(this.#book(transaction.destination, String(code.code)), value);
      return;
    }
    if (transaction.type !== "OUTGOING") throw new Error(`unknown kind ${transaction.type}`);
    const { amount: sent, currency: sentCurrency } = transaction.sentAmount;
    const received = transaction.receivedAmount ?? transaction.sentAmount;
    const source = this.#book(transaction.source, String(sentCurrency.code));
    const isOnItsWay =
      transaction.status === "PROCESSING" ||
      (transaction.status === "PENDING" && transaction.quoteId === undefined) ||
      transaction.refund?.status === "FAILED";
    if (transaction.status === "COMPLETED") {
      add(source, -sent);
      add(`fees:${String(sentCurrency.code)}`, transaction.fees ?? 0);
      add(this.#book(transaction.destination, String(received.currency.code)), received.amount);
    } else if (isOnItsWay) {
      add(source, -sent);
      add(`suspense:${String(sentCurrency.code)}`, sent);
    }
  }

  /** The account in the books behind one side of a transaction. */
  #book(side: object, code: string): string {
    if (
      "accountId" in side &&
      typeof side.accountId === "string" &&
      side.accountId.startsWith("InternalAccount:")
    ) {
      return side.accountId;
    }
    const customer = this.customers.find(
      ({ umaAddress }) => "umaAddress" in side && side.umaAddress === umaAddress,
    );
    // The first customer has an external default deposit account.
    const account = customer === this.customers[0] ? undefined : customer?.accounts[code];
    return account ?? `external:${code}`;
  }

  async #allTransactions(): Promise<Transaction[]> {
    const all: Transaction[] = [];
    for (let query = "?limit=100"; ;) {
      const page = await this.service.must<Page<Transaction>>("GET", `/transactions${query}`);
      all.push(...page.data);
      if (page.nextCursor === undefined) return all;
      query = `?limit=100&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
  }
}

const quotePaths = [
  "PENDING",
  "PENDING EXPIRED",
  "PENDING PROCESSING",
  "PENDING PROCESSING COMPLETED",
  "PENDING PROCESSING FAILED",
  "PENDING PROCESSING COMPLETED FAILED",
];

interface Shown {
  id: string;
  balance: { amount: number };
}

function pick<Item>(items: readonly Item[], position: number): Item {
  const item = items[position % items.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
