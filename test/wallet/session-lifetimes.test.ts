import { PaymentsClient } from "payments-sdk";

import type { StoredSession, Wallet } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clientOf } from "../support/world";
import { brokenStore, warnings, WalletWorld } from "./support";
import { splitStore } from "./split-store";
import type { SplitStore } from "./split-store";

const MINUTE_MS = 60_000;
const signOutFirst = { name: "SessionRequiredError" };

afterEach(() => {
  // Before the timers: a stub of a faked timer gives way to the fake.
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A second sign-in on the same device. */
async function signInAgain(world: WalletWorld, wallet: Wallet) {
  await wallet.requestCode();
  return wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
}

/** The entries of a world in which a customer signed in twice, five minutes apart. */
async function twoEntries() {
  const world = await WalletWorld.create("production");
  const store = splitStore();
  const wallet = world.wallet({ store });
  const first = await world.signInByEmail(wallet);
  await world.simulator.clock.advance("5m");
  const second = await signInAgain(world, wallet);
  return { world, first, second, entries: await store.listSessions(world.accountId) };
}

describe("restored sessions", () => {
  it.each([
    ["the earliest first", (entries: StoredSession[]) => entries],
    ["the earliest last", (entries: StoredSession[]) => entries.toReversed()],
  ])("are sorted by expiry, and the last one signs: %s", async (_, order) => {
    const { world, first, second, entries } = await twoEntries();
    const list = async () => order(entries);
    const wallet = world.wallet({ store: { ...splitStore(), listSessions: list } });
    expect((await wallet.restore())?.id).toBe(second.id);
    expect(wallet.sessions.held.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it("belong to this wallet, whatever the store lists", async () => {
    const { world, second, entries } = await twoEntries();
    const list = async () => [
      ...entries,
      ...entries.map((entry) => ({ ...entry, id: `${entry.id}x`, accountId: "InternalAccount:1" })),
    ];
    const wallet = world.wallet({ store: { ...splitStore(), listSessions: list } });
    expect((await wallet.restore())?.id).toBe(second.id);
    expect(wallet.sessions.held).toHaveLength(2);
  });

  it("end at their expiry by the service's clock [SES-03, SES-05]", async () => {
    const world = await WalletWorld.create("production");
    const store = splitStore();
    await world.signInByEmail(world.wallet({ store }));
    const reloaded = world.wallet({ store });
    const session = await reloaded.restore();
    expect(session?.isActive).toBe(true);
    await world.simulator.clock.advance("15m");
    await reloaded.credentials.list();
    await reloaded.credentials.list();
    expect(session?.isActive).toBe(false);
  });

  it("end by the device's clock if no offset was stored", async () => {
    const world = await WalletWorld.create("production");
    const store = splitStore();
    await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.listSessions(world.accountId);
    const { clockOffset: _, ...rest } = entry!;
    const list = async () => [rest];
    const service = world.simulator.clock.now();
    for (const [minutes, expected] of [
      [1, rest.id],
      [16, undefined],
    ] as const) {
      vi.spyOn(Date, "now").mockReturnValue(service + minutes * MINUTE_MS);
      const wallet = world.wallet({
        store: { ...splitStore(), listSessions: list },
        client: clientOf(world.simulator),
      });
      expect((await wallet.restore())?.id).toBe(expected);
    }
  });
});

describe("one response with a date far ahead", () => {
  const ahead = async (_: unknown, forward: () => Promise<Response>) => {
    const response = await forward();
    const date = new Date(Date.parse(response.headers.get("date") ?? "") + 24 * 60 * MINUTE_MS);
    return new Response(response.body, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), date: date.toUTCString() },
    });
  };

  it("ends no session, and deletes none from the store [SES-05]", async () => {
    const store = splitStore();
    const { world, wallet, session } = await WalletWorld.signedIn("production", { store });
    const { intercept } = world.wire;
    world.wire.intercept = ahead;
    await wallet.credentials.list();
    world.wire.intercept = intercept;
    expect(wallet.state).toMatchObject({ status: "signed-in", sessionId: session.id });
    expect(await store.listSessions(world.accountId)).toHaveLength(1);
    await wallet.exportMnemonic();
  });

  it("ends no session even if it is the first response of a page", async () => {
    const store = splitStore();
    const { world } = await WalletWorld.signedIn("production", { store });
    const { fetch, ...connection } = world.simulator.clientOptions();
    vi.spyOn(Date, "now").mockReturnValue(world.simulator.clock.now());
    const client = new PaymentsClient({
      ...connection,
      fetch: (url, init) => ahead(url, () => fetch(url, init)),
      logLevel: "off",
    });
    const reloaded = world.wallet({ store, client });
    const session = await reloaded.restore();
    await reloaded.credentials.list();
    expect(reloaded.session).toBe(session);
    // The second one proves it.
    await reloaded.credentials.list();
    expect(reloaded.state.status).toBe("expired");
    expect(await store.listSessions(world.accountId)).toEqual([]);
  });
});

describe("a device with a clock that is an hour behind", () => {
  /** A world on a device of that kind, and how to sign in there with one response. */
  async function behind() {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "Date"],
      now: Date.parse("2026-04-27T09:00:00Z"),
    });
    const world = await WalletWorld.create("production");
    await world.simulator.clock.advance("1h");
    const { id: credentialId } = await world.wallet().credentials.register({ type: "EMAIL_OTP" });
    const store = splitStore();
    const open = () => {
      const wallet = world.wallet({ store, client: clientOf(world.simulator) });
      const states: string[] = [];
      wallet.subscribe(({ status }) => states.push(status));
      return { wallet, states };
    };
    const signIn = (wallet: Wallet) => wallet.signIn({ type: "EMAIL_OTP", credentialId, otp: world.code() });
    return { open, signIn };
  }
  const untilAfterTheEnd = () => vi.advanceTimersByTimeAsync(16 * MINUTE_MS);

  it("tells the end of a session after a second response, whenever that comes [SES-05]", async () => {
    const { open, signIn } = await behind();
    const { wallet, states } = open();
    await signIn(wallet);
    await wallet.credentials.list();
    await untilAfterTheEnd();
    expect(states).toEqual(["signing-in", "signed-in", "expiring", "expired"]);
  });

  it("tells the end of a restored session after one response, because the stored time agrees [SES-05]", async () => {
    const { open, signIn } = await behind();
    const { wallet } = open();
    await wallet.credentials.list();
    await signIn(wallet);
    // The first page is gone.
    vi.clearAllTimers();
    const reloaded = open();
    await reloaded.wallet.restore();
    await reloaded.wallet.credentials.list();
    await untilAfterTheEnd();
    expect(reloaded.states).toEqual(["signed-in", "expiring", "expired"]);
  });
});

describe("a session store", () => {
  it("that could not write a session is not asked for it", async () => {
    const { wallet, session } = await WalletWorld.signedIn("production", {
      store: brokenStore("put"),
      logger: warnings().logger,
    });
    await wallet.exportMnemonic();
    expect(wallet.session).toBe(session);
  });

  it("receives no session that has already ended", async () => {
    const world = await WalletWorld.create("production");
    const put = vi.fn(async () => {});
    const late = world.simulator.clock.now() + 16 * MINUTE_MS;
    const wallet = world.wallet({ store: { ...splitStore(), putSession: put }, now: () => late });
    const session = await world.signInByEmail(wallet);
    expect(session.isActive).toBe(false);
    expect(put).not.toHaveBeenCalled();
  });

  it("that writes late keeps no session that has ended meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const world = await WalletWorld.create("production");
    const inner = splitStore();
    let write = () => {};
    const written = new Promise<void>((resolve) => (write = resolve));
    const put = vi.fn(async (entry: StoredSession) => {
      await written;
      await inner.putSession(entry);
    });
    const wallet = world.wallet({ store: { ...inner, putSession: put }, logger: warnings().logger });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const signingIn = wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await vi.waitUntil(() => put.mock.calls.length > 0);
    await vi.advanceTimersByTimeAsync(3_000);
    await signingIn;
    await wallet.signOut();
    write();
    await vi.advanceTimersByTimeAsync(0);
    expect(await inner.listSessions(world.accountId)).toEqual([]);
  });

  it("that stalled once is awaited again after it responds", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const world = await WalletWorld.create("production");
    const inner = splitStore();
    const { lines, logger } = warnings();
    const delays = [4_000, 2_000];
    const put: SplitStore["putSession"] = async (entry) => {
      await new Promise((resolve) => setTimeout(resolve, delays.shift()));
      await inner.putSession(entry);
    };
    const wallet = world.wallet({ store: { ...inner, putSession: put }, logger });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const first = wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await vi.waitUntil(() => delays.length === 1);
    await vi.advanceTimersByTimeAsync(4_000);
    await first;
    expect(lines).toHaveLength(1);

    await wallet.requestCode();
    const second = wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await vi.waitUntil(() => delays.length === 0);
    await vi.advanceTimersByTimeAsync(2_000);
    await second;
    expect(lines).toHaveLength(1);
    expect(await inner.listSessions(world.accountId)).toHaveLength(2);
  });
});

describe("a session after sign-out", () => {
  it("is not called expired", async () => {
    const { wallet } = await WalletWorld.signedIn("production");
    await wallet.signOut();
    await expect(wallet.exportMnemonic()).rejects.toMatchObject(signOutFirst);
  });
});

describe("a session that was ended elsewhere", () => {
  it("ends here, even if several actions notice at the same time [SES-05]", async () => {
    const { world, wallet, session } = await WalletWorld.signedIn("production");
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    const expired = expect.objectContaining({ name: "SessionExpiredError" });
    const actions = await Promise.allSettled([wallet.exportMnemonic(), wallet.exportMnemonic()]);
    expect(actions).toEqual([
      { status: "rejected", reason: expired },
      { status: "rejected", reason: expired },
    ]);
  });

  it("ends here, even if the customer has another one [SES-04]", async () => {
    const world = await WalletWorld.create("production");
    const [phone, laptop] = [world.wallet(), world.wallet()];
    const session = await world.signInByEmail(phone);
    await signInAgain(world, laptop);
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    await expect(phone.exportMnemonic()).rejects.toMatchObject({ name: "SessionExpiredError" });
    expect(phone.session).toBeUndefined();
  });
});

describe("the timer that wipes a key", () => {
  const atStart = "2026-04-27T09:00:00Z";
  const useFakeTimers = () =>
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.parse(atStart) });

  /** Timers are numbers, as in browsers and in Deno. */
  function useNumberedTimers() {
    useFakeTimers();
    const { setTimeout } = globalThis;
    vi.stubGlobal("setTimeout", (...timer: Parameters<typeof setTimeout>) => Number(setTimeout(...timer)));
  }

  it("does not keep a program alive", async () => {
    const world = await WalletWorld.create("production");
    const set = vi.spyOn(globalThis, "setTimeout");
    await world.signInByEmail(world.wallet());
    const isLong = ([, delayMs = 0]: typeof set.mock.lastCall & object) => delayMs > MINUTE_MS;
    const timers = set.mock.results.filter((_, index) => isLong(set.mock.calls[index]!));
    expect(timers.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false]);
  });

  it("is one timer for all sessions", async () => {
    useFakeTimers();
    const { world, wallet } = await WalletWorld.signedIn("production", { now: () => Date.now() });
    await signInAgain(world, wallet);
    expect(vi.getTimerCount()).toBe(1);
  });

  it("runs in a browser [SES-05]", async () => {
    useNumberedTimers();
    const world = await WalletWorld.create("production");
    vi.stubGlobal("document", new EventTarget());
    const store = splitStore();
    await world.signInByEmail(world.wallet({ store, now: () => Date.now() }));
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
    expect(await store.listSessions(world.accountId)).toEqual([]);
  });

  it("does not run if it would keep the program alive, as in Deno", async () => {
    useNumberedTimers();
    const world = await WalletWorld.create("production");
    await world.signInByEmail(world.wallet({ now: () => Date.now() }));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not run for an unreadable date: the service decides", async () => {
    useFakeTimers();
    const world = await WalletWorld.create("production");
    world.wire.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (!path.endsWith("/verify")) return response;
      return Response.json({ ...(await response.json()), expiresAt: "soon" });
    };
    const session = await world.signInByEmail(world.wallet());
    expect(session.isActive).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
