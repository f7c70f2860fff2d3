import { memoryStore } from "payments-sdk/wallet";
import type { SessionStore, Wallet } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../support/client";
import { environments, WalletWorld } from "./support";

/** A logger that keeps its warnings. */
function warnings() {
  const lines: string[] = [];
  const keep = (line: string) => lines.push(line);
  return { lines, logger: { debug: keep, info: keep, warn: keep, error: keep } };
}

/** A store in which the named methods fail. */
function brokenStore(...methods: (keyof SessionStore)[]): SessionStore {
  const fail = () => Promise.reject(new DOMException("could not be cloned: -----BEGIN", "DataCloneError"));
  return { ...memoryStore(), ...Object.fromEntries(methods.map((method) => [method, fail])) };
}

describe.each(environments)("sessions (%s)", (environment) => {
  it("lists the sessions of all devices, without keys [SES-02, SES-07]", async () => {
    const world = await WalletWorld.create(environment);
    const phone = world.wallet();
    const laptop = world.wallet();
    const first = await world.signInByEmail(phone);
    await laptop.requestCode();
    const second = await laptop.signIn({ type: "EMAIL_OTP", otp: world.code() });

    const { data } = await phone.sessions.list();
    expect(data.map(({ id }) => id)).toEqual([first.id, second.id]);
    for (const session of data) expect(session).not.toHaveProperty("encryptedSessionSigningKey");
    expect(phone.sessions.held).toEqual([first]);
  });

  it("revokes another device's session, signed by its own [SES-08, SES-09]", async () => {
    const world = await WalletWorld.create(environment);
    const phone = world.wallet();
    const laptop = world.wallet();
    await world.signInByEmail(phone);
    await laptop.requestCode();
    const other = await laptop.signIn({ type: "EMAIL_OTP", otp: world.code() });

    await phone.sessions.revoke(other.id);

    const { data } = await phone.sessions.list();
    expect(data.map(({ id }) => id)).toEqual([phone.session?.id]);
    expect(world.signedRequests()).toHaveLength(1);
  });

  it("revokes one of its own sessions by itself and keeps the others [SES-09, SES-10]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const first = await world.signInByEmail(wallet);
    await wallet.requestCode();
    const second = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });

    await wallet.sessions.revoke(second.id);

    expect(wallet.session).toBe(first);
    await expect(second.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
    await wallet.requestCode();
    await expect(wallet.signIn({ type: "EMAIL_OTP", otp: world.code() })).resolves.toMatchObject({
      isActive: true,
    });
  });

  it("signs out: the service's session, the key and the store's entry are gone [SES-09, SES-10]", async () => {
    const world = await WalletWorld.create(environment);
    const store = memoryStore();
    const wallet = world.wallet({ store });
    const session = await world.signInByEmail(wallet);
    expect(await store.list(world.accountId)).toHaveLength(1);

    await wallet.signOut();

    expect(wallet.session).toBeUndefined();
    expect(await store.list(world.accountId)).toEqual([]);
    await expect(session.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
    const { data } = await wallet.sessions.list();
    expect(data).toEqual([]);
    await expect(wallet.sessions.revoke(session.id)).rejects.toMatchObject({ status: 404 });
  });

  it("signs out of every session of the device, and twice is no error [SES-09]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    await world.signInByEmail(wallet);
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await wallet.signOut();
    await wallet.signOut();
    expect((await wallet.sessions.list()).data).toEqual([]);
    expect(wallet.sessions.held).toEqual([]);
  });

  it("wipes the keys even when the service cannot be told, and says so", async () => {
    const world = await WalletWorld.create(environment);
    const store = memoryStore();
    const wallet = world.wallet({ store });
    const session = await world.signInByEmail(wallet);
    world.simulator.faults.add({ kind: "refuse", operation: "DELETE /auth/sessions/{id}" });

    await expect(wallet.signOut()).rejects.toMatchObject({ name: "ConnectionError" });

    expect(wallet.session).toBeUndefined();
    expect(await store.list(world.accountId)).toEqual([]);
    await expect(session.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
  });

  it("signs out of a session that has ended already [SES-05]", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    await world.signInByEmail(wallet);
    // The wallet does not know yet: no answer has told the time.
    await world.simulator.clock.advance("16m");
    await expect(wallet.signOut()).resolves.toBeUndefined();
    expect(wallet.session).toBeUndefined();
  });

  it("ends at expiresAt by the service's clock, wipes the key and raises SessionExpiredError [SES-03, SES-05]", async () => {
    const world = await WalletWorld.create(environment);
    const store = memoryStore();
    const wallet = world.wallet({ store });
    const session = await world.signInByEmail(wallet);

    await world.simulator.clock.advance("14m");
    await wallet.credentials.list();
    expect(wallet.session).toBe(session);

    await world.simulator.clock.advance("1m");
    await wallet.credentials.list();
    expect(wallet.session).toBeUndefined();
    await expect(session.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({
      name: "SessionExpiredError",
      code: "SESSION_EXPIRED",
      outcome: "not-executed",
    });
    expect(await store.list(world.accountId)).toEqual([]);
    expect(world.signedRequests()).toEqual([]);
  });

  it("takes a session back from the store after a reload [SES-11]", async () => {
    const world = await WalletWorld.create(environment);
    const store = memoryStore();
    const before = await world.signInByEmail(world.wallet({ store }));

    const reloaded = world.wallet({ store });
    expect(reloaded.session).toBeUndefined();
    const session = await reloaded.restore();

    expect(session).toMatchObject({
      id: before.id,
      credentialId: before.credentialId,
      publicKey: before.publicKey,
    });
    await reloaded.signOut();
    expect(await store.list(world.accountId)).toEqual([]);
  });

  it("is not signed out by a reload on a device whose clock is hours ahead [SES-05]", async () => {
    // The simulator's clock stands still; the device's is far from it, in either direction.
    const world = await WalletWorld.create(environment);
    const store = memoryStore();
    const before = await world.signInByEmail(world.wallet({ store }));
    const service = world.simulator.clock.now();
    for (const hours of [-5, 5]) {
      vi.spyOn(Date, "now").mockReturnValue(service + hours * 3_600_000);
      const [entry] = await store.list(world.accountId);
      await store.put({ ...entry!, clockOffset: -hours * 3_600_000 });
      // A client that has had no answer yet, as in a page just loaded.
      const reloaded = world.wallet({ store, client: createClient(world.simulator) });
      expect((await reloaded.restore())?.id).toBe(before.id);
    }
    vi.restoreAllMocks();
  });

  it("remembers with a session how far the device's clock is off", async () => {
    const world = await WalletWorld.create(environment);
    const store = memoryStore();
    vi.spyOn(Date, "now").mockReturnValue(world.simulator.clock.now() + 3_600_000);
    await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.list(world.accountId);
    expect(entry?.clockOffset).toBeCloseTo(-3_600_000, -4);
  });

  it("finds by itself what another tab signed in to, and drops what another tab signed out of (H8)", async () => {
    const world = await WalletWorld.create(environment);
    const store = memoryStore();
    const [one, other] = [world.wallet({ store }), world.wallet({ store })];
    await world.signInByEmail(one);

    await other.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    expect(other.session?.id).toBe(one.session?.id);

    await one.signOut();
    await expect(other.exportMnemonic()).rejects.toMatchObject({ name: "SessionRequiredError" });
    expect(other.session).toBeUndefined();
  });

  it("never touches the entries of other sessions and other wallets (H8)", async () => {
    const world = await WalletWorld.create(environment);
    const store = memoryStore();
    const other = {
      id: "Session:other",
      accountId: "InternalAccount:other",
      credentialId: "AuthMethod:other",
      type: "PASSKEY",
      nickname: "Phone",
      createdAt: "2026-04-27T09:00:00Z",
      expiresAt: "2026-04-27T09:15:00Z",
    };
    await store.put(other);
    const wallet = world.wallet({ store });
    await world.signInByEmail(wallet);
    await wallet.signOut();
    expect(await store.get(other.id)).toEqual(other);
  });

  it("signs in and acts on in memory when the store refuses everything, with a warning (H8)", async () => {
    const world = await WalletWorld.create(environment);
    const { lines, logger } = warnings();
    const wallet = world.wallet({ store: brokenStore("get", "put", "delete", "list"), logger });

    await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signOut();

    expect(lines.join("\n")).toContain("failed at `put`");
    expect(lines.join("\n")).not.toContain("BEGIN");
    expect(wallet.session).toBeUndefined();
  });

  it("goes on with the session in memory when the store can write but not read (H8)", async () => {
    const world = await WalletWorld.create(environment);
    const { lines, logger } = warnings();
    const wallet = world.wallet({ store: brokenStore("get", "list"), logger });
    await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    expect(lines.join("\n")).toContain("failed at `get`");
  });

  it("serves as a signer one level down [SRY-01, SES-09]", async () => {
    const world = await WalletWorld.create(environment);
    const session = await world.signInByEmail(world.wallet());
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    expect((await world.payments.auth.sessions.list({ accountId: world.accountId })).data).toEqual([]);
  });
});

describe.each(environments)("onSessionRequired (%s)", (environment) => {
  it("signs in when nobody is, and the action goes on [SES-06]", async () => {
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
    await expect(wallet.exportMnemonic()).resolves.toMatch(/^\w+( \w+)+$/);
    expect(asked[1]).toEqual({ operation: "wallet.exportMnemonic", reason: "expired" });
  });

  it("asks once per action, and then reports what is missing", async () => {
    const world = await WalletWorld.create(environment);
    const onSessionRequired = vi.fn();
    const wallet = world.wallet({ onSessionRequired });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ name: "SessionRequiredError" });
    expect(onSessionRequired).toHaveBeenCalledTimes(1);
  });

  it("asks once for several actions that wait at the same time", async () => {
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

  it("lets the handler's own error through, and asks again the next time", async () => {
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
  it("is noticed when its signature is refused: the action goes on with a new one, once [SES-05, SES-10]", async () => {
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

  it("is not asked for again and again: one sign-in per action", async () => {
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

  it("raises SessionExpiredError without a handler [SES-05]", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet();
    const session = await world.signInByEmail(wallet);
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    const registering = wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(registering).rejects.toMatchObject({ name: "SessionExpiredError" });
    expect(wallet.session).toBeUndefined();
  });

  it("leaves a session alone that the service still has, and passes its refusal on [SRY-10]", async () => {
    const world = await WalletWorld.create("production");
    const store = memoryStore();
    await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.list(world.accountId);
    if (entry?.key === undefined) throw new Error("no key in the store");
    const foreign = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    await store.put({ ...entry, key: { ...entry.key, privateKey: foreign.privateKey } });
    const wallet = world.wallet({ store });
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
    expect(wallet.session?.id).toBe(entry.id);
  });

  it("leaves out what the store holds without a usable key, with a warning", async () => {
    const world = await WalletWorld.create("production");
    const store = memoryStore();
    await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.list(world.accountId);
    if (entry?.key === undefined) throw new Error("no key in the store");
    const { key, ...rest } = entry;
    await store.put(rest);
    await store.put({ ...entry, id: "Session:broken", key: { ...key, publicKey: "00" } });
    const { lines, logger } = warnings();
    expect(await world.wallet({ store, logger }).restore()).toBeUndefined();
    expect(lines).toHaveLength(2);
  });
});

describe("a key at rest", () => {
  afterEach(() => void vi.useRealTimers());

  it("is wiped when its session expires, used or not [SES-05]", async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "Date"],
      now: Date.parse("2026-04-27T09:00:00Z"),
    });
    const world = await WalletWorld.create("production");
    const store = memoryStore();
    const wallet = world.wallet({ store, now: () => Date.now() });
    await world.signInByEmail(wallet);
    await vi.advanceTimersByTimeAsync(14 * 60_000);
    expect(await store.list(world.accountId)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await store.list(world.accountId)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
