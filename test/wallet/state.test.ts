import { Wallet } from "payments-sdk/wallet";
import type { WalletState } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { environments, warnings, WalletWorld } from "./support";
import { splitStore } from "./split-store";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Every state that a listener saw, by its status. */
function watch(wallet: Wallet): { statuses: string[]; stop: () => void } {
  const statuses: string[] = [];
  const stop = wallet.subscribe(() => statuses.push(wallet.state.status));
  return { statuses, stop };
}

describe.each(environments)("the state of a wallet (%s)", (environment) => {
  it("follows a sign-in and a sign-out", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const { statuses, stop } = watch(wallet);
    expect(wallet.state).toEqual({ status: "signed-out" });

    const session = await world.signInByEmail(wallet);
    expect(wallet.state).toEqual({
      status: "signed-in",
      sessionId: session.id,
      credentialId: session.credentialId,
      until: session.expiresAt,
    });
    await wallet.signOut();
    expect(wallet.state).toEqual({ status: "signed-out" });
    expect(statuses).toEqual(["signing-in", "signed-in", "signed-out"]);

    stop();
    await wallet.credentials.list();
    await wallet.signIn({ type: "EMAIL_OTP", otp: "wrong" }).catch(() => {});
    expect(statuses).toHaveLength(3);
  });

  it("is signed-out again after a failed sign-in", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const { statuses } = watch(wallet);
    await expect(wallet.signIn({ type: "EMAIL_OTP", otp: "999999" })).rejects.toThrow();
    await vi.waitFor(() => expect(statuses).toEqual(["signing-in", "signed-out"]));
  });

  it("is one frozen object until something changes", async () => {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet();
    const before = wallet.state;
    expect(wallet.state).toBe(before);
    await world.signInByEmail(wallet);
    const after = wallet.state;
    expect(after).not.toBe(before);
    await wallet.credentials.list();
    expect(wallet.state).toBe(after);
    expect(Object.isFrozen(before) && Object.isFrozen(after)).toBe(true);
  });

  it("expires by the service's clock, even if the device's is an hour behind", async () => {
    vi.useFakeTimers();
    const world = await WalletWorld.create(environment);
    vi.setSystemTime(world.simulator.clock.now() - 3_600_000);
    const wallet = world.wallet();
    await world.signInByEmail(wallet);
    const { statuses } = watch(wallet);

    await vi.advanceTimersByTimeAsync(12 * 60_000);
    expect(statuses).toEqual([]);
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(statuses).toEqual(["expiring", "expired"]);
    expect(wallet.state).toEqual({ status: "expired" });
  });

  it("follows another tab with the same store", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const [one, other] = [world.wallet({ store }), world.wallet({ store })];
    const { statuses, stop } = watch(other);

    const session = await world.signInByEmail(one);
    await vi.waitFor(() => expect(other.state).toMatchObject({ status: "signed-in", sessionId: session.id }));
    await one.signOut();
    await vi.waitFor(() => expect(other.state).toEqual({ status: "signed-out" }));
    expect(statuses).toEqual(["signed-in", "signed-out"]);

    stop();
    await one.requestCode();
    await one.signIn({ type: "EMAIL_OTP", otp: world.code() });
    expect(statuses).toHaveLength(2);
    await one.signOut();
  });
});

it("a restore forgets a session that another tab has signed out, also without a subscription", async () => {
  const world = await WalletWorld.create("production");
  const store = splitStore();
  const wallet = world.wallet({ store });
  await world.signInByEmail(wallet);
  await world.wallet({ store }).signOut();
  expect(await wallet.restore()).toBeUndefined();
  expect(wallet.state.status).toBe("signed-out");
});

describe("a wallet's subscription", () => {
  it("reports no earlier change, and nothing while the state is being read", async () => {
    const world = await WalletWorld.create("production");
    let now = world.simulator.clock.now();
    const wallet = world.wallet({ now: () => now });
    await world.signInByEmail(wallet);
    const { statuses } = watch(wallet);
    await expect(wallet.signIn({ type: "EMAIL_OTP", otp: "999999" })).rejects.toThrow();
    expect(statuses).toEqual([]);

    now += 3_600_000;
    expect(wallet.state.status).toBe("expired");
    expect(statuses).toEqual([]);
    await Promise.resolve();
    expect(statuses).toEqual(["expired"]);
  });

  it("leaves no channel open, and does not keep a program alive", async () => {
    let [open, referenced] = [0, 0];
    class Counted extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        open += 1;
        referenced += 1;
      }
      unref() {
        referenced -= 1;
      }
      override close() {
        open -= 1;
        super.close();
      }
    }
    vi.stubGlobal("BroadcastChannel", Counted);
    const { wallet } = await WalletWorld.signedIn("production");
    expect(open).toBe(0);
    const stops = [watch(wallet).stop, watch(wallet).stop];
    expect([open, referenced]).toEqual([1, 0]);
    await wallet.signOut();
    stops[0]?.();
    expect(open).toBe(1);
    for (const stop of [...stops, ...stops]) stop();
    expect([open, referenced]).toEqual([0, 0]);
  });

  it("reads the store again when the browser shows a kept page, which has missed the messages of others", async () => {
    const page = new EventTarget();
    for (const name of ["addEventListener", "removeEventListener"] as const)
      vi.stubGlobal(name, page[name].bind(page));
    vi.stubGlobal("BroadcastChannel", undefined);
    const show = (persisted: boolean) =>
      page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    const world = await WalletWorld.create("production");
    const store = splitStore();
    const wallet = world.wallet({ store });
    await world.signInByEmail(wallet);
    await wallet.pending();
    const { statuses, stop } = watch(wallet);
    await world.wallet({ store }).signOut();
    show(false);
    expect(wallet.payments.isCurrent).toBe(true);
    show(true);
    expect(wallet.payments.isCurrent).toBe(false);
    await vi.waitFor(() => expect(statuses.at(-1)).toBe("signed-out"));
    stop();
    await wallet.pending();
    show(true);
    expect(wallet.payments.isCurrent).toBe(true);
  });

  it("works without BroadcastChannel, and with one that fails", async () => {
    const world = await WalletWorld.create("production");
    const failing = class {
      constructor() {
        throw new Error("not here");
      }
    };
    for (const channel of [undefined, failing]) {
      vi.stubGlobal("BroadcastChannel", channel);
      const wallet = world.wallet();
      const { statuses, stop } = watch(wallet);
      await wallet.credentials.register({ type: "EMAIL_OTP" }).catch(() => wallet.requestCode());
      await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
      await wallet.signOut();
      expect(statuses).toEqual(["signing-in", "signed-in", "signed-out"]);
      stop();
    }
  });

  it("uses no platform API before somebody subscribes or signs in", () => {
    const touched = vi.fn();
    vi.stubGlobal("BroadcastChannel", touched);
    vi.stubGlobal("setTimeout", touched);
    const wallet = new Wallet({ relay: "/wallet", accountId: "InternalAccount:1" });
    expect(wallet.state).toEqual({ status: "signed-out" });
    expect(touched).not.toHaveBeenCalled();
    wallet.subscribe(() => {});
    expect(touched).toHaveBeenCalledOnce();
  });

  it("is bound, and reports only wallets of its own account", async () => {
    const [world, stranger] = [
      await WalletWorld.create("production"),
      await WalletWorld.create("production", { seed: "another" }),
    ];
    expect(stranger.accountId).not.toBe(world.accountId);
    const store = splitStore();
    const list = vi.spyOn(store, "list");
    const wallet = world.wallet({ store });
    const { subscribe } = wallet;
    const stop = subscribe(() => {});
    await stranger.signInByEmail(stranger.wallet());
    await new Promise((resolve) => setImmediate(resolve));
    expect(list).not.toHaveBeenCalled();
    const [same] = [world.wallet()];
    await world.signInByEmail(same);
    await vi.waitFor(() => expect(list).toHaveBeenCalled());
    stop();
  });

  it("calls every listener even if one throws, and no call changes", async () => {
    const world = await WalletWorld.create("production");
    const { lines, logger } = warnings();
    const wallet = world.wallet({ logger });
    const heard: WalletState[] = [];
    wallet.subscribe(() => {
      throw new RangeError("secret of the page");
    });
    wallet.subscribe(async () => {
      throw new SyntaxError("secret of the page");
    });
    const listener = () => heard.push(wallet.state);
    const stops = [wallet.subscribe(listener), wallet.subscribe(listener)];
    await world.signInByEmail(wallet);
    expect(heard.map(({ status }) => status)).toEqual(["signing-in", "signing-in", "signed-in", "signed-in"]);
    stops[0]?.();
    await wallet.signOut();
    expect(heard).toHaveLength(5);
    expect(lines.join("\n")).toContain("a listener of `wallet.subscribe` failed (RangeError)");
    expect(lines.join("\n")).toContain("a listener of `wallet.subscribe` failed (SyntaxError)");
    expect(lines.join("\n")).not.toContain("secret of the page");
  });

  it("accepts only functions", () => {
    const wallet = new Wallet({ relay: "/wallet", accountId: "InternalAccount:1" });
    expect(() => Reflect.apply(wallet.subscribe, undefined, [undefined])).toThrow(
      expect.objectContaining({ name: "InvalidRequestError", operation: "wallet.subscribe" }),
    );
  });
});
