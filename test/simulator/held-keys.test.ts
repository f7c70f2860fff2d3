import type { AuthMethod, Session, SignedRetryChallenge } from "payments-sdk";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { createHash, createPublicKey, verify as isValid } from "node:crypto";
import { describe, expect, it } from "vitest";
import { compressKey, createClientKey, sealTo, stamp } from "../support/node-wallet";
import {
  magicAssertion,
  magicSignature,
  oauthBody,
  passkeyAssertion,
  passkeyRegistration,
  unsignedToken,
} from "../support/parts";
import { challengePath, newDevice, register, verifyPath, World } from "../support/world";

type Environment = "production" | "sandbox";
const environments: Environment[] = ["production", "sandbox"];

type SentCode = AuthMethod & { otpEncryptionTargetBundle: string };

/** The target of a bundle, if the issuer signed it. */
function targetOf({ otpEncryptionTargetBundle }: SentCode, issuer: string): string {
  const bundle = JSON.parse(otpEncryptionTargetBundle);
  expect(bundle).toMatchObject({ version: "v1.0.0", enclaveQuorumPublic: issuer });
  const point = Buffer.from(issuer, "hex");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const data = Buffer.from(bundle.data, "hex");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  expect(isValid("sha256", data, key, Buffer.from(bundle.dataSignature, "hex"))).toBe(true);
  return JSON.parse(data.toString()).targetPublic;
}

/** A client of the newest sign-in, over plain HTTP. */
class NewestClient {
  readonly service: World;
  readonly key = createClientKey();

  constructor(service: World) {
    this.service = service;
  }

  get publicKey(): string {
    return compressKey(this.key.publicKey);
  }

  async newCode(credential: AuthMethod): Promise<SentCode> {
    return this.service.must<SentCode>("POST", challengePath(credential));
  }

  /** Seals a code with the key in one of its forms. */
  seal(sent: SentCode, code: string, publicKey = this.key.publicKey): object {
    const target = targetOf(sent, this.service.simulator.oneTimeCodeIssuerKey);
    const encryptedOtpBundle = sealTo(target, JSON.stringify({ otp_code: code, public_key: publicKey }));
    return { type: "EMAIL_OTP", encryptedOtpBundle };
  }

  send<T = Session & SignedRetryChallenge>(credential: AuthMethod, body: object, headers = {}) {
    return this.service.call<T & { code?: string; reason?: string }>(
      "POST",
      verifyPath(credential),
      body,
      headers,
    );
  }

  /** Sends a sealed code, stamps the challenge and sends it again. */
  async signIn(credential: AuthMethod, body: object, signer = this.key) {
    const first = await this.send(credential, body);
    if (first.status !== 202) return first;
    const { payloadToSign, requestId } = first.body;
    expect(payloadToSign).toContain(this.publicKey);
    const proof = {
      "Service-Wallet-Signature": stamp(signer.privateKey, payloadToSign),
      "Request-Id": requestId,
    };
    return this.send(credential, body, proof);
  }
}

async function begin(environment: Environment, options: SimulatorOptions = {}) {
  const service = new World({ ...options, environment });
  const { accountId } = await service.createWallet("ada@example.com");
  const credential = await service.registerEmail(accountId);
  return { service, accountId, credential, client: new NewestClient(service) };
}

describe.each(environments)("a sealed one-time code (%s)", (environment) => {
  it.each(["uncompressed", "compressed"])(
    "opens a session with the client's key, which is %s in the bundle",
    async (form) => {
      const { service, accountId, credential, client } = await begin(environment);
      const sent = await client.newCode(credential);
      const key = form === "compressed" ? client.publicKey : client.key.publicKey;
      const session = await client.signIn(credential, client.seal(sent, service.codeFor(credential.id), key));
      expect(session).toMatchObject({ status: 200, body: { accountId, type: "EMAIL_OTP" } });
      expect(session.body).not.toHaveProperty("encryptedSessionSigningKey");
      // The stamp of the held key signs further actions.
      const path = `/auth/sessions/${session.body.id}`;
      const first = await service.must<SignedRetryChallenge>("DELETE", path);
      const signature = stamp(client.key.privateKey, first.payloadToSign);
      const ended = await service.complete("DELETE", path, first.requestId, signature);
      expect(ended.status).toBe(204);
    },
  );

  it("may be mistyped and sealed to the same bundle again", async () => {
    const { service, credential, client } = await begin(environment);
    const sent = await client.newCode(credential);
    const wrong = await client.signIn(credential, client.seal(sent, "918273"));
    expect(wrong).toMatchObject({ status: 401, body: { reason: "Invalid OTP code" } });
    const right = await client.signIn(credential, client.seal(sent, service.codeFor(credential.id)));
    expect(right.status).toBe(200);
  });

  it("is refused if it was sealed to the bundle of an earlier code", async () => {
    const { service, credential, client } = await begin(environment);
    const earlier = await client.newCode(credential);
    const latest = await client.newCode(credential);
    expect(latest.otpEncryptionTargetBundle).not.toBe(earlier.otpEncryptionTargetBundle);
    const code = service.codeFor(credential.id);
    expect((await client.signIn(credential, client.seal(earlier, code))).status).toBe(401);
    expect((await client.signIn(credential, client.seal(latest, code))).status).toBe(200);
  });

  it("is refused if another key stamps it, and works once", async () => {
    const { service, credential, client } = await begin(environment);
    const body = client.seal(await client.newCode(credential), service.codeFor(credential.id));
    expect((await client.signIn(credential, body, createClientKey())).status).toBe(401);
    expect((await client.signIn(credential, body)).status).toBe(200);
    expect((await client.signIn(credential, body)).status).toBe(401);
  });

  it("needs the signature of its key, not the sandbox's magic value", async () => {
    const { service, credential, client } = await begin(environment);
    const body = client.seal(await client.newCode(credential), service.codeFor(credential.id));
    const { requestId } = (await client.send(credential, body)).body;
    const proof = { "Service-Wallet-Signature": magicSignature, "Request-Id": requestId };
    expect(await client.send(credential, body, proof)).toMatchObject({
      status: 401,
      body: { code: "UNAUTHORIZED", reason: "Invalid Service-Wallet-Signature" },
    });
  });

  it("is locked after five wrong attempts: 429 with Retry-After", async () => {
    const { service, credential, client } = await begin(environment);
    const sent = await client.newCode(credential);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await client.signIn(credential, client.seal(sent, "918273"))).status).toBe(401);
    }
    const locked = await client.signIn(credential, client.seal(sent, service.codeFor(credential.id)));
    expect([locked.status, locked.headers.get("retry-after")]).toEqual([429, "300"]);
    const next = await client.newCode(credential);
    expect((await client.signIn(credential, client.seal(next, service.codeFor(credential.id)))).status).toBe(
      200,
    );
  });

  it.each(["", "{", "null", "{}", "[]", JSON.stringify({ encappedPublic: "04", ciphertext: "00" })])(
    "is refused as malformed: %j",
    async (encryptedOtpBundle) => {
      const { credential, client } = await begin(environment);
      const response = await client.send(credential, { type: "EMAIL_OTP", encryptedOtpBundle });
      expect([response.status, response.body.code]).toEqual([400, "INVALID_INPUT"]);
    },
  );
});

describe.each(environments)("a held key (%s)", (environment) => {
  it("is taken with the challenge of a passkey, which is text and names the passkey", async () => {
    const { service, client } = await begin(environment);
    const { accountId } = await service.createWallet();
    const device = newDevice();
    const body = passkeyRegistration(accountId, device);
    const passkey = await register(service, body);
    const challenge = await service.must<{ challenge: string; credentialId: string; requestId: string }>(
      "POST",
      challengePath(passkey),
      { clientPublicKey: client.publicKey },
    );
    expect(challenge.credentialId).toBe(body.attestation.credentialId);
    expect(challenge.challenge).toMatch(/^[0-9a-f]{64}$/);

    const signed = Buffer.from(challenge.challenge).toString("base64url");
    const assertion = environment === "sandbox" ? magicAssertion : passkeyAssertion(device, signed);
    const headers = { "Request-Id": challenge.requestId };
    const session = await client.send(passkey, { type: "PASSKEY", assertion }, headers);
    expect(session).toMatchObject({ status: 200, body: { type: "PASSKEY" } });
    expect(session.body).not.toHaveProperty("encryptedSessionSigningKey");
  });

  it("is named by the nonce of an OpenID token, also in the sandbox", async () => {
    const { service, client } = await begin(environment);
    const { accountId } = await service.createWallet();
    const email = "ada@example.com";
    const tokenOf = (nonce?: string) =>
      environment === "production"
        ? service.simulator.issueOidcToken({ email, nonce })
        : unsignedToken({ iss: "https://accounts.google.com", sub: "1", email, ...(nonce && { nonce }) });
    const body = { ...oauthBody(accountId), oidcToken: tokenOf() };
    const credential = await register(service, body);
    const verify = (oidcToken: string, clientPublicKey: string) =>
      client.send(credential, { type: "OAUTH", oidcToken, clientPublicKey });
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

    for (const token of [tokenOf(), tokenOf(sha256("another")), "sandbox-valid-oidc-token"]) {
      expect(await verify(token, client.publicKey)).toMatchObject({
        status: 401,
        body: { reason: "Invalid OIDC token" },
      });
    }
    // The digits count as sent.
    const upper = client.publicKey.toUpperCase();
    expect((await verify(tokenOf(sha256(client.publicKey)), upper)).status).toBe(401);
    const session = await verify(tokenOf(sha256(upper)), upper);
    expect(session.status).toBe(200);
    expect(session.body).not.toHaveProperty("encryptedSessionSigningKey");
  });
});

describe("accounts of the newest service", () => {
  it("start with the customer's address, and may have several passkeys, each once", async () => {
    const service = new World({ wallet: { newestAccounts: true } });
    const { accountId } = await service.createWallet("ada@example.com");
    const list = () => service.list<AuthMethod & { credentialId?: string }>("credentials", accountId);
    expect(await list()).toMatchObject([{ type: "EMAIL_OTP", nickname: "ada@example.com" }]);
    expect(service.simulator.outbox.list).toEqual([]);

    const add = async (body: object) => {
      const first = await service.call<SignedRetryChallenge>("POST", "/auth/credentials", body);
      if (first.status !== 202) return first;
      return service.complete("POST", "/auth/credentials", first.body.requestId, magicSignature, body);
    };
    const phone = passkeyRegistration(accountId, newDevice());
    const laptop = passkeyRegistration(accountId, newDevice());
    expect([(await add(phone)).status, (await add(laptop)).status]).toEqual([201, 201]);
    expect(await add(phone)).toMatchObject({
      status: 400,
      body: { code: "PASSKEY_CREDENTIAL_ALREADY_EXISTS" },
    });
    const ids = (await list()).flatMap(({ credentialId }) => credentialId ?? []);
    expect(ids).toEqual([phone.attestation.credentialId, laptop.attestation.credentialId]);
  });
});

describe.each(environments)("a code by SMS (%s)", (environment) => {
  it("goes to the customer's phone, and is always sealed", async () => {
    const { service, client } = await begin(environment);
    const { accountId, customerId } = await service.createWallet();
    const phoneNumber = "+15551234567";
    await service.must("PATCH", `/customers/${customerId}`, { customerType: "INDIVIDUAL", phoneNumber });
    const credential = await service.must<AuthMethod>("POST", "/auth/credentials", {
      type: "SMS_OTP",
      accountId,
    });
    expect(credential).toMatchObject({ type: "SMS_OTP", nickname: phoneNumber });
    const sent = await client.newCode(credential);
    expect(service.simulator.outbox.list.at(-1)).toMatchObject({
      to: phoneNumber,
      credentialId: credential.id,
    });

    const code = service.codeFor(credential.id);
    const plain = { type: "SMS_OTP", otp: code, clientPublicKey: client.key.publicKey };
    expect(await client.send(credential, plain)).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT" },
    });
    const body = { ...client.seal(sent, code), type: "SMS_OTP" };
    expect(await client.signIn(credential, body)).toMatchObject({ status: 200, body: { type: "SMS_OTP" } });
  });

  it("needs a phone number in E.164", async () => {
    const { service, accountId } = await begin(environment);
    const refused = await service.call("POST", "/auth/credentials", { type: "SMS_OTP", accountId });
    expect(refused.status).toBe(400);
    const { customerId } = await service.createWallet();
    const body = { customerType: "INDIVIDUAL", phoneNumber: "5551234567" };
    expect((await service.call("PATCH", `/customers/${customerId}`, body)).status).toBe(400);
  });
});
