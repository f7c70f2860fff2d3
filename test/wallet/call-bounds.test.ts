import type { Quote } from "payments-sdk";

import { afterEach, describe, expect, it, vi } from "vitest";
import { warnings, WalletWorld } from "./support";
import { splitStore } from "./split-store";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const useFakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

describe("the timeout of a wallet call", () => {
  it("pauses while a person decides, and then continues", async () => {
    const world = await WalletWorld.create("production");
    await world.wallet().credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const wallet = world.wallet({
      passkeys: {
        create: (options) => world.device.create(options),
        get: async (options) => {
          await vi.advanceTimersByTimeAsync(60_000);
          return world.device.get(options);
        },
      },
    });
    useFakeTimers();
    // At zero, a sum of times would look like a difference.
    await vi.advanceTimersByTimeAsync(5_000);
    world.simulator.faults.add({ kind: "stall-headers", operation: "POST /auth/credentials/{id}/verify" });
    world.wire.intercept = async ({ method }, forward) => {
      if (method === "GET") await vi.advanceTimersByTimeAsync(600);
      return forward();
    };
    let isSettled = false;
    const signingIn = wallet
      .signIn({ type: "PASSKEY" }, { totalTimeout: 1_000 })
      .catch((error: unknown) => error)
      .finally(() => void (isSettled = true));
    await vi.waitUntil(() => world.sentTo("POST", /\/verify$/).length > 0, { interval: 1 });
    await vi.advanceTimersByTimeAsync(300);
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(isSettled).toBe(true);
    expect(await signingIn).toMatchObject({ name: "TimeoutError", scope: "total" });
  });

  it("is unlimited by default while a registration challenge is fetched", async () => {
    const world = await WalletWorld.create("production");
    useFakeTimers();
    const registrationChallenge = () =>
      new Promise<string>((resolve) => setTimeout(() => resolve("YmFja2VuZA"), 3_600_000));
    const wallet = world.wallet({ registrationChallenge });
    const preparing = wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
    await Promise.all([
      expect(preparing).resolves.toMatchObject({ type: "PASSKEY" }),
      vi.advanceTimersByTimeAsync(3_600_000),
    ]);
  });

  it("ends to the millisecond", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    const quote = await world.quote();
    world.sent.length = 0;
    vi.spyOn(performance, "now").mockImplementation(() => 1_000 * world.sent.length);
    const executing = wallet.executeQuote(quote.id, { totalTimeout: 1_000 });
    await expect(executing).rejects.toMatchObject({ name: "TimeoutError", operation: "wallet.executeQuote" });
    expect(world.sentTo("POST", /\/execute$/)).toEqual([]);
  });
});

describe("a quote that pays from another account", () => {
  it("is named as the invalid parameter", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    const quote = await world.quote();
    const foreign = { ...quote, source: { ...quote.source, accountId: "InternalAccount:other" } };
    await expect(wallet.executeQuote(foreign as Quote)).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "quote" }],
    });
  });
});

describe("the name of a call", () => {
  it("is in the error about its options", async () => {
    const wallet = (await WalletWorld.create("production")).wallet();
    const fast = "fast" as never; // Wrong on purpose.
    await expect(wallet.pay({} as never, fast)).rejects.toMatchObject({ operation: "wallet.pay" });
    await expect(wallet.pending(fast)).rejects.toMatchObject({ operation: "wallet.pending" });
  });
});

describe("signing out", () => {
  const deleting = "DELETE /auth/sessions/{id}";

  it("fails if the service rejects the signature of a session that it still has [SES-09]", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    world.simulator.faults.add({ kind: "status", status: 401, operation: deleting });
    await expect(wallet.signOut()).rejects.toMatchObject({ name: "AuthenticationError", status: 401 });
    expect(wallet.session).toBeUndefined();
  });

  it("succeeds if the service rejects the signature of a session that it no longer has [SES-09]", async () => {
    const { world, wallet, session } = await WalletWorld.signedIn("production");
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    // The simulator's clock, which the wallet follows to the second: a replica has the session of a minute ago.
    await world.simulator.clock.advance("61s");
    world.simulator.faults.add({ kind: "status", status: 401, operation: deleting });
    await expect(wallet.signOut()).resolves.toBeUndefined();
  });

  it.each([0, 365])(
    "does not take a 401 and one list for the end of a session that is new [W11, W20]",
    async (days) => {
      const world = await WalletWorld.create("production");
      const wallet = world.wallet();
      // A service may give a session the age of its credential.
      const createdAt = new Date(world.simulator.clock.now() - days * 86_400_000).toISOString();
      world.wire.intercept = async ({ path }, forward) => {
        const response = await forward();
        if (!path.endsWith("/verify")) return response;
        return Response.json({ ...((await response.json()) as object), createdAt }, response);
      };
      await world.signInByEmail(wallet);
      world.simulator.faults.add({ kind: "status", status: 401, operation: deleting });
      // A replica that lags lists nothing.
      world.wire.intercept = ({ method, path }, forward) =>
        method === "GET" && path.startsWith("/auth/sessions") ? Response.json({ data: [] }) : forward();
      await expect(wallet.signOut()).rejects.toMatchObject({ status: 401, code: "UNAUTHORIZED" });
    },
  );

  it("fails for every other reason, even if the session has ended", async () => {
    const { world, wallet, session } = await WalletWorld.signedIn("production");
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    world.simulator.faults.add({ kind: "status", status: 403, operation: deleting });
    await expect(wallet.signOut()).rejects.toMatchObject({ status: 403 });
  });

  it("succeeds if the session ends before it signs [SES-05]", async () => {
    const world = await WalletWorld.create("production");
    let now = world.simulator.clock.now();
    const wallet = world.wallet({ now: () => now });
    await world.signInByEmail(wallet);
    world.wire.intercept = async ({ method }, forward) => {
      const response = await forward();
      if (method === "DELETE") now += 16 * 60_000;
      return response;
    };
    await expect(wallet.signOut()).resolves.toBeUndefined();
    expect(world.signedRequests()).toEqual([]);
  });

  it("waits for nothing after an abort, not even for a stalled store", async () => {
    useFakeTimers();
    const world = await WalletWorld.create("production");
    const controller = new AbortController();
    const reason = new Error("the customer left");
    const aborted = { name: "AbortError", code: "ABORTED", cause: reason };
    const list = () => {
      controller.abort(reason);
      return new Promise<never>(() => {});
    };
    const wallet = world.wallet({ store: { ...splitStore(), list }, logger: warnings().logger });
    // The clock stands still: whatever waits for the store would wait for ever.
    await expect(wallet.signOut({ signal: controller.signal })).rejects.toMatchObject(aborted);
  });
});
