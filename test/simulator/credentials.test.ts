import { describe, expect, it } from "vitest";
import { createClientKey } from "../support/node-wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import {
  magicSignature,
  origin,
  passkeyRegistration,
  signedInWallet,
  unsignedToken,
  WalletService,
} from "../support/wallet-service";
import type { AuthMethod, PasskeyChallenge, Session, SignedRetryChallenge } from "../support/wallet-service";

const google = "https://accounts.google.com";
const magicAssertion = {
  credentialId: "any",
  clientDataJson: "any",
  authenticatorData: "any",
  signature: "sandbox-valid-passkey-signature",
};

/** Registers a credential of the type, as the first or as a further one. */
async function register(
  service: WalletService,
  body: { type: string; accountId: string },
): Promise<AuthMethod> {
  const first = await service.call<AuthMethod & SignedRetryChallenge>("POST", "/auth/credentials", { body });
  if (first.status === 201) return first.body;
  expect(first.status).toBe(202);
  const path = "/auth/credentials";
  const done = await service.complete<AuthMethod>("POST", path, first.body.requestId, magicSignature, body);
  expect(done.status).toBe(201);
  return done.body;
}

const device = () => new SoftwareAuthenticator({ origin });
const oauthBody = (accountId: string, email = "ada@example.com") => ({
  type: "OAUTH",
  accountId,
  oidcToken: unsignedToken({ iss: google, sub: "1", email }),
});
const verifyPath = ({ id }: { id: string }) => `/auth/credentials/${id}/verify`;
const challengePath = ({ id }: { id: string }) => `/auth/credentials/${id}/challenge`;
const key = () => createClientKey().publicKey;

describe("POST /auth/credentials", () => {
  it("answers 201 with the whole AuthMethod for a first EMAIL_OTP credential and mails a code [CRD-01, CRD-03, CRD-04, CRD-09, OP-22]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet("ada@example.com");
    const answer = await service.call<AuthMethod>("POST", "/auth/credentials", {
      body: { type: "EMAIL_OTP", accountId },
    });
    expect(answer).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^AuthMethod:/),
        accountId,
        type: "EMAIL_OTP",
        nickname: "ada@example.com",
        createdAt: "2026-04-27T09:00:00.000Z",
        updatedAt: "2026-04-27T09:00:00.000Z",
      },
    });
    expect(service.simulator.outbox.list).toEqual([
      expect.objectContaining({
        to: "ada@example.com",
        credentialId: answer.body.id,
        accountId,
        delivered: false,
      }),
    ]);
  });

  it("takes the nickname from the token's e-mail claim for OAUTH and as given for PASSKEY [CRD-02, CRD-03, CRD-05, CRD-07]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const oauth = await register(service, oauthBody(accountId, "claim@example.com"));
    const passkey = await register(service, passkeyRegistration(accountId, device()));
    expect([oauth.nickname, passkey.nickname]).toEqual(["claim@example.com", "Ada's phone"]);
  });

  it("names a passkey that comes without a nickname [CRD-08, OP-17]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const { nickname: _, ...body } = passkeyRegistration(accountId, device());
    const { body: credential } = await service.call<AuthMethod>("POST", "/auth/credentials", {
      body,
      isInvalid: true,
    });
    expect(credential.nickname).toBe("Passkey");
  });

  it("ignores both signature headers, together or alone, while the wallet has no credential [CRD-09, OP-09]", async () => {
    const service = new WalletService();
    const headerSets = [
      { "Service-Wallet-Signature": "garbage", "Request-Id": "garbage" },
      { "Service-Wallet-Signature": "garbage" },
      { "Request-Id": "garbage" },
    ];
    for (const headers of headerSets) {
      const { accountId } = await service.createWallet();
      const body = { type: "EMAIL_OTP", accountId };
      expect((await service.call("POST", "/auth/credentials", { body, headers })).status).toBe(201);
    }
  });

  it("mails the code of an additional EMAIL_OTP credential on the signed retry, not before [CRD-10, CRD-11]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    await register(service, passkeyRegistration(accountId, device()));
    const body = { type: "EMAIL_OTP", accountId };
    const challenge = await service.begin("POST", "/auth/credentials", body);
    expect(service.simulator.outbox.list).toHaveLength(0);
    const done = await service.complete(
      "POST",
      "/auth/credentials",
      challenge.requestId,
      magicSignature,
      body,
    );
    expect(done.status).toBe(201);
    expect(service.simulator.outbox.list).toHaveLength(1);
  });

  it("refuses a second EMAIL_OTP and a second PASSKEY, and takes a second OAUTH [CRD-12, LIM-09, ERR-01, ERR-02, OP-14]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    await register(service, { type: "EMAIL_OTP", accountId });
    await register(service, passkeyRegistration(accountId, device()));
    await register(service, oauthBody(accountId));
    await register(service, oauthBody(accountId, "second@example.com"));
    const refusals = [{ type: "EMAIL_OTP", accountId }, passkeyRegistration(accountId, device())].map(
      (body) => service.call("POST", "/auth/credentials", { body }),
    );
    expect((await Promise.all(refusals)).map(({ status, body }) => [status, body.code])).toEqual([
      [400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS"],
      [400, "PASSKEY_CREDENTIAL_ALREADY_EXISTS"],
    ]);
  });

  it("checks for a duplicate again on the retry [CRD-12, OP-14]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    await register(service, oauthBody(accountId));
    const body = { type: "EMAIL_OTP", accountId };
    const early = await service.begin("POST", "/auth/credentials", body);
    await register(service, body);
    const late = await service.complete("POST", "/auth/credentials", early.requestId, magicSignature, body);
    expect([late.status, late.body.code]).toEqual([400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS"]);
    expect(service.simulator.outbox.list).toHaveLength(1);
  });

  it("gives one of two first credentials at the same time a challenge [CRD-10, CRD-12]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const body = oauthBody(accountId);
    const answers = await Promise.all([1, 2].map(() => service.call("POST", "/auth/credentials", { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 202]);
  });

  it("refuses bodies that miss or break a member with 400 and stores nothing [CRD-02, CRD-04, CRD-05, CRD-07, CRD-08]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const passkey = passkeyRegistration(accountId, device());
    const withoutMember = (name: string) =>
      Object.fromEntries(Object.entries(passkey).filter(([member]) => member !== name));
    const withAttestation = (change: object) => ({
      ...passkey,
      attestation: { ...passkey.attestation, ...change },
    });
    const bodies: unknown[] = [
      {},
      { accountId },
      { type: "SMS", accountId },
      { type: "EMAIL_OTP" },
      { type: "EMAIL_OTP", accountId: 7 },
      { type: "OAUTH", accountId },
      { type: "OAUTH", accountId, oidcToken: "" },
      withoutMember("challenge"),
      withoutMember("attestation"),
      // A challenge inside the attestation is not read: it belongs at the top level.
      { ...withoutMember("challenge"), attestation: { ...passkey.attestation, challenge: "cmVnaXN0ZXI" } },
      withAttestation({ credentialId: undefined }),
      withAttestation({ clientDataJson: undefined }),
      withAttestation({ attestationObject: undefined }),
      withAttestation({ transports: "internal" }),
    ];
    for (const body of bodies) {
      const answer = await service.call("POST", "/auth/credentials", { body, isInvalid: true });
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, "INVALID_INPUT"]);
    }
    expect(await service.list("credentials", accountId)).toEqual([]);
  });

  it("answers 404 for an unknown account and 400 for one that is no wallet [CRD-01]", async () => {
    const service = new WalletService();
    const { customerId } = await service.createWallet();
    const query = `customerId=${customerId}&type=INTERNAL_FIAT`;
    const fiat = await service.must<{ data: { id: string }[] }>(
      200,
      "GET",
      `/customers/internal-accounts?${query}`,
    );
    const answers = ["InternalAccount:unknown", fiat.data[0]?.id].map((accountId) =>
      service.call("POST", "/auth/credentials", { body: { type: "EMAIL_OTP", accountId } }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 400]);
  });

  it("refuses an EMAIL_OTP credential for a customer without an e-mail address [CRD-04]", async () => {
    const service = new WalletService();
    const customer = await service.must<{ id: string }>(201, "POST", "/customers", {
      body: { customerType: "INDIVIDUAL", region: "US", fullName: "No Mail" },
    });
    const body = { type: "EMAIL_OTP", accountId: await service.walletOf(customer.id) };
    expect((await service.call("POST", "/auth/credentials", { body })).status).toBe(400);
    expect(service.simulator.outbox.list).toHaveLength(0);
  });
});

describe("POST /auth/credentials/{id}/challenge", () => {
  it("issues a new challenge and requestId for a passkey on each call [CRD-14]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const credential = await register(service, passkeyRegistration(accountId, device()));
    const ask = () =>
      service.must<PasskeyChallenge>(200, "POST", challengePath(credential), {
        body: { clientPublicKey: key() },
      });
    const [first, second] = [await ask(), await ask()];
    expect(first).toEqual({
      ...credential,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      requestId: expect.any(String),
      expiresAt: "2026-04-27T09:05:00.000Z",
    });
    expect(second.challenge).not.toBe(first.challenge);
    expect(second.requestId).not.toBe(first.requestId);
  });

  it("asks for a well-formed clientPublicKey for a passkey [CRD-14, LIM-10]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const credential = await register(service, passkeyRegistration(accountId, device()));
    for (const body of [undefined, {}, { clientPublicKey: key().slice(2) }]) {
      const answer = await service.call("POST", challengePath(credential), {
        ...(body ? { body } : {}),
        isInvalid: true,
      });
      expect(answer.status).toBe(400);
    }
  });

  it("mails a new code for EMAIL_OTP, with any body or none, and answers the unchanged AuthMethod [CRD-15, OP-18]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    await service.simulator.clock.advance("1m");
    for (const options of [{}, { body: {} }, { body: { clientPublicKey: "whatever" }, isInvalid: true }]) {
      expect(await service.must(200, "POST", challengePath(credential), options)).toEqual(credential);
    }
    expect(service.simulator.outbox.list).toHaveLength(4);
  });

  it("answers 400 for OAUTH, which needs none, and 404 for an unknown credential [CRD-16, OP-18]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const credential = await register(service, oauthBody(accountId));
    expect((await service.call("POST", challengePath(credential))).status).toBe(400);
    expect((await service.call("POST", challengePath({ id: "AuthMethod:unknown" }))).status).toBe(404);
  });
});

describe("POST /auth/credentials/{id}/verify", () => {
  it("opens a session with each of the three types on one wallet [AUT-07, CRD-22]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const oauth = await register(service, oauthBody(accountId));
    const passkey = await register(service, passkeyRegistration(accountId, device()));
    const challenge = await service.must<PasskeyChallenge>(200, "POST", challengePath(passkey), {
      body: { clientPublicKey: key() },
    });
    await service.verify(email, { otp: "000000" });
    await service.verify(oauth, { oidcToken: "sandbox-valid-oidc-token" });
    await service.verify(passkey, { assertion: magicAssertion }, { "Request-Id": challenge.requestId });
    const sessions = await service.list<Session>("sessions", accountId);
    expect(sessions.map(({ type }) => type)).toEqual(["EMAIL_OTP", "OAUTH", "PASSKEY"]);
  });

  it("takes the mailed code for the first EMAIL_OTP verify, then asks for a challenge each time [CRD-17, OP-19]", async () => {
    const service = new WalletService();
    const { credential } = await signedInWallet(service);
    const body = () => ({ type: "EMAIL_OTP", otp: "000000", clientPublicKey: key() });
    const refused = await service.call("POST", verifyPath(credential), { body: body() });
    expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
      401,
      "UNAUTHORIZED",
      "No open challenge: ask for a new code first",
    ]);
    await service.must(200, "POST", challengePath(credential));
    expect((await service.call("POST", verifyPath(credential), { body: body() })).status).toBe(200);
    expect((await service.call("POST", verifyPath(credential), { body: body() })).status).toBe(401);
  });

  it("lets one of two verifications at the same time use a code [CRD-17]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    const answers = await Promise.all(
      [1, 2].map(() =>
        service.call("POST", verifyPath(credential), {
          body: { type: "EMAIL_OTP", otp: "000000", clientPublicKey: key() },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await service.list("sessions", accountId)).toHaveLength(1);
  });

  it("lets codes and passkey challenges lapse after five minutes [OP-19]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const passkey = await register(service, passkeyRegistration(accountId, device()));
    const verifyBoth = async () => {
      const challenge = await service.must<PasskeyChallenge>(200, "POST", challengePath(passkey), {
        body: { clientPublicKey: key() },
      });
      await service.must(200, "POST", challengePath(email));
      return (advance: string) =>
        service.simulator.clock.advance(advance).then(async () => [
          (
            await service.call("POST", verifyPath(email), {
              body: { type: "EMAIL_OTP", otp: "000000", clientPublicKey: key() },
            })
          ).status,
          (
            await service.call("POST", verifyPath(passkey), {
              body: { type: "PASSKEY", assertion: magicAssertion, clientPublicKey: key() },
              headers: { "Request-Id": challenge.requestId },
            })
          ).status,
        ]);
    };
    expect(await (await verifyBoth())("299s")).toEqual([200, 200]);
    expect(await (await verifyBoth())("300s")).toEqual([401, 401]);
  });

  it("needs a fresh requestId for every PASSKEY verify [CRD-17, CRD-21]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const passkey = await register(service, passkeyRegistration(accountId, device()));
    const other = await register(
      service,
      passkeyRegistration((await service.createWallet()).accountId, device()),
    );
    const challenge = (credential: AuthMethod) =>
      service.must<PasskeyChallenge>(200, "POST", challengePath(credential), {
        body: { clientPublicKey: key() },
      });
    const verify = (headers: Record<string, string>) =>
      service.call("POST", verifyPath(passkey), {
        body: { type: "PASSKEY", assertion: magicAssertion, clientPublicKey: key() },
        headers,
      });
    const own = await challenge(passkey);
    expect((await verify({})).status).toBe(400);
    expect((await verify({ "Request-Id": "unknown" })).status).toBe(401);
    expect((await verify({ "Request-Id": (await challenge(other)).requestId })).status).toBe(401);
    expect((await verify({ "Request-Id": own.requestId })).status).toBe(200);
    expect((await verify({ "Request-Id": own.requestId })).status).toBe(401);
  });

  it("ignores Request-Id for EMAIL_OTP and OAUTH [CRD-21]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const oauth = await register(service, oauthBody(accountId));
    await service.verify(email, { otp: "000000" }, { "Request-Id": "garbage" });
    await service.verify(oauth, { oidcToken: "sandbox-valid-oidc-token" }, { "Request-Id": "garbage" });
  });

  it("takes an assertion with and without userHandle [CRD-20]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const passkey = await register(service, passkeyRegistration(accountId, device()));
    for (const assertion of [magicAssertion, { ...magicAssertion, userHandle: "dXNlcg" }]) {
      const { requestId } = await service.must<PasskeyChallenge>(200, "POST", challengePath(passkey), {
        body: { clientPublicKey: key() },
      });
      await service.verify(passkey, { assertion }, { "Request-Id": requestId });
    }
  });

  it("refuses bodies that miss a member or fit another type with 400 [CRD-18, CRD-19, CRD-20, CRD-23, SBX-41, LIM-10]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const oauth = await register(service, oauthBody(accountId));
    const passkey = await register(service, passkeyRegistration(accountId, device()));
    const clientPublicKey = key();
    const last = clientPublicKey.endsWith("0") ? "1" : "0";
    const faults: [AuthMethod, object][] = [
      [email, { type: "EMAIL_OTP", otp: "000000" }],
      [email, { type: "EMAIL_OTP", clientPublicKey }],
      [email, { otp: "000000", clientPublicKey }],
      [email, { type: "OAUTH", oidcToken: "sandbox-valid-oidc-token", clientPublicKey }],
      [oauth, { type: "OAUTH", clientPublicKey }],
      [oauth, { type: "OAUTH", oidcToken: "sandbox-valid-oidc-token" }],
      [oauth, { type: "EMAIL_OTP", otp: "000000", clientPublicKey }],
      [passkey, { type: "PASSKEY", clientPublicKey }],
      [passkey, { type: "PASSKEY", assertion: { ...magicAssertion, signature: undefined }, clientPublicKey }],
      [passkey, { type: "PASSKEY", assertion: magicAssertion }],
      ...[
        clientPublicKey.slice(0, -1),
        `${clientPublicKey}0`,
        `02${clientPublicKey.slice(2)}`,
        `${clientPublicKey.slice(0, -1)}g`,
        `${clientPublicKey.slice(0, -1)}${last}`,
        7,
      ].map((wrong): [AuthMethod, object] => [
        email,
        { type: "EMAIL_OTP", otp: "000000", clientPublicKey: wrong },
      ]),
    ];
    for (const [credential, body] of faults) {
      const answer = await service.call("POST", verifyPath(credential), {
        body,
        headers: { "Request-Id": "x" },
        isInvalid: true,
      });
      expect([answer.status, answer.body.code], JSON.stringify(body)).toEqual([400, "INVALID_INPUT"]);
    }
    expect(await service.list("sessions", accountId)).toEqual([]);
    const upper = { type: "EMAIL_OTP", otp: "000000", clientPublicKey: clientPublicKey.toUpperCase() };
    expect((await service.call("POST", verifyPath(email), { body: upper })).status).toBe(200);
  });
});

describe("GET /auth/credentials", () => {
  it("lists the wallet's credentials, oldest first, after adding and revoking [CRD-24, OP-21]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const oauth = await register(service, oauthBody(accountId));
    await service.createWallet().then((other) => service.registerEmail(other.accountId));
    expect(await service.list("credentials", accountId)).toEqual([email, oauth]);
    expect((await service.signed("DELETE", `/auth/credentials/${email.id}`, undefined)).status).toBe(204);
    expect(await service.list("credentials", accountId)).toEqual([oauth]);
  });

  it("needs the id of a known account [CRD-24]", async () => {
    const service = new WalletService();
    for (const query of ["", "?accountId=", "?accountId=InternalAccount%3Aunknown"]) {
      expect((await service.call("GET", `/auth/credentials${query}`)).status).toBe(400);
    }
  });
});

describe("DELETE /auth/credentials/{id}", () => {
  it("refuses the only credential on the first call [CRD-26, LIM-09, ERR-03]", async () => {
    const service = new WalletService();
    const { credential } = await signedInWallet(service);
    const answer = await service.call("DELETE", `/auth/credentials/${credential.id}`);
    expect([answer.status, answer.body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(answer.body).not.toHaveProperty("requestId");
  });

  it("keeps the last one even when two revocations were begun [CRD-26, OP-14]", async () => {
    const service = new WalletService();
    const { accountId } = await service.createWallet();
    const paths = [
      await register(service, { type: "EMAIL_OTP", accountId }),
      await register(service, oauthBody(accountId)),
    ].map(({ id }) => `/auth/credentials/${id}`);
    const begun = await Promise.all(
      paths.map(async (path) => ({ path, challenge: await service.begin("DELETE", path) })),
    );
    const statuses: number[] = [];
    for (const { path, challenge } of begun) {
      statuses.push((await service.complete("DELETE", path, challenge.requestId, magicSignature)).status);
    }
    expect(statuses).toEqual([204, 400]);
    expect(await service.list("credentials", accountId)).toHaveLength(1);
  });

  it("ends the credential's sessions with it and leaves the others; later use is 404 [CRD-27, OP-13]", async () => {
    const service = new WalletService();
    const { accountId, credential } = await signedInWallet(service);
    const oauth = await register(service, oauthBody(accountId));
    const kept = await service.verify(oauth, { oidcToken: "sandbox-valid-oidc-token" });
    expect((await service.signed("DELETE", `/auth/credentials/${credential.id}`, undefined)).status).toBe(
      204,
    );
    expect((await service.list<Session>("sessions", accountId)).map(({ id }) => id)).toEqual([kept.id]);
    const later = [
      service.call("POST", challengePath(credential)),
      service.call("POST", verifyPath(credential), {
        body: { type: "EMAIL_OTP", otp: "000000", clientPublicKey: key() },
      }),
      service.call("DELETE", `/auth/credentials/${credential.id}`),
    ];
    expect((await Promise.all(later)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
