import { isPaymentsError } from "payments-sdk";
import {
  CredentialMismatchError,
  DecryptionError,
  generateClientKeyPair,
  MalformedBundleError,
  openSessionBundle,
  SignatureVerificationError,
  verifyStamp,
} from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { publicKeyOf, randomScalarHex, sessionBundle } from "./crypto/node-reference";
import { WalletWorld } from "./support";
import { splitStore } from "./split-store";

type Body = Record<string, string | undefined>;

/** Lets the body of a successful response be altered on its way. */
function alterResponse(world: WalletWorld, path: RegExp, alter: (body: Body) => Body | Promise<Body>): void {
  world.wire.intercept = async (request, forward) => {
    const response = await forward();
    if (!path.test(request.path) || response.status !== 200) return response;
    const body: Body = await response.json();
    return Response.json(await alter(body), { headers: { "x-request-id": "request-7" } });
  };
}

/** A production world with an email credential, and a signed-out wallet. */
async function worldWithCredential() {
  const world = await WalletWorld.create("production");
  const store = splitStore();
  const wallet = world.wallet({ store });
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  return { world, store, wallet };
}

const executed = { outcome: "executed", requestId: "request-7" };
const foreignKey = publicKeyOf(randomScalarHex(), "uncompressed");

describe("an unusable session key, after the service has opened the session", () => {
  it.each<[string, (body: Body) => unknown, { layer: string; problem?: string }]>([
    [
      "a character was altered",
      ({ encryptedSessionSigningKey: bundle = "" }: Body) => flipFirst(bundle),
      { layer: "checksum" },
    ],
    ["it is absent", () => undefined, { layer: "checksum", problem: "is missing or empty" }],
    ["it is empty", () => "", { layer: "checksum", problem: "is missing or empty" }],
    ["it is not base58", () => "0OIl", { layer: "alphabet" }],
    ["it is short", () => "1111".repeat(400), { layer: "length" }],
  ])(
    "reports outcome executed and the layer when %s [CRY-12]",
    async (_, alter, { layer, problem = `its ${layer} is invalid` }) => {
      const { world, store, wallet } = await worldWithCredential();
      alterResponse(world, /\/verify$/, (body) => ({
        ...body,
        encryptedSessionSigningKey: alter(body) as string,
      }));

      const error = await wallet
        .signIn({ type: "EMAIL_OTP", otp: world.code() })
        .catch((caught: unknown) => caught);

      expect(error).toBeInstanceOf(MalformedBundleError);
      expect(error).toMatchObject({
        ...executed,
        code: "MALFORMED_BUNDLE",
        layer,
        operation: "wallet.signIn",
      });
      expect(String(error)).toContain("`encryptedSessionSigningKey`");
      expect(String(error)).toContain(problem);
      expect(wallet.session).toBeUndefined();
      expect(await store.listSessions(world.accountId)).toEqual([]);
    },
  );

  it("reports outcome executed if the key was sealed to another key pair [CRY-12]", async () => {
    const { world, wallet } = await worldWithCredential();
    alterResponse(world, /\/verify$/, (body) => ({
      ...body,
      encryptedSessionSigningKey: sessionBundle(foreignKey, Buffer.from(randomScalarHex(), "hex")),
    }));

    const error = await wallet
      .signIn({ type: "EMAIL_OTP", otp: world.code() })
      .catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(DecryptionError);
    expect(error).toMatchObject({ ...executed, code: "DECRYPTION_FAILED", operation: "wallet.signIn" });
    expect(isPaymentsError(error) && error.cause).toBeUndefined();
    expect(wallet.session).toBeUndefined();
  });

  it("reports outcome executed if the key pair was already used [CRY-02]", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet();
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });
    prepared.keyPair.wipe();
    await expect(wallet.signIn(prepared)).rejects.toMatchObject({
      name: "InvalidKeyError",
      code: "INVALID_KEY",
      outcome: "executed",
      operation: "wallet.signIn",
      message: expect.stringContaining("already used or wiped"),
    });
  });

  it("fails in production if the bundle is the sandbox's stub [CRY-12, OP-06]", async () => {
    const { world, store, wallet } = await worldWithCredential();
    alterResponse(world, /\/verify$/, (body) => ({
      ...body,
      encryptedSessionSigningKey: "sandbox-encrypted-session-signing-key",
    }));
    await expect(wallet.signIn({ type: "EMAIL_OTP", otp: world.code() })).rejects.toMatchObject({
      ...executed,
      name: "MalformedBundleError",
    });
    expect(wallet.session).toBeUndefined();
    expect(await store.listSessions(world.accountId)).toEqual([]);
    expect((await wallet.sessions.list()).data).toHaveLength(1);
  });

  it("is always sealed in production: a stub cannot sign [CRY-12, OP-06]", async () => {
    const world = await WalletWorld.create("production", { wallet: { sessionKey: "opaque" } });
    const session = await world.signInByEmail(world.wallet());
    expect(session.publicKey).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(await verifyStamp(await session.stamp("payload"), "payload")).toMatchObject({
      publicKey: session.publicKey,
    });
  });

  it("stores no session for another wallet's credential, and reports that one was opened", async () => {
    const world = await WalletWorld.create("production");
    const credential = await world.wallet().credentials.register({ type: "EMAIL_OTP" });
    const other = await world.payments.customers.create({
      customerType: "INDIVIDUAL",
      email: "eve@example.com",
    });
    const account = await world.payments.internalAccounts.findWallet(other.id ?? "");
    const wallet = world.wallet({ accountId: account?.id ?? "" });

    const error = await wallet
      .signIn({ type: "EMAIL_OTP", otp: world.code(), credentialId: credential.id })
      .catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(CredentialMismatchError);
    expect(error).toMatchObject({
      outcome: "executed",
      code: "CREDENTIAL_MISMATCH",
      credentialId: credential.id,
    });
    expect(wallet.session).toBeUndefined();
  });
});

describe("an unusable wallet export, after the service has exported the phrase", () => {
  const alterations: [string, (envelope: Body) => Body | Promise<Body>, object][] = [
    [
      "its signature is invalid",
      ({ data = "", ...rest }) => ({ ...rest, data: flipLast(data) }),
      { name: "SignatureVerificationError", code: "SIGNATURE_INVALID", check: "signature" },
    ],
    [
      "its issuer is not trusted",
      (envelope) => ({ ...envelope, enclaveQuorumPublic: foreignKey }),
      { name: "SignatureVerificationError", code: "SIGNATURE_INVALID", check: "issuer" },
    ],
    [
      "its envelope is damaged",
      ({ data: _, ...rest }) => rest,
      { name: "MalformedBundleError", code: "MALFORMED_BUNDLE", layer: "envelope" },
    ],
  ];

  it.each(alterations)("reports outcome executed when %s [WEX-07]", async (_, alter, expected) => {
    const { world, wallet } = await worldWithCredential();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    alterResponse(world, /\/export$/, async (body) => ({
      ...body,
      encryptedWalletCredentials: JSON.stringify(
        await alter(JSON.parse(body["encryptedWalletCredentials"] ?? "")),
      ),
    }));

    const error = await wallet.exportMnemonic().catch((caught: unknown) => caught);

    expect(error).toMatchObject({ ...executed, ...expected, operation: "wallet.exportMnemonic" });
    expect(error instanceof SignatureVerificationError || error instanceof MalformedBundleError).toBe(true);
  });

  it("reports outcome executed if it was sealed to another key [WEX-07]", async () => {
    const { world, wallet } = await worldWithCredential();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    let earlier = "";
    alterResponse(world, /\/export$/, (body) => {
      const current = body["encryptedWalletCredentials"] ?? "";
      const shown = earlier || current;
      earlier = current;
      return { ...body, encryptedWalletCredentials: shown };
    });
    await wallet.exportMnemonic();
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({
      ...executed,
      name: "DecryptionError",
      operation: "wallet.exportMnemonic",
    });
  });
});

describe("the same functions, called directly", () => {
  it("report outcome not-executed, because they make no call", async () => {
    const keyPair = await generateClientKeyPair();
    await expect(openSessionBundle("0OIl", keyPair)).rejects.toMatchObject({ outcome: "not-executed" });
    const foreign = sessionBundle(foreignKey, Buffer.from(randomScalarHex(), "hex"));
    await expect(openSessionBundle(foreign, keyPair)).rejects.toMatchObject({
      name: "DecryptionError",
      outcome: "not-executed",
    });
  });
});

function flipFirst(text: string): string {
  return `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`;
}

function flipLast(hex: string): string {
  return `${hex.slice(0, -1)}${hex.endsWith("0") ? "1" : "0"}`;
}
