import { Wallet } from "payments-sdk/wallet";
import type { FetchLike } from "payments-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { environments, warnings, WalletWorld } from "./support";
import { splitStore } from "./split-store";

/** What the compiler does not let pass, as JavaScript does. */
const wrong = (value: unknown) => value as never;
const accountId = "InternalAccount:1";
const relay = "https://wallet.example/wallet";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the options of a wallet", () => {
  it("name the wallet if the account is invalid", () => {
    expect(() => new Wallet({ relay, accountId: "" })).toThrow(
      expect.objectContaining({
        operation: "wallet",
        issues: [expect.objectContaining({ path: "accountId" })],
      }),
    );
  });

  it("take the log level from PAYMENTS_LOG, like the client", async () => {
    const debug = vi.fn<(line: string) => void>();
    const logger = { debug, info: debug, warn: debug, error: debug };
    const fetch: FetchLike = async () => Response.json({ data: [] });
    vi.stubEnv("PAYMENTS_LOG", "debug");
    await new Wallet({ relay, accountId, fetch, logger }).credentials.list();
    expect(debug).toHaveBeenCalledWith(expect.stringContaining("got 200"));
    vi.stubEnv("PAYMENTS_LOG", "everything");
    expect(() => new Wallet({ relay, accountId, logger })).toThrow("variable: PAYMENTS_LOG");
    vi.unstubAllEnvs();
  });

  it("choose the environment, which is production without one", () => {
    expect(new Wallet({ relay, accountId }).environment).toBe("production");
    expect(new Wallet({ relay, accountId, environment: "sandbox" }).environment).toBe("sandbox");
  });

  it.each([
    ["http://wallet.example/wallet", "http://wallet.example/wallet/auth/credentials"],
    ["https://wallet.example/wallet//", "https://wallet.example/wallet/auth/credentials"],
    ["https://wallet.example", "https://wallet.example/auth/credentials"],
  ])("accept the relay's address %s", async (address, expected) => {
    const urls: string[] = [];
    const fetch: FetchLike = async (url) => {
      urls.push(url.split("?")[0] ?? "");
      return Response.json({ data: [] });
    };
    await new Wallet({ relay: address, accountId, fetch }).credentials.list();
    expect(urls).toEqual([expected]);
  });

  it("explain an invalid address", () => {
    expect(() => new Wallet({ relay: "https://[", accountId })).toThrow("`relay` must be an address");
  });

  it("share the service's time among all requests to the relay", async () => {
    const world = await WalletWorld.create("production");
    const fetch: FetchLike = async () => {
      const date = new Date(world.simulator.clock.now() + 86_400_000).toUTCString();
      return Response.json({ data: [] }, { headers: { date } });
    };
    const wallet = new Wallet({ relay, accountId, fetch });
    await wallet.credentials.list();
    // Lazy: it asks for nothing, and has no time of its own.
    wallet.credentials.list();
    // By the service's time, the token is a day too old.
    const oidcToken = world.registrationToken();
    await expect(wallet.credentials.register({ type: "OAUTH", oidcToken })).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "oidcToken" }],
    });
  });

  it.each<[string, () => unknown]>([
    ["throws", () => expect.fail("SENSITIVE")],
    ["gives no number", () => Number.NaN],
  ])("ignore a clock that %s, and use the service's time", async (_, now) => {
    const world = await WalletWorld.create("production");
    const { lines, logger } = warnings();
    const wallet = world.wallet({ now: wrong(now), logger });
    const { expiresAt } = await world.signInByEmail(wallet);
    expect(Math.abs(wallet.serviceTime() - world.simulator.clock.now())).toBeLessThan(5_000);
    await world.simulator.clock.advance(Date.parse(expiresAt) - world.simulator.clock.now() + 1);
    await world.payments.customers.list();
    await world.payments.customers.list();
    expect(wallet.session).toBeUndefined();
    expect(new Set(lines)).toEqual(
      new Set(["payments-sdk: `now` gave no number of milliseconds: the default counts"]),
    );
  });

  it("let a wallet with a relay restore its session before the first request", async () => {
    const world = await WalletWorld.create("production");
    const store = splitStore();
    const { id } = await world.signInByEmail(world.wallet({ store }));
    const fetch = wrong(() => expect.fail("a request"));
    const wallet = new Wallet({ relay, accountId: world.accountId, store, fetch });
    expect(await wallet.restore()).toMatchObject({ id, isActive: true });
  });

  it("name the registration challenge if its request fails", async () => {
    const fetch: FetchLike = async (_, { method }) =>
      method === "GET"
        ? Response.json({ data: [] })
        : Response.json({ code: "NOPE", message: "no" }, { status: 403 });
    const wallet = new Wallet({ relay, accountId, environment: "sandbox", fetch });
    const params = { type: "PASSKEY", nickname: "Phone" } as const;
    await expect(wallet.credentials.prepareRegistration(params)).rejects.toMatchObject({
      operation: "wallet.registrationChallenge",
      // Without a secret of its own, the client has nothing to remove from a message.
      message: "POST wallet.registrationChallenge failed with 403 NOPE: no",
    });
  });
});

describe("the timers of a wallet", () => {
  it("keep the program alive during a call with a timeout", async () => {
    const world = await WalletWorld.create("production");
    let isAsked = false;
    const registrationChallenge = () => {
      isAsked = true;
      return new Promise<never>(() => {});
    };
    const wallet = world.wallet({ registrationChallenge });
    const timers = vi.spyOn(globalThis, "setTimeout");
    const controller = new AbortController();
    const preparing = wallet.credentials.prepareRegistration(
      { type: "PASSKEY", nickname: "Phone" },
      { totalTimeout: 1_000_000, signal: controller.signal },
    );
    await vi.waitUntil(() => isAsked, { interval: 1 });
    const bounds = timers.mock.results.filter((_, index) => Number(timers.mock.calls[index]?.[1]) > 900_000);
    expect(bounds.at(-1)?.value.hasRef()).toBe(true);
    controller.abort();
    await expect(preparing).rejects.toMatchObject({ code: "ABORTED", cause: controller.signal.reason });
  });

  it.each(environments)("may be numbers, like in browsers (%s)", async (environment) => {
    const world = await WalletWorld.create(environment);
    const { setTimeout } = globalThis;
    vi.stubGlobal("setTimeout", (work: () => void, delayMs: number) => Number(setTimeout(work, delayMs)));
    const { lines, logger } = warnings();
    const wallet = world.wallet({ logger });
    await world.signInByEmail(wallet);
    expect(await wallet.restore()).toBe(wallet.session);
    await wallet.signOut();
    expect(lines).toEqual([]);
  });
});

describe("an error of a wallet", () => {
  const isSessionRequired = {
    name: "SessionRequiredError",
    message: "this wallet has no session: sign in first",
    operation: "wallet.exportMnemonic",
  };

  it("distinguishes no session, an ended session and a credential that cannot sign", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet();
    await expect(wallet.exportMnemonic()).rejects.toMatchObject(isSessionRequired);
    await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toMatchObject({
      name: "CredentialNotFoundError",
      operation: "wallet.signIn",
      type: "PASSKEY",
    });
    const session = await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(wallet.credentials.revoke(session.credentialId)).rejects.toMatchObject({
      name: "OtherCredentialRequiredError",
      operation: "wallet.credentials.revoke",
      credentialId: session.credentialId,
    });
    world.simulator.clock.advance(86_400_000);
    await world.payments.customers.list();
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({
      name: "SessionExpiredError",
      message: "the wallet's session has ended: sign in again",
    });
  });
});
