import { PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import { Wallet } from "payments-sdk/wallet";
import type { WalletClientOptions, WalletRelayOptions } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { pageOrigin, Platform } from "../relay/support";
import type { Customer } from "../relay/support";

const modes = ["client", "relay"] as const;
type Mode = (typeof modes)[number];

/** A platform that records its calls to the service, with Ada's wallet in either mode. */
async function world(mode: Mode, relayOptions: Partial<WalletRelayOptions> = {}) {
  const toService: string[] = [];
  const hooks: ClientOptions["hooks"] = {
    onRequest: ({ method, url }) => toService.push(`${method} ${decodeURIComponent(url)}`),
  };
  const platform = await Platform.create({}, { hooks });
  const { ada } = platform;
  await platform.fund(ada);
  const bank = await platform.bankAccount(ada);
  const direct = (options: Partial<WalletClientOptions> = {}) =>
    new Wallet({
      client: platform.payments,
      accountId: ada.accountId,
      customerId: ada.customerId,
      ...options,
    });
  const wallet = mode === "client" ? direct() : platform.wallet(ada, relayOptions);
  toService.length = 0;
  return { platform, ada, bank, wallet, direct, toService };
}

const payment = (accountId: string) =>
  ({
    destination: { destinationType: "ACCOUNT", accountId },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 1_000_000,
  }) as const;

/** Registers email for the customer's wallet and signs in. */
async function signIn(platform: Platform, customer: Customer, wallet: Wallet): Promise<void> {
  await platform.registerEmail(customer);
  await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
}

describe.each(modes)("the money of a wallet (%s)", (mode) => {
  it("returns the balance", async () => {
    const { wallet } = await world(mode);
    const { amount, currency } = await wallet.balance();
    expect(amount).toBe(10_000_000);
    expect(currency).toMatchObject({ code: "USDC", decimals: 6 });
  });

  it("lists only the wallet's own rows, even if the parameters name another account or customer", async () => {
    const { platform, ada, wallet, toService } = await world(mode);
    const { mallory } = platform;
    await Reflect.apply(wallet.transactions.list, wallet.transactions, [
      { accountIdentifier: mallory.accountId },
    ]);
    expect(toService).toHaveLength(1);
    expect(toService[0]).toContain(`accountIdentifier=${ada.accountId}`);
    expect(toService[0]).not.toContain(mallory.accountId);
    toService.length = 0;
    await Reflect.apply(wallet.externalAccounts.list, wallet.externalAccounts, [
      { customerId: mallory.customerId },
    ]);
    expect(toService).toHaveLength(1);
    expect(toService[0]).toContain(`customerId=${ada.customerId}`);
    expect(toService[0]).not.toContain(mallory.customerId);
  });

  it("quotes, executes and lists a payment, and knows the service's time", async () => {
    const { platform, ada, bank, wallet, toService } = await world(mode);
    await signIn(platform, ada, wallet);

    // Later than the funding: transactions of one instant are sorted by their random ids.
    await platform.simulator.clock.advance("1s");
    const lookup = await wallet.receivers.lookupExternalAccount(bank);
    const quote = await wallet.quotes.create({
      ...payment(bank),
      lookupId: lookup.lookupId,
      description: "rent",
    });
    expect(quote.source).toMatchObject({ sourceType: "ACCOUNT", accountId: ada.accountId });
    expect(Math.abs(wallet.serviceTime() - platform.simulator.clock.now())).toBeLessThan(1_000);
    const lookedUp = toService.find((line) => line.includes("/receiver/external-account/"));
    expect(lookedUp).toContain(`customerId=${ada.customerId}`);
    await wallet.executeQuote(quote);
    await platform.simulator.clock.advance("1h");

    expect(await wallet.quotes.retrieve(quote.id)).toMatchObject({ status: "COMPLETED" });
    expect((await wallet.balance()).amount).toBeLessThan(10_000_000);
    expect(wallet.serviceTime()).toBeGreaterThanOrEqual(platform.simulator.clock.now() - 1_000);
    const newest = await wallet.transactions.list({ limit: 1 });
    expect(newest.data).toMatchObject([{ description: "rent", status: "COMPLETED" }]);
    const all = [];
    for await (const transaction of wallet.transactions.list({ limit: 1, sortOrder: "asc" })) {
      all.push(transaction.description ?? "");
    }
    expect(all).toHaveLength(2);
    expect(all[1]).toBe("rent");
  });

  it("sends the caller's key, headers and filters", async () => {
    const { bank, wallet, toService } = await world(mode);
    const one = await wallet.quotes.create(payment(bank), { idempotencyKey: "quote-1" });
    const again = await wallet.quotes.create(payment(bank), { idempotencyKey: "quote-1" });
    const other = await wallet.quotes.create(payment(bank));
    expect(again.id).toBe(one.id);
    expect(other.id).not.toBe(one.id);

    await wallet.transactions.list({ status: "COMPLETED", startDate: new Date(0) });
    const [sent = ""] = toService.filter((line) => line.includes("/transactions"));
    expect(sent).toContain("status=COMPLETED");
    expect(sent).toContain("startDate=1970-01-01T00:00:00.000Z");
  });

  it("lists nothing of another customer, and looks up receivers for its own", async () => {
    const { platform, wallet, ada, toService } = await world(mode);
    await platform.fund(platform.mallory);
    for await (const transaction of wallet.transactions.list()) {
      expect(JSON.stringify(transaction)).not.toContain(platform.mallory.accountId);
    }
    await expect(wallet.receivers.lookupUma("$nobody@example.com")).rejects.toMatchObject({ status: 404 });
    const lookup = toService.find((line) => line.includes("/receiver/uma/"));
    expect(lookup).toContain(`customerId=${ada.customerId}`);
  });

  it("respects the caller's timeout and signal", async () => {
    const { wallet } = await world(mode, { retryDelay: () => 1 });
    const reason = new Error("left the page");
    const aborted = { name: "AbortError", code: "ABORTED", cause: reason };
    const options = { signal: AbortSignal.abort(reason) };
    const calls = [
      () => wallet.balance(options),
      () => wallet.quotes.create(payment("ExternalAccount:1"), options),
      () => wallet.quotes.retrieve("Quote:1", options),
      () => wallet.receivers.lookupUma("$bob@example.com", options),
      () => wallet.receivers.lookupExternalAccount("ExternalAccount:1", options),
      () => wallet.transactions.list({}, options),
      () => wallet.externalAccounts.list({}, options),
    ];
    for (const call of calls) await expect((async () => call())()).rejects.toMatchObject(aborted);
    await expect(wallet.balance({ totalTimeout: 0 })).rejects.toMatchObject({ name: "InvalidRequestError" });
  });

  it("rejects `source` and `immediatelyExecute`", async () => {
    const { wallet, bank, toService } = await world(mode);
    for (const extra of [
      { source: { sourceType: "ACCOUNT", accountId: bank } },
      { immediatelyExecute: true },
    ]) {
      const params: object = { ...payment(bank), ...extra };
      await expect(Reflect.apply(wallet.quotes.create, wallet.quotes, [params])).rejects.toMatchObject({
        name: "InvalidRequestError",
        outcome: "not-executed",
        issues: [{ path: Object.keys(extra)[0] }],
      });
    }
    expect(toService).toEqual([]);
  });
});

describe("the balance of a wallet with a client", () => {
  it("is found among the wallets of all customers, or with one request if the customer is known", async () => {
    const { direct, toService, ada } = await world("client");
    expect((await direct({ customerId: undefined }).balance()).amount).toBe(10_000_000);
    expect(toService.join()).not.toContain("customerId");
    toService.length = 0;
    await direct().balance();
    expect(toService).toHaveLength(1);
    expect(toService[0]).toContain(`customerId=${ada.customerId}`);
  });

  it("is searched within one timeout, over all pages", async () => {
    const { platform, ada } = await world("client");
    const other = { id: "InternalAccount:other", type: "EMBEDDED_WALLET" };
    let pages = 0;
    const client = new PaymentsClient({
      ...platform.simulator.clientOptions(),
      validation: "off",
      fetch: async () => {
        pages += 1;
        const hasMore = pages < 20_000;
        return Response.json({ data: [other], hasMore, nextCursor: hasMore ? `page-${pages}` : null });
      },
    });
    const wallet = new Wallet({ client, accountId: ada.accountId });
    await expect(wallet.balance({ totalTimeout: 100 })).rejects.toMatchObject({
      name: "TimeoutError",
      scope: "total",
    });
    expect(pages).toBeLessThan(20_000);
  });

  it("is an error for an account that is not a wallet of the customer", async () => {
    const { platform, direct } = await world("client");
    const foreign = direct({ customerId: platform.mallory.customerId });
    await expect(foreign.balance()).rejects.toMatchObject({
      name: "InvalidRequestError",
      operation: "wallet.balance",
    });
  });
});

describe("external accounts", () => {
  const newAccount = {
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "987654321",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Alan Turing", birthDate: "1912-06-23" },
    },
  } as const;

  it("are added and listed for the wallet's customer", async () => {
    const { platform, direct, bank } = await world("client");
    await platform.bankAccount(platform.mallory);
    const made = await direct().externalAccounts.create(newAccount);
    const ids = [];
    for await (const { id } of direct().externalAccounts.list({ limit: 1 })) ids.push(id);
    expect(ids.toSorted()).toEqual([bank, made.id].toSorted());
  });

  it("belong to the wallet's owner, even if the parameters name another customer", async () => {
    const { platform, ada, direct } = await world("client");
    const { externalAccounts } = direct();
    const params = { ...newAccount, customerId: platform.mallory.customerId };
    const made = await externalAccounts.create(params);
    expect(made.customerId).toBe(ada.customerId);
  });

  it("need a customer, because the service would list those of all customers", async () => {
    const { direct, toService } = await world("client");
    const wallet = direct({ customerId: undefined });
    const problem = { name: "ConfigurationError", option: "customerId" };
    expect(() => wallet.externalAccounts.list()).toThrow(expect.objectContaining(problem));
    const params = { currency: "USD", accountInfo: { accountType: "USD_ACCOUNT" } };
    const creating = Reflect.apply(wallet.externalAccounts.create, wallet.externalAccounts, [params]);
    await expect(creating).rejects.toMatchObject(problem);
    expect(toService).toEqual([]);
  });

  it("are listed through the relay, which knows the customer", async () => {
    const { platform, wallet, bank, toService, ada } = await world("relay");
    await platform.bankAccount(platform.mallory);
    toService.length = 0;
    const { data } = await wallet.externalAccounts.list({ currency: "USD", limit: 5 });
    expect(data.map(({ id }) => id)).toEqual([bank]);
    expect(toService[0]).toContain(`customerId=${ada.customerId}`);
  });

  it("cannot be added through the relay", async () => {
    const { wallet } = await world("relay");
    await expect(
      wallet.externalAccounts.create({
        currency: "USD",
        accountInfo: { accountType: "USD_ACCOUNT" },
      } as never),
    ).rejects.toMatchObject({ name: "NotFoundError", outcome: "not-executed" });
  });
});

describe("the option customerId", () => {
  it("is checked, and is not allowed with a relay", () => {
    const accountId = "InternalAccount:019542f5-b3e7-1d02-0000-000000000001";
    const relay = `${pageOrigin}/wallet`;
    const customerId = "Customer:019542f5-b3e7-1d02-0000-000000000001";
    expect(() => Reflect.construct(Wallet, [{ relay, accountId, customerId }])).toThrow(/customerId/);
    expect(() => Reflect.construct(Wallet, [{ relay, accountId, customerId: "Quote:1" }])).toThrow(
      /customerId/,
    );
    expect(() => new Wallet({ relay, accountId })).not.toThrow();
  });
});
