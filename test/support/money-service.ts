import type {
  ExternalAccount,
  IncomingTransaction,
  InternalAccount,
  OutgoingTransaction,
  Quote,
  Transaction,
} from "payments-sdk";
import type { SimulatorEvent, SimulatorOptions } from "payments-sdk/simulator";
import { expect } from "vitest";
import { Api } from "./api";
import type { ErrorBody, Page } from "./api";

/** A customer, its wallet and its other internal accounts by currency. */
export interface Payer {
  id: string;
  platformCustomerId: string;
  umaAddress: string;
  accounts: Record<string, string>;
  wallet: string;
}

export const signature = { "Service-Wallet-Signature": "sandbox-valid-signature" };

const beneficiary = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Bea Receiver",
  birthDate: "1990-01-31",
  nationality: "US",
  address: { line1: "1 Main St", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
};

/** The external account for each currency, with an identifier that ends in the given digits. */
const accountInfo: Record<string, (digits: string) => Record<string, unknown>> = {
  USD: (digits) => ({
    accountType: "USD_ACCOUNT",
    accountNumber: `1234567${digits}`,
    routingNumber: "021000021",
    beneficiary,
  }),
  EUR: (digits) => ({ accountType: "EUR_ACCOUNT", iban: `DE89370400440532013${digits}`, beneficiary }),
  GBP: (digits) => ({
    accountType: "GBP_ACCOUNT",
    sortCode: "203015",
    accountNumber: `12345${digits}`,
    beneficiary,
  }),
  MXN: (digits) => ({ accountType: "MXN_ACCOUNT", clabeNumber: `012345678901234${digits}`, beneficiary }),
  BRL: (digits) => ({
    accountType: "BRL_ACCOUNT",
    pixKey: `name${digits}@bank.test`,
    pixKeyType: "EMAIL",
    taxId: "12345678901",
    beneficiary,
  }),
  BTC: (digits) => ({ accountType: "SPARK_WALLET", address: `spark1qqqq${digits}` }),
  USDC: (digits) => ({ accountType: "SOLANA_WALLET", address: `So1anaAddre55${digits}` }),
};

/** The first steps of most tests about money. */
export class MoneyService extends Api {
  #lastEventId: string | undefined;

  constructor(options: SimulatorOptions = {}) {
    super({ now: "2026-04-27T09:00:00Z", ...options, quotes: { fees: { rate: 0 }, ...options.quotes } });
  }

  async customer(currencies: string[] = ["USD", "EUR"], more: Record<string, unknown> = {}): Promise<Payer> {
    const customer = await this.must<{ id: string; platformCustomerId: string; umaAddress: string }>(
      "POST",
      "/customers",
      { customerType: "INDIVIDUAL", region: "US", currencies, fullName: "Paula Payer", ...more },
    );
    const { data } = await this.must<Page<InternalAccount>>(
      "GET",
      `/customers/internal-accounts?customerId=${customer.id}&limit=100`,
    );
    const managed = data.filter(({ type }) => type !== "EMBEDDED_WALLET");
    return {
      id: customer.id,
      platformCustomerId: customer.platformCustomerId,
      umaAddress: customer.umaAddress,
      accounts: Object.fromEntries(managed.map(({ id, balance }) => [balance.currency.code, id])),
      wallet: data.find(({ type }) => type === "EMBEDDED_WALLET")?.id ?? "",
    };
  }

  fund(accountId: string, amount: number): Promise<InternalAccount> {
    return this.must("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount });
  }

  /** A customer with money in the account of each currency. */
  async fundedCustomer(amounts: Record<string, number>): Promise<Payer> {
    const payer = await this.customer(Object.keys(amounts));
    for (const [currency, amount] of Object.entries(amounts))
      await this.fund(payer.accounts[currency] ?? "", amount);
    return payer;
  }

  /** A new external account that ends in the given digits. Without a customer, it belongs to the platform. */
  async external(currency: string, digits = "000", more: Record<string, unknown> = {}): Promise<string> {
    const info = accountInfo[currency]?.(digits);
    const path = "customerId" in more ? "/customers/external-accounts" : "/platform/external-accounts";
    const account = await this.must<ExternalAccount>("POST", path, { currency, accountInfo: info, ...more });
    return account.id;
  }

  async platformAccount(currency: string): Promise<string> {
    const { data } = await this.must<Page<InternalAccount>>(
      "GET",
      `/platform/internal-accounts?currency=${currency}`,
    );
    return data[0]?.id ?? "";
  }

  /** The balance, as events and lists show it. */
  async balance(accountId: string): Promise<number> {
    const accounts = [
      ...(await this.must<Page<InternalAccount>>("GET", "/customers/internal-accounts?limit=100")).data,
      ...(await this.must<Page<InternalAccount>>("GET", "/platform/internal-accounts")).data,
    ];
    const account = accounts.find(({ id }) => id === accountId);
    if (!account) throw new Error(`no internal account ${accountId}`);
    return account.balance.amount;
  }

  /** The body of a quote request from an account to an account. */
  quoteBody(
    from: string,
    to: string,
    amount: number,
    more: Record<string, unknown> = {},
  ): Record<string, unknown> {
    return {
      source: { sourceType: "ACCOUNT", accountId: from },
      destination: { destinationType: "ACCOUNT", accountId: to },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: amount,
      ...more,
    };
  }

  quote(body: Record<string, unknown>): Promise<Quote> {
    return this.must("POST", "/quotes", body);
  }

  execute(quote: { id: string }, headers: Record<string, string> = {}): Promise<Quote> {
    return this.must("POST", `/quotes/${quote.id}/execute`, undefined, headers);
  }

  retrieveQuote(id: string): Promise<Quote> {
    return this.must("GET", `/quotes/${id}`);
  }

  transaction<Kind extends Transaction = OutgoingTransaction>(id: string | null | undefined): Promise<Kind> {
    return this.must("GET", `/transactions/${String(id)}`);
  }

  /** The only transaction of a quote, even if the quote does not show it. */
  async transactionOf(quote: { id: string }): Promise<OutgoingTransaction> {
    const { data } = await this.must<Page<OutgoingTransaction>>(
      "GET",
      "/transactions?type=OUTGOING&limit=100",
    );
    const transaction = data.find(({ quoteId }) => quoteId === quote.id);
    if (!transaction) throw new Error(`no transaction of ${quote.id}`);
    return transaction;
  }

  transferIn(from: string, to: string, amount: number): Promise<IncomingTransaction> {
    return this.must("POST", "/transfer-in", {
      source: { accountId: from },
      destination: { accountId: to },
      amount,
    });
  }

  transferOut(from: string, to: string, amount: number): Promise<OutgoingTransaction> {
    return this.must("POST", "/transfer-out", {
      source: { accountId: from },
      destination: { accountId: to },
      amount,
    });
  }

  /** The events since the last call, oldest first. */
  newEvents(): readonly SimulatorEvent[] {
    const { list } = this.simulator.events;
    const fresh = list.slice(list.findIndex(({ id }) => id === this.#lastEventId) + 1);
    this.#lastEventId = list.at(-1)?.id;
    return fresh;
  }

  /** The kinds of these events. */
  eventTypes(): string[] {
    return this.newEvents().map(({ type }) => type);
  }

  /** The state that a refused request must not change. */
  async footprint(): Promise<unknown> {
    const { totalCount } = await this.must<Page<unknown>>("GET", "/transactions");
    return [totalCount, this.simulator.totals(), this.simulator.events.list.length];
  }
}

/** A refused call that changes nothing. */
export async function expectRefusal(
  service: MoneyService,
  path: string,
  body: unknown,
  expected: { status: number; body?: Partial<ErrorBody> },
): Promise<ErrorBody> {
  const before = await service.footprint();
  const response = await service.call("POST", path, body);
  expect(response).toMatchObject(expected);
  expect(response.body.status).toBe(expected.status);
  expect(await service.footprint()).toEqual(before);
  return response.body;
}

/** A refused request for a quote: 400 with the code and, if given, the name of the wrong field. */
export function expectQuoteRefusal(
  service: MoneyService,
  body: unknown,
  code: string,
  field?: string,
): Promise<ErrorBody> {
  const details = field === undefined ? {} : { details: { field } };
  return expectRefusal(service, "/quotes", body, { status: 400, body: { code, ...details } });
}

/** A service with a customer who has 1,000.00 USD, 1,000.00 EUR and 1,000 USDC in the wallet. */
export async function serviceWithPayer(options: SimulatorOptions = {}) {
  const service = new MoneyService(options);
  const payer = await service.fundedCustomer({ USD: 100_000, EUR: 100_000 });
  await service.fund(payer.wallet, 1_000_000_000);
  const usdAccount = payer.accounts["USD"] ?? "";
  const eurAccount = payer.accounts["EUR"] ?? "";
  service.eventTypes();
  return { service, payer, usdAccount, eurAccount };
}

/** A pending quote of 100.00 USD to a EUR account that ends in the digits. */
export async function quoteTo(digits: string, options: SimulatorOptions = {}) {
  const { service, usdAccount, ...rest } = await serviceWithPayer(options);
  const payee = await service.external("EUR", digits);
  const body = service.quoteBody(usdAccount, payee, 10_000);
  return { service, usdAccount, payee, body, quote: await service.quote(body), ...rest };
}
