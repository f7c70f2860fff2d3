import { memoryStore, Wallet } from "payments-sdk/wallet";
import type { WalletStore } from "payments-sdk/wallet";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AMOUNT, FUNDS, modes, paymentWorld, unfinished } from "./payment-world";
import type { SplitStore } from "./split-store";
import { WalletWorld } from "./support";

const METHODS = ["get", "put", "delete", "list", "lock"] as const;

it.each(METHODS)("a store without the method %s is refused when the wallet is made", (method) => {
  const store = { ...memoryStore(), [method]: undefined };
  const options = { relay: "/wallet", accountId: "InternalAccount:1", store } as never;
  expect(() => new Wallet(options)).toThrow(new RegExp(`the method .?${method}`));
});

describe("the memory store", () => {
  const row = { hash: "a", accountId: "InternalAccount:1", purpose: "one", seenAt: 1, version: "1" };

  it("writes and deletes by the version of the stored row", async () => {
    const store = memoryStore();
    expect(await store.put("payloads", "a", row, { version: "1" })).toBe(false);
    expect(await store.put("payloads", "a", row, { version: undefined })).toBe(true);
    expect(await store.put("payloads", "a", row, { version: undefined })).toBe(false);
    expect(await store.delete("payloads", "a", { version: "2" })).toBe(false);
    expect(await store.get("payloads", "a")).toEqual(row);
    expect(await store.delete("payloads", "a", { version: "1" })).toBe(true);
    expect(await store.list("payloads", "InternalAccount:1")).toEqual([]);
  });

  it("gives up the wait for a lock when the signal aborts, and runs the next work in turn", async () => {
    const store = memoryStore();
    const { signal } = new AbortController();
    let end = () => {};
    const first = store.lock("a", () => new Promise<void>((resolve) => (end = resolve)), signal);
    const leaving = new AbortController();
    const never = vi.fn(async () => {});
    const second = expect(store.lock("a", never, leaving.signal)).rejects.toBeDefined();
    const third = vi.fn(async () => {});
    const last = store.lock("a", third, signal);
    leaving.abort();
    await second;
    expect(third).not.toHaveBeenCalled();
    end();
    await Promise.all([first, last]);
    expect(third).toHaveBeenCalledOnce();
    expect(never).not.toHaveBeenCalled();
  });
});

/** A store whose writes of payments settle when the test says so. */
function lateStore(inner: WalletStore) {
  const settle: (() => void)[] = [];
  const put = (async (table: "payments", key: string, row: never, condition: never) => {
    const result = await inner.put(table, key, row, condition);
    if (table === "payments") await new Promise<void>((resolve) => settle.push(resolve));
    return result;
  }) as WalletStore["put"];
  return { store: { ...inner, put }, settle };
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}

describe.each(modes)("a write that settles after the wallet gave up on it (%s)", (mode) => {
  const giveUp = async (inner: WalletStore, store: WalletStore) => {
    const world = await paymentWorld(mode, { store: inner as SplitStore });
    const { open, params } = world;
    const tab = open({ store });
    fakeTimers();
    const paying = expect(tab.pay(params)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      outcome: "not-executed",
    });
    await vi.waitFor(() => expect(tab.payments.progress.status).toBe("sending"));
    await vi.advanceTimersByTimeAsync(7_000);
    await paying;
    return world;
  };

  it("keeps the lock, so another tab sends nothing until the row is gone", async () => {
    const inner = memoryStore();
    const { store, settle } = lateStore(inner);
    const { open, balance, keys, params } = await giveUp(inner, store);
    const other = open({ store: inner });
    const finishing = expect(unfinished(await other.pending()).finish()).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      outcome: "not-executed",
      issues: [{ path: "payment" }],
    });
    for (const end of settle) end();
    await finishing;
    expect([await other.pending(), keys]).toEqual([[], []]);
    await other.pay(params);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("leaves the row of a payment that another tab has sent meanwhile, where tabs have no common lock", async () => {
    const inner = memoryStore();
    const late = lateStore(inner);
    // Each page has locks of its own.
    const { open, balance, params, ada } = await giveUp(inner, { ...late.store, lock: memoryStore().lock });
    const other = open({ store: { ...inner, lock: memoryStore().lock } });
    await unfinished(await other.pending()).finish();
    for (const end of late.settle) end();
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await inner.list("payments", ada.accountId)).toHaveLength(1);
    expect(await open().pending()).toMatchObject([{ outcome: "executed" }]);
    expect(await balance()).toBe(FUNDS - AMOUNT);
    expect(params.lockedCurrencyAmount).toBe(AMOUNT);
  });
});

describe("a tab that keeps a lock for ever", () => {
  it("lets others end after the total timeout, with nothing sent", async () => {
    const store = memoryStore();
    const { open, params, keys, ada, balance } = await paymentWorld("relay", { store: store as SplitStore });
    let free = () => {};
    const frozen = store.lock(
      `${ada.accountId} payments`,
      () => new Promise<void>((resolve) => (free = resolve)),
      new AbortController().signal,
    );
    const page = open();
    fakeTimers();
    const isWaiting = () => vi.waitFor(() => expect(page.payments.progress.status).toBe("sending"));
    const paying = page.pay(params, { totalTimeout: 60_000 });
    const refused = expect(paying).rejects.toMatchObject({
      code: "TIMEOUT",
      outcome: "not-executed",
      advice: "retry",
      message: expect.stringContaining("another tab is paying"),
    });
    await isWaiting();
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
    const longer = expect(page.pay(params)).rejects.toMatchObject({ code: "TIMEOUT", timeoutMs: 120_000 });
    await isWaiting();
    await vi.advanceTimersByTimeAsync(120_000);
    await longer;
    expect([keys, await page.pending()]).toEqual([[], []]);
    free();
    await frozen;
    await page.pay(params);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });
});

describe("two sign-outs of one wallet at once", () => {
  it("both end after the session has ended at the service", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    let respond = () => {};
    world.wire.intercept = async ({ method }, forward) => {
      if (method === "DELETE") await new Promise<void>((resolve) => (respond = resolve));
      return forward();
    };
    const ended: string[] = [];
    const first = wallet.signOut().then(() => ended.push("first"));
    const second = wallet.signOut().then(() => ended.push("second"));
    await vi.waitFor(() => expect(world.sent.some(({ method }) => method === "DELETE")).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ended).toEqual([]);
    // The first request asks for the challenge, the second one is signed.
    while (ended.length < 2) {
      respond();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all([first, second]);
    expect((await wallet.sessions.list()).data).toEqual([]);
  });

  it("both fail if the session may live at the service", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    world.simulator.faults.add({ kind: "refuse", operation: "DELETE /auth/sessions/{id}" });
    const ended = await Promise.allSettled([wallet.signOut(), wallet.signOut()]);
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("two tabs that sign out at once", () => {
  /** Two tabs of one wallet. The sign-out of the first has taken out the session, and waits for the service. */
  async function twoTabs(knowsSession: boolean) {
    const world = await WalletWorld.create("production");
    const store = memoryStore();
    const first = world.wallet({ store });
    await world.signInByEmail(first);
    const second = world.wallet({ store });
    if (knowsSession) await second.restore();
    let respond = (_: Response) => {};
    const responding = new Promise<Response>((resolve) => (respond = resolve));
    let isAsked = false;
    world.wire.intercept = ({ method }, forward) => {
      if (method !== "DELETE" || isAsked) return forward();
      isAsked = true;
      return responding;
    };
    const signingOut = first.signOut({ maxRetries: 0 });
    signingOut.catch(() => {});
    await vi.waitFor(() => expect(isAsked).toBe(true));
    const fail = () =>
      respond(Response.json({ status: 500, code: "INTERNAL", message: "no" }, { status: 500 }));
    world.sent.length = 0;
    return { world, store, first, second, signingOut, fail };
  }

  it("say both that the session lives, if the service did not end it", async () => {
    const { second, signingOut, fail } = await twoTabs(true);
    const other = expect(second.signOut()).rejects.toMatchObject({
      code: "SESSION_REQUIRED",
      message: expect.stringContaining("the service still has the session"),
    });
    fail();
    await expect(signingOut).rejects.toMatchObject({ status: 500 });
    await other;
    await expect(second.signOut()).resolves.toBeUndefined();
  });

  it("say both so, too, if the first one ends while the second one reads its store again", async () => {
    const { second, store, signingOut, fail } = await twoTabs(true);
    const { list } = store;
    let reads = 0;
    store.list = async (...given) => {
      reads += 1;
      if (reads > 1) await signingOut.catch(() => {});
      return list(...given);
    };
    const other = expect(second.signOut()).rejects.toMatchObject({
      code: "SESSION_REQUIRED",
      message: expect.stringContaining("the service still has the session"),
    });
    await vi.waitFor(() => expect(reads).toBeGreaterThan(1));
    fail();
    await other;
  });

  it("wait for each other, also if the second one never knew the session", async () => {
    const { second, signingOut, fail, world } = await twoTabs(false);
    let isOut = false;
    const other = second.signOut().then(() => (isOut = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isOut).toBe(false);
    fail();
    await expect(signingOut).rejects.toMatchObject({ status: 500 });
    await other;
    expect(world.sent.filter(({ method }) => method === "GET")).toEqual([]);
  });

  it("ask nothing more once the first one has ended", async () => {
    const world = await WalletWorld.create("production");
    const store = memoryStore();
    const first = world.wallet({ store });
    await world.signInByEmail(first);
    const second = world.wallet({ store });
    await second.restore();
    await first.signOut();
    world.sent.length = 0;
    await second.signOut();
    expect(world.sent).toEqual([]);
  });
});

it("a session that a sign-out could not delete is deleted at the next use of the store", async () => {
  const world = await WalletWorld.create("production");
  const inner = memoryStore();
  let isBroken = false;
  const remove: WalletStore["delete"] = async (...given) => {
    if (isBroken) throw new Error("blocked");
    return inner.delete(...given);
  };
  const wallet = world.wallet({ store: { ...inner, delete: remove }, logLevel: "off" });
  await world.signInByEmail(wallet);
  isBroken = true;
  await expect(wallet.signOut()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect(await inner.list("sessions", world.accountId)).toHaveLength(1);
  isBroken = false;
  await wallet.pending();
  expect(await inner.list("sessions", world.accountId)).toEqual([]);
});
