import { generateKeyPairSync, sign } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { createClientKey, openSessionBundle, signPayload, stamp } from "../support/node-wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import {
  magicSignature,
  origin,
  passkeyAssertion,
  passkeyRegistration,
  signedInWallet,
  WalletService,
} from "../support/wallet-service";
import type { AuthMethod, LiveSession, PasskeyChallenge, Session } from "../support/wallet-service";

const production = (options = {}) => new WalletService({ environment: "production", ...options });
const verifyPath = ({ id }: { id: string }) => `/auth/credentials/${id}/verify`;
const challengePath = ({ id }: { id: string }) => `/auth/credentials/${id}/challenge`;
const newDevice = () => new SoftwareAuthenticator({ origin });

async function registerPasskey(service: WalletService, device: SoftwareAuthenticator) {
  const { accountId } = await service.createWallet();
  const body = passkeyRegistration(accountId, device);
  return service.must<AuthMethod>(201, "POST", "/auth/credentials", { body });
}

/** A challenge, and the verification that answers it with whatever is changed. */
async function challengePasskey(service: WalletService, credential: AuthMethod) {
  const client = createClientKey();
  const { challenge, requestId } = await service.must<PasskeyChallenge>(
    200,
    "POST",
    challengePath(credential),
    {
      body: { clientPublicKey: client.publicKey },
    },
  );
  const verify = (assertion: object, clientPublicKey = client.publicKey) =>
    service.call<Session & { reason?: string; code?: string }>("POST", verifyPath(credential), {
      body: { type: "PASSKEY", assertion, clientPublicKey },
      headers: { "Request-Id": requestId },
    });
  return { client, challenge, requestId, verify };
}

describe("passkeys in production", () => {
  it("are registered with their attestation and verified by their signature [CRD-07, CRD-20, CRD-22, CRY-04]", async () => {
    const service = production();
    const device = newDevice();
    const credential = await registerPasskey(service, device);
    const { client, challenge, verify } = await challengePasskey(service, credential);
    const { status, body } = await verify(passkeyAssertion(device, challenge));
    expect(status).toBe(200);
    expect(openSessionBundle(body.encryptedSessionSigningKey ?? "", client)).toHaveLength(32);
  });

  it("are verified again and again, with and without userHandle [CRD-20]", async () => {
    const service = production();
    const device = newDevice();
    const credential = await registerPasskey(service, device);
    for (const keepsHandle of [true, false, true]) {
      const { challenge, verify } = await challengePasskey(service, credential);
      const { userHandle, ...assertion } = passkeyAssertion(device, challenge);
      expect((await verify(keepsHandle ? { ...assertion, userHandle } : assertion)).status).toBe(200);
    }
  });

  it("are refused on registration with another challenge, origin, site or credential id [CRD-30, CRD-07]", async () => {
    const service = production();
    const { accountId } = await service.createWallet();
    const good = passkeyRegistration(accountId, newDevice());
    const foreign = new SoftwareAuthenticator({ origin: "https://elsewhere.example" });
    const otherSite = new SoftwareAuthenticator({ origin, rpId: "elsewhere.example" });
    const bodies = [
      { ...good, challenge: "b3RoZXI" },
      passkeyRegistration(accountId, foreign),
      passkeyRegistration(accountId, otherSite),
      { ...good, attestation: { ...good.attestation, credentialId: "b3RoZXI" } },
      { ...good, attestation: { ...good.attestation, attestationObject: "b3RoZXI" } },
      { ...good, attestation: { ...good.attestation, clientDataJson: "b3RoZXI" } },
    ];
    for (const body of bodies) {
      const answer = await service.call("POST", "/auth/credentials", { body });
      expect([answer.status, answer.body.reason]).toEqual([401, "Invalid passkey attestation"]);
    }
    expect(await service.list("credentials", accountId)).toEqual([]);
    expect((await service.call("POST", "/auth/credentials", { body: good })).status).toBe(201);
  });

  it("are refused with a wrong assertion, which leaves the challenge open [CRD-20, CRD-21, SBX-34]", async () => {
    const service = production();
    const device = newDevice();
    const credential = await registerPasskey(service, device);
    const { challenge, verify } = await challengePasskey(service, credential);
    const good = passkeyAssertion(device, challenge);
    const otherDevice = newDevice();
    otherDevice.create({ challenge });
    const wrong: object[] = [
      { ...good, signature: "sandbox-valid-passkey-signature" },
      { ...good, credentialId: "b3RoZXI" },
      { ...good, authenticatorData: good.authenticatorData.slice(0, 20) },
      { ...good, clientDataJson: Buffer.from("{}").toString("base64url") },
      passkeyAssertion(device, "b3RoZXIgY2hhbGxlbmdl"),
      { ...passkeyAssertion(otherDevice, challenge), credentialId: good.credentialId },
    ];
    for (const assertion of wrong) {
      const { status, body } = await verify(assertion);
      expect([status, body.code, body.reason]).toEqual([401, "UNAUTHORIZED", "Invalid passkey signature"]);
    }
    expect((await verify(passkeyAssertion(device, challenge))).status).toBe(200);
    expect((await verify(passkeyAssertion(device, challenge))).status).toBe(401);
  });

  it("are refused when the signature counter does not grow [CRD-20]", async () => {
    const service = production();
    const device = newDevice();
    const credential = await registerPasskey(service, device);
    const first = await challengePasskey(service, credential);
    const used = passkeyAssertion(device, first.challenge);
    expect((await first.verify(used)).status).toBe(200);
    device.setCounter(used.credentialId, 0);
    const second = await challengePasskey(service, credential);
    expect((await second.verify(passkeyAssertion(device, second.challenge))).status).toBe(401);
    expect((await second.verify(passkeyAssertion(device, second.challenge))).status).toBe(200);
  });

  it("ask for the client key of the challenge, and for one that has not served [OP-20, CRY-02]", async () => {
    const service = production();
    const device = newDevice();
    const credential = await registerPasskey(service, device);
    const { client, challenge, verify } = await challengePasskey(service, credential);
    const mismatch = await verify(passkeyAssertion(device, challenge), createClientKey().publicKey);
    expect(mismatch.status).toBe(401);
    expect((await verify(passkeyAssertion(device, challenge))).status).toBe(200);
    const body = { clientPublicKey: client.publicKey.toUpperCase() };
    expect((await service.call("POST", challengePath(credential), { body })).status).toBe(400);
  });

  it("may come from every origin that the relying party's id covers, when none is named [CRD-30]", async () => {
    const register = async (device: SoftwareAuthenticator, webAuthn: { rpId?: string }) => {
      const service = production({ webAuthn });
      const { accountId } = await service.createWallet();
      return (
        await service.call("POST", "/auth/credentials", { body: passkeyRegistration(accountId, device) })
      ).status;
    };
    const at = (page: string, rpId: string) => new SoftwareAuthenticator({ origin: page, rpId });
    expect(await register(at("http://localhost:5173", "localhost"), {})).toBe(201);
    expect(
      await register(at("https://app.wallet.example", "wallet.example"), { rpId: "wallet.example" }),
    ).toBe(201);
    expect(
      await register(at("http://app.wallet.example", "wallet.example"), { rpId: "wallet.example" }),
    ).toBe(401);
    expect(
      await register(at("https://evilwallet.example", "wallet.example"), { rpId: "wallet.example" }),
    ).toBe(401);
  });
});

describe("one-time codes in production", () => {
  const begin = async (options = {}) => {
    const service = production(options);
    const { accountId } = await service.createWallet("ada@example.com");
    const credential = await service.registerEmail(accountId);
    const verify = (otp: string) =>
      service.call("POST", verifyPath(credential), {
        body: { type: "EMAIL_OTP", otp, clientPublicKey: createClientKey().publicKey },
      });
    return { service, credential, verify, code: service.codeFor(credential.id) };
  };
  const wrongCode = (code: string) => (code === "111111" ? "222222" : "111111");

  it("are six digits from the seed, mailed for real, and refuse the magic value [CRD-04, SBX-34, SBX-36]", async () => {
    const { service, verify, code } = await begin({ seed: "codes" });
    expect(code).toMatch(/^\d{6}$/);
    expect((await begin({ seed: "codes" })).code).toBe(code);
    expect(service.simulator.outbox.list).toEqual([
      expect.objectContaining({
        to: "ada@example.com",
        delivered: true,
        text: expect.stringContaining(code),
      }),
    ]);
    const magic = await verify("000000");
    expect([magic.status, magic.body.code, magic.body.reason]).toEqual([
      401,
      "UNAUTHORIZED",
      "Invalid OTP code",
    ]);
    expect((await verify(code)).status).toBe(200);
  });

  it("serve once, and a new challenge makes an older code worthless [CRD-15, CRD-17, OP-19]", async () => {
    const { service, credential, verify, code } = await begin();
    await service.must(200, "POST", challengePath(credential));
    expect((await verify(code)).status).toBe(401);
    const fresh = service.codeFor(credential.id);
    expect((await verify(fresh)).status).toBe(200);
    expect((await verify(fresh)).status).toBe(401);
  });

  it("bear five wrong attempts [OP-19]", async () => {
    const { service, credential, verify, code } = await begin();
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await verify(wrongCode(code))).status).toBe(401);
    const locked = await verify(code);
    expect([locked.status, locked.body.reason]).toEqual([401, "Too many wrong codes: ask for a new one"]);
    await service.must(200, "POST", challengePath(credential));
    expect((await verify(service.codeFor(credential.id))).status).toBe(200);
  });

  it("still work after four wrong attempts [OP-19]", async () => {
    const { verify, code } = await begin();
    for (let attempt = 0; attempt < 4; attempt += 1) expect((await verify(wrongCode(code))).status).toBe(401);
    expect((await verify(code)).status).toBe(200);
  });

  it.each([
    [299_999, 200],
    [300_000, 401],
  ])("%i ms after they were mailed: %i [OP-19]", async (elapsed, status) => {
    const { service, verify, code } = await begin();
    await service.simulator.clock.advance(elapsed);
    expect((await verify(code)).status).toBe(status);
  });
});

describe("OIDC tokens in production", () => {
  const email = "ada@example.com";
  const ago = (service: WalletService, ms: number) => new Date(service.simulator.clock.now() - ms);

  async function register(service: WalletService, oidcToken: string) {
    const { accountId } = await service.createWallet();
    return service.call<AuthMethod & { code?: string; reason?: string }>("POST", "/auth/credentials", {
      body: { type: "OAUTH", accountId, oidcToken },
    });
  }

  async function oauthCredential(service: WalletService) {
    const { status, body } = await register(service, service.simulator.issueOidcToken({ email }));
    expect(status).toBe(201);
    const verify = (oidcToken: string) =>
      service.call("POST", verifyPath(body), {
        body: { type: "OAUTH", oidcToken, clientPublicKey: createClientKey().publicKey },
      });
    return { credential: body, verify };
  }

  /** A token like the simulator's own, signed by somebody else under the published key's id. */
  function forged(service: WalletService, claims: object): string {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const [key] = service.simulator.oidcKeys.keys;
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${encode({ alg: "ES256", kid: key?.kid })}.${encode(claims)}`;
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }

  it("of the simulator's identity provider hold against its published keys [CRD-06, OP-16]", async () => {
    const { simulator } = production();
    const keys = createLocalJWKSet(simulator.oidcKeys);
    const configuration = simulator.openIdConfiguration();
    const token = simulator.issueOidcToken({ email });
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: configuration.issuer,
      algorithms: configuration.id_token_signing_alg_values_supported,
      currentDate: new Date(simulator.clock.now()),
    });
    expect(payload).toMatchObject({ email, iat: simulator.clock.now() / 1000 });
    expect(protectedHeader.kid).toBe(simulator.oidcKeys.keys[0]?.kid);
    expect(configuration.jwks_uri).toBe(`${configuration.issuer}/.well-known/jwks.json`);
  });

  it("open a session on create and verify, with the nickname of the e-mail claim [CRD-03, CRD-05, CRD-19]", async () => {
    const service = production();
    const { credential, verify } = await oauthCredential(service);
    expect(credential.nickname).toBe(email);
    expect((await verify(service.simulator.issueOidcToken({ email }))).status).toBe(200);
  });

  it.each([
    [59_000, true],
    [59_999, true],
    [60_000, false],
    [61_000, false],
  ])("%i ms old: accepted %s, on create and verify [CRD-06, CRD-19, LIM-05]", async (age, passes) => {
    const service = production({ now: "2026-04-27T09:00:00.000Z" });
    await service.simulator.clock.advance(age % 1000);
    const token = () => service.simulator.issueOidcToken({ email, issuedAt: ago(service, age) });
    const { verify } = await oauthCredential(service);
    const created = await register(service, token());
    const verified = await verify(token());
    expect([created.status, verified.status]).toEqual(passes ? [201, 200] : [401, 401]);
    if (!passes) expect(verified.body.reason).toBe("Invalid OIDC token");
  });

  it("fail when they are cached beyond 60 seconds [CRD-06]", async () => {
    const service = production();
    const { verify } = await oauthCredential(service);
    const token = service.simulator.issueOidcToken({ email });
    expect((await verify(token)).status).toBe(200);
    await service.simulator.clock.advance("60s");
    expect((await verify(token)).status).toBe(401);
  });

  it("fail with a wrong key, issuer, expiry or form, and as the magic value [CRD-06, SBX-34, OP-16]", async () => {
    const service = production();
    const { verify } = await oauthCredential(service);
    const { simulator } = service;
    const iat = simulator.clock.now() / 1000;
    const claims = { iss: simulator.openIdConfiguration().issuer, sub: "1", email, iat, exp: iat + 60 };
    const good = simulator.issueOidcToken({ email });
    const wrong = [
      forged(service, claims),
      simulator.issueOidcToken({ email, issuer: "https://elsewhere.example" }),
      simulator.issueOidcToken({ email, claims: { exp: iat - 1 } }),
      simulator.issueOidcToken({ email, claims: { iat: undefined } }),
      `${good.split(".").slice(0, 2).join(".")}.`,
      new WalletService({ environment: "production", seed: "another" }).simulator.issueOidcToken({ email }),
      "sandbox-valid-oidc-token",
      "nonsense",
    ];
    for (const token of wrong) {
      for (const answer of [await register(service, token), await verify(token)]) {
        expect([answer.status, answer.body.code, answer.body.reason]).toEqual([
          401,
          "UNAUTHORIZED",
          "Invalid OIDC token",
        ]);
        expect(JSON.stringify(answer.body)).not.toContain(token);
      }
    }
  });

  it("fail when they are about somebody else than the registered owner [CRD-19]", async () => {
    const service = production();
    const { verify } = await oauthCredential(service);
    expect((await verify(service.simulator.issueOidcToken({ email: "eve@example.com" }))).status).toBe(401);
    const elsewhere = { email, issuer: "https://accounts.google.com" };
    expect((await verify(service.simulator.issueOidcToken(elsewhere))).status).toBe(401);
  });

  it("can be checked by a hook, which decides on the signature only [CRD-06, OP-16]", async () => {
    const claims = { iss: "https://accounts.google.com", sub: "1", email };
    const seen: string[] = [];
    const withClaims = (extra: { iss?: string; iat: number }) =>
      production({
        verifyOidcToken: (token: string) => {
          seen.push(token);
          if (token === "bad") throw new Error("not mine");
          return { ...claims, ...extra };
        },
      });
    const now = Date.UTC(2026, 3, 27, 9) / 1000;
    expect((await register(withClaims({ iat: now }), "good")).status).toBe(201);
    expect((await register(withClaims({ iat: now }), "bad")).status).toBe(401);
    expect((await register(withClaims({ iat: now - 60 }), "stale")).status).toBe(401);
    expect(
      (await register(withClaims({ iat: now, iss: "https://elsewhere.example" }), "foreign")).status,
    ).toBe(401);
    expect(seen).toEqual(["good", "bad", "stale", "foreign"]);
  });
});

describe("client keys in production", () => {
  it("serve one verification [CRY-02, OP-20]", async () => {
    const service = production();
    const { credential } = await signedInWallet(service);
    const clientPublicKey = createClientKey().publicKey;
    const verify = async () => {
      await service.must(200, "POST", challengePath(credential));
      const body = { type: "EMAIL_OTP", otp: service.codeFor(credential.id), clientPublicKey };
      return (await service.call("POST", verifyPath(credential), { body })).status;
    };
    expect([await verify(), await verify()]).toEqual([200, 400]);
  });

  it("and session keys repeat with the seed, and only with it [GEN-15]", async () => {
    const client = createClientKey();
    const keyOf = async (seed: string) => {
      const service = production({ seed });
      const { accountId } = await service.createWallet();
      const credential = await service.registerEmail(accountId);
      const session = await service.must<Session>(200, "POST", verifyPath(credential), {
        body: { type: "EMAIL_OTP", otp: service.codeFor(credential.id), clientPublicKey: client.publicKey },
      });
      return session.encryptedSessionSigningKey;
    };
    const [first, again, other] = [await keyOf("one"), await keyOf("one"), await keyOf("two")];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe("quote execution from a wallet in production", () => {
  interface Quote {
    id: string;
    status: string;
    paymentInstructions?: { accountOrWalletInfo: { payloadToSign?: string } }[];
  }

  /** Brings money into the wallet the way a platform does: a quote that is paid from outside. */
  async function fundWallet(service: WalletService, wallet: { accountId: string; customerId: string }) {
    const quote = await service.must<Quote>(201, "POST", "/quotes", {
      body: {
        source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: wallet.customerId },
        destination: { destinationType: "ACCOUNT", accountId: wallet.accountId },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 100_00,
      },
    });
    service.simulator.payQuote(quote.id);
  }

  async function walletQuote(service: WalletService) {
    const wallet = await signedInWallet(service);
    await fundWallet(service, wallet);
    const account = await service.must<{ id: string }>(201, "POST", "/customers/external-accounts", {
      body: {
        customerId: wallet.customerId,
        currency: "USD",
        accountInfo: {
          accountType: "USD_ACCOUNT",
          accountNumber: "123456789",
          routingNumber: "021000021",
          beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Bob Payee" },
        },
      },
    });
    const quote = await service.must<Quote>(201, "POST", "/quotes", {
      body: {
        source: { sourceType: "ACCOUNT", accountId: wallet.accountId },
        destination: { destinationType: "ACCOUNT", accountId: account.id },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 5_000_000,
      },
    });
    const payload = quote.paymentInstructions?.[0]?.accountOrWalletInfo.payloadToSign ?? "";
    expect(payload).not.toBe("");
    const execute = (headers: Record<string, string> = {}) =>
      service.call<Quote & { code?: string; reason?: string }>("POST", `/quotes/${quote.id}/execute`, {
        headers,
      });
    return { ...wallet, payload, execute };
  }

  const forms: Record<string, (session: LiveSession, payload: string) => string> = {
    "a stamp": (session, payload) => stamp(session.privateKey, payload),
    "bare base64 DER": (session, payload) => signPayload(session.privateKey, payload).toString("base64"),
  };

  it.each(Object.entries(forms))("takes %s [QUO-25, OP-02, CRY-10]", async (_name, write) => {
    const service = production();
    const { session, payload, execute } = await walletQuote(service);
    const done = await execute({ "Service-Wallet-Signature": write(session, payload) });
    expect([done.status, done.body.status]).toEqual([200, "COMPLETED"]);
  });

  it.each(Object.entries(forms))(
    "tries %s against every active session of the wallet, and no other [QUO-25, OP-02]",
    async (_name, write) => {
      const service = production();
      const { credential, payload, execute } = await walletQuote(service);
      const stranger = await signedInWallet(service);
      await service.must(200, "POST", challengePath(credential));
      const second = await service.signInByEmail(credential);
      const foreign = await execute({ "Service-Wallet-Signature": write(stranger.session, payload) });
      expect([foreign.status, foreign.body.reason]).toEqual([401, "Invalid Service-Wallet-Signature"]);
      expect((await execute({ "Service-Wallet-Signature": write(second, payload) })).status).toBe(200);
    },
  );

  it("refuses a missing header, the magic value, another text and an expired session [QUO-25, SBX-34, AUT-05, SES-05]", async () => {
    const service = production({ sessionLifetime: "2m" });
    const { session, payload, execute } = await walletQuote(service);
    const wrong: Record<string, string>[] = [
      {},
      { "Service-Wallet-Signature": "" },
      { "Service-Wallet-Signature": magicSignature },
      { "Service-Wallet-Signature": stamp(session.privateKey, `${payload}\n`) },
      { "Service-Wallet-Signature": stamp(session.privateKey, JSON.stringify(JSON.parse(payload))) },
      { "Service-Wallet-Signature": signPayload(session.privateKey, `${payload} `).toString("base64") },
    ];
    for (const headers of wrong) {
      const refused = await execute(headers);
      expect([refused.status, refused.body.code]).toEqual([401, "UNAUTHORIZED"]);
    }
    await service.simulator.clock.advance("2m");
    const expired = await execute({ "Service-Wallet-Signature": stamp(session.privateKey, payload) });
    expect(expired.status).toBe(401);
  });

  it("ignores a Request-Id [SRY-14]", async () => {
    const service = production();
    const { session, payload, execute } = await walletQuote(service);
    const headers = { "Service-Wallet-Signature": stamp(session.privateKey, payload), "Request-Id": "stray" };
    expect((await execute(headers)).status).toBe(200);
  });
});

describe("what the service never sees", () => {
  it("is a private key, a code or a token in its request log [AUT-06, AUT-08, SES-11, SRY-04]", async () => {
    const service = production();
    const { accountId, credential, session } = await signedInWallet(service);
    const oidcToken = service.simulator.issueOidcToken({ email: "ada@example.com" });
    const body = { type: "OAUTH", accountId, oidcToken };
    expect((await service.signed("POST", "/auth/credentials", session, body)).status).toBe(201);
    const log = JSON.stringify(service.simulator.requests);
    expect(log).toContain(credential.id);
    const secrets = [
      session.privateKey.toString("hex"),
      session.privateKey.toString("base64url"),
      session.encryptedSessionSigningKey ?? "",
      oidcToken,
      `"${service.codeFor(credential.id)}"`,
      "SIGNATURE_SCHEME_TK_API_P256",
    ];
    for (const secret of secrets) {
      expect(secret).not.toBe("");
      expect(log).not.toContain(secret);
    }
  });
});
