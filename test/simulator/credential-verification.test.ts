import type { AuthMethod, Session } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClientKey } from "../support/node-wallet";
import { magicAssertion, oauthBody, passkeyRegistration } from "../support/parts";
import { invalid } from "../support/exchanges";
import { challengePath, newDevice, register, signedInWallet, verifyPath, World } from "../support/world";
import type { PasskeyChallenge } from "../support/world";

const key = () => createClientKey().publicKey;

describe("POST /auth/credentials/{id}/challenge", () => {
  it("issues a new challenge and requestId for a passkey on each call [CRD-14]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const credential = await register(service, passkeyRegistration(accountId, newDevice()));
    const ask = () =>
      service.must<PasskeyChallenge>("POST", challengePath(credential), { clientPublicKey: key() });
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

  it("requires a valid clientPublicKey for a passkey [CRD-14, LIM-10]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const credential = await register(service, passkeyRegistration(accountId, newDevice()));
    for (const body of [undefined, {}, { clientPublicKey: key().slice(2) }]) {
      const response = await service.call("POST", challengePath(credential), body, invalid);
      expect(response.status).toBe(400);
    }
  });

  it("mails a new code for EMAIL_OTP, with any body or none, and shows the AuthMethod with a key to seal the code to [CRD-15, OP-18]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    await service.simulator.clock.advance("1m");
    for (const body of [undefined, {}, { clientPublicKey: "whatever" }]) {
      expect(await service.must("POST", challengePath(credential), body, invalid)).toEqual({
        ...credential,
        otpEncryptionTargetBundle: expect.any(String),
      });
    }
    expect(service.simulator.outbox.list).toHaveLength(4);
  });

  it("responds with 400 for OAUTH, which has no challenge, and 404 for an unknown credential [CRD-16, OP-18]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const credential = await register(service, oauthBody(accountId));
    expect((await service.call("POST", challengePath(credential))).status).toBe(400);
    expect((await service.call("POST", challengePath({ id: "AuthMethod:unknown" }))).status).toBe(404);
  });
});

describe("POST /auth/credentials/{id}/verify", () => {
  it("opens a session with each of the three types on one wallet [AUT-07, CRD-22]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const oauth = await register(service, oauthBody(accountId));
    const passkey = await register(service, passkeyRegistration(accountId, newDevice()));
    const challenge = await service.must<PasskeyChallenge>("POST", challengePath(passkey), {
      clientPublicKey: key(),
    });
    await service.verify(email, { otp: "000000" });
    await service.verify(oauth, { oidcToken: "sandbox-valid-oidc-token" });
    await service.verify(passkey, { assertion: magicAssertion }, { "Request-Id": challenge.requestId });
    const sessions = await service.list<Session>("sessions", accountId);
    expect(sessions.map(({ type }) => type)).toEqual(["EMAIL_OTP", "OAUTH", "PASSKEY"]);
  });

  it("accepts the mailed code for the first EMAIL_OTP verify, then requires a challenge each time [CRD-17, OP-19]", async () => {
    const service = new World();
    const { credential } = await signedInWallet(service);
    const body = () => ({ type: "EMAIL_OTP", otp: "000000", clientPublicKey: key() });
    const refused = await service.call("POST", verifyPath(credential), body());
    expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
      401,
      "UNAUTHORIZED",
      "No open challenge: ask for a new code first",
    ]);
    await service.must("POST", challengePath(credential));
    expect((await service.call("POST", verifyPath(credential), body())).status).toBe(200);
    expect((await service.call("POST", verifyPath(credential), body())).status).toBe(401);
  });

  it("lets only one of two concurrent verifications use a code [CRD-17]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const credential = await service.registerEmail(accountId);
    const responses = await Promise.all(
      [1, 2].map(() =>
        service.call("POST", verifyPath(credential), {
          type: "EMAIL_OTP",
          otp: "000000",
          clientPublicKey: key(),
        }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await service.list("sessions", accountId)).toHaveLength(1);
  });

  it("expires codes and passkey challenges after five minutes [OP-19]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const passkey = await register(service, passkeyRegistration(accountId, newDevice()));
    const verifyBoth = async () => {
      const challenge = await service.must<PasskeyChallenge>("POST", challengePath(passkey), {
        clientPublicKey: key(),
      });
      await service.must("POST", challengePath(email));
      return (advance: string) =>
        service.simulator.clock.advance(advance).then(async () => [
          (
            await service.call("POST", verifyPath(email), {
              type: "EMAIL_OTP",
              otp: "000000",
              clientPublicKey: key(),
            })
          ).status,
          (
            await service.call(
              "POST",
              verifyPath(passkey),
              { type: "PASSKEY", assertion: magicAssertion, clientPublicKey: key() },
              { "Request-Id": challenge.requestId },
            )
          ).status,
        ]);
    };
    expect(await (await verifyBoth())("299s")).toEqual([200, 200]);
    expect(await (await verifyBoth())("300s")).toEqual([401, 401]);
  });

  it("needs a new requestId for every PASSKEY verify [CRD-17, CRD-21]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const passkey = await register(service, passkeyRegistration(accountId, newDevice()));
    const other = await register(
      service,
      passkeyRegistration((await service.createWallet()).accountId, newDevice()),
    );
    const challenge = (credential: AuthMethod) =>
      service.must<PasskeyChallenge>("POST", challengePath(credential), { clientPublicKey: key() });
    const verify = (headers: Record<string, string>) =>
      service.call(
        "POST",
        verifyPath(passkey),
        { type: "PASSKEY", assertion: magicAssertion, clientPublicKey: key() },
        headers,
      );
    const own = await challenge(passkey);
    expect((await verify({})).status).toBe(400);
    expect((await verify({ "Request-Id": "unknown" })).status).toBe(401);
    expect((await verify({ "Request-Id": (await challenge(other)).requestId })).status).toBe(401);
    expect((await verify({ "Request-Id": own.requestId })).status).toBe(200);
    expect((await verify({ "Request-Id": own.requestId })).status).toBe(401);
  });

  it("ignores Request-Id for EMAIL_OTP and OAUTH [CRD-21]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const oauth = await register(service, oauthBody(accountId));
    await service.verify(email, { otp: "000000" }, { "Request-Id": "garbage" });
    await service.verify(oauth, { oidcToken: "sandbox-valid-oidc-token" }, { "Request-Id": "garbage" });
  });

  it("accepts an assertion with and without userHandle [CRD-20]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const passkey = await register(service, passkeyRegistration(accountId, newDevice()));
    for (const assertion of [magicAssertion, { ...magicAssertion, userHandle: "dXNlcg" }]) {
      const { requestId } = await service.must<PasskeyChallenge>("POST", challengePath(passkey), {
        clientPublicKey: key(),
      });
      await service.verify(passkey, { assertion }, { "Request-Id": requestId });
    }
  });

  it("refuses every type except the credential's own, even with valid proof [CRD-23]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const credentials = [
      await register(service, { type: "EMAIL_OTP", accountId }),
      await register(service, oauthBody(accountId)),
      await register(service, passkeyRegistration(accountId, newDevice())),
    ];
    for (const credential of credentials) {
      const client = createClientKey();
      const challenge = { clientPublicKey: client.publicKey };
      const requestId =
        credential.type === "PASSKEY"
          ? (await service.must<PasskeyChallenge>("POST", challengePath(credential), challenge)).requestId
          : "";
      // The fields of all three types, so that only the type decides.
      const verify = (type: string) =>
        service.call(
          "POST",
          verifyPath(credential),
          {
            type,
            otp: "000000",
            oidcToken: "sandbox-valid-oidc-token",
            assertion: magicAssertion,
            clientPublicKey: client.publicKey,
          },
          { "Request-Id": requestId, ...invalid },
        );
      for (const { type } of credentials) {
        if (type === credential.type) continue;
        expect(await verify(type)).toMatchObject({ status: 400, body: { details: { field: "type" } } });
      }
      expect(await service.list("sessions", accountId)).toEqual([]);
      expect(await verify(credential.type)).toMatchObject({ status: 200 });
      const [session] = await service.list<Session>("sessions", accountId);
      await service.signed("DELETE", `/auth/sessions/${session?.id ?? ""}`, undefined);
    }
  });

  it("refuses bodies that lack a field or fit another type with 400 [CRD-18, CRD-19, CRD-20, CRD-23, SBX-41, LIM-10]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const oauth = await register(service, oauthBody(accountId));
    const passkey = await register(service, passkeyRegistration(accountId, newDevice()));
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
      const response = await service.call("POST", verifyPath(credential), body, {
        ...{ "Request-Id": "x" },
        ...invalid,
      });
      expect([response.status, response.body.code], JSON.stringify(body)).toEqual([400, "INVALID_INPUT"]);
    }
    expect(await service.list("sessions", accountId)).toEqual([]);
    const upper = { type: "EMAIL_OTP", otp: "000000", clientPublicKey: clientPublicKey.toUpperCase() };
    expect((await service.call("POST", verifyPath(email), upper)).status).toBe(200);
  });
});
