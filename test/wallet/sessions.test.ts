import { afterEach, describe, expect, it, vi } from "vitest";
import { environments, WalletWorld } from "./support";
import { splitStore } from "./split-store";

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

  it("revokes another device's session with its own signature [SES-08, SES-09]", async () => {
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

  it("revokes one of its own sessions, and keeps the others [SES-09, SES-10]", async () => {
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

  it("ends at expiresAt by the service's clock, wipes the key and raises SessionExpiredError [SES-03, SES-05]", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
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
    expect(await store.listSessions(world.accountId)).toEqual([]);
    expect(world.signedRequests()).toEqual([]);
  });

  it("serve as signers for the client's calls [SRY-01, SES-09]", async () => {
    const world = await WalletWorld.create(environment);
    const session = await world.signInByEmail(world.wallet());
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    expect((await world.payments.auth.sessions.list({ accountId: world.accountId })).data).toEqual([]);
  });
});

it.each(["stamp", "signDer"] as const)(
  "a session that is wiped while its code loads has expired (%s)",
  async (method) => {
    const { session } = await WalletWorld.signedIn("production");
    const signing = session[method]("anything", "wallet.pay");
    session.wipe();
    await expect(signing).rejects.toMatchObject({ name: "SessionExpiredError", operation: "wallet.pay" });
  },
);

describe("an idle key", () => {
  afterEach(() => void vi.useRealTimers());

  it("is wiped when its session expires [SES-05]", async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "Date"],
      now: Date.parse("2026-04-27T09:00:00Z"),
    });
    const world = await WalletWorld.create("production");
    const store = splitStore();
    const wallet = world.wallet({ store, now: () => Date.now() });
    await world.signInByEmail(wallet);
    await vi.advanceTimersByTimeAsync(14 * 60_000);
    expect(await store.listSessions(world.accountId)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await store.listSessions(world.accountId)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
