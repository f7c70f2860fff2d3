import { browserPasskeys } from "payments-sdk/wallet";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { base64url, failureOf, fakeStorage, stubPage, thrown } from "./passkeys-support";
import type { CreateCall, GetCall } from "./passkeys-support";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { WalletWorld } from "./support";

let { credentials } = {} as ReturnType<typeof stubPage>; // Set before each test.

beforeEach(() => {
  ({ credentials } = stubPage());
});

afterEach(() => void vi.unstubAllGlobals());

describe("browserPasskeys in a wallet", () => {
  it("registers and signs in on a page [CRD-20, CRD-22, CRD-28, CRD-29]", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({ passkeys: browserPasskeys() });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const session = await wallet.signIn({ type: "PASSKEY" });
    expect(session.isActive).toBe(true);

    // The body's spellings and the browser's bytes, exactly.
    const [created] = world.sentTo("POST", "/auth/credentials");
    const made: unknown = JSON.parse(created?.body ?? "");
    const browserMade = await credentials.create.mock.results[0]?.value;
    const { publicKey } = credentials.create.mock.calls[0]?.[0] ?? {};
    expect(made).toEqual({
      type: "PASSKEY",
      accountId: world.accountId,
      nickname: "Phone",
      challenge: base64url(publicKey?.challenge ?? new Uint8Array()),
      attestation: {
        credentialId: base64url(browserMade.rawId),
        clientDataJson: base64url(browserMade.response.clientDataJSON),
        attestationObject: base64url(browserMade.response.attestationObject),
        transports: ["internal", "hybrid"],
      },
    });
    const [verified] = world.sentTo("POST", /\/verify$/);
    const browserGave = await credentials.get.mock.results[0]?.value;
    expect(JSON.parse(verified?.body ?? "")).toEqual({
      type: "PASSKEY",
      clientPublicKey: expect.stringMatching(/^04[\da-f]{128}$/),
      assertion: {
        credentialId: base64url(browserGave.rawId),
        clientDataJson: base64url(browserGave.response.clientDataJSON),
        authenticatorData: base64url(browserGave.response.authenticatorData),
        signature: base64url(browserGave.response.signature),
        userHandle: base64url(browserGave.response.userHandle),
      },
    });
    expect(verified?.headers["request-id"]).toBeTruthy();
  });

  it("omits userHandle if the authenticator returns none [CRD-20, CRD-29]", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({ passkeys: browserPasskeys() });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const get = credentials.get.getMockImplementation();
    credentials.get.mockImplementation(async (call) => {
      const given: unknown = await get?.(call);
      Object.assign(Reflect.get(Object(given), "response"), { userHandle: null });
      return given;
    });
    await wallet.signIn({ type: "PASSKEY" });
    const [verified] = world.sentTo("POST", /\/verify$/);
    expect(JSON.parse(verified?.body ?? "").assertion).not.toHaveProperty("userHandle");
  });

  it("opens the dialog within the gesture after preparation", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({ passkeys: browserPasskeys() });
    const order: string[] = [];
    const { create, get } = credentials;
    vi.stubGlobal("navigator", {
      credentials: {
        create: (call: CreateCall) => {
          order.push("create dialog");
          return create(call);
        },
        get: (call: GetCall) => {
          order.push("get dialog");
          return get(call);
        },
      },
    });

    const registration = await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
    order.push("gesture");
    queueMicrotask(() => order.push("first microtask"));
    const registering = wallet.credentials.register(registration);
    order.push("handler returns");
    await registering;
    expect(order).toEqual(["gesture", "create dialog", "handler returns", "first microtask"]);

    order.length = 0;
    const signIn = await wallet.prepareSignIn({ type: "PASSKEY" });
    order.push("gesture");
    queueMicrotask(() => order.push("first microtask"));
    const signing = wallet.signIn(signIn);
    order.push("handler returns");
    await signing;
    expect(order).toEqual(["gesture", "get dialog", "handler returns", "first microtask"]);
  });

  it("is an option, and PASSKEY names it if it is missing", async () => {
    const world = await WalletWorld.create("production");
    const signing = world.wallet({ passkeys: undefined }).prepareSignIn({ type: "PASSKEY" });
    await expect(signing).rejects.toMatchObject({ name: "ConfigurationError", option: "passkeys" });
    await expect(signing).rejects.toThrow("browserPasskeys()");
  });
});

describe("the remembered passkey of a device", () => {
  it("is requested by the next sign-in, also from another wallet object", async () => {
    const storage = fakeStorage();
    vi.stubGlobal("localStorage", storage);
    const world = await WalletWorld.create("production");
    await world
      .wallet({ passkeys: browserPasskeys() })
      .credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const { request: asked } = await world
      .wallet({ passkeys: browserPasskeys() })
      .prepareSignIn({ type: "PASSKEY" });
    const made = await credentials.create.mock.results[0]?.value;
    expect(asked.allowCredentials).toEqual([{ id: base64url(made.rawId), type: "public-key" }]);
    expect([...storage.items.keys()]).toEqual([`payments-sdk.passkey.${world.accountId}`]);
  });

  it("is replaced by the caller's own list", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({ passkeys: browserPasskeys({ storage: fakeStorage() }) });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const { request: asked } = await wallet.prepareSignIn({ type: "PASSKEY", allowCredentials: ["bWluZQ"] });
    expect(asked.allowCredentials).toEqual([{ id: "bWluZQ", type: "public-key" }]);
  });

  it("is forgotten when its wallet revokes it", async () => {
    const world = await WalletWorld.create("production");
    const storage = fakeStorage();
    const wallet = world.wallet({ passkeys: browserPasskeys({ storage }) });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    const { id } = await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    expect(storage.items.size).toBe(1);
    await wallet.credentials.revoke(id);
    expect(storage.items.size).toBe(0);
  });

  it("stays if the dialog fails, and the next dialog lets the customer choose [W26]", async () => {
    const world = await WalletWorld.create("production");
    const storage = fakeStorage();
    const wallet = world.wallet({ passkeys: browserPasskeys({ storage }) });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });

    credentials.get.mockRejectedValueOnce(thrown("NotAllowedError"));
    await failureOf(wallet.signIn({ type: "PASSKEY" }));
    expect(storage.items.size).toBe(1);
    const again = await wallet.prepareSignIn({ type: "PASSKEY" });
    expect(again.request).not.toHaveProperty("allowCredentials");

    await wallet.signIn(again);
    const next = await wallet.prepareSignIn({ type: "PASSKEY" });
    expect(next.request.allowCredentials).toHaveLength(1);
  });

  it.each([
    ["a 429", () => Response.json({ status: 429, code: "RATE_LIMITED", message: "later" }, { status: 429 })],
    ["a 500", () => Response.json({ status: 500, code: "INTERNAL_ERROR", message: "no" }, { status: 500 })],
    ["a 401", () => Response.json({ status: 401, code: "UNAUTHORIZED", message: "no" }, { status: 401 })],
    ["a 404", () => Response.json({ status: 404, code: "NOT_FOUND", message: "no" }, { status: 404 })],
    ["a lost connection", () => Promise.reject(new TypeError("fetch failed"))],
  ])("stays after %s [W26]", async (_, respond) => {
    const world = await WalletWorld.create("production");
    const storage = fakeStorage();
    const signals: unknown[] = [];
    const passkeys = {
      ...browserPasskeys({ storage }),
      signalUnknown: (passkey: unknown) => signals.push(passkey),
      signalAccepted: (accepted: unknown) => signals.push(accepted),
    };
    const wallet = world.wallet({ passkeys });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const known = [...storage.items];
    signals.length = 0;
    world.wire.intercept = ({ path }, forward) => (path.endsWith("/verify") ? respond() : forward());
    await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toThrow();
    expect([...storage.items]).toEqual(known);
    expect(signals).toEqual([]);
  });

  it("is checked before anything is sent: a passkey of another wallet is refused [W26]", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({ passkeys: browserPasskeys({ storage: false }) });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const ready = await wallet.prepareSignIn({ type: "PASSKEY" });
    const other = new SoftwareAuthenticator({ origin: "https://wallet.example" });
    other.create({ challenge: "Y2hhbGxlbmdl", user: { id: "b3RoZXI" } });
    const given = other.get({ challenge: ready.request.challenge });
    const chosen = world.wallet({ passkeys: { create: () => expect.fail(), get: () => given } });
    world.sent.length = 0;
    const error = await failureOf(chosen.signIn(ready));
    expect(error).toMatchObject({ reason: "other-wallet", outcome: "not-executed" });
    expect(world.sent).toEqual([]);
  });

  it("is kept if the caller aborts while the dialog is open", async () => {
    const world = await WalletWorld.create("production");
    const storage = fakeStorage();
    const wallet = world.wallet({ passkeys: browserPasskeys({ storage }) });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const known = [...storage.items];
    const controller = new AbortController();
    const reason = new Error("cancelled");
    credentials.get.mockImplementationOnce(async () => {
      controller.abort(reason);
      throw thrown("AbortError");
    });
    const signIn = wallet.signIn({ type: "PASSKEY" }, { signal: controller.signal });
    await expect(signIn).rejects.toMatchObject({ code: "ABORTED", cause: reason });
    expect([...storage.items]).toEqual(known);
  });

  it("is optional: sign-in works if the storage throws or is off", async () => {
    const throwing = () => {
      throw thrown("SecurityError");
    };
    for (const storage of [{ getItem: throwing, setItem: throwing, removeItem: throwing }, false] as const) {
      const world = await WalletWorld.create("production");
      const wallet = world.wallet({ passkeys: browserPasskeys({ storage }) });
      await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
      const ready = await wallet.prepareSignIn({ type: "PASSKEY" });
      expect(ready.request).not.toHaveProperty("allowCredentials");
      expect((await wallet.signIn(ready)).isActive).toBe(true);
    }
  });
});
