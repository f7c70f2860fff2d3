import { describe, expect, it } from "vitest";
import type { FetchLike } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { memoryStore } from "payments-sdk/wallet";
import type { PasskeyCeremony } from "payments-sdk/wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { pageOrigin, Platform } from "./support";

/** Ada's page. Another person can sign in to the platform in another tab: then each request has that person's cookie. */
async function page(passkeys?: PasskeyCeremony) {
  const platform = await Platform.create();
  const { ada, mallory } = platform;
  const visit = { cookie: ada.cookie };
  const send = (url: string, init: RequestInit, cookie = visit.cookie) => {
    const headers = new Headers(init.headers);
    headers.set("cookie", cookie);
    return platform.relay(new Request(url, { ...init, headers }));
  };
  const wire: { fetch: FetchLike } = { fetch: (url, init) => send(url, init) };
  const wallet = platform.wallet(ada, {
    fetch: (url, init) => wire.fetch(url, init),
    store: memoryStore(),
    ...(passkeys && { passkeys }),
  });
  await platform.registerEmail(ada);
  await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
  return { platform, ada, mallory, visit, wallet, wire, send };
}

describe("the relay's statement of ownership [W19]", () => {
  it("names the wallet of a call on responses after the check, and only there", async () => {
    const { platform, ada, mallory } = await page();
    const path = `/auth/credentials?accountId=${ada.accountId}`;
    const own = await platform.call("GET", path, { from: ada });
    expect(own.headers.get("wallet-account")).toBe(ada.accountId);
    expect(own.headers.get("access-control-expose-headers")).toContain("Wallet-Account");
    const foreign = await platform.call("GET", path, { from: mallory });
    // It says that the wallet is none of this user's, and not whether it exists.
    expect([foreign.status, foreign.headers.get("wallet-account")]).toEqual([404, "none"]);
    const missing = await platform.call("GET", "/auth/credentials?accountId=InternalAccount:none", {
      from: ada,
    });
    expect([missing.status, missing.headers.get("wallet-account")]).toEqual([404, "none"]);
    expect(foreign.body).toEqual(missing.body);
    const quote = await platform.call("GET", "/quotes/Quote:none", { from: mallory });
    expect([quote.status, quote.headers.get("wallet-account")]).toEqual([404, null]);
    const nobody = await platform.call("GET", path);
    expect([nobody.status, nobody.headers.get("wallet-account")]).toEqual([401, null]);
    const balances = await platform.call("GET", "/customers/internal-accounts", { from: ada });
    expect([balances.status, balances.headers.get("wallet-account")]).toEqual([200, null]);
  });

  it("has one size, however many wallets a user has: servers refuse headers above 8 KB", async () => {
    const { platform, ada, mallory, wallet, wire } = await page();
    const accountIds = [ada.accountId, ...Array.from({ length: 40 }, () => mallory.accountId)];
    const relay = createWalletRelay({ ...platform.relayOptions, authenticate: () => ({ accountIds }) });
    const sizes: number[] = [];
    wire.fetch = async (url, init) => {
      const response = await relay(new Request(url, init));
      sizes.push([...response.headers].flat().join("").length);
      return response;
    };
    const other = platform.wallet(ada);
    const { data } = await wallet.credentials.list();
    await other.requestCode(data[0]?.id);
    await other.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    await other.sessions.revoke(wallet.session?.id ?? "");
    await platform.simulator.clock.advance("2m");
    // Needs the statement: one list without the session is proof only for its owner.
    await expect(wallet.signOut()).resolves.toBeUndefined();
    expect(Math.max(...sizes)).toBeLessThan(1_024);
  });

  it("a sign-out with another person's cookie is an error, and the session lives", async () => {
    const { ada, mallory, visit, wallet, platform } = await page();
    visit.cookie = mallory.cookie;
    await expect(wallet.signOut()).rejects.toMatchObject({ name: "NotFoundError" });
    const { data } = await platform.payments.auth.sessions.list({ accountId: ada.accountId });
    expect(data).toHaveLength(1);
  });

  it("a sign-out succeeds if a session of some age was revoked elsewhere", async () => {
    const { wallet, platform, ada } = await page();
    const other = platform.wallet(ada);
    await platform.payments.auth.credentials.list({ accountId: ada.accountId });
    const { data } = await wallet.credentials.list();
    await other.requestCode(data[0]?.id);
    await other.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    await other.sessions.revoke(wallet.session?.id ?? "");
    // A replica may not have a newer session yet, so one list proves nothing about it.
    await platform.simulator.clock.advance("2m");
    await expect(wallet.signOut()).resolves.toBeUndefined();
  });

  it("the passkey stays, whatever the relay says to another person's cookie", async () => {
    const device = new SoftwareAuthenticator({ origin: pageOrigin });
    const signals: unknown[] = [];
    const { platform, mallory, visit, wallet } = await page({
      create: (options) => device.create(options),
      get: (options) => device.get(options),
      signalUnknown: (passkey) => signals.push(passkey),
      signalAccepted: (accepted) => signals.push(accepted),
    });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });
    signals.length = 0;
    visit.cookie = mallory.cookie;
    await expect(wallet.signIn(prepared)).rejects.toMatchObject({ status: 404 });
    await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toMatchObject({ status: 404 });
    await platform.simulator.clock.advance("2m");
    await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toMatchObject({ status: 404 });
    expect(signals).toEqual([]);
  });

  it("the record of a payment stays if a repeated request had another person's cookie", async () => {
    const { platform, ada, mallory, wallet, wire, send } = await page();
    await platform.fund(ada);
    const accountId = await platform.bankAccount(ada);
    wire.fetch = async (url, init) => {
      const response = await send(url, init);
      return url.endsWith("/execute") ? send(url, init, mallory.cookie) : response;
    };
    const paying = wallet.pay({
      destination: { destinationType: "ACCOUNT", accountId },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1_000_000,
      confirm: () => true,
    });
    await expect(paying).rejects.toMatchObject({ status: 404, outcome: "unknown", advice: "reconcile" });
    wire.fetch = (url, init) => send(url, init);
    expect(await wallet.pending()).toMatchObject([{ outcome: "executed" }]);
  });

  it("a sign-in is unknown if a repeated request had another person's cookie", async () => {
    const { platform, ada, mallory, wallet, wire, send } = await page();
    await wallet.requestCode();
    wire.fetch = async (url, init) => {
      const response = await send(url, init);
      return url.endsWith("/verify") ? send(url, init, mallory.cookie) : response;
    };
    const signingIn = wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    await expect(signingIn).rejects.toMatchObject({ status: 404, outcome: "unknown", advice: "reconcile" });
    const { data } = await platform.payments.auth.sessions.list({ accountId: ada.accountId });
    expect(data).toHaveLength(2);
  });

  it("a refresh is lost if its signed request is repeated with another person's cookie", async () => {
    const { ada, mallory, wallet, wire, send, platform } = await page();
    wire.fetch = async (url, init) => {
      const response = await send(url, init);
      return response.status === 201 ? send(url, init, mallory.cookie) : response;
    };
    await expect(wallet.refresh()).rejects.toMatchObject({ code: "REFRESH_LOST", outcome: "unknown" });
    const { data } = await platform.payments.auth.sessions.list({ accountId: ada.accountId });
    expect(data).toHaveLength(2);
  });

  it("a refresh is lost if the service refuses the repeated copy of its signed request", async () => {
    const { ada, wallet, wire, send, platform } = await page();
    const refusal = { status: 403, code: "FORBIDDEN", message: "no access" };
    wire.fetch = async (url, init) => {
      const response = await send(url, init);
      return response.status === 201 ? Response.json(refusal, { status: 403 }) : response;
    };
    await expect(wallet.refresh()).rejects.toMatchObject({ code: "REFRESH_LOST", outcome: "unknown" });
    const { data } = await platform.payments.auth.sessions.list({ accountId: ada.accountId });
    expect(data).toHaveLength(2);
  });

  it("a sign-out is not complete if another person signs in after the challenge", async () => {
    const { platform, ada, mallory, wallet, wire, send } = await page();
    let requests = 0;
    wire.fetch = (url, init) => send(url, init, (requests += 1) === 1 ? ada.cookie : mallory.cookie);
    await expect(wallet.signOut()).rejects.toMatchObject({ status: 404, outcome: "unknown" });
    const { data } = await platform.payments.auth.sessions.list({ accountId: ada.accountId });
    expect(data).toHaveLength(1);
  });
});
