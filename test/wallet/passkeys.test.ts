import { base64urlnopad } from "@scure/base";
import { browserPasskeys, PasskeyError } from "payments-sdk/wallet";
import type { PasskeyCeremony, PasskeyCreationOptions, PasskeyRequestOptions } from "payments-sdk/wallet";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { WalletWorld } from "./support";

type CreateCall = { publicKey: PublicKeyCredentialCreationOptions; signal: AbortSignal };
type GetCall = { publicKey: PublicKeyCredentialRequestOptions; signal: AbortSignal };

const bytes = (text: string) => base64urlnopad.decode(text).slice().buffer;
const base64url = (source: BufferSource) =>
  Buffer.from(ArrayBuffer.isView(source) ? source.buffer : source).toString("base64url");

/** `navigator.credentials` with a software authenticator behind it: bytes in, bytes out, as in a browser. */
function fakeCredentials(device: SoftwareAuthenticator) {
  return {
    create: vi.fn(async ({ publicKey }: CreateCall): Promise<unknown> => {
      const { id: userId, name, displayName } = publicKey.user;
      const made = device.create({
        challenge: base64url(publicKey.challenge),
        user: { id: base64url(userId), name, displayName },
      });
      return {
        ...made,
        rawId: bytes(made.rawId),
        getClientExtensionResults: () => ({}),
        response: {
          clientDataJSON: bytes(made.response.clientDataJSON),
          attestationObject: bytes(made.response.attestationObject),
          getTransports: () => ["internal", "hybrid"],
        },
      };
    }),
    get: vi.fn(async ({ publicKey }: GetCall): Promise<unknown> => {
      const allowed = publicKey.allowCredentials?.map(({ id }) => ({ id: base64url(id) }));
      const given = device.get({
        challenge: base64url(publicKey.challenge),
        ...(allowed && { allowCredentials: allowed }),
      });
      const { clientDataJSON, authenticatorData, signature, userHandle } = given.response;
      return {
        ...given,
        rawId: bytes(given.rawId),
        getClientExtensionResults: () => ({}),
        response: {
          clientDataJSON: bytes(clientDataJSON),
          authenticatorData: bytes(authenticatorData),
          signature: bytes(signature),
          userHandle: userHandle === undefined ? null : bytes(userHandle),
        },
      };
    }),
  };
}

/** A `localStorage` that stands for itself. */
function fakeStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const creation: PasskeyCreationOptions = {
  challenge: "Y2hhbGxlbmdl",
  rp: { name: "Example" },
  user: { id: "dXNlcg", name: "ada", displayName: "Ada" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none",
};
const request: PasskeyRequestOptions = { challenge: "Y2hhbGxlbmdl", userVerification: "required" };

let device: SoftwareAuthenticator;
let credentials: ReturnType<typeof fakeCredentials>;

/** A page of https://wallet.example, in a browser that knows passkeys. */
beforeEach(() => {
  device = new SoftwareAuthenticator({ origin: "https://wallet.example" });
  credentials = fakeCredentials(device);
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { credentials });
  vi.stubGlobal("location", { href: "https://wallet.example/", hostname: "wallet.example" });
  vi.stubGlobal("document", {});
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function failureOf(attempt: unknown): Promise<PasskeyError> {
  const error: unknown = await Promise.resolve(attempt).then(
    () => expect.fail("expected a rejection"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PasskeyError)) throw error;
  return error;
}

/** What a browser throws. */
const refusal = (name: string) => new DOMException("as the browser says", name);

async function prepared(options?: Parameters<typeof browserPasskeys>[0]): Promise<PasskeyCeremony> {
  const passkeys = browserPasskeys(options);
  await passkeys.prepare?.();
  return passkeys;
}

describe("browserPasskeys in a wallet", () => {
  it("registers and signs in, in a page [CRD-20, CRD-22, CRD-28, CRD-29]", async () => {
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

  it("leaves userHandle out where the authenticator gives none [CRD-20, CRD-29]", async () => {
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

  it("opens the dialog within the gesture when everything was prepared: nothing is awaited before it", async () => {
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

  it("is passed by whoever wants passkeys: without it PASSKEY names what is missing", async () => {
    const world = await WalletWorld.create("production");
    const signing = world.wallet({ passkeys: undefined }).prepareSignIn({ type: "PASSKEY" });
    await expect(signing).rejects.toMatchObject({ name: "ConfigurationError", option: "passkeys" });
    await expect(signing).rejects.toThrow("browserPasskeys()");
  });
});

describe("the passkey that a device remembers", () => {
  it("is the one that the next sign-in asks for, also in another wallet object of the same account", async () => {
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

  it("gives way to the caller's own list", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet({ passkeys: browserPasskeys({ storage: fakeStorage() }) });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const { request: asked } = await wallet.prepareSignIn({ type: "PASSKEY", allowCredentials: ["bWluZQ"] });
    expect(asked.allowCredentials).toEqual([{ id: "bWluZQ", type: "public-key" }]);
  });

  it("is forgotten when it does not serve, so that the customer can choose, and learnt anew when one does", async () => {
    const world = await WalletWorld.create("production");
    const storage = fakeStorage();
    const wallet = world.wallet({ passkeys: browserPasskeys({ storage }) });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });

    credentials.get.mockRejectedValueOnce(refusal("NotAllowedError"));
    await failureOf(wallet.signIn({ type: "PASSKEY" }));
    expect(storage.items.size).toBe(0);
    const again = await wallet.prepareSignIn({ type: "PASSKEY" });
    expect(again.request).not.toHaveProperty("allowCredentials");

    await wallet.signIn(again);
    expect(storage.items.size).toBe(1);
  });

  it("is none where the storage refuses or is turned off; sign-in works all the same", async () => {
    const refusing = () => {
      throw refusal("SecurityError");
    };
    for (const storage of [{ getItem: refusing, setItem: refusing, removeItem: refusing }, false] as const) {
      const world = await WalletWorld.create("production");
      const wallet = world.wallet({ passkeys: browserPasskeys({ storage }) });
      await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
      const ready = await wallet.prepareSignIn({ type: "PASSKEY" });
      expect(ready.request).not.toHaveProperty("allowCredentials");
      expect((await wallet.signIn(ready)).isActive).toBe(true);
    }
  });
});

describe("what the browser throws", () => {
  it.each([
    ["NotAllowedError", "cancelled-or-unavailable", "cancelled-or-unavailable"],
    ["AbortError", "aborted", "aborted"],
    ["SecurityError", "security", "security"],
    ["NotSupportedError", "unsupported", "unsupported"],
    ["ConstraintError", "unsupported", "unsupported"],
    ["InvalidStateError", "already-registered", "cancelled-or-unavailable"],
    ["UnknownError", "cancelled-or-unavailable", "cancelled-or-unavailable"],
    ["OperationError", "cancelled-or-unavailable", "cancelled-or-unavailable"],
    ["NotReadableError", "cancelled-or-unavailable", "cancelled-or-unavailable"],
    ["TimeoutError", "cancelled-or-unavailable", "cancelled-or-unavailable"],
  ])("%s is `%s` at a registration and `%s` at a sign-in", async (name, atCreate, atGet) => {
    const passkeys = await prepared();
    const thrown = refusal(name);
    credentials.create.mockRejectedValueOnce(thrown);
    credentials.get.mockRejectedValueOnce(thrown);
    const failures = [await failureOf(passkeys.create(creation)), await failureOf(passkeys.get(request))];
    expect(failures).toMatchObject([
      { code: "PASSKEY_FAILED", reason: atCreate, operation: "passkeys.create", outcome: "not-executed" },
      { code: "PASSKEY_FAILED", reason: atGet, operation: "passkeys.get", outcome: "not-executed" },
    ]);
    for (const { cause } of failures) {
      expect(cause === thrown || (cause instanceof Error && cause.cause === thrown)).toBe(true);
    }
  });

  it("never becomes a claim that the customer cancelled", async () => {
    const passkeys = await prepared();
    credentials.get.mockRejectedValueOnce(refusal("NotAllowedError"));
    const { message } = await failureOf(passkeys.get(request));
    expect(message).toContain("closed or ran out of time, or no passkey fits");
    expect(message).not.toMatch(/cancel|user|customer/i);
  });

  it("may be nothing at all: a dialog that gives null", async () => {
    const passkeys = await prepared();
    credentials.get.mockResolvedValueOnce(null);
    expect(await failureOf(passkeys.get(request))).toMatchObject({ reason: "cancelled-or-unavailable" });
  });

  it("comes with a hint in a page inside another one that does not let it, and only there", async () => {
    const passkeys = await prepared();
    const hintFor = async (kind: "create" | "get", name = "NotAllowedError") => {
      credentials[kind].mockRejectedValueOnce(refusal(name));
      const failure = await failureOf(kind === "get" ? passkeys.get(request) : passkeys.create(creation));
      return failure.hint;
    };
    expect(await hintFor("get")).toBeUndefined();

    vi.stubGlobal("self", {});
    vi.stubGlobal("parent", {});
    expect(await hintFor("get")).toContain("may not allow `publickey-credentials-get`");
    const allowed = new Set(["publickey-credentials-get"]);
    vi.stubGlobal("document", { featurePolicy: { allowsFeature: (name: string) => allowed.has(name) } });
    expect(await hintFor("get")).toBeUndefined();
    expect(await hintFor("create")).toContain("does not allow `publickey-credentials-create`");
    expect(await hintFor("create", "UnknownError")).toBeUndefined();
  });

  it("is `unsupported` in a browser without passkeys, which is not called", async () => {
    vi.stubGlobal("PublicKeyCredential", undefined);
    const passkeys = await prepared();
    expect(await failureOf(passkeys.create(creation))).toMatchObject({ reason: "unsupported" });
    expect(credentials.create).not.toHaveBeenCalled();
  });
});

describe("a ceremony", () => {
  /** A dialog that stays open until its signal closes it, as the browser's does. */
  const openDialog = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });

  it("is closed by the caller's signal, whose own reason is thrown", async () => {
    const passkeys = await prepared();
    credentials.get.mockImplementation(openDialog);
    const controller = new AbortController();
    const reason = new Error("the page moved on");
    const open = passkeys.get(request, controller.signal);
    controller.abort(reason);
    await expect(open).rejects.toBe(reason);
    expect(credentials.get.mock.calls[0]?.[0].signal.aborted).toBe(true);
    await expect(passkeys.get(request, controller.signal)).rejects.toBe(reason);
    expect(credentials.get).toHaveBeenCalledTimes(1);
  });

  it("passes the signal of a wallet's call on", async () => {
    const world = await WalletWorld.create("production");
    credentials.create.mockImplementation(openDialog);
    const controller = new AbortController();
    const wallet = world.wallet({ passkeys: browserPasskeys() });
    const ready = await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
    const registering = wallet.credentials.register(ready, { signal: controller.signal });
    controller.abort();
    await expect(registering).rejects.toBe(controller.signal.reason);
    expect(world.sentTo("POST", "/auth/credentials")).toEqual([]);
  });

  it("is not disturbed by a second one, which is refused, also from another object", async () => {
    const [passkeys, others] = [await prepared(), await prepared()];
    let close = (_credential: unknown): void => {};
    credentials.get.mockImplementationOnce(() => new Promise((resolve) => (close = resolve)));
    const first = passkeys.get(request);
    for (const second of [passkeys.get(request), others.create(creation)]) {
      expect(await failureOf(second)).toMatchObject({ reason: "busy" });
    }
    expect(credentials.get.mock.calls[0]?.[0].signal.aborted).toBe(false);
    device.create({ challenge: "x" });
    const gave = await fakeCredentials(device).get({
      publicKey: { challenge: new Uint8Array(32) },
      signal: AbortSignal.timeout(1000),
    });
    close(gave);
    await expect(first).resolves.toHaveProperty("rawId");
    await expect(others.create(creation)).resolves.toHaveProperty("rawId");
  });

  it("works without being prepared, at the price of a wait for the library", async () => {
    expect(await browserPasskeys().create(creation)).toHaveProperty("rawId");
  });

  it.each([
    ["no challenge", { ...creation, challenge: "" }, "challenge"],
    ["a challenge that is no base64url", { ...creation, challenge: "a b!" }, "challenge"],
    ["a challenge cut short", { ...creation, challenge: "Y2hhb" }, "challenge"],
    ["an empty user id", { ...creation, user: { ...creation.user, id: "" } }, "user.id"],
    ["a user id of 65 bytes", { ...creation, user: { ...creation.user, id: "A".repeat(87) } }, "user.id"],
    ["no name of the relying party", { ...creation, rp: { name: "" } }, "rp.name"],
    ["no algorithm", { ...creation, pubKeyCredParams: [] }, "pubKeyCredParams"],
    ["an id that is no base64url", { ...creation, excludeCredentials: [{ id: "?" }] }, "excludeCredentials"],
  ])("is not begun with %s", async (_, options, path) => {
    const passkeys = await prepared();
    // Wrong on purpose.
    await expect(passkeys.create(options as PasskeyCreationOptions)).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path }],
    });
    expect(credentials.create).not.toHaveBeenCalled();
  });

  it("is not begun with a sign-in request that WebAuthn has no use for", async () => {
    const passkeys = await prepared();
    const allowCredentials = [{ id: "not base64url!", type: "public-key" as const }];
    await expect(passkeys.get({ ...request, challenge: "?", allowCredentials })).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "challenge" }, { path: "allowCredentials" }],
    });
    expect(credentials.get).not.toHaveBeenCalled();
  });

  it("takes a request with none of the optional members, and a user id of 64 bytes", async () => {
    const passkeys = await prepared();
    const { challenge, rp, user, pubKeyCredParams } = creation;
    const bare = { challenge, rp, user: { ...user, id: "A".repeat(86) }, pubKeyCredParams };
    // The optional members are left out on purpose.
    await expect(passkeys.create(bare as PasskeyCreationOptions)).resolves.toHaveProperty("rawId");
    expect(await passkeys.get({ challenge } as PasskeyRequestOptions)).toHaveProperty("rawId");
  });
});
