import type { AuthMethod, Session } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClientKey, openSessionBundle, stamp } from "../support/node-wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { magicSignature, passkeyRegistration, unsignedToken } from "../support/parts";
import { invalid } from "../support/exchanges";
import { origin, production, signedInWallet, verifyPath, World } from "../support/world";
import type { PasskeyChallenge } from "../support/world";

const google = "https://accounts.google.com";
/** 2026-04-27T09:00:00Z, the time of these tests. */
const nowSeconds = Date.UTC(2026, 3, 27, 9) / 1000;

const key = () => createClientKey().publicKey;

async function passkeyWallet(service: World) {
  const { accountId } = await service.createWallet();
  const registration = passkeyRegistration(accountId, new SoftwareAuthenticator({ origin }));
  const credential = await service.must<AuthMethod>("POST", "/auth/credentials", registration);
  const clientPublicKey = key();
  const challenge = await service.must<PasskeyChallenge>(
    "POST",
    `/auth/credentials/${credential.id}/challenge`,
    { clientPublicKey },
  );
  return { credential, clientPublicKey, requestId: challenge.requestId };
}

describe("the sandbox's magic values", () => {
  it("include only the code 000000, independent of the mailed code [SBX-35, SBX-36, ERR-05]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    for (const otp of ["000001", "123456", "0", "00000 0"]) {
      const body = { type: "EMAIL_OTP", otp, clientPublicKey: key() };
      const { status, body: refusal } = await service.call("POST", verifyPath(credential), body);
      expect([status, refusal.code, refusal.reason]).toEqual([401, "UNAUTHORIZED", "Invalid OTP code"]);
    }
    const body = { type: "EMAIL_OTP", otp: "000000", clientPublicKey: key() };
    expect((await service.call("POST", verifyPath(credential), body)).status).toBe(200);
  });

  it("include one passkey signature, and the rest of the assertion is not checked [SBX-35, SBX-37]", async () => {
    const service = new World();
    const { credential, clientPublicKey, requestId } = await passkeyWallet(service);
    const verify = (assertion: object) =>
      service.call(
        "POST",
        verifyPath(credential),
        { type: "PASSKEY", assertion, clientPublicKey },
        { ...{ "Request-Id": requestId }, ...invalid },
      );
    const nonsense = { credentialId: "?", clientDataJson: 7, authenticatorData: null };
    const { status, body } = await verify({ ...nonsense, signature: "MEUCIQ" });
    expect([status, body.code, body.reason]).toEqual([401, "UNAUTHORIZED", "Invalid passkey signature"]);
    expect((await verify({ ...nonsense, signature: "sandbox-valid-passkey-signature" })).status).toBe(200);
  });

  it("include one OIDC token, and verify refuses every other token [SBX-35, SBX-38]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const oidcToken = unsignedToken({ iss: google, sub: "1", email: "ada@example.com", iat: nowSeconds });
    const credential = await service.must<AuthMethod>("POST", "/auth/credentials", {
      type: "OAUTH",
      accountId,
      oidcToken,
    });
    const verify = (token: string) =>
      service.call("POST", verifyPath(credential), {
        type: "OAUTH",
        oidcToken: token,
        clientPublicKey: key(),
      });
    const { status, body } = await verify(oidcToken);
    expect([status, body.code, body.reason]).toEqual([401, "UNAUTHORIZED", "Invalid OIDC token"]);
    expect((await verify("sandbox-valid-oidc-token")).status).toBe(200);
  });

  it("do not replace a client key [SBX-41]", async () => {
    const service = new World();
    const { credential } = await signedInWallet(service);
    const body = { type: "EMAIL_OTP", otp: "000000" };
    expect((await service.call("POST", verifyPath(credential), body, invalid)).status).toBe(400);
  });
});

describe("the token of an OAUTH registration in sandbox", () => {
  const register = async (oidcToken: string, options = {}) => {
    const service = new World(options);
    const { accountId } = await service.createWallet();
    return service.call("POST", "/auth/credentials", { type: "OAUTH", accountId, oidcToken });
  };
  const claims = { iss: google, sub: "1", email: "ada@example.com" };

  it.each([
    ["any signature", unsignedToken(claims, "bm9uc2Vuc2U")],
    ["no signature at all", unsignedToken(claims, "")],
    ["no iat", unsignedToken(claims)],
    ["an iat 59 s ago", unsignedToken({ ...claims, iat: nowSeconds - 59 })],
    ["an iat in the future", unsignedToken({ ...claims, iat: nowSeconds + 600 })],
    ["no e-mail claim", unsignedToken({ iss: google, sub: "1" })],
  ])("passes with %s [SBX-39, LIM-05, OP-15]", async (_label, token) => {
    expect((await register(token)).status).toBe(201);
  });

  it.each([
    ["the literal magic token", "sandbox-valid-oidc-token"],
    ["two parts", unsignedToken(claims).split(".").slice(0, 2).join(".")],
    ["four parts", `${unsignedToken(claims)}.x`],
    ["a payload that is no JSON", "e30.bm8.c2ln"],
    ["a payload that is an array", "e30.W10.c2ln"],
    ["a header that is no JSON", `bm8.${unsignedToken(claims).split(".")[1] ?? ""}.c2ln`],
    ["an unknown issuer", unsignedToken({ ...claims, iss: "https://elsewhere.example" })],
    ["no issuer", unsignedToken({ sub: "1" })],
    ["an iat 60 s ago", unsignedToken({ ...claims, iat: nowSeconds - 60 })],
    ["an iat that is no number", unsignedToken({ ...claims, iat: "now" })],
  ])("is refused with %s [SBX-39, LIM-05, OP-15, OP-16]", async (_label, token) => {
    const { status, body } = await register(token);
    expect([status, body.code, body.reason]).toEqual([401, "UNAUTHORIZED", "Invalid OIDC token"]);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  it("must have an issuer of the option [OP-16]", async () => {
    const options = { wallet: { oidcIssuers: ["https://own.example"] } };
    expect((await register(unsignedToken({ ...claims, iss: "https://own.example" }), options)).status).toBe(
      201,
    );
    expect((await register(unsignedToken(claims), options)).status).toBe(401);
  });

  it("must be younger than 60 seconds only in the initial request [SRY-07, LIM-05]", async () => {
    const service = new World();
    const { accountId } = await signedInWallet(service);
    const body = { type: "OAUTH", accountId, oidcToken: unsignedToken({ ...claims, iat: nowSeconds }) };
    const { requestId } = await service.begin("POST", "/auth/credentials", body);
    await service.simulator.clock.advance("2m");
    expect(
      (await service.complete("POST", "/auth/credentials", requestId, magicSignature, body)).status,
    ).toBe(201);
  });
});

describe("the magic signature", () => {
  it("is the only accepted signature on the four signed retries [SBX-35, SBX-40, OP-25]", async () => {
    const service = new World();
    const { accountId, credential, session } = await signedInWallet(service);
    const retries: [string, string, unknown, number][] = [
      [
        "POST",
        "/auth/credentials",
        passkeyRegistration(accountId, new SoftwareAuthenticator({ origin })),
        201,
      ],
      ["POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: key() }, 200],
      ["DELETE", `/auth/sessions/${session.id}`, undefined, 204],
      ["DELETE", `/auth/credentials/${credential.id}`, undefined, 204],
    ];
    for (const [method, path, body, expected] of retries) {
      const { requestId, payloadToSign } = await service.begin(method, path, body);
      for (const wrong of ["sandbox-invalid", stamp(session.privateKey, payloadToSign)]) {
        const refused = await service.complete(method, path, requestId, wrong, body);
        expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
          401,
          "UNAUTHORIZED",
          "Invalid Service-Wallet-Signature",
        ]);
      }
      expect((await service.complete(method, path, requestId, magicSignature, body)).status).toBe(expected);
      expect((await service.complete(method, path, requestId, magicSignature, body)).status).toBe(401);
    }
  });

  it("works without a session [OP-12]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const path = `/internal-accounts/${accountId}/export`;
    const { status } = await service.signed("POST", path, undefined, { clientPublicKey: key() });
    expect(status).toBe(200);
  });
});

describe("the sandbox's session key", () => {
  const verify = async (service: World, client = createClientKey()) => {
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    const body = { type: "EMAIL_OTP", otp: "000000", clientPublicKey: client.publicKey };
    return service.must<Session>("POST", verifyPath(credential), body);
  };

  it("is sealed to the client key by default [SBX-42, CRY-12, OP-06]", async () => {
    const client = createClientKey();
    const session = await verify(new World(), client);
    expect(openSessionBundle(session.encryptedSessionSigningKey ?? "", client)).toHaveLength(32);
  });

  it("is a text that cannot be opened with an option [SBX-42, CRY-12, OP-06]", async () => {
    const client = createClientKey();
    const session = await verify(new World({ wallet: { sessionKey: "opaque" } }), client);
    expect(session.encryptedSessionSigningKey).toEqual(expect.any(String));
    expect(() => openSessionBundle(session.encryptedSessionSigningKey ?? "", client)).toThrow();
  });

  it("is always sealed in production [CRY-12, OP-06]", async () => {
    const service = production({ wallet: { sessionKey: "opaque" } });
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    const client = createClientKey();
    const session = await service.must<Session>("POST", verifyPath(credential), {
      type: "EMAIL_OTP",
      otp: service.codeFor(credential.id),
      clientPublicKey: client.publicKey,
    });
    expect(openSessionBundle(session.encryptedSessionSigningKey ?? "", client)).toHaveLength(32);
  });

  it("accepts a used client key [OP-20]", async () => {
    const client = createClientKey();
    const service = new World();
    await verify(service, client);
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    const body = { type: "EMAIL_OTP", otp: "000000", clientPublicKey: client.publicKey };
    expect((await service.call("POST", verifyPath(credential), body)).status).toBe(200);
  });
});
