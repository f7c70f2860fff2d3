import type { Wallet, WalletClientOptions } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { environments, warnings, WalletWorld } from "./support";
import type { Environment } from "./support";
import { splitStore } from "./split-store";

const MINUTE_MS = 60_000;
const refreshPath = /\/refresh$/;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The real one: the tests fake the others. */
const { setTimeout: setRealTimeout } = globalThis;
const settle = (realMs = 10) => new Promise((resolve) => setRealTimeout(resolve, realMs));

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

/** Every status that a listener saw. A listener also hears of other changes. */
function watch(wallet: Wallet): string[] {
  const statuses: string[] = [];
  wallet.subscribe(({ status }) => {
    if (statuses.at(-1) !== status) statuses.push(status);
  });
  return statuses;
}

/** A wallet that is signed in by passkey. */
async function signedIn(environment: Environment, options: Partial<WalletClientOptions> = {}) {
  // Requests take real time. Their limit must not end them while the fake clock moves.
  const world = await WalletWorld.create(environment, {}, { timeout: 24 * 60 * MINUTE_MS });
  vi.setSystemTime(world.simulator.clock.now());
  const wallet = world.wallet(options);
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  const session = await wallet.signIn({ type: "PASSKEY" });
  /** Moves the clocks of the service and of the device in small steps. */
  const pass = async (minutes: number) => {
    for (let half = 0; half < 2 * minutes; half += 1) {
      await world.simulator.clock.advance(MINUTE_MS / 2);
      await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
      // Only a session that is expiring has work to wait for.
      await settle(wallet.state.status === "expiring" ? 10 : 0);
    }
  };
  return { world, wallet, session, pass };
}

describe.each(environments)("wallet.refresh (%s)", (environment) => {
  it.each(["held", "sealed"] as const)(
    "opens a session with a new key before the old one ends, without signed-out between (%s)",
    async (sessionKeys) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const { world, wallet, session, pass } = await signedIn(environment, { sessionKeys });
      const statuses = watch(wallet);
      await pass(14);
      const refreshed = await wallet.refresh();
      expect(refreshed).toMatchObject({
        type: "PASSKEY",
        credentialId: session.credentialId,
        signedInAt: session.signedInAt,
      });
      expect(wallet.session).toBe(refreshed);
      const sent = world.sentTo("POST", refreshPath);
      expect(sent.map(({ path }) => path)).toEqual([
        `/auth/sessions/${session.id}/refresh`,
        `/auth/sessions/${session.id}/refresh`,
      ]);
      const { clientPublicKey } = JSON.parse(sent[0]?.body ?? "") as { clientPublicKey: string };
      expect(clientPublicKey).toMatch(sessionKeys === "held" ? /^0[23]/ : /^04/);
      if (environment === "production" && sessionKeys === "held")
        expect(refreshed.publicKey).toBe(clientPublicKey);

      // The old session is over, and the new one signs.
      await pass(10);
      expect(session.isActive).toBe(false);
      expect((await wallet.executeQuote(await world.quote())).status).not.toBe("PENDING");
      expect(statuses).toEqual(["expiring", "signed-in"]);
    },
  );

  it("survives a reload, with the time of the sign-in", async () => {
    const store = splitStore();
    const { world, wallet, session } = await signedIn(environment, { store, sessionKeys: "held" });
    await wallet.refresh();
    const last = await wallet.refresh();
    const reloaded = world.wallet({ store });
    expect(await reloaded.restore()).toMatchObject({ id: last.id, signedInAt: session.signedInAt });
    await reloaded.signOut();
    expect((await wallet.sessions.list()).data).toEqual([]);
  });
});

describe("a refresh", () => {
  it("without a session asks for a sign-in", async () => {
    const world = await WalletWorld.create("production");
    expect(await caught(world.wallet().refresh())).toMatchObject({ name: "SessionRequiredError" });
    expect(world.sent).toEqual([]);
  });

  it("after the end of the session says so, and sends nothing", async () => {
    const { world, wallet } = await signedIn("production");
    await world.simulator.clock.advance("16m");
    await wallet.credentials.list();
    await wallet.credentials.list();
    expect(await caught(wallet.refresh())).toMatchObject({ name: "SessionExpiredError" });
    expect(world.sentTo("POST", refreshPath)).toEqual([]);
  });

  it.each(["this tab", "another tab"])("does not sign in again after a sign-out in %s", async (tab) => {
    const store = splitStore();
    const { world, wallet } = await signedIn("production", { store, sessionKeys: "held" });
    const other = world.wallet({ store });
    await other.restore();
    world.wire.intercept = async ({ path, headers }, forward) => {
      const response = await forward();
      if (refreshPath.test(path) && "service-wallet-signature" in headers)
        await (tab === "this tab" ? wallet : other).signOut();
      return response;
    };
    expect(await caught(wallet.refresh())).toMatchObject({
      name: "SessionRequiredError",
      code: "SESSION_REQUIRED",
      advice: "fix",
    });
    expect(wallet.state.status).toBe("signed-out");
    expect(await store.listSessions(world.accountId)).toEqual([]);
    expect((await wallet.sessions.list()).data).toEqual([]);
  });

  it("of a session that was revoked elsewhere ends it here", async () => {
    const { world, wallet } = await signedIn("production");
    await world.wallet().signIn({ type: "PASSKEY" });
    const other = world.wallet();
    await other.signIn({ type: "PASSKEY" });
    await other.sessions.revoke(wallet.session?.id ?? "");
    expect(await caught(wallet.refresh())).toMatchObject({ name: "SessionExpiredError" });
    expect(wallet.state.status).toBe("expired");
  });

  it.each(["first", "signed"] as const)(
    "with a lost response keeps the old session and says so (%s request)",
    async (lost) => {
      const { world, wallet, session } = await signedIn("production", { sessionKeys: "held" });
      const isLost = (headers: Record<string, string>) =>
        "service-wallet-signature" in headers === (lost === "signed");
      world.wire.intercept = async ({ path, headers }, forward) => {
        const response = await forward();
        if (refreshPath.test(path) && isLost(headers)) throw new TypeError("the connection was lost");
        return response;
      };
      const error = await caught(wallet.refresh({ maxRetries: 0 }));
      expect(error).toMatchObject({
        name: "RefreshLostError",
        code: "REFRESH_LOST",
        outcome: "unknown",
        advice: "retry",
        until: session.expiresAt,
        message: expect.stringContaining(session.expiresAt),
      });
      expect(wallet.session).toBe(session);
      world.wire.intercept = (_, forward) => forward();
      expect((await wallet.refresh()).id).not.toBe(session.id);
    },
  );

  it("that is aborted keeps the old session, too", async () => {
    const { world, wallet, session } = await signedIn("production");
    const controller = new AbortController();
    world.wire.intercept = (_, forward) => {
      controller.abort();
      return forward();
    };
    const error = await caught(wallet.refresh({ signal: controller.signal }));
    expect(error).toMatchObject({ code: "ABORTED" });
    expect(wallet.session).toBe(session);
  });

  it("at a service without it fails, and the session signs on", async () => {
    const { world, wallet, session } = await signedIn("production");
    world.wire.intercept = ({ path }, forward) =>
      refreshPath.test(path)
        ? Response.json({ status: 404, code: "NOT_FOUND", message: "No such path" }, { status: 404 })
        : forward();
    expect(await caught(wallet.refresh())).toMatchObject({ name: "NotFoundError", status: 404 });
    expect(wallet.session).toBe(session);
  });

  it("with a held key at a service that refuses it names the option", async () => {
    const { world, wallet, session } = await signedIn("production", { sessionKeys: "held" });
    world.wire.intercept = ({ path }, forward) =>
      refreshPath.test(path)
        ? Response.json({ status: 400, code: "INVALID_INPUT", message: "clientPublicKey" }, { status: 400 })
        : forward();
    expect(await caught(wallet.refresh())).toMatchObject({ name: "SessionKeysError" });
    expect(wallet.session).toBe(session);
  });
});

/** A page in the tests: its visibility, and its event. */
function stubPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  const add = vi.spyOn(page, "addEventListener");
  const remove = vi.spyOn(page, "removeEventListener");
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const isListening = () =>
    (add.mock.invocationCallOrder.at(-1) ?? 0) > (remove.mock.invocationCallOrder.at(-1) ?? 0);
  return { show, isListening };
}

describe("an automatic refresh", () => {
  /** A wallet in a visible page that refreshes for an hour. */
  async function inPage(options: Partial<WalletClientOptions> = {}) {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const page = stubPage();
    const given = { autoRefreshFor: 60 * MINUTE_MS, sessionKeys: "held", ...options } as const;
    const signed = await signedIn("production", given);
    const sent = () => signed.world.sentTo("POST", refreshPath).length / 2;
    return { ...signed, page, sent, statuses: watch(signed.wallet) };
  }

  // Eighty minutes in steps of half a minute.
  it("happens while the session is expiring, until the limit", async () => {
    const { wallet, statuses, sent, pass } = await inPage();
    for (let minute = 0; minute < 60; minute += 1) {
      await pass(1);
      await vi.waitFor(() => expect(wallet.state.status).toBe("signed-in"), 5_000);
    }
    expect(sent()).toBe(4);
    await pass(20);
    expect(sent()).toBe(4);
    expect(wallet.state.status).toBe("expired");
    expect(statuses).not.toContain("signed-out");
  });

  it("happens once in the life of a session, though the notice is longer than that", async () => {
    const { world, wallet, sent, pass } = await inPage({ expiryNotice: 20 * MINUTE_MS });
    expect(wallet.state.status).toBe("signed-in");
    const failed = async () => {
      await caught(wallet.dismiss("Quote:1"));
      await settle();
    };
    for (let change = 0; change < 3; change += 1) await failed();
    expect(sent()).toBe(0);
    await pass(8);
    await vi.waitFor(() => expect(wallet.state.status).toBe("signed-in"), 5_000);
    await failed();
    expect(sent()).toBe(1);
    // A new session is not renewed before a payment.
    const onSessionRequired = vi.fn();
    const other = world.wallet({ onSessionRequired, expiryNotice: 20 * MINUTE_MS });
    await other.signIn({ type: "PASSKEY" });
    await caught(other.pay({ destination: {}, confirm: () => false } as never));
    expect(onSessionRequired).not.toHaveBeenCalled();
  });

  it("happens, too, if the service gives the session the age of its credential", async () => {
    const { world, wallet, sent, pass } = await inPage();
    const aYearAgo = new Date(world.simulator.clock.now() - 365 * 24 * 60 * MINUTE_MS).toISOString();
    world.wire.intercept = async ({ path }, forward) => {
      const response = await forward();
      if (!path.endsWith("/verify")) return response;
      return Response.json({ ...((await response.json()) as object), createdAt: aYearAgo });
    };
    await wallet.signOut();
    await wallet.signIn({ type: "PASSKEY" });
    await pass(14);
    await vi.waitFor(() => expect(wallet.state.status).toBe("signed-in"), 5_000);
    expect(sent()).toBe(1);
  });

  it("waits until the page is visible", async () => {
    const { wallet, page, sent, pass } = await inPage();
    page.show("hidden");
    await pass(14);
    expect([sent(), wallet.state.status]).toEqual([0, "expiring"]);
    page.show("visible");
    await vi.waitFor(() => expect(wallet.state.status).toBe("signed-in"));
    expect(sent()).toBe(1);
  });

  it("is repeated after a failure, with a warning without secrets", async () => {
    const { lines, logger } = warnings();
    const { world, wallet, session, pass } = await inPage({ logger });
    const { intercept } = world.wire;
    world.wire.intercept = ({ path }, next) =>
      refreshPath.test(path) ? Promise.reject(new TypeError("offline")) : next();
    await pass(13.5);
    expect(wallet.session).toBe(session);
    await vi.waitFor(() => expect(lines.join()).toContain("the session was not refreshed"));
    world.wire.intercept = intercept;
    await vi.advanceTimersByTimeAsync(16_000);
    await vi.waitFor(() => expect(wallet.state.status).toBe("signed-in"));
  });

  it("listens to the page only during a session", async () => {
    const { wallet, page } = await inPage();
    expect(page.isListening()).toBe(true);
    await wallet.signOut();
    await Promise.resolve();
    expect(page.isListening()).toBe(false);
  });

  it("is off without the option, and needs an expiry notice", async () => {
    const { wallet, sent, pass } = await inPage({ autoRefreshFor: undefined });
    await pass(14);
    expect([sent(), wallet.state.status]).toEqual([0, "expiring"]);
    const world = await WalletWorld.create("production");
    expect(() => world.wallet({ autoRefreshFor: 1, expiryNotice: 0 })).toThrow(/`expiryNotice` above 0/);
  });
});
