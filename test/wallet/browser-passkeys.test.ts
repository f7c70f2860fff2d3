import { browserPasskeys } from "payments-sdk/wallet";
import type { PasskeyCreationOptions, PasskeyRequestOptions } from "payments-sdk/wallet";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  creation,
  failureOf,
  fakeCredentials,
  prepared,
  request,
  stubPage,
  thrown,
} from "./passkeys-support";
import { WalletWorld } from "./support";

let { device, credentials } = {} as ReturnType<typeof stubPage>; // Set before each test.

beforeEach(() => {
  ({ device, credentials } = stubPage());
});

afterEach(() => void vi.unstubAllGlobals());

describe("an error of the browser", () => {
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
  ])("%s becomes `%s` during registration and `%s` during sign-in", async (name, atCreate, atGet) => {
    const passkeys = await prepared();
    const error = thrown(name);
    credentials.create.mockRejectedValueOnce(error);
    credentials.get.mockRejectedValueOnce(error);
    const failures = [await failureOf(passkeys.create(creation)), await failureOf(passkeys.get(request))];
    expect(failures).toMatchObject([
      { code: "PASSKEY_FAILED", reason: atCreate, operation: "passkeys.create", outcome: "not-executed" },
      { code: "PASSKEY_FAILED", reason: atGet, operation: "passkeys.get", outcome: "not-executed" },
    ]);
    for (const { cause } of failures) {
      expect(cause === error || (cause instanceof Error && cause.cause === error)).toBe(true);
    }
  });

  it("never becomes a claim that the customer cancelled", async () => {
    const passkeys = await prepared();
    credentials.get.mockRejectedValueOnce(thrown("NotAllowedError"));
    const { message } = await failureOf(passkeys.get(request));
    expect(message).toContain("closed or timed out, or no passkey matches");
    expect(message).not.toMatch(/cancel|user|customer/i);
  });

  it("is a PasskeyError if the dialog returns null", async () => {
    const passkeys = await prepared();
    credentials.get.mockResolvedValueOnce(null);
    expect(await failureOf(passkeys.get(request))).toMatchObject({ reason: "cancelled-or-unavailable" });
  });

  it("has a hint in an iframe without permission, and nowhere else", async () => {
    const passkeys = await prepared();
    const hintFor = async (kind: "create" | "get", name = "NotAllowedError") => {
      credentials[kind].mockRejectedValueOnce(thrown(name));
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

  it("closes when the caller aborts", async () => {
    const passkeys = await prepared();
    credentials.get.mockImplementation(openDialog);
    const controller = new AbortController();
    const reason = new Error("the page moved on");
    const open = passkeys.get(request, controller.signal);
    controller.abort(reason);
    await expect(open).rejects.toMatchObject({ name: "AbortError", cause: reason });
    expect(credentials.get.mock.calls[0]?.[0].signal.aborted).toBe(true);
    await expect(passkeys.get(request, controller.signal)).rejects.toMatchObject({ cause: reason });
    expect(credentials.get).toHaveBeenCalledTimes(1);
  });

  it("receives the signal of the wallet's call", async () => {
    const world = await WalletWorld.create("production");
    credentials.create.mockImplementation(openDialog);
    const controller = new AbortController();
    const wallet = world.wallet({ passkeys: browserPasskeys() });
    const ready = await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
    const registering = wallet.credentials.register(ready, { signal: controller.signal });
    controller.abort();
    await expect(registering).rejects.toMatchObject({ code: "ABORTED", cause: controller.signal.reason });
    expect(world.sentTo("POST", "/auth/credentials")).toEqual([]);
  });

  it("stays open while a second one fails as `busy`, even from another object", async () => {
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

  it("works without preparation, after loading the library", async () => {
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
  ])("does not start with %s", async (_, options, path) => {
    const passkeys = await prepared();
    // Wrong on purpose.
    await expect(passkeys.create(options as PasskeyCreationOptions)).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path }],
    });
    expect(credentials.create).not.toHaveBeenCalled();
  });

  it("does not start with a sign-in request that WebAuthn cannot use", async () => {
    const passkeys = await prepared();
    const allowCredentials = [{ id: "not base64url!", type: "public-key" as const }];
    await expect(passkeys.get({ ...request, challenge: "?", allowCredentials })).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "challenge" }, { path: "allowCredentials" }],
    });
    expect(credentials.get).not.toHaveBeenCalled();
  });

  it("accepts a request without optional fields, and a user id of 64 bytes", async () => {
    const passkeys = await prepared();
    const { challenge, rp, user, pubKeyCredParams } = creation;
    const bare = { challenge, rp, user: { ...user, id: "A".repeat(86) }, pubKeyCredParams };
    // The optional fields are left out on purpose.
    await expect(passkeys.create(bare as PasskeyCreationOptions)).resolves.toHaveProperty("rawId");
    expect(await passkeys.get({ challenge } as PasskeyRequestOptions)).toHaveProperty("rawId");
  });
});
