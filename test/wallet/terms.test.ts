import type { Quote } from "payments-sdk";
import { memoryStore } from "payments-sdk/wallet";
import type { SessionStore } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { paymentWorld } from "./payment-world";
import { brokenStore } from "./support";

/** Ada's wallet, with a service that returns changed quotes. */
async function changed(alter: (quote: Quote) => object, store: SessionStore = memoryStore()) {
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
  return { ...world, confirm, pay, reload };
}

describe("terms that are not whole", () => {
  it.each<[string, (quote: Quote) => object]>([
    ["no sending amount", ({ totalSendingAmount: _, ...quote }) => quote],
    ["an amount as text", (quote) => ({ ...quote, totalSendingAmount: "1000000" })],
    ["a negative amount", (quote) => ({ ...quote, totalReceivingAmount: -1 })],
    ["no currency", ({ sendingCurrency: _, ...quote }) => quote],
    ["a currency without a code", (quote) => ({ ...quote, receivingCurrency: {} })],
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
    ["after a reload, in its store", memoryStore],
    [
      "where the store keeps no payloads, until a reload",
      () => ({ ...memoryStore(), claimPayload: undefined }),
    ],
    ["where the store fails, until a reload", () => brokenStore("claimPayload")],
  ])("that was seen with another quote is not signed: %s [W3]", async (where, makeStore) => {
    let first: Quote | undefined;
    const again = (quote: Quote) => ({
      ...quote,
      paymentInstructions: (first ??= quote).paymentInstructions,
    });
    const { pay, confirm, reload } = await changed(again, makeStore() as SessionStore);
    // The customer declines. The payload was shown for this quote all the same.
    confirm.mockReturnValueOnce(false);
    await pay();
    const secondPay = pay(where.endsWith("until a reload") ? undefined : await reload());
    await expect(secondPay).rejects.toMatchObject({ issues: [{ path: "payload" }] });
    expect(confirm).toHaveBeenCalledTimes(1);
  });

  it("is remembered by a store among the last thousand [W3]", async () => {
    const { claimPayload } = memoryStore();
    for (let hash = 0; hash <= 1_000; hash += 1) await claimPayload?.(String(hash), "first");
    expect(await claimPayload?.("1", "second")).toBe("first");
    expect(await claimPayload?.("0", "second")).toBe("second");
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
});
