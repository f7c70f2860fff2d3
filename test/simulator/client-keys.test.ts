import type { SignedRetryChallenge, WalletExport } from "payments-sdk";
import { ECDH } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createClientKey,
  isSignedBy,
  openExport,
  openSessionBundle,
  readExport,
  stamp,
} from "../support/node-wallet";
import {
  challengePath,
  magicAssertion,
  newDevice,
  passkeyRegistration,
  production,
  register,
  signedInWallet,
  verifyPath,
  WalletService,
} from "../support/wallet-service";
import type { LiveSession, PasskeyChallenge } from "../support/wallet-service";
import { invalid } from "../support/simulator";

const compressed = (publicKey: string) =>
  String(ECDH.convertKey(publicKey, "prime256v1", "hex", "hex", "compressed"));

/** A client key in production, whose credential is an e-mail address. */
async function emailWallet() {
  const service = production();
  const { accountId } = await service.createWallet("ada@example.com");
  const credential = await service.registerEmail(accountId);
  // The document knows the uncompressed form only.
  const verify = (clientPublicKey: string) =>
    service.call<LiveSession>(
      "POST",
      verifyPath(credential),
      { type: "EMAIL_OTP", otp: service.codeFor(credential.id), clientPublicKey },
      invalid,
    );
  const again = () => service.must("POST", challengePath(credential));
  return { service, accountId, verify, again };
}

describe("a compressed clientPublicKey", () => {
  it("signs in: the session key is sealed to the same point [CRY-01, CRY-04, LIM-10]", async () => {
    const { verify, again } = await emailWallet();
    for (const form of [compressed, (key: string) => compressed(key).toUpperCase()]) {
      const client = createClientKey();
      const { status, body } = await verify(form(client.publicKey));
      expect(status).toBe(200);
      expect(openSessionBundle(body.encryptedSessionSigningKey ?? "", client)).toHaveLength(32);
      await again();
    }
  });

  it("exports: the phrase is sealed to the same point [CRY-01, CRY-13, LIM-10]", async () => {
    const service = new WalletService({ environment: "production" });
    const wallet = await signedInWallet(service);
    const client = createClientKey();
    const path = `/internal-accounts/${wallet.accountId}/export`;
    const params = { clientPublicKey: compressed(client.publicKey) };
    const challenge = await service.must<SignedRetryChallenge>("POST", path, params, invalid);
    const { body } = await service.call<WalletExport>("POST", path, params, {
      "Service-Wallet-Signature": stamp(wallet.session.privateKey, challenge.payloadToSign),
      "Request-Id": challenge.requestId,
      ...invalid,
    });
    const { bundle, data } = readExport(body.encryptedWalletCredentials);
    expect(isSignedBy(service.simulator.walletExportIssuerKey, bundle)).toBe(true);
    expect(openExport(data, client).split(" ")).toHaveLength(12);
  });

  it("is the same key as its uncompressed form, for a second use [CRY-01, OP-20]", async () => {
    const { verify, again } = await emailWallet();
    const { publicKey } = createClientKey();
    expect((await verify(publicKey)).status).toBe(200);
    await again();
    expect(await verify(compressed(publicKey))).toMatchObject({
      status: 400,
      body: { details: { field: "clientPublicKey" } },
    });
  });

  it("is the same key as its uncompressed form, for a passkey's challenge [CRY-01, OP-20]", async () => {
    const service = new WalletService({ wallet: { strictClientKeys: true } });
    const { accountId } = await service.createWallet();
    const credential = await register(service, passkeyRegistration(accountId, newDevice()));
    const verify = async (first: string, second: string) => {
      const challenge = await service.must<PasskeyChallenge>(
        "POST",
        challengePath(credential),
        { clientPublicKey: first },
        invalid,
      );
      const body = { type: "PASSKEY", assertion: magicAssertion, clientPublicKey: second };
      const headers = { "Request-Id": challenge.requestId };
      return (await service.call("POST", verifyPath(credential), body, { ...headers, ...invalid })).status;
    };
    const [one, two] = [createClientKey().publicKey, createClientKey().publicKey];
    expect(await verify(compressed(one), one)).toBe(200);
    expect(await verify(two, compressed(two))).toBe(200);
    expect(await verify(createClientKey().publicKey, compressed(createClientKey().publicKey))).toBe(401);
  });

  it.each([
    ["a digit short", (key: string) => key.slice(0, -1)],
    ["a digit long", (key: string) => `${key}0`],
    ["the prefix of the other form", (key: string) => `04${key.slice(2)}`],
    ["no hexadecimal", (key: string) => `${key.slice(0, -1)}g`],
    ["no point of the curve", () => `02${"f".repeat(64)}`],
  ])("with %s is refused [CRY-01, LIM-10]", async (_title, damage) => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    const clientPublicKey = damage(compressed(createClientKey().publicKey));
    const body = { type: "EMAIL_OTP", otp: "000000", clientPublicKey };
    expect(await service.call("POST", verifyPath(credential), body, invalid)).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "clientPublicKey" } },
    });
    expect(await service.list("sessions", accountId)).toEqual([]);
  });
});
