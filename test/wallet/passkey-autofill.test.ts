import { browserPasskeys, PasskeyError } from "payments-sdk/wallet";
import type { PasskeyCeremony, PasskeyRequestOptions, toAssertion } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failureOf, request, stubPage, thrown } from "./passkeys-support";
import { warnings, WalletWorld } from "./support";

type AuthenticationCredential = Parameters<typeof toAssertion>[0];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A device on which the test picks the passkey from the autofill. */
function autofillOf(world: WalletWorld) {
  const offers: { challenge: string; signal: AbortSignal | undefined; pick: () => void }[] = [];
  const get = (
    options: PasskeyRequestOptions,
    signal?: AbortSignal,
    mediation?: "conditional",
  ): AuthenticationCredential | Promise<AuthenticationCredential> => {
    if (mediation === undefined) return world.device.get(options);
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(thrown("AbortError")));
      offers.push({ challenge: options.challenge, signal, pick: () => resolve(world.device.get(options)) });
    });
  };
  const passkeys: PasskeyCeremony = {
    create: (options) => world.device.create(options),
    get,
    canAutofill: () => true,
  };
  return { offers, passkeys };
}

async function createWorld() {
  const world = await WalletWorld.create("production");
  const { offers, passkeys } = autofillOf(world);
  const wallet = world.wallet({ passkeys });
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Laptop" });
  return { world, wallet, offers };
}

describe("a passkey sign-in by autofill", () => {
  const params = { type: "PASSKEY", mediation: "conditional" } as const;

  it("waits for the customer, and the state stays signed-out", async () => {
    const { wallet, offers } = await createWorld();
    const statuses: string[] = [];
    wallet.subscribe(() => statuses.push(wallet.state.status));
    const signedIn = wallet.signIn(params);
    await vi.waitFor(() => expect(offers).toHaveLength(1));
    expect(wallet.state).toEqual({ status: "signed-out" });
    offers[0]?.pick();
    const session = await signedIn;
    expect(wallet.session).toBe(session);
    expect(statuses).toEqual(["signed-in"]);
  });

  it("replaces an expired challenge, and signs in with the new one", async () => {
    vi.useFakeTimers();
    const { world, wallet, offers } = await createWorld();
    const signedIn = wallet.signIn(params);
    await vi.waitFor(() => expect(offers).toHaveLength(1));
    const minutes = 60_000 * 6;
    await world.simulator.clock.advance(minutes);
    await vi.advanceTimersByTimeAsync(minutes);
    await vi.waitFor(() => expect(offers).toHaveLength(2));
    expect(offers[0]?.signal?.aborted).toBe(true);
    expect(offers[1]?.challenge).not.toBe(offers[0]?.challenge);
    offers[1]?.pick();
    await expect(signedIn).resolves.toMatchObject({ type: "PASSKEY" });
  });

  it("ends when the caller aborts, and leaves no offer open", async () => {
    const { wallet, offers } = await createWorld();
    const controller = new AbortController();
    const signedIn = wallet.signIn(params, { signal: controller.signal });
    const failed = expect(signedIn).rejects.toMatchObject({ name: "AbortError", code: "ABORTED" });
    await vi.waitFor(() => expect(offers).toHaveLength(1));
    controller.abort();
    await failed;
    await vi.waitFor(() => expect(offers[0]?.signal?.aborted).toBe(true));
  });

  it("is `unsupported` without autofill, before it sends anything", async () => {
    const world = await WalletWorld.create("production");
    await expect(world.wallet().signIn(params)).rejects.toMatchObject({
      code: "PASSKEY_FAILED",
      reason: "unsupported",
      operation: "wallet.signIn",
    });
    expect(world.sent).toEqual([]);
  });

  it("accepts no other mediation", async () => {
    const { wallet } = await createWorld();
    await expect(
      Reflect.apply(wallet.signIn, wallet, [{ ...params, mediation: "silent" }]),
    ).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "mediation" }],
    });
  });
});

describe("the browser's autofill", () => {
  function stubAutofill(hasField = true) {
    const page = stubPage();
    class Passkeys {
      static isConditionalMediationAvailable = async () => true;
    }
    vi.stubGlobal("PublicKeyCredential", Passkeys);
    vi.stubGlobal("document", {
      querySelector: () => (hasField ? {} : null),
      querySelectorAll: () => (hasField ? [{}] : []),
    });
    // As in a browser: open until it is ended.
    page.credentials.get.mockImplementation(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    return page;
  }

  it("needs a field on the page", async () => {
    const { credentials } = stubAutofill(false);
    await expect(browserPasskeys().get(request, undefined, "conditional")).rejects.toMatchObject({
      name: "InvalidRequestError",
      code: "INVALID_REQUEST",
      message: expect.stringContaining('<input autocomplete="username webauthn">'),
    });
    expect(credentials.get).not.toHaveBeenCalled();
  });

  it("ends when a dialog opens, and leaves the dialog open", async () => {
    const { credentials, device } = stubAutofill();
    device.create({ challenge: request.challenge });
    const passkeys = browserPasskeys({ storage: false });
    const offered = failureOf(passkeys.get(request, undefined, "conditional"));
    await vi.waitFor(() => expect(credentials.get).toHaveBeenCalledOnce());
    expect(credentials.get.mock.calls[0]?.[0]).toMatchObject({ mediation: "conditional" });
    const controller = new AbortController();
    const dialog = Promise.resolve(passkeys.get(request, controller.signal));
    const outcome = dialog.catch((error: unknown) => error);
    expect((await offered).reason).toBe("aborted");
    await expect(passkeys.get(request)).rejects.toMatchObject({ reason: "busy" });
    await expect(passkeys.get(request, undefined, "conditional")).rejects.toMatchObject({ reason: "busy" });
    controller.abort();
    expect(await outcome).toMatchObject({ code: "ABORTED" });
  });

  it("is available if the browser says so", async () => {
    stubAutofill();
    expect(await browserPasskeys().canAutofill?.()).toBe(true);
    vi.stubGlobal("PublicKeyCredential", class {});
    expect(await browserPasskeys().canAutofill?.()).toBe(false);
  });
});

describe("the Signal API", () => {
  /** A wallet with a ceremony that records the signals for the browser. */
  async function signalled() {
    const world = await WalletWorld.create("production");
    const signals: unknown[] = [];
    const passkeys: PasskeyCeremony = {
      create: (options) => world.device.create(options),
      get: (options) => world.device.get(options),
      signalUnknown: (passkey) => signals.push(passkey),
      signalAccepted: (accepted) => signals.push(accepted),
    };
    return { world, signals, passkeys, wallet: world.wallet({ passkeys }) };
  }
  const rpId = "wallet.example";
  const text = expect.stringMatching(/^[\w-]+$/);

  it("reports the passkey that the service accepted", async () => {
    const { wallet, signals } = await signalled();
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Laptop" });
    await wallet.signIn({ type: "PASSKEY" });
    const accepted = { rpId, userId: text, credentialIds: [text] };
    expect(signals).toEqual([accepted, accepted]);
    expect(signals[0]).toEqual(signals[1]);
  });

  it("reports a passkey that this wallet revoked", async () => {
    const { world, wallet, signals } = await signalled();
    await world.signInByEmail(wallet);
    const { id } = await wallet.credentials.register({ type: "PASSKEY", nickname: "Laptop" });
    const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });
    signals.length = 0;
    await wallet.credentials.revoke(id);
    const none = { rpId, userId: text, credentialIds: [] };
    expect(signals).toEqual([none]);
    // The 404 names the credential of this sign-in. The passkey may belong to a newer one.
    await expect(wallet.signIn(prepared)).rejects.toMatchObject({ name: "NotFoundError" });
    expect(signals).toEqual([none]);
  });

  it("reports that no passkey is left only after two lists, a minute apart [W11]", async () => {
    const { world, wallet, signals } = await signalled();
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Laptop" });
    signals.length = 0;
    world.wire.intercept = ({ method, path }, forward) =>
      method === "GET" && path.startsWith("/auth/credentials") ? Response.json({ data: [] }) : forward();
    const signIn = () => wallet.signIn({ type: "PASSKEY" }).catch(({ name }: Error) => name);
    const replies = [await signIn(), await signIn()];
    await world.simulator.clock.advance("59s");
    replies.push(await signIn());
    expect(signals).toEqual([]);
    await world.simulator.clock.advance("61s");
    // A call that the service responds to tells the wallet the time.
    await wallet.sessions.list();
    await wallet.sessions.list();
    replies.push(await signIn());
    expect(new Set(replies)).toEqual(new Set(["CredentialNotFoundError"]));
    expect(signals).toEqual([{ rpId, userId: text, credentialIds: [] }]);
  });

  it("reports nothing if another credential is revoked", async () => {
    const { world, wallet, signals } = await signalled();
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Laptop" });
    await wallet.signIn({ type: "PASSKEY" });
    const email = await wallet.credentials.register({ type: "EMAIL_OTP" });
    signals.length = 0;
    await wallet.credentials.revoke(email.id);
    expect(signals).toEqual([]);
    expect(world.sentTo("GET", /^\/auth\/credentials/)).not.toEqual([]);
  });

  it("does not change a call if it fails", async () => {
    const { world } = await signalled();
    const fail = () => {
      throw new PasskeyError("security", "passkeys.signal");
    };
    const { lines, logger } = warnings();
    const passkeys: PasskeyCeremony = {
      create: (options) => world.device.create(options),
      get: (options) => world.device.get(options),
      signalAccepted: fail,
    };
    const wallet = world.wallet({ passkeys, logger });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Laptop" });
    await vi.waitFor(() => expect(lines.join()).toContain("the passkey ceremony failed at `signalAccepted`"));
  });
});

it("a passkey of one origin signs in on a related origin", async () => {
  const related = "https://wallet-example.shop";
  const world = await WalletWorld.create("production", {
    wallet: { webAuthn: { rpId: "wallet.example", origins: ["https://wallet.example", related] } },
  });
  const wallet = world.wallet();
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Laptop" });
  world.device.origin = related;
  await expect(wallet.signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
  world.device.origin = "https://stranger.example";
  await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toMatchObject({ name: "AuthenticationError" });
});
