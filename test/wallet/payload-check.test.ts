import type { WalletOptions } from "payments-sdk/wallet";
import type { Quote } from "payments-sdk";

import { describe, expect, it, vi } from "vitest";
import { AMOUNT, modes, paymentWorld } from "./payment-world";
import { splitStore } from "./split-store";
import type { SplitStore } from "./split-store";

type PayloadIntent = Parameters<NonNullable<WalletOptions["checkPayload"]>>[1];

/** Ada's wallet, with a service that returns changed quotes. */
async function changed(alter: (quote: Quote) => object, store: SplitStore = splitStore()) {
  const world = await paymentWorld("client", { store });
  const { platform, ada, params } = world;
  const fetch = async (url: string, init: RequestInit) => {
    const headers = new Headers({ ...Object.fromEntries(new Headers(init.headers)), cookie: ada.cookie });
    const response = await platform.relay(new Request(url, { ...init, headers }));
    if (!url.endsWith("/quotes") || init.method !== "POST") return response;
    return Response.json(alter((await response.json()) as Quote), { status: response.status });
  };
  const wallet = platform.wallet(ada, { fetch, store, logLevel: "off" });
  await wallet.restore();
  const confirm = vi.fn(() => true);
  const pay = (by = wallet) => by.pay({ ...params, confirm });
  /** A wallet of another tab, or after a reload. */
  const reload = async () => {
    const reloaded = platform.wallet(ada, { fetch, store, logLevel: "off" });
    await reloaded.restore();
    return reloaded;
  };
  return { ...world, wallet, confirm, pay, reload };
}

/** A store that fails for payloads. */
function brokenPayloads(): SplitStore {
  const store = splitStore();
  const get = async (table: never, key: string) => {
    if (table === "payloads") throw new Error("down");
    return store.get(table, key);
  };
  return { ...store, get: get as SplitStore["get"] };
}

describe("terms that are not whole", () => {
  it.each<[string, (quote: Quote) => object]>([
    ["no sending amount", ({ totalSendingAmount: _, ...quote }) => quote],
    ["an amount as text", (quote) => ({ ...quote, totalSendingAmount: "1000000" })],
    ["a negative amount", (quote) => ({ ...quote, totalReceivingAmount: -1 })],
    ["no currency", ({ sendingCurrency: _, ...quote }) => quote],
    ["a currency without a code", (quote) => ({ ...quote, receivingCurrency: {} })],
    [
      "decimals that are a text",
      (quote) => ({ ...quote, sendingCurrency: { ...quote.sendingCurrency, decimals: "2" as never } }),
    ],
    [
      "negative decimals",
      (quote) => ({ ...quote, receivingCurrency: { ...quote.receivingCurrency, decimals: -2 } }),
    ],
    ["a negative fee", (quote) => ({ ...quote, feesIncluded: -1 })],
    ["a fee as text", (quote) => ({ ...quote, feesIncluded: "0" })],
    ["no expiry", ({ expiresAt: _, ...quote }) => quote],
    ["an expiry that cannot be read [W6]", (quote) => ({ ...quote, expiresAt: "soon" })],
    ["no destination", ({ destination: _, ...quote }) => quote],
    [
      "a destination of another kind",
      (quote) => ({ ...quote, destination: { ...quote.destination, destinationType: "UMA_ADDRESS" } }),
    ],
    [
      "another payee",
      (quote) => ({ ...quote, destination: { ...quote.destination, accountId: "ExternalAccount:other" } }),
    ],
  ])("%s: are refused before the customer sees them [W25]", async (_, alter) => {
    const { pay, confirm, keys, open } = await changed(alter);
    await expect(pay()).rejects.toMatchObject({ outcome: "not-executed" });
    expect(confirm).not.toHaveBeenCalled();
    expect(keys).toEqual([]);
    expect(await open().pending()).toEqual([]);
  });

  it("are paid if they are whole", async () => {
    const { pay, confirm } = await changed((quote) => quote);
    await expect(pay()).resolves.toMatchObject({ id: expect.any(String) });
    expect(confirm).toHaveBeenCalledOnce();
  });
});

describe("terms that differ from what was asked", () => {
  const currency = (code: string) => ({ code, name: code, symbol: code, decimals: 2 });

  it.each<[string, (quote: Quote) => object, string]>([
    [
      "ten times the amount",
      (quote) => ({ ...quote, totalSendingAmount: 10 * AMOUNT }),
      "quote.totalSendingAmount",
    ],
    [
      "less than the amount",
      (quote) => ({ ...quote, totalSendingAmount: AMOUNT / 2 }),
      "quote.totalSendingAmount",
    ],
    [
      "another currency",
      (quote) => ({ ...quote, receivingCurrency: currency("JPY") }),
      "quote.receivingCurrency.code",
    ],
  ])("%s: are refused before the customer sees them", async (_, alter, path) => {
    const { wallet, params, confirm, keys, open } = await changed(alter);
    const destination = { ...params.destination, currency: "USD" };
    await expect(wallet.pay({ ...params, destination, confirm })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      outcome: "not-executed",
      issues: [{ path }],
    });
    expect(confirm).not.toHaveBeenCalled();
    expect(keys).toEqual([]);
    expect(await open().pending()).toEqual([]);
  });

  it("are compared on the locked side", async () => {
    const { wallet, params, confirm } = await changed((quote) => ({ ...quote, totalReceivingAmount: 101 }));
    const locked = { lockedCurrencySide: "RECEIVING", lockedCurrencyAmount: 10_000 } as const;
    await expect(wallet.pay({ ...params, ...locked, confirm })).rejects.toMatchObject({
      issues: [{ path: "quote.totalReceivingAmount" }],
    });
    expect(confirm).not.toHaveBeenCalled();
  });

  it("are shown if a fee in the quote explains them", async () => {
    const fee = { totalSendingAmount: AMOUNT + 500, feesIncluded: 500 };
    const { pay, confirm } = await changed((quote) => ({ ...quote, ...fee }));
    await pay();
    expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(fee));
  });
});

describe("a payload", () => {
  it("that was seen with another quote is not signed [W3]", async () => {
    let first: Quote | undefined;
    const { pay, confirm, params, wallet } = await changed((quote) => {
      first ??= quote;
      return { ...quote, paymentInstructions: first.paymentInstructions };
    });
    await pay();
    await expect(pay()).rejects.toMatchObject({ code: "INVALID_REQUEST", issues: [{ path: "payload" }] });
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(params).toBeDefined();
    expect(wallet.session).toBeDefined();
  });

  it.each([
    ["after a reload, in its store", splitStore],
    ["where the store fails, until a reload", () => brokenPayloads()],
  ])("that was seen with another quote is not signed: %s [W3]", async (where, makeStore) => {
    let first: Quote | undefined;
    const again = (quote: Quote) => ({
      ...quote,
      paymentInstructions: (first ??= quote).paymentInstructions,
    });
    const { pay, confirm, reload } = await changed(again, makeStore() as SplitStore);
    // The customer declines. The payload was shown for this quote all the same.
    confirm.mockReturnValueOnce(false);
    await pay();
    const secondPay = pay(where.endsWith("until a reload") ? undefined : await reload());
    await expect(secondPay).rejects.toMatchObject({ issues: [{ path: "payload" }] });
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it("that the store knows from another action is not signed after the store has failed [W3]", async () => {
    const store = splitStore();
    const seen = { hash: "", accountId: "", purpose: "auth.sessions.revoke ", seenAt: 0 };
    const get = vi.fn(async (table: string, key: string) =>
      table === "payloads" ? { ...seen, hash: key } : store.get("payments", key),
    );
    const { wallet, params } = await paymentWorld("client", { store: { ...store, get: get as never } });
    const { confirm: _, ...asked } = params;
    const quote = await wallet.quotes.create(asked);
    const refused = { code: "INVALID_REQUEST", issues: [{ path: "payload" }] };
    await expect(wallet.executeQuote(quote)).rejects.toMatchObject(refused);
    get.mockRejectedValue(new Error("down"));
    await expect(wallet.executeQuote(quote)).rejects.toMatchObject(refused);
    expect(get.mock.calls.length).toBeGreaterThan(1);
  });

  it("is remembered by a store among the last thousand [W3]", async () => {
    const store = splitStore();
    const { open, params, ada } = await paymentWorld("client", { store });
    const { accountId } = ada;
    for (let at = 0; at < 1_001; at += 1)
      await store.put("payloads", `${at}`, { hash: `${at}`, accountId, purpose: "first", seenAt: at });
    const page = open();
    await page.pay(params);
    await vi.waitFor(async () => expect(await store.list("payloads", accountId)).toHaveLength(1_000));
    expect(await store.get("payloads", "0")).toBeUndefined();
    expect(await store.get("payloads", "5")).toMatchObject({ purpose: "first" });
  });

  it("is checked by the application before every signature [W3]", async () => {
    const { open, params, platform, ada } = await paymentWorld();
    const seen: [string, unknown][] = [];
    let mayStamp = true;
    const checkPayload = vi.fn(
      (payload: string, intent: { operation: string; quote?: Quote | undefined }) => {
        seen.push([intent.operation, intent.quote?.id]);
        expect(payload).not.toBe("");
        return mayStamp;
      },
    );
    const wallet = open({ checkPayload, trustedIssuerKeys: [platform.simulator.walletExportIssuerKey] });
    await wallet.restore();
    const paid = await wallet.pay(params);
    await wallet.credentials.register({
      type: "OAUTH",
      oidcToken: platform.simulator.issueOidcToken({ email: ada.email }),
    });
    mayStamp = false;
    await expect(wallet.pay({ ...params, lockedCurrencyAmount: 2_000_000 })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      outcome: "not-executed",
    });
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ issues: [{ path: "payload" }] });
    await expect(wallet.signOut()).rejects.toMatchObject({ issues: [{ path: "payload" }] });
    expect(seen.map(([operation]) => operation)).toEqual([
      "quotes.execute",
      "auth.credentials.create",
      "quotes.execute",
      "internalAccounts.export",
      "auth.sessions.revoke",
    ]);
    expect(seen[0]?.[1]).toBe(paid?.id);
  });

  it.each(modes)(
    "names the operations of the newest sign-in to the application's check (%s)",
    async (mode) => {
      const { open, platform } = await paymentWorld(mode);
      const operations: string[] = [];
      const checkPayload = (_: string, { operation }: PayloadIntent) => void operations.push(operation);
      const codeIssuerKeys = [platform.simulator.oneTimeCodeIssuerKey];
      const wallet = open({ checkPayload, sessionKeys: "held", codeIssuerKeys });
      await wallet.requestCode();
      await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
      await wallet.refresh();
      expect(operations).toEqual(["auth.credentials.verify", "auth.sessions.refresh"]);
    },
  );

  // Three limits of 200 ms in real time: within each, the call must get as far as the check on a busy machine.
  it.each(modes)("is given up with the call if the application's check hangs (%s)", async (mode) => {
    const { open, params } = await paymentWorld(mode);
    const wallet = open({ checkPayload: () => new Promise(() => {}) });
    await wallet.restore();
    const late = { code: "TIMEOUT", outcome: "not-executed" };
    await expect(wallet.pay(params, { totalTimeout: 200 })).rejects.toMatchObject(late);
    const signal = AbortSignal.timeout(200);
    await expect(wallet.pay(params, { signal })).rejects.toMatchObject({ code: "ABORTED" });
    // Nothing keeps the payment's turn: another tab is not held up.
    const [first] = await Promise.all([open().pending(), open().dismiss("Quote:1", { totalTimeout: 2_000 })]);
    expect(first).toEqual([]);
    await expect(wallet.signOut({ totalTimeout: 200 })).rejects.toMatchObject(late);
  });

  it("is not sent if the application's check throws, and the progress says so", async () => {
    const { open, params, keys } = await paymentWorld();
    const problem = new RangeError("not this payee");
    const wallet = open({
      checkPayload: () => {
        throw problem;
      },
    });
    await wallet.restore();
    await expect(wallet.pay(params)).rejects.toBe(problem);
    expect(wallet.payments.progress).toMatchObject({ status: "failed", error: problem });
    expect([keys, await wallet.pending()]).toEqual([[], []]);
  });
});
