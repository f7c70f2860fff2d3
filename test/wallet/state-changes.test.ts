import type { Wallet } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Platform } from "../relay/support";
import { environments, WalletWorld } from "./support";
import { splitStore } from "./split-store";

afterEach(() => {
  vi.useRealTimers();
});

/** Every state that a listener saw, by its status. */
function watch(wallet: Wallet): string[] {
  const statuses: string[] = [];
  wallet.subscribe(() => statuses.push(wallet.state.status));
  return statuses;
}

/** Lets the messages between tabs arrive. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

describe.each(environments)("the state of a wallet with a store (%s)", (environment) => {
  it("is restoring until the store has responded, then signed-out", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet({ store: splitStore() });
    const statuses = watch(wallet);
    expect(wallet.state).toEqual({ status: "restoring" });
    const restored = wallet.restore();
    expect(wallet.state).toEqual({ status: "restoring" });
    await restored;
    expect(wallet.state).toEqual({ status: "signed-out" });
    await wallet.restore();
    expect(statuses).toEqual(["signed-out"]);
  });

  it("goes from restoring to signed-in, without signed-out between", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const { id } = await world.signInByEmail(world.wallet({ store }));
    const wallet = world.wallet({ store });
    const statuses = watch(wallet);
    await wallet.restore();
    expect(wallet.state).toMatchObject({ status: "signed-in", sessionId: id });
    expect(statuses).toEqual(["signed-in"]);
  });

  it("is expired after a reload if the stored session has ended", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    await world.signInByEmail(world.wallet({ store }));
    const later = world.simulator.clock.now() + 3_600_000;
    const wallet = world.wallet({ store, now: () => later });
    const statuses = watch(wallet);
    await wallet.restore();
    expect(wallet.state).toEqual({ status: "expired" });
    expect(statuses).toEqual(["expired"]);
  });

  it("leaves restoring if the store fails", async () => {
    const world = await WalletWorld.create(environment);
    const list = () => Promise.reject(new Error("no storage"));
    const wallet = world.wallet({ store: { ...splitStore(), list }, logLevel: "off" });
    await wallet.restore();
    expect(wallet.state).toEqual({ status: "signed-out" });
  });

  it("is signed-out at once without a store: nothing can be restored", async () => {
    const world = await WalletWorld.create(environment);
    expect(world.wallet().state).toEqual({ status: "signed-out" });
  });
});

describe.each(environments)("the end of a session (%s)", (environment) => {
  /** A wallet that is signed in for 15 minutes, under fake timers. */
  async function signedIn(expiryNotice?: number) {
    vi.useFakeTimers();
    const world = await WalletWorld.create(environment);
    vi.setSystemTime(world.simulator.clock.now());
    const wallet = world.wallet({ expiryNotice });
    const session = await world.signInByEmail(wallet);
    return { world, wallet, session, statuses: watch(wallet) };
  }

  it("is announced two minutes ahead, while the session still signs", async () => {
    const { wallet, session, statuses } = await signedIn();
    await vi.advanceTimersByTimeAsync(12.9 * 60_000);
    expect(statuses).toEqual([]);
    await vi.advanceTimersByTimeAsync(0.2 * 60_000);
    expect(statuses).toEqual(["expiring"]);
    expect(wallet.state).toEqual({
      status: "expiring",
      sessionId: session.id,
      credentialId: session.credentialId,
      until: session.expiresAt,
    });
    expect(await session.stamp("payload")).not.toBe("");
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(statuses).toEqual(["expiring", "expired"]);
  });

  it.each([
    [5 * 60_000, 10],
    [30_000, 14.5],
  ])("is announced as far ahead as the option says: %d ms", async (expiryNotice, minutes) => {
    const { statuses } = await signedIn(expiryNotice);
    await vi.advanceTimersByTimeAsync((minutes - 0.1) * 60_000);
    expect(statuses).toEqual([]);
    await vi.advanceTimersByTimeAsync(0.2 * 60_000);
    expect(statuses).toEqual(["expiring"]);
  });

  it("is noticed as soon as the page is shown, after the device has slept [W16]", async () => {
    const page = new EventTarget();
    vi.stubGlobal("document", page);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { wallet, world, statuses } = await signedIn();
    // The wall clock goes on, and the timers do not.
    vi.setSystemTime(Date.now() + 20 * 60_000);
    page.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(statuses).toEqual(["expired"]));
    expect(wallet.serviceTime() - world.simulator.clock.now()).toBeGreaterThan(19 * 60_000);
  });

  it("is not announced if the option is 0", async () => {
    const { statuses } = await signedIn(0);
    await vi.advanceTimersByTimeAsync(16 * 60_000);
    expect(statuses).toEqual(["expired"]);
  });

  it("moves with a new sign-in, without a state between", async () => {
    const { world, wallet, session, statuses } = await signedIn();
    await vi.advanceTimersByTimeAsync(14 * 60_000);
    await world.simulator.clock.advance(14 * 60_000);
    await wallet.requestCode();
    const next = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    expect(next.id).not.toBe(session.id);
    expect(wallet.state).toMatchObject({ status: "signed-in", sessionId: next.id });
    expect(statuses).toEqual(["expiring", "signed-in"]);
  });
});

describe.each(environments)("two tabs with one store (%s)", (environment) => {
  async function tabs() {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    let nowMs = world.simulator.clock.now();
    const now = () => nowMs;
    const [one, other] = [world.wallet({ store, now }), world.wallet({ store, now })];
    for (const wallet of [one, other]) await wallet.restore();
    const pass = (milliseconds: number) => {
      nowMs += milliseconds;
    };
    return { world, one, other, pass, seen: [watch(one), watch(other)] as const };
  }

  it("both say expired if one of them notices the end", async () => {
    const { world, one, other, seen, pass } = await tabs();
    await world.signInByEmail(one);
    await vi.waitFor(() => expect(other.state.status).toBe("signed-in"));
    pass(3_600_000);
    expect(one.state.status).toBe("expired");
    await settle();
    expect(seen).toEqual([
      ["signing-in", "signed-in", "expired"],
      ["signed-in", "expired"],
    ]);
  });

  it("both say signed-out if the customer signs out after the end", async () => {
    const { world, one, other, seen, pass } = await tabs();
    await world.signInByEmail(one);
    await vi.waitFor(() => expect(other.state.status).toBe("signed-in"));
    pass(3_600_000);
    expect([one.state.status, other.state.status]).toEqual(["expired", "expired"]);
    await settle();
    await one.signOut();
    await settle();
    expect(seen.map((statuses) => statuses.at(-1))).toEqual(["signed-out", "signed-out"]);
    expect(seen[1]).toEqual(["signed-in", "expired", "signed-out"]);
  });

  it("both report a sign-out of two sessions once", async () => {
    const { world, one, other, seen } = await tabs();
    await world.signInByEmail(one);
    await one.requestCode();
    const { id } = await one.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await vi.waitFor(() => expect(other.state).toMatchObject({ sessionId: id }));
    for (const statuses of seen) statuses.length = 0;
    await one.signOut();
    await settle();
    expect(seen).toEqual([["signed-out"], ["signed-out"]]);
  });
});

it("a session that another device revoked is expired in both tabs", async () => {
  const world = await WalletWorld.create("production");
  const store = splitStore();
  const [one, other, device] = [world.wallet({ store }), world.wallet({ store }), world.wallet()];
  await other.restore();
  const seen = watch(other);
  const { id } = await world.signInByEmail(one);
  await vi.waitFor(() => expect(other.state.status).toBe("signed-in"));
  await device.requestCode();
  await device.signIn({ type: "EMAIL_OTP", otp: world.code() });
  await device.sessions.revoke(id);
  await expect(one.exportMnemonic()).rejects.toMatchObject({ name: "SessionExpiredError" });
  expect(one.state).toEqual({ status: "expired" });
  await vi.waitFor(() => expect(other.state).toEqual({ status: "expired" }));
  await settle();
  expect(seen).toEqual(["signed-in", "expired"]);
});

it("a lost sign-in to the platform, and its end, reach the other tab", async () => {
  const platform = await Platform.create();
  const { ada } = platform;
  await platform.registerEmail(ada);
  let isLost = false;
  const wallet = platform.wallet(ada, {
    fetch: (url, init) => platform.send(url, init, isLost),
  });
  const other = platform.wallet(ada);
  const [seen, seenByOther] = [watch(wallet), watch(other)];
  isLost = true;
  await expect(wallet.balance()).rejects.toMatchObject({ name: "PlatformSignInRequiredError" });
  await vi.waitFor(() => expect(other.state).toEqual({ status: "platform-sign-in-required" }));
  isLost = false;
  await wallet.credentials.list();
  await vi.waitFor(() => expect(other.state).toEqual({ status: "signed-out" }));
  await settle();
  for (const statuses of [seen, seenByOther])
    expect(statuses).toEqual(["platform-sign-in-required", "signed-out"]);
});

it("`expiryNotice` must be a duration", async () => {
  const world = await WalletWorld.create("sandbox");
  expect(() => world.wallet({ expiryNotice: -1 })).toThrow(
    expect.objectContaining({ name: "ConfigurationError", option: "expiryNotice" }),
  );
});

it.each([null, 5, "sessions-stored", {}, { event: "added-by-a-later-release" }])(
  "a message of another release of the package changes no state: %j",
  async (message) => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    const statuses = watch(wallet);
    await world.simulator.clock.advance("16m");
    await wallet.balance();
    await wallet.balance();
    expect(wallet.state).toEqual({ status: "expired" });
    const otherTab = new BroadcastChannel(`payments-sdk wallet ${world.accountId}`);
    onTestFinished(() => otherTab.close());
    otherTab.postMessage(message);
    await settle();
    expect(wallet.state).toEqual({ status: "expired" });
    expect(statuses).toEqual(["expired"]);
    otherTab.postMessage({ event: "sessions-stored", hasEnded: false });
    await vi.waitFor(() => expect(wallet.state).toEqual({ status: "signed-out" }));
  },
);
