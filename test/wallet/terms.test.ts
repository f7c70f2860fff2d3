import type { Quote } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import { paymentWorld } from "./payment-world";

/** Ada's wallet, with a service that returns changed quotes. */
async function changed(alter: (quote: Quote) => object) {
  const world = await paymentWorld();
  const { platform, ada, params } = world;
  const fetch = async (url: string, init: RequestInit) => {
    const headers = new Headers({ ...Object.fromEntries(new Headers(init.headers)), cookie: ada.cookie });
    const response = await platform.relay(new Request(url, { ...init, headers }));
    if (!url.endsWith("/quotes") || init.method !== "POST") return response;
    return Response.json(alter((await response.json()) as Quote), { status: response.status });
  };
  const { store } = world;
  const wallet = platform.wallet(ada, { fetch, store, logLevel: "off" });
  await wallet.restore();
  const confirm = vi.fn(() => true);
  return { ...world, confirm, pay: () => wallet.pay({ ...params, confirm }) };
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
