import { PaymentsClient } from "payments-sdk";
import { memoryStore, PlatformSignInRequiredError, Wallet } from "payments-sdk/wallet";
import type { WalletState } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Platform } from "../relay/support";
import { environments, warnings, WalletWorld } from "./support";

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
    const store = memoryStore();
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
    const store = memoryStore();
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

describe("a lost sign-in to the platform", () => {
  it("differs from a proof that the service rejects", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.registerEmail(ada);
    const wallet = platform.wallet(ada);
    const wrong = await wallet.signIn({ type: "EMAIL_OTP", otp: "999999" }).catch((error: unknown) => error);
    expect(wrong).toMatchObject({ name: "AuthenticationError", status: 401 });
    expect(wrong).not.toBeInstanceOf(PlatformSignInRequiredError);

    const lost = platform.wallet({ ...ada, cookie: "platform-session=gone" });
    const problem = { name: "PlatformSignInRequiredError", status: 401, code: "NOT_SIGNED_IN" };
    for (const call of [
      () => lost.signIn({ type: "EMAIL_OTP", otp: platform.code() }),
      () => lost.balance(),
      () => lost.transactions.list(),
    ]) {
      await expect((async () => call())()).rejects.toMatchObject({ ...problem, outcome: "not-executed" });
    }
  });

  it("keeps the wallet's session", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.registerEmail(ada);
    await platform.fund(ada);
    const bank = await platform.bankAccount(ada);
    let isLost = false;
    const wallet = platform.wallet(ada, {
      fetch: (url, init) => {
        const headers = new Headers(init.headers);
        if (isLost) headers.delete("cookie");
        return platform.relay(new Request(url, { ...init, headers }));
      },
    });
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    const quote = await wallet.quotes.create({
      destination: { destinationType: "ACCOUNT", accountId: bank },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1_000_000,
    });
    const { state, session } = wallet;
    isLost = true;
    await expect(wallet.executeQuote(quote)).rejects.toBeInstanceOf(PlatformSignInRequiredError);
    expect(wallet.session).toBe(session);
    isLost = false;
    await expect(wallet.executeQuote(quote)).resolves.toMatchObject({ id: quote.id });
    expect(wallet.state).toEqual(state);
  });

  it("is a state until a call succeeds", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.registerEmail(ada);
    let fault: "lost" | "offline" | "failing" | "missing" | undefined;
    const wallet = platform.wallet(ada, {
      maxRetries: 0,
      fetch: async (url, init) => {
        if (fault === "offline") throw new TypeError("fetch failed");
        if (fault === "failing") return new Response("<h1>Bad Gateway</h1>", { status: 502 });
        if (fault === "missing") return new Response("<h1>Not Found</h1>", { status: 404 });
        const headers = new Headers(init.headers);
        if (fault === "lost") headers.delete("cookie");
        return platform.relay(new Request(url, { ...init, headers }));
      },
    });
    const { statuses } = watch(wallet);
    const call = () =>
      wallet.credentials.list().then(
        () => {},
        () => {},
      );

    fault = "lost";
    await call();
    expect(wallet.state).toEqual({ status: "platform-sign-in-required" });
    // None tells whether the platform knows the user again.
    for (fault of ["offline", "failing", "missing"] as const) await call();
    expect(wallet.state).toEqual({ status: "platform-sign-in-required" });
    // Nor does a refusal of the relay that comes before it asks who the user is.
    fault = "lost";
    const account = { currency: "USD", accountInfo: {} } as never;
    await expect(wallet.externalAccounts.create(account)).rejects.toMatchObject({ status: 404 });
    expect(wallet.state).toEqual({ status: "platform-sign-in-required" });
    fault = undefined;
    await wallet.signIn({ type: "EMAIL_OTP", otp: "999999" }).catch(() => {});
    expect(wallet.state).toEqual({ status: "signed-out" });

    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    fault = "lost";
    await call();
    fault = undefined;
    await call();
    await vi.waitFor(() =>
      expect(statuses).toEqual([
        "platform-sign-in-required",
        "signing-in",
        "signed-out",
        "signing-in",
        "signed-in",
        "platform-sign-in-required",
        "signed-in",
      ]),
    );
  });
});

it("a 401 of the client stays an AuthenticationError", async () => {
  const world = await WalletWorld.create("production");
  const payments = new PaymentsClient({ ...world.simulator.clientOptions(), clientSecret: "wrong" });
  await expect(payments.customers.list()).rejects.toMatchObject({ name: "AuthenticationError" });
});
