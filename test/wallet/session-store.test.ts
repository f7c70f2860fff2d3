import type { StoredSession } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { clientOf } from "../support/world";
import { brokenStore, environments, warnings, WalletWorld } from "./support";
import { splitStore } from "./split-store";
import type { SplitStore } from "./split-store";

describe.each(environments)("a session store (%s)", (environment) => {
  it("restores a session after a reload [SES-11]", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
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
    expect(await store.listSessions(world.accountId)).toEqual([]);
  });

  it("survives a reload on a device with a clock hours ahead [SES-05]", async () => {
    // The simulator's clock stands still; the device's is far from it, in either direction.
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const before = await world.signInByEmail(world.wallet({ store }));
    const service = world.simulator.clock.now();
    for (const hours of [-5, 5]) {
      vi.spyOn(Date, "now").mockReturnValue(service + hours * 3_600_000);
      const [entry] = await store.listSessions(world.accountId);
      await store.putSession({ ...entry!, clockOffset: -hours * 3_600_000 });
      // A client that has had no response yet, as in a page just loaded.
      const reloaded = world.wallet({ store, client: clientOf(world.simulator) });
      expect((await reloaded.restore())?.id).toBe(before.id);
    }
    vi.restoreAllMocks();
  });

  it("ends no session early by the offset of another one [SES-05]", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const { id } = await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.listSessions(world.accountId);
    const { expiresAt, clockOffset = 0 } = entry!;
    // The device's clock was five hours slow at the earlier sign-in.
    const earlier = new Date(Date.parse(expiresAt) - 60_000).toISOString();
    await store.putSession({
      ...entry!,
      id: "Session:earlier",
      expiresAt: earlier,
      clockOffset: clockOffset + 5 * 3_600_000,
    });
    const reloaded = world.wallet({ store, client: clientOf(world.simulator) });
    expect((await reloaded.restore())?.id).toBe(id);
  });

  it("keeps a session without a nickname, which a service may leave out", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const { id } = await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.listSessions(world.accountId);
    const { nickname: _, ...unnamed } = entry!;
    await store.putSession(unnamed as StoredSession);
    expect((await world.wallet({ store }).restore())?.id).toBe(id);
  });

  it("stores the clock offset with a session", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    vi.spyOn(Date, "now").mockReturnValue(world.simulator.clock.now() + 3_600_000);
    await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.listSessions(world.accountId);
    expect(entry?.clockOffset).toBeCloseTo(-3_600_000, -4);
  });

  it("finds the sign-in of another tab, and drops its sign-out", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const [one, other] = [world.wallet({ store }), world.wallet({ store })];
    await world.signInByEmail(one);

    await other.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    expect(other.session?.id).toBe(one.session?.id);

    await one.signOut();
    await expect(other.exportMnemonic()).rejects.toMatchObject({ name: "SessionRequiredError" });
    expect(other.session).toBeUndefined();
  });

  it("never touches the entries of other sessions and wallets", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const other = {
      id: "Session:other",
      accountId: "InternalAccount:other",
      credentialId: "AuthMethod:other",
      type: "PASSKEY",
      nickname: "Phone",
      createdAt: "2026-04-27T09:00:00Z",
      expiresAt: "2026-04-27T09:15:00Z",
    };
    await store.putSession(other);
    const wallet = world.wallet({ store });
    await world.signInByEmail(wallet);
    await wallet.signOut();
    expect(await store.listSessions(other.accountId)).toEqual([other]);
  });

  it("works in memory if the store rejects everything, with a warning", async () => {
    const world = await WalletWorld.create(environment);
    const { lines, logger } = warnings();
    const wallet = world.wallet({ store: brokenStore("put", "delete", "list"), logger });

    await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(wallet.signOut()).rejects.toMatchObject({ name: "StoreUnavailableError" });

    expect(lines.join("\n")).toContain("failed at `put`");
    expect(lines.join("\n")).not.toContain("BEGIN");
    expect(wallet.session).toBeUndefined();
  });

  it("may throw instead of rejecting", async () => {
    const world = await WalletWorld.create(environment);
    const { lines, logger } = warnings();
    const fail = () => {
      throw new TypeError("no storage");
    };
    const wallet = world.wallet({
      store: { ...splitStore(), putSession: fail, deleteSession: fail, listSessions: fail },
      logger,
    });
    await world.signInByEmail(wallet);
    await expect(wallet.signOut()).rejects.toMatchObject({ name: "StoreUnavailableError" });
    expect(wallet.session).toBeUndefined();
    expect(lines.map((line) => /`(\w+)` \(TypeError\)/.exec(line)?.[1])).toEqual(["put", "list", "delete"]);
  });

  it("keeps the session in memory if the store can write but not read", async () => {
    const world = await WalletWorld.create(environment);
    const { lines, logger } = warnings();
    const wallet = world.wallet({ store: brokenStore("list"), logger });
    await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    expect(lines.join("\n")).toContain("failed at `list`");
  });
});

describe("a stored entry (production)", () => {
  it("is skipped without a usable key, with a warning", async () => {
    const world = await WalletWorld.create("production");
    const store = splitStore();
    await world.signInByEmail(world.wallet({ store }));
    const [entry] = await store.listSessions(world.accountId);
    if (entry?.key === undefined) throw new Error("no key in the store");
    const { key, ...rest } = entry;
    await store.putSession(rest);
    await store.putSession({ ...entry, id: "Session:broken", key: { ...key, publicKey: "00" } });
    const { lines, logger } = warnings();
    const wallet = world.wallet({ store, logger });
    expect(await wallet.restore()).toBeUndefined();
    expect(lines).toHaveLength(2);
    // Each action reads the list. The wallet reports a row once.
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ name: "SessionRequiredError" });
    expect(lines).toHaveLength(2);
  });

  it.each([
    ["null", null],
    ["undefined", undefined],
    ["a text", "[]"],
    ["a number", 5],
    ["an object", { 0: "entry" }],
  ])("is skipped with a warning if the list is %s", async (_, list) => {
    const world = await WalletWorld.create("production");
    const { lines, logger } = warnings();
    const store = { ...splitStore(), listSessions: async () => list as unknown as StoredSession[] }; // Wrong on purpose.
    const wallet = world.wallet({ store, logger });
    expect(await wallet.restore()).toBeUndefined();
    expect(lines).toEqual([expect.stringContaining("failed at `list`")]);
    await world.signInByEmail(wallet);
    await expect(wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" })).resolves.toBeDefined();
  });

  it("is skipped with a warning if it is not a session; the others are restored", async () => {
    const world = await WalletWorld.create("production");
    const store = splitStore();
    const { id } = await world.signInByEmail(world.wallet({ store }));
    const [good] = await store.listSessions(world.accountId);
    if (good === undefined) throw new Error("nothing stored");
    const garbage: unknown[] = [
      null,
      undefined,
      5,
      "session",
      [],
      {},
      { ...good, id: 7 },
      { ...good, id: "Session:damaged", expiresAt: null },
    ];
    const { lines, logger } = warnings();
    const list = async () => [...garbage, good] as StoredSession[]; // Wrong on purpose.
    const wallet = world.wallet({ store: { ...store, listSessions: list }, logger });
    expect((await wallet.restore())?.id).toBe(id);
    expect(wallet.sessions.held).toHaveLength(1);
    expect(lines).toHaveLength(garbage.length);
    expect(lines.every((line) => line.includes("is not a session"))).toBe(true);
  });

  it("ends its session when the list no longer has it", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({ store: { ...splitStore(), listSessions: async () => [] } });
    await world.signInByEmail(wallet);
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ name: "SessionRequiredError" });
  });
});

/** A store that responds when the test lets it. */
function hangingStore() {
  const inner = splitStore();
  let resume = () => {};
  let pause: Promise<void> | undefined = new Promise((resolve) => (resume = resolve));
  const calls: string[] = [];
  const wait = <Parameters extends unknown[], Result>(
    name: string,
    call: (...parameters: Parameters) => Promise<Result>,
  ) => {
    return async (...parameters: Parameters): Promise<Result> => {
      calls.push(name);
      await pause;
      return call(...parameters);
    };
  };
  const store: SplitStore = {
    ...inner,
    get: wait("get", inner.get.bind(inner)) as SplitStore["get"],
    putSession: wait("put", inner.putSession),
    deleteSession: wait("delete", inner.deleteSession),
    list: wait("list", inner.list.bind(inner)) as SplitStore["list"],
  };
  return {
    store,
    inner,
    calls,
    respond: () => {
      pause = undefined;
      resume();
    },
  };
}

/** Runs the fake clock until the promise settles, for less than a second. A wait for a stalled store takes longer. */
async function settledSoon<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => void (isSettled = true);
  promise.then(settle, settle);
  for (let turn = 0; !isSettled; turn += 1) {
    // Cryptography takes real time: on a busy machine more than the turns in which the clock runs.
    if (turn > 50_000) throw new Error("it waits for the store");
    await vi.advanceTimersByTimeAsync(turn < 900 ? 1 : 0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return promise;
}

describe("a stalled store (production)", () => {
  afterEach(() => void vi.useRealTimers());

  const useFakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

  it("is awaited once for 3 seconds, and the wallet continues in memory", async () => {
    useFakeTimers();
    const world = await WalletWorld.create("production");
    const { store, calls } = hangingStore();
    const { lines, logger } = warnings();
    const wallet = world.wallet({ store, logger });
    await wallet.credentials.register({ type: "EMAIL_OTP" });

    let isSignedIn = false;
    const signingIn = wallet.signIn({ type: "EMAIL_OTP", otp: world.code() }).then((session) => {
      isSignedIn = true;
      return session;
    });
    await vi.waitUntil(() => calls.includes("put"));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(isSignedIn).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    const session = await signingIn;
    expect(wallet.session).toBe(session);
    expect(lines).toEqual([expect.stringContaining("failed at `put` (TimeoutError)")]);

    const acting = wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(settledSoon(acting)).resolves.toMatchObject({ type: "PASSKEY" });
    await expect(settledSoon(wallet.signOut())).rejects.toMatchObject({ name: "StoreUnavailableError" });
    expect(wallet.session).toBeUndefined();
    expect((await wallet.sessions.list()).data).toEqual([]);
  });

  it("keeps no entry if it writes after the sign-out", async () => {
    useFakeTimers();
    const world = await WalletWorld.create("production");
    const { store, inner, calls, respond } = hangingStore();
    const { logger } = warnings();
    const wallet = world.wallet({ store, logger });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const signingIn = wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await vi.waitUntil(() => calls.includes("put"));
    await vi.advanceTimersByTimeAsync(3_000);
    await signingIn;
    await expect(settledSoon(wallet.signOut())).rejects.toMatchObject({ name: "StoreUnavailableError" });
    respond();
    await vi.advanceTimersByTimeAsync(0);
    expect(await inner.listSessions(world.accountId)).toEqual([]);
  });

  it("is used again as soon as it responds", async () => {
    useFakeTimers();
    const world = await WalletWorld.create("production");
    const { store, inner, calls, respond } = hangingStore();
    const { lines, logger } = warnings();
    const wallet = world.wallet({ store, logger });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const signingIn = wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await vi.waitUntil(() => calls.includes("put"));
    await vi.advanceTimersByTimeAsync(3_000);
    const first = await signingIn;
    respond();
    await vi.advanceTimersByTimeAsync(0);

    await wallet.requestCode();
    const second = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    const stored = await inner.listSessions(world.accountId);
    expect(stored.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(lines).toHaveLength(1);
  });

  it("does not keep a program alive", async () => {
    const world = await WalletWorld.create("production");
    const { store, calls, respond } = hangingStore();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const restoring = world.wallet({ store }).restore();
    expect(calls).toEqual(["list"]);
    expect(timers()).toBe(before);
    respond();
    await restoring;
  });
});
