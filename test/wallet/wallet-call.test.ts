import type { Quote } from "payments-sdk";
import { Wallet } from "payments-sdk/wallet";
import type { PasskeyCeremony, WalletRequestOptions } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { warnings, WalletWorld } from "./support";
import { splitStore } from "./split-store";

const reason = new Error("the customer left");
const aborted = { name: "AbortError", code: "ABORTED", cause: reason };
const never = () => new Promise<never>(() => {});

interface Scene {
  world: WalletWorld;
  wallet: Wallet;
  quote: Quote;
}

/** A production world with an email credential, a passkey and a session that was ended elsewhere. */
async function endedElsewhere(): Promise<Scene> {
  const { world, wallet, session } = await WalletWorld.signedIn("production");
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  const quote = await world.quote();
  await world.payments.auth.sessions.revoke(session.id, { signer: session });
  world.sent.length = 0;
  return { world, wallet, quote };
}

/** Aborts during a request to the path. The service never responds to it. */
function abortAt(world: WalletWorld, method: string, path: RegExp): AbortSignal {
  const controller = new AbortController();
  world.wire.intercept = (request, forward) => {
    if (request.method !== method || !path.test(request.path)) return forward();
    world.simulator.faults.add({ kind: "stall-headers" });
    const response = forward();
    controller.abort(reason);
    return response;
  };
  return controller.signal;
}

/** Its warning about the store comes when the test is over: a logger of its own takes it. */
function walletWithHangingStore(world: WalletWorld, wait: () => Promise<never>): Wallet {
  return world.wallet({ store: { ...splitStore(), listSessions: wait }, logger: warnings().logger });
}

/** Each internal request of the wallet's calls: when it is under way, an abort ends the call at once. */
const requests: [
  string,
  string,
  RegExp,
  (scene: Scene, options: WalletRequestOptions) => Promise<unknown>,
][] = [
  [
    "the check of sessions after a 401, of a signed request",
    "GET",
    /^\/auth\/sessions/,
    ({ wallet }, options) => wallet.exportMnemonic(options),
  ],
  [
    "the check of sessions after a 401, of an execution",
    "GET",
    /^\/auth\/sessions/,
    ({ wallet, quote }, options) => wallet.executeQuote(quote, options),
  ],
  [
    "the check of sessions after a 401, of signing out",
    "GET",
    /^\/auth\/sessions/,
    ({ wallet, world }, options) => {
      world.simulator.faults.add({ kind: "status", status: 401, operation: "DELETE /auth/sessions/{id}" });
      return wallet.signOut(options);
    },
  ],
  [
    "reading the quote",
    "GET",
    /^\/quotes\//,
    ({ wallet, quote }, options) => wallet.executeQuote(quote.id, options),
  ],
  [
    "finding the credential to sign in with",
    "GET",
    /^\/auth\/credentials/,
    ({ wallet, world }, options) => wallet.signIn({ type: "EMAIL_OTP", otp: world.code() }, options),
  ],
  [
    "finding the credential that a code is for",
    "GET",
    /^\/auth\/credentials/,
    ({ wallet }, options) => wallet.requestCode(undefined, options),
  ],
  [
    "finding the passkey",
    "GET",
    /^\/auth\/credentials/,
    ({ wallet }, options) => wallet.prepareSignIn({ type: "PASSKEY" }, options),
  ],
  [
    "the challenge of a passkey",
    "POST",
    /\/challenge$/,
    ({ wallet }, options) => wallet.signIn({ type: "PASSKEY" }, options),
  ],
  ["ending a session", "DELETE", /^\/auth\/sessions/, ({ wallet }, options) => wallet.signOut(options)],
];

describe("an abort", () => {
  it.each(requests)("ends the call during %s", async (_, method, path, act) => {
    const scene = await endedElsewhere();
    const signal = abortAt(scene.world, method, path);
    await expect(act(scene, { signal })).rejects.toMatchObject(aborted);
    expect(signal.aborted).toBe(true);
  });

  const waits: [
    string,
    (world: WalletWorld, wait: () => Promise<never>) => Wallet,
    (wallet: Wallet, options: WalletRequestOptions) => Promise<unknown>,
  ][] = [
    [
      "the backend's registration challenge",
      (world, wait) => world.wallet({ registrationChallenge: wait }),
      (wallet, options) =>
        wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" }, options),
    ],
    [
      "the preparation of a ceremony",
      (world, wait) => world.wallet({ passkeys: ceremony(world, { prepare: wait }) }),
      (wallet, options) => wallet.prepareSignIn({ type: "PASSKEY" }, options),
    ],
    [
      "a dialog that ignores the signal, at a registration",
      (world, wait) => world.wallet({ passkeys: ceremony(world, { create: wait }) }),
      (wallet, options) => wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" }, options),
    ],
    [
      "the sign-in that an action asks for",
      (world, wait) => world.wallet({ onSessionRequired: wait }),
      (wallet, options) => wallet.exportMnemonic(options),
    ],
    ["the session store", walletWithHangingStore, (wallet, options) => wallet.exportMnemonic(options)],
    [
      "the session store, while signing out",
      walletWithHangingStore,
      (wallet, options) => wallet.signOut(options),
    ],
  ];

  it.each(waits)("ends the call during %s", async (_, walletOf, act) => {
    const world = await WalletWorld.create("production");
    await world.wallet().credentials.register({ type: "EMAIL_OTP" });
    const controller = new AbortController();
    const wallet = walletOf(world, () => {
      controller.abort(reason);
      return never();
    });
    await expect(act(wallet, { signal: controller.signal })).rejects.toMatchObject(aborted);
  });

  it("reaches the source of registration challenges", async () => {
    const world = await WalletWorld.create("production");
    const { signal } = new AbortController();
    const registrationChallenge = vi.fn(() => "YmFja2VuZA");
    const wallet = world.wallet({ registrationChallenge });
    await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" }, { signal });
    expect(registrationChallenge).toHaveBeenCalledWith({ signal });
  });

  it("ends the request for the relay's registration challenge", async () => {
    const controller = new AbortController();
    const wallet = new Wallet({
      relay: "https://wallet.example/wallet",
      accountId: "InternalAccount:1",
      environment: "sandbox",
      fetch: async (_, { signal }) => {
        const hanging = new Promise<never>((__, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        });
        controller.abort(reason);
        return hanging;
      },
    });
    const { signal } = controller;
    const registering = wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" }, { signal });
    await expect(registering).rejects.toMatchObject(aborted);
  });

  it("keeps a session that the service has already opened", async () => {
    const world = await WalletWorld.create("production");
    const controller = new AbortController();
    const store = splitStore();
    const wallet = world.wallet({
      store: {
        ...store,
        putSession: async (entry) => {
          controller.abort(reason);
          await store.putSession(entry);
        },
      },
    });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const { signal } = controller;
    const session = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() }, { signal });
    expect(signal.aborted).toBe(true);
    expect(wallet.session).toBe(session);
    expect((await store.listSessions(world.accountId)).map(({ id }) => id)).toEqual([session.id]);
  });

  it("before the call prevents every request", async () => {
    const { world, wallet, quote } = await endedElsewhere();
    const signal = AbortSignal.abort(reason);
    await expect(wallet.executeQuote(quote, { signal })).rejects.toMatchObject(aborted);
    await expect(wallet.signIn({ type: "PASSKEY" }, { signal })).rejects.toMatchObject(aborted);
    expect(world.sent).toEqual([]);
  });
});

describe("totalTimeout", () => {
  afterEach(() => void vi.useRealTimers());

  const useFakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

  it("covers all requests of a call", async () => {
    const { world, wallet, quote } = await endedElsewhere();
    useFakeTimers();
    world.simulator.faults.add({ kind: "stall-headers", operation: "POST /quotes/{quoteId}/execute" });
    world.wire.intercept = async ({ method }, forward) => {
      if (method === "GET") await vi.advanceTimersByTimeAsync(600);
      return forward();
    };
    let isSettled = false;
    const executing = wallet
      .executeQuote(quote.id, { totalTimeout: 1_000 })
      .catch((error: unknown) => error)
      .finally(() => void (isSettled = true));
    await vi.waitUntil(() => world.sentTo("POST", /\/execute$/).length > 0, { interval: 1 });

    await vi.advanceTimersByTimeAsync(300);
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(await executing).toMatchObject({ name: "TimeoutError", scope: "total", outcome: "unknown" });
  });

  it("prevents further requests, and the error names it", async () => {
    const { world, wallet, quote } = await endedElsewhere();
    useFakeTimers();
    world.wire.intercept = async (_, forward) => {
      const response = await forward();
      await vi.advanceTimersByTimeAsync(999);
      return response;
    };
    vi.spyOn(performance, "now").mockImplementation(() => 2_000 * world.sent.length);
    await expect(wallet.executeQuote(quote.id, { totalTimeout: 1_000 })).rejects.toMatchObject({
      name: "TimeoutError",
      code: "TIMEOUT",
      scope: "total",
      timeoutMs: 1_000,
      operation: "wallet.executeQuote",
      outcome: "not-executed",
      message: expect.stringContaining("1000 ms"),
    });
    expect(world.sentTo("POST", /\/execute$/)).toEqual([]);
  });

  it("keeps the service's error if it ends during the check of sessions", async () => {
    const { world, wallet, quote } = await endedElsewhere();
    useFakeTimers();
    world.simulator.faults.add({ kind: "stall-headers", operation: "GET /auth/sessions" });
    const executing = wallet.executeQuote(quote, { totalTimeout: 1_000 }).catch((error: unknown) => error);
    await vi.waitUntil(() => world.sentTo("GET", /^\/auth\/sessions/).length > 0, { interval: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await executing).toMatchObject({ name: "AuthenticationError", outcome: "not-executed" });
  });

  it("covers the wait for a registration challenge", async () => {
    const world = await WalletWorld.create("production");
    useFakeTimers();
    const wallet = world.wallet({ registrationChallenge: never });
    const preparing = wallet.credentials
      .prepareRegistration({ type: "PASSKEY", nickname: "Phone" }, { totalTimeout: 1_000 })
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await preparing).toMatchObject({ name: "TimeoutError", timeoutMs: 1_000 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not count the time of a person", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({
      passkeys: ceremony(world, {
        get: async (options) => {
          await vi.advanceTimersByTimeAsync(60_000);
          return world.device.get(options);
        },
      }),
      onSessionRequired: async () => {
        await vi.advanceTimersByTimeAsync(60_000);
        await wallet.signIn({ type: "PASSKEY" }, { totalTimeout: 1_000 });
      },
    });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    useFakeTimers();
    await expect(wallet.exportMnemonic({ totalTimeout: 1_000 })).resolves.toMatch(/ /);
  });

  it("leaves each request its own timeout if it is absent", async () => {
    const { world, wallet } = await endedElsewhere();
    vi.spyOn(performance, "now").mockImplementation(() => 100_000 * world.sent.length);
    await expect(wallet.requestCode()).resolves.toMatchObject({ type: "EMAIL_OTP" });
  });
});

/** The world's device, with parts replaced. */
function ceremony(world: WalletWorld, parts: Partial<PasskeyCeremony>): PasskeyCeremony {
  return {
    create: (options) => world.device.create(options),
    get: (options) => world.device.get(options),
    ...parts,
  };
}
