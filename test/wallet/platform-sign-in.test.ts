import { PaymentsClient } from "payments-sdk";
import { PlatformSignInRequiredError } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { Platform } from "../relay/support";
import { WalletWorld } from "./support";

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
      fetch: (url, init) => platform.send(url, init, isLost),
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
        return platform.send(url, init, fault === "lost");
      },
    });
    const statuses: string[] = [];
    wallet.subscribe(({ status }) => statuses.push(status));
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

  it("follows the latest request, in any order of the responses", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    let isLost = true;
    /** Lets the responses go, in the order of their requests. */
    const held: (() => void)[] = [];
    let holds = true;
    const wallet = platform.wallet(ada, {
      fetch: async (url, init) => {
        const response = await platform.send(url, init, isLost);
        if (holds) await new Promise<void>((resolve) => held.push(resolve));
        return response;
      },
    });
    /** Sends a call with a response that waits. Resolves to the function that lets it end. */
    const begin = async () => {
      const ending = wallet.credentials.list().then(
        () => {},
        () => {},
      );
      const count = held.length;
      await vi.waitFor(() => expect(held.length).toBe(count + 1));
      return async () => {
        held[count]?.();
        await ending;
      };
    };

    const refused = await begin();
    isLost = false;
    const known = await begin();
    await known();
    await refused();
    expect(wallet.state).toEqual({ status: "signed-out" });

    const earlier = await begin();
    isLost = true;
    const later = await begin();
    await later();
    await earlier();
    expect(wallet.state).toEqual({ status: "platform-sign-in-required" });

    isLost = false;
    holds = false;
    await wallet.credentials.list();
    expect(wallet.state).toEqual({ status: "signed-out" });
  });

  it("follows the latest attempt of a call that began earlier", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    let isLost = true;
    let retry = () => {};
    const wallet = platform.wallet(ada, {
      fetch: async (url, init) => {
        if (url.includes("/transactions") && isLost) {
          // This attempt ends late. The next one comes after the user's sign-in.
          await new Promise<void>((resolve) => (retry = resolve));
          return new Response("<h1>Bad Gateway</h1>", { status: 502 });
        }
        return platform.send(url, init, isLost);
      },
    });
    const retried = wallet.transactions.list().then(() => {});
    await expect(wallet.credentials.list().then(() => {})).rejects.toBeInstanceOf(
      PlatformSignInRequiredError,
    );
    expect(wallet.state).toEqual({ status: "platform-sign-in-required" });
    isLost = false;
    retry();
    await retried;
    expect(wallet.state).toEqual({ status: "signed-out" });
  });
});

it("a 401 of the client stays an AuthenticationError", async () => {
  const world = await WalletWorld.create("production");
  const payments = new PaymentsClient({ ...world.simulator.clientOptions(), clientSecret: "wrong" });
  await expect(payments.customers.list()).rejects.toMatchObject({ name: "AuthenticationError" });
});

describe("another person's cookie", () => {
  it("is a state of its own, in every tab, until the owner is back", async () => {
    const platform = await Platform.create();
    const { ada, mallory } = platform;
    await platform.registerEmail(ada);
    let cookie = ada.cookie;
    const send = (url: string, init: RequestInit) => {
      const request = new Request(url, init);
      request.headers.set("cookie", cookie);
      return platform.relay(request);
    };
    const wallet = platform.wallet(ada, { fetch: send });
    const other = platform.wallet(ada);
    other.subscribe(() => {});
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    const { session } = wallet;

    cookie = mallory.cookie;
    await expect(wallet.transactions.list()).rejects.toMatchObject({ status: 404 });
    expect(wallet.state).toEqual({ status: "other-user" });
    await vi.waitFor(() => expect(other.state).toEqual({ status: "other-user" }));
    // A missing resource says nothing of the user.
    cookie = ada.cookie;
    await wallet.transactions.list();
    expect(wallet.state).toMatchObject({ status: "signed-in" });
    await expect(wallet.quotes.retrieve("Quote:none")).rejects.toMatchObject({ status: 404 });
    expect(wallet.state).toMatchObject({ status: "signed-in" });
    expect(wallet.session).toBe(session);
  });
});
