import { isPaymentsError } from "payments-sdk";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { sandboxOidcToken } from "payments-sdk/wallet";
import type { WalletClientOptions } from "payments-sdk/wallet";
import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { environments, WalletWorld } from "./support";
import type { Environment, SentRequest } from "./support";
import { splitStore } from "./split-store";

const compressed = /^0[23][\da-f]{64}$/;
const bodyOf = (request: SentRequest | undefined): Record<string, unknown> =>
  JSON.parse(request?.body ?? "{}");

/** A world with a wallet that holds its session keys. */
async function heldWorld(
  environment: Environment,
  options: Partial<WalletClientOptions> = {},
  simulator: SimulatorOptions = {},
) {
  const world = await WalletWorld.create(environment, simulator);
  const codeIssuerKeys = [world.simulator.oneTimeCodeIssuerKey];
  const wallet = world.wallet({ sessionKeys: "held", codeIssuerKeys, ...options });
  return { world, wallet };
}

/** A token with a nonce, as a provider issues it. */
function tokenOf(world: WalletWorld, nonce?: string): string {
  const email = "ada@example.com";
  return world.environment === "sandbox"
    ? sandboxOidcToken({ email, nonce, issuedAt: world.simulator.clock.now() })
    : world.simulator.issueOidcToken({ email, nonce });
}

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

/** Changes the responses to a path. */
function alter(world: WalletWorld, path: RegExp, change: (body: Record<string, unknown>) => object): void {
  world.wire.intercept = async (request, forward) => {
    const response = await forward();
    if (!path.test(request.path) || !response.ok) return response;
    return Response.json(change(await response.json()), { status: response.status });
  };
}

describe.each(environments)("signing in with a held key (%s)", (environment) => {
  it("by passkey: the challenge takes the compressed key, and the verification does not repeat it [NSI-01]", async () => {
    const { world, wallet } = await heldWorld(environment);
    const credential = await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const session = await wallet.signIn({ type: "PASSKEY" });

    expect(session).toMatchObject({ credentialId: credential.id, type: "PASSKEY", isActive: true });
    const [challenge] = world.sentTo("POST", /\/challenge$/);
    const [verify] = world.sentTo("POST", /\/verify$/);
    const { clientPublicKey } = bodyOf(challenge);
    expect(clientPublicKey).toMatch(compressed);
    expect(Object.keys(bodyOf(verify)).sort()).toEqual(["assertion", "type"]);
    expect(session.publicKey).toBe(environment === "sandbox" ? undefined : clientPublicKey);
  });

  it("by OpenID token: the function gets the nonce of the key [NSI-02]", async () => {
    const { world, wallet } = await heldWorld(environment);
    await wallet.credentials.register({ type: "OAUTH", oidcToken: world.registrationToken() });
    await wallet.signIn({ type: "OAUTH", oidcToken: (nonce) => tokenOf(world, nonce) });
    const [verify] = world.sentTo("POST", /\/verify$/);
    expect(bodyOf(verify)["clientPublicKey"]).toMatch(compressed);
  });

  it("refuses an OpenID token of another nonce, and a finished token, before it sends them", async () => {
    const { world, wallet } = await heldWorld(environment);
    await wallet.credentials.register({ type: "OAUTH", oidcToken: world.registrationToken() });
    const another = await caught(
      wallet.signIn({ type: "OAUTH", oidcToken: () => tokenOf(world, "another") }),
    );
    const finished = await caught(wallet.signIn({ type: "OAUTH", oidcToken: tokenOf(world) }));
    expect([another, finished]).toMatchObject([
      { name: "InvalidRequestError", message: expect.stringContaining("nonce") },
      { name: "InvalidRequestError", message: expect.stringContaining("sessionKeys") },
    ]);
    expect(world.sentTo("POST", /\/verify$/)).toEqual([]);
  });

  it("by a sealed code, which never leaves the device in the clear [NSI-03]", async () => {
    const { world, wallet } = await heldWorld(environment);
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.requestCode();
    const code = world.code();
    const session = await wallet.signIn({ type: "EMAIL_OTP", otp: `${code.slice(0, 3)} ${code.slice(3)}` });

    expect(session).toMatchObject({ type: "EMAIL_OTP", accountId: world.accountId });
    const [first, signed] = world.sentTo("POST", /\/verify$/);
    expect(Object.keys(bodyOf(first)).sort()).toEqual(["encryptedOtpBundle", "type"]);
    expect(first?.body).not.toContain(code === "000000" ? '"000000"' : code);
    expect(signed?.body).toBe(first?.body);
    expect(signed?.headers["service-wallet-signature"]).toMatch(/^[\w-]{100,}$/);
  });

  it("seals a mistyped code again, with a new key", async () => {
    const { world, wallet } = await heldWorld(environment);
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.requestCode();
    const error = await caught(wallet.signIn({ type: "EMAIL_OTP", otp: "918273" }));
    expect(error).toMatchObject({ name: "AuthenticationError", reason: "Invalid OTP code" });
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    expect(wallet.sessions.held).toHaveLength(2);
  });

  it("pays, adds a credential, revokes it and exports the phrase, which stays sealed", async () => {
    const { world, wallet } = await heldWorld(environment);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    expect((await wallet.executeQuote(await world.quote())).status).not.toBe("PENDING");
    const added = await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.credentials.revoke(added.id);
    const sent = world.sent.length;
    const late = wallet.signIn({ type: "EMAIL_OTP", credentialId: added.id, otp: world.code() });
    expect(await caught(late)).toMatchObject({
      name: "InvalidRequestError",
      message: expect.stringContaining("first request a code"),
    });
    expect(world.sent).toHaveLength(sent);
    expect((await wallet.exportMnemonic()).split(" ")).toHaveLength(12);
    const [exported] = world.sentTo("POST", /\/export$/);
    expect(bodyOf(exported)["clientPublicKey"]).toMatch(/^04/);
  });

  it("works at accounts of the newest service, with several passkeys", async () => {
    const { world, wallet } = await heldWorld(environment, {}, { wallet: { newestAccounts: true } });
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    const phone = await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    // The older flow of the same service has a challenge of text, too.
    const older = world.wallet();
    expect((await older.signIn({ type: "PASSKEY" })).credentialId).toBe(phone.id);
  });

  it("shares a store with a wallet with sealed keys", async () => {
    const store = splitStore();
    const { world, wallet } = await heldWorld(environment, { store });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const before = world.wallet({ store });
    const sealed = await before.signIn({ type: "PASSKEY" });
    await wallet.restore();
    const held = await wallet.signIn({ type: "PASSKEY" });
    const after = world.wallet({ store });
    await after.restore();
    expect(after.sessions.held.map(({ id }) => id).sort()).toEqual([sealed.id, held.id].sort());
    await after.sessions.revoke(held.id);
    await after.sessions.revoke(sealed.id);
    expect((await after.sessions.list()).data).toEqual([]);
  });
});

describe("a held key", () => {
  it("is non-extractable from birth: only its CryptoKey is in the store", async () => {
    const store = splitStore();
    const { world, wallet } = await heldWorld("production", { store });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const session = await wallet.signIn({ type: "PASSKEY" });
    const [entry] = await store.listSessions(world.accountId);
    const key = entry?.key?.privateKey;
    if (key === undefined) throw new Error("no key");
    expect(entry).toMatchObject({ id: session.id, key: { publicKey: session.publicKey } });
    expect([key.type, key.extractable, key.usages]).toEqual(["private", false, ["sign"]]);
    for (const format of ["jwk", "pkcs8"] as const) {
      await expect(crypto.subtle.exportKey(format, key)).rejects.toThrow();
    }
  });

  it.each(["production", "sandbox"] as const)(
    "is not made without WebCrypto: nothing is sent (%s)",
    async (environment) => {
      const { world, wallet } = await heldWorld(environment);
      await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
      const { subtle } = crypto;
      Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
      try {
        const error = await caught(wallet.signIn({ type: "PASSKEY" }));
        expect(error).toMatchObject({ name: "CryptoUnavailableError" });
      } finally {
        Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
      }
      expect(world.sentTo("POST", /\/challenge$/)).toEqual([]);
    },
  );
});

describe("an older service", () => {
  it.each(["PASSKEY", "EMAIL_OTP"] as const)(
    "that refuses a held key gets an error that names the option (%s)",
    async (type) => {
      const { world, wallet } = await heldWorld("production");
      await wallet.credentials.register(type === "PASSKEY" ? { type, nickname: "Phone" } : { type });
      if (type === "EMAIL_OTP") await wallet.requestCode();
      world.wire.intercept = ({ method, path }, forward) => {
        if (method !== "POST" || !/\/(challenge|verify)$/.test(path)) return forward();
        const body = { status: 400, code: "INVALID_INPUT", message: "clientPublicKey is required" };
        return Response.json(body, { status: 400 });
      };
      const error = await caught(wallet.signIn(type === "PASSKEY" ? { type } : { type, otp: world.code() }));
      expect(error).toMatchObject({
        name: "SessionKeysError",
        code: "SESSION_KEYS_MISMATCH",
        outcome: "not-executed",
        message: expect.stringContaining("sessionKeys"),
      });
      expect(wallet.session).toBeUndefined();
    },
  );

  it("that sends no target for a code gets an error that names the option", async () => {
    const { world, wallet } = await heldWorld("production");
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    alter(world, /\/challenge$/, ({ otpEncryptionTargetBundle: _, ...body }) => body);
    expect(await caught(wallet.requestCode())).toMatchObject({
      name: "SessionKeysError",
      outcome: "executed",
    });
  });

  it("that seals a key of its own gets an error that names the member", async () => {
    const { world, wallet } = await heldWorld("production");
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    alter(world, /\/verify$/, (body) => ({ ...body, encryptedSessionSigningKey: "sealed" }));
    const error = await caught(wallet.signIn({ type: "PASSKEY" }));
    expect(error).toMatchObject({
      name: "SessionKeysError",
      outcome: "executed",
      message: expect.stringContaining("encryptedSessionSigningKey"),
    });
    expect(wallet.session).toBeUndefined();
  });

  it("is the default: a session without a sealed key gets an error that names the member", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet();
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    alter(world, /\/verify$/, ({ encryptedSessionSigningKey: _, ...body }) => body);
    const error = await caught(wallet.signIn({ type: "PASSKEY" }));
    expect(isPaymentsError(error) && error.message).toContain("encryptedSessionSigningKey");
  });
});

/** A bundle of an issuer that nobody trusts. */
function foreignBundle(): string {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const point = `04${Buffer.from(x, "base64url").toString("hex")}${Buffer.from(y, "base64url").toString("hex")}`;
  const data = Buffer.from(JSON.stringify({ targetPublic: point }));
  return JSON.stringify({
    version: "v1.0.0",
    data: data.toString("hex"),
    dataSignature: sign("sha256", data, privateKey).toString("hex"),
    enclaveQuorumPublic: point,
  });
}

describe("the target of a code", () => {
  it.each([
    ["that somebody else signed", "SignatureVerificationError", foreignBundle],
    ["that is no JSON", "MalformedBundleError", () => "{"],
    ["of another version", "MalformedBundleError", (bundle: string) => bundle.replace("v1.0.0", "v2")],
  ])("%s is refused, and nothing is sent", async (_, name, change) => {
    const { world, wallet } = await heldWorld("production");
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    alter(world, /\/challenge$/, (body) => ({
      ...body,
      otpEncryptionTargetBundle: change(String(body["otpEncryptionTargetBundle"])),
    }));
    await wallet.requestCode();
    const error = await caught(wallet.signIn({ type: "EMAIL_OTP", otp: world.code() }));
    expect(error).toMatchObject({ name, outcome: "not-executed" });
    expect(world.sentTo("POST", /\/verify$/)).toEqual([]);
  });

  it("is not trusted by the key of another role, nor without a key in production", async () => {
    const world = await WalletWorld.create("production");
    const { walletExportIssuerKey, oneTimeCodeIssuerKey } = world.simulator;
    const signIn = async (options: Partial<WalletClientOptions>) => {
      const wallet = world.wallet({ sessionKeys: "held", ...options });
      // Without a key, not even a code is sent.
      await caught(wallet.requestCode());
      return caught(wallet.signIn({ type: "EMAIL_OTP", otp: world.code() }));
    };
    await world.wallet().credentials.register({ type: "EMAIL_OTP" });
    const trustedIssuerKeys = [oneTimeCodeIssuerKey];
    const swapped = { codeIssuerKeys: [walletExportIssuerKey], trustedIssuerKeys };
    expect(await signIn(swapped)).toMatchObject({ name: "SignatureVerificationError", check: "issuer" });
    expect(await signIn({})).toMatchObject({ name: "ConfigurationError", option: "codeIssuerKeys" });
    expect(world.sentTo("POST", /\/verify$/)).toEqual([]);
    expect(() => world.wallet({ codeIssuerKeys: [walletExportIssuerKey] })).toThrow(/different issuers/);
    expect(() => world.wallet({ codeIssuerKeys: ["04"] })).toThrow(/codeIssuerKeys/);
  });

  it("must have been requested by this wallet", async () => {
    const { world, wallet } = await heldWorld("production");
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const error = await caught(wallet.signIn({ type: "EMAIL_OTP", otp: world.code() }));
    expect(error).toMatchObject({
      name: "InvalidRequestError",
      message: expect.stringContaining("requestCode"),
    });
  });
});
