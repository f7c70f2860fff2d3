import type { Wallet } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { AMOUNT, FUNDS, paymentWorld } from "./payment-world";
import { environments, WalletWorld } from "./support";
import { splitStore } from "./split-store";

describe.each(environments)("onSessionRequired (%s)", (environment) => {
  it("signs in if nobody is signed in, and the action continues [SES-06]", async () => {
    const world = await WalletWorld.create(environment);
    const asked: unknown[] = [];
    const wallet = world.wallet({
      onSessionRequired: async (request) => {
        asked.push(request);
        await wallet.requestCode();
        await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
      },
    });
    await wallet.credentials.register({ type: "EMAIL_OTP" });

    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    expect(asked).toEqual([{ operation: "wallet.credentials.register", reason: "missing" }]);

    await world.simulator.clock.advance("15m");
    await wallet.credentials.list();
    await expect(wallet.exportMnemonic()).resolves.toMatch(/^\w+( \w+)+$/);
    expect(asked[1]).toEqual({ operation: "wallet.exportMnemonic", reason: "expired" });
  });

  it("asks once per action, and then throws", async () => {
    const world = await WalletWorld.create(environment);
    const onSessionRequired = vi.fn();
    const wallet = world.wallet({ onSessionRequired });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({
      name: "SessionRequiredError",
      code: "SESSION_REQUIRED",
      message: "this wallet has no session: sign in first",
    });
    expect(onSessionRequired).toHaveBeenCalledTimes(1);
  });

  it("asks once for several waiting actions", async () => {
    const world = await WalletWorld.create(environment);
    const onSessionRequired = vi.fn(async () => {
      await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    });
    const wallet: Wallet = world.wallet({ onSessionRequired });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const phrases = await Promise.all([wallet.exportMnemonic(), wallet.exportMnemonic()]);
    expect(phrases[0]).toBe(phrases[1]);
    expect(onSessionRequired).toHaveBeenCalledTimes(1);
  });

  it("passes on the handler's error, and asks again next time", async () => {
    const world = await WalletWorld.create(environment);
    const cancelled = new Error("the customer went away");
    let attempts = 0;
    const wallet: Wallet = world.wallet({
      onSessionRequired: () => {
        attempts += 1;
        if (attempts === 1) throw cancelled;
        return wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
      },
    });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await expect(wallet.exportMnemonic()).rejects.toBe(cancelled);
    await expect(wallet.exportMnemonic()).resolves.toMatch(/ /);
    expect(attempts).toBe(2);
  });
});

describe("a session that the service ended before its time (production)", () => {
  it("is noticed by a rejected signature, and the action continues once with a new one [SES-05, SES-10]", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({
      onSessionRequired: async () => {
        await wallet.requestCode();
        await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
      },
    });
    const session = await world.signInByEmail(wallet);
    await world.payments.auth.sessions.revoke(session.id, { signer: session });

    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });

    expect(wallet.session?.id).not.toBe(session.id);
    await expect(session.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
  });

  it("causes one sign-in per action", async () => {
    const world = await WalletWorld.create("production");
    const onSessionRequired = vi.fn(async () => {
      await wallet.requestCode();
      const session = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
      await world.payments.auth.sessions.revoke(session.id, { signer: session });
    });
    const wallet: Wallet = world.wallet({ onSessionRequired });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const registering = wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(registering).rejects.toMatchObject({ name: "SessionExpiredError" });
    expect(onSessionRequired).toHaveBeenCalledTimes(1);
  });

  it("causes a SessionExpiredError without a handler [SES-05]", async () => {
    const { world, wallet, session } = await WalletWorld.signedIn("production");
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    const registering = wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(registering).rejects.toMatchObject({ name: "SessionExpiredError" });
    expect(wallet.session).toBeUndefined();
  });

  it("leaves a known session alone, and passes on the service's error [SRY-10]", async () => {
    const world = await WalletWorld.create("production");
    const store = splitStore();
    await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.listSessions(world.accountId);
    if (entry?.key === undefined) throw new Error("no key in the store");
    const foreign = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    await store.putSession({ ...entry, key: { ...entry.key, privateKey: foreign.privateKey } });
    const wallet = world.wallet({ store });
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
    expect(wallet.session?.id).toBe(entry.id);
  });
});

it("a sign-in that takes long comes before the quote, which would expire [W16]", async () => {
  const { wallet, open, params, platform, balance } = await paymentWorld();
  await wallet.signOut();
  const page = open({
    onSessionRequired: async () => {
      await platform.simulator.clock.advance("10m");
      await page.requestCode();
      await page.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    },
  });
  const confirm = vi.fn(params.confirm);
  await expect(page.pay({ ...params, confirm })).resolves.toMatchObject({ status: "COMPLETED" });
  expect(confirm).toHaveBeenCalledOnce();
  expect(await balance()).toBe(FUNDS - AMOUNT);
});

it("a sign-out during a payment is no end of a session [W27]", async () => {
  const { wallet, open, params } = await paymentWorld();
  const page = open({
    checkPayload: (_, { quote }) => (quote ? wallet.signOut().then(() => page.signOut()) : true),
  });
  await expect(page.pay(params)).rejects.toMatchObject({ code: "SESSION_REQUIRED", outcome: "not-executed" });
  expect(page.state.status).toBe("signed-out");
});
