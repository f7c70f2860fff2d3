import type { StoredSession, WalletRequestOptions, WalletSession } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ownTimers } from "../support/own-timers";
import { brokenStore, environments, warnings, WalletWorld } from "./support";
import { splitStore } from "./split-store";
import type { SplitStore } from "./split-store";

afterEach(() => void vi.unstubAllGlobals());

describe.each(environments)("signing out (%s)", (environment) => {
  it("leaves no timer behind", async () => {
    const world = await WalletWorld.create(environment);
    const timers = ownTimers();
    const wallet = world.wallet();
    await world.signInByEmail(wallet);
    expect(timers.size).toBe(1);
    await wallet.signOut();
    expect(timers.size).toBe(0);
  });

  it("removes the service's session, the key and the stored entry [SES-09, SES-10]", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const wallet = world.wallet({ store });
    const session = await world.signInByEmail(wallet);
    expect(await store.listSessions(world.accountId)).toHaveLength(1);

    await wallet.signOut();

    expect(wallet.session).toBeUndefined();
    expect(await store.listSessions(world.accountId)).toEqual([]);
    await expect(session.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
    const { data } = await wallet.sessions.list();
    expect(data).toEqual([]);
    await expect(wallet.sessions.revoke(session.id)).rejects.toMatchObject({ status: 404 });
  });

  it("succeeds with a store that returns no promises", async () => {
    const world = await WalletWorld.create(environment);
    const rows = new Map<string, StoredSession>();
    const store = {
      ...splitStore(),
      putSession: (row: StoredSession) => void rows.set(row.id, row),
      deleteSession: (id: string) => void rows.delete(id),
      listSessions: () => [...rows.values()],
    };
    const wallet = world.wallet({ store: store as unknown as SplitStore });
    await world.signInByEmail(wallet);
    expect(rows.size).toBe(1);
    await wallet.signOut();
    expect(rows.size).toBe(0);
  });

  it("is not undone by a restore that has read the store before the removal", async () => {
    const world = await WalletWorld.create(environment);
    const inner = splitStore();
    const reads: (() => void)[] = [];
    const list = vi.fn(inner.listSessions);
    const wallet = world.wallet({ store: { ...inner, listSessions: list } });
    await world.signInByEmail(wallet);
    list.mockImplementation(async (accountId) => {
      const rows = await inner.listSessions(accountId);
      await new Promise<void>((resolve) => reads.push(resolve));
      return rows;
    });
    const [out, restored] = [wallet.signOut(), wallet.restore()];
    expect(reads).toHaveLength(0);
    await vi.waitFor(() => expect(reads).toHaveLength(2));
    list.mockImplementation(inner.listSessions);
    reads[0]?.();
    await out;
    reads[1]?.();
    expect(await restored).toBeUndefined();
    expect(wallet.state.status).toBe("signed-out");
  });

  it("is not undone by a restore during the removal", async () => {
    const world = await WalletWorld.create(environment);
    const inner = splitStore();
    const remove = vi.fn(inner.deleteSession);
    const wallet = world.wallet({ store: { ...inner, deleteSession: remove } });
    await world.signInByEmail(wallet);
    remove.mockImplementationOnce(async (id) => {
      await wallet.restore();
      await inner.deleteSession(id);
    });
    await wallet.signOut();
    expect(remove).toHaveBeenCalled();
    expect(wallet.session).toBeUndefined();
    expect(wallet.state.status).toBe("signed-out");
  });

  it("ends a session that a refresh is still storing", async () => {
    const world = await WalletWorld.create(environment);
    const inner = splitStore();
    const put = vi.fn(inner.putSession);
    const wallet = world.wallet({ store: { ...inner, putSession: put } });
    await world.signInByEmail(wallet);
    const ended: Promise<void>[] = [];
    put.mockImplementationOnce(async (entry) => {
      ended.push(wallet.signOut());
      await inner.putSession(entry);
    });
    await expect(wallet.refresh()).rejects.toMatchObject({ name: "SessionRequiredError" });
    await Promise.all(ended);
    expect(ended).toHaveLength(1);
    expect((await wallet.sessions.list()).data).toEqual([]);
  });

  it("ends a session that a refresh in another tab has stored before the removal", async () => {
    const world = await WalletWorld.create(environment);
    const inner = splitStore();
    const put = vi.fn(inner.putSession);
    const refreshing = world.wallet({ store: { ...inner, putSession: put } });
    await world.signInByEmail(refreshing);
    const stored = new Promise<() => void>((reach) => {
      put.mockImplementationOnce((entry) =>
        new Promise<void>((resolve) => reach(resolve)).then(() => inner.putSession(entry)),
      );
    });
    await world.simulator.clock.advance("5m");
    const refreshed = refreshing.refresh();
    const store = await stored;
    const remove = vi.fn(inner.deleteSession).mockImplementationOnce(async (id) => {
      store();
      await refreshed;
      await inner.deleteSession(id);
    });
    const wallet = world.wallet({ store: { ...inner, deleteSession: remove } });
    await wallet.signOut();
    expect(await inner.listSessions(world.accountId)).toEqual([]);
    expect((await wallet.sessions.list()).data).toEqual([]);
    expect(wallet.state.status).toBe("signed-out");
    await expect(refreshing.exportMnemonic()).rejects.toMatchObject({ name: "SessionRequiredError" });
  });

  it("removes a damaged row of the wallet, and none of another wallet [SES-10]", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const { logger } = warnings();
    const { id, accountId } = await world.signInByEmail(world.wallet({ store }));
    const other = { id: "Session:other", accountId: "InternalAccount:other" } as StoredSession;
    await store.putSession({ id: "Session:damaged", accountId } as StoredSession);
    await store.putSession(other);
    const [good] = await store.listSessions(accountId);
    const key = {} as NonNullable<StoredSession["key"]>;
    await store.putSession({ ...good!, id: "Session:without-key", key });
    await store.putSession({ ...good!, id });
    await world.wallet({ store, logger }).signOut();
    expect(await store.listSessions(accountId)).toEqual([]);
    expect(await store.listSessions(other.accountId)).toEqual([other]);
  });

  it("succeeds if the store has a row without an id, which nothing can delete [SES-10]", async () => {
    const inner = splitStore();
    const store = {
      ...inner,
      listSessions: async (accountId: string) =>
        [null, { accountId }, ...(await inner.listSessions(accountId))] as never,
      deleteSession: async (id: string) => {
        if (typeof id !== "string") throw new TypeError("not a key");
        await inner.deleteSession(id);
      },
    };
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet({ store, logger: warnings().logger });
    await world.signInByEmail(wallet);
    await wallet.signOut();
    expect(await inner.listSessions(world.accountId)).toEqual([]);
  });

  it("empties the store before the service responds: the customer may close the page", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const wallet = world.wallet({ store });
    await world.signInByEmail(wallet);
    const stored: unknown[] = [];
    world.wire.intercept = async ({ method }, forward) => {
      const response = await forward();
      if (method === "DELETE") stored.push(...(await store.listSessions(world.accountId)));
      return response;
    };
    await wallet.signOut();
    expect(stored).toEqual([]);
  });

  it("ends every session of the device, and may be repeated [SES-09]", async () => {
    const { world, wallet } = await WalletWorld.signedIn(environment);
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await wallet.signOut();
    await wallet.signOut();
    expect((await wallet.sessions.list()).data).toEqual([]);
    expect(wallet.sessions.held).toEqual([]);
  });

  it("wipes the keys even if the service fails, and throws its error", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const wallet = world.wallet({ store });
    const session = await world.signInByEmail(wallet);
    world.simulator.faults.add({ kind: "refuse", operation: "DELETE /auth/sessions/{id}" });

    await expect(wallet.signOut()).rejects.toMatchObject({ name: "ConnectionError" });

    expect(wallet.session).toBeUndefined();
    expect(await store.listSessions(world.accountId)).toEqual([]);
    await expect(session.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
  });

  it("succeeds for a session that has already ended [SES-05]", async () => {
    const { world, wallet } = await WalletWorld.signedIn(environment);
    // The wallet does not know yet: no response has told the time.
    await world.simulator.clock.advance("16m");
    await expect(wallet.signOut()).resolves.toBeUndefined();
    expect(wallet.session).toBeUndefined();
  });

  it("does not take a 401 for the end of a session that the service still lists [SES-09]", async () => {
    const { world, wallet } = await WalletWorld.signedIn(environment);
    world.wire.intercept = ({ method }, forward) =>
      method === "DELETE"
        ? Response.json({ status: 401, code: "UNAUTHORIZED", message: "The stamp is wrong" }, { status: 401 })
        : forward();

    await expect(wallet.signOut()).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
  });

  it.each(["list", "delete"] as const)("rejects if the store fails at %s [W20]", async (method) => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const wallet = world.wallet({ store, logger: warnings().logger });
    await world.signInByEmail(wallet);
    const failure = vi.spyOn(store, method).mockRejectedValue(new Error("blocked"));
    await expect(wallet.signOut()).rejects.toMatchObject({ name: "StoreUnavailableError" });
    await expect(wallet.signOut()).rejects.toThrow("sign out again");
    failure.mockRestore();
    await expect(wallet.signOut()).resolves.toBeUndefined();
  });

  it("keeps a session that signs in meanwhile [SES-04, SES-09]", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    const wallet = world.wallet({ store });
    const old = await world.signInByEmail(wallet);
    await wallet.requestCode();
    let signingIn: Promise<WalletSession> | undefined;
    world.wire.intercept = async (request, forward) => {
      if (request.method === "DELETE")
        await (signingIn ??= wallet.signIn({ type: "EMAIL_OTP", otp: world.code() }));
      return forward();
    };

    await wallet.signOut();

    const fresh = await signingIn;
    expect(wallet.session).toBe(fresh);
    expect(await fresh?.stamp("anything")).toEqual(expect.any(String));
    await expect(old.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" });
    expect((await store.listSessions(world.accountId)).map(({ id }) => id)).toEqual([fresh?.id]);
    expect((await wallet.sessions.list()).data.map(({ id }) => id)).toEqual([fresh?.id]);
  });

  it.each([
    ["the store throws", {}, ["put", "delete", "list"] as const],
    ["the options are null", null, [] as const],
    ["the signal is not a signal", { signal: "now" }, [] as const],
    ["the bound is invalid", { totalTimeout: 0 }, [] as const],
    ["the call was aborted before", { signal: AbortSignal.abort("enough") }, [] as const],
  ])("wipes the keys if %s", async (_, options, broken) => {
    const world = await WalletWorld.create(environment);
    const { logger } = warnings();
    const wallet = world.wallet({ store: brokenStore(...broken), logger });
    const session = await world.signInByEmail(wallet);

    // Wrong on purpose.
    await wallet.signOut(options as WalletRequestOptions).catch(() => undefined);

    // After an abort, the keys and the stored entries are wiped in the background.
    await vi.waitFor(() =>
      expect(session.stamp("anything")).rejects.toMatchObject({ name: "SessionExpiredError" }),
    );
    expect(wallet.session).toBeUndefined();
  });

  it("reports invalid options after it has wiped the stored entries", async () => {
    const world = await WalletWorld.create(environment);
    const store = splitStore();
    await world.signInByEmail(world.wallet({ store }));
    const reloaded = world.wallet({ store });
    // Wrong on purpose.
    await expect(
      reloaded.signOut({ timeout: "soon" } as unknown as WalletRequestOptions),
    ).rejects.toMatchObject({
      name: "InvalidRequestError",
      operation: "wallet.signOut",
      outcome: "not-executed",
    });
    expect(await store.listSessions(world.accountId)).toEqual([]);
  });
});
