import type { AuthMethod, SignedRetryChallenge } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClientKey, signPayload, stamp } from "../support/node-wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { magicSignature, passkeyRegistration } from "../support/parts";
import { origin, production, signedInWallet, walletOfTwo, World } from "../support/world";
import type { LiveSession } from "../support/world";

/** An action that needs a signature, and its successful result. */
interface Prepared {
  method: string;
  path: string;
  body?: unknown;
  accountId: string;
  signer: LiveSession;
  type: string;
  status: number;
}

type Preparation = (service: World) => Promise<Prepared>;

const actions: Record<string, Preparation> = {
  "add credential": async (service) => {
    const { accountId, session } = await signedInWallet(service);
    const body = passkeyRegistration(accountId, new SoftwareAuthenticator({ origin }));
    return {
      method: "POST",
      path: "/auth/credentials",
      body,
      accountId,
      signer: session,
      type: "PASSKEY",
      status: 201,
    };
  },
  "revoke credential": async (service) => {
    const { accountId, session, oauth } = await walletOfTwo(service);
    const path = `/auth/credentials/${oauth.id}`;
    return { method: "DELETE", path, accountId, signer: session, type: "OAUTH", status: 204 };
  },
  "revoke session": async (service) => {
    const { accountId, session } = await signedInWallet(service);
    const path = `/auth/sessions/${session.id}`;
    return { method: "DELETE", path, accountId, signer: session, type: "EMAIL_OTP", status: 204 };
  },
  "export wallet": async (service) => {
    const { accountId, session } = await signedInWallet(service);
    const path = `/internal-accounts/${accountId}/export`;
    const body = { clientPublicKey: createClientKey().publicKey };
    return { method: "POST", path, body, accountId, signer: session, type: "EMAIL_OTP", status: 200 };
  },
};

const begin = (service: World, { method, path, body }: Prepared) => service.begin(method, path, body);

function complete(service: World, { method, path, body }: Prepared, requestId: string, signature: string) {
  return service.complete(method, path, requestId, signature, body);
}

describe.each(Object.entries(actions))("signed retry: %s", (_name, prepare) => {
  it("responds with a 202 challenge, and then once with its own result [SRY-01, SRY-02, SRY-05, SRY-08, SRY-11, ERR-06, OP-11]", async () => {
    const service = production();
    const action = await prepare(service);
    const challenge = await begin(service, action);
    expect(challenge).toEqual({
      type: action.type,
      payloadToSign: expect.any(String),
      requestId: expect.any(String),
      expiresAt: "2026-04-27T09:05:00.000Z",
    });
    const signature = stamp(action.signer.privateKey, challenge.payloadToSign);
    expect((await complete(service, action, challenge.requestId, signature)).status).toBe(action.status);
    const again = await complete(service, action, challenge.requestId, signature);
    expect([again.status, again.body.code]).toEqual([401, "UNAUTHORIZED"]);
  });

  it("keeps the requestId usable after a wrong signature [SRY-10, OP-10]", async () => {
    const service = production();
    const action = await prepare(service);
    const { payloadToSign, requestId } = await begin(service, action);
    const stranger = createClientKey().privateKey;
    // A bare signature is enough only for a quote (OP-02).
    const bare = signPayload(action.signer.privateKey, payloadToSign).toString("base64");
    for (const wrong of [stamp(stranger, payloadToSign), bare, "sandbox-valid-signature", "not a stamp"]) {
      const refused = await complete(service, action, requestId, wrong);
      expect([refused.status, refused.body.code, refused.body.reason]).toEqual([
        401,
        "UNAUTHORIZED",
        "Invalid Service-Wallet-Signature",
      ]);
    }
    const right = stamp(action.signer.privateKey, payloadToSign);
    expect((await complete(service, action, requestId, right)).status).toBe(action.status);
  });

  it("needs a signature over the exact payload, not a re-serialised, trimmed or normalised one [SRY-03, AUT-05]", async () => {
    const service = production();
    const action = await prepare(service);
    const { payloadToSign, requestId } = await begin(service, action);
    const changed = [
      JSON.stringify(JSON.parse(payloadToSign)),
      payloadToSign.trim(),
      payloadToSign.normalize("NFC"),
      payloadToSign.replaceAll("\r\n", "\n"),
    ];
    for (const payload of changed) {
      const refused = await complete(service, action, requestId, stamp(action.signer.privateKey, payload));
      expect(refused.status).toBe(401);
    }
    const right = stamp(action.signer.privateKey, payloadToSign);
    expect((await complete(service, action, requestId, right)).status).toBe(action.status);
  });

  it("refuses one header without the other [SRY-06, CRD-13, OP-09]", async () => {
    const service = production();
    const action = await prepare(service);
    const { requestId, payloadToSign } = await begin(service, action);
    const signature = stamp(action.signer.privateKey, payloadToSign);
    for (const [missing, headers] of [
      ["Service-Wallet-Signature", { "Request-Id": requestId }],
      ["Request-Id", { "Service-Wallet-Signature": signature }],
    ] as const) {
      const response = await service.call(action.method, action.path, action.body, headers);
      expect(response).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT", details: { missing } },
      });
    }
  });

  it.each([
    ["4:59 min", 299_999, true],
    ["5:00 min", 300_000, false],
  ])("has a window of five minutes: %s [SRY-07, LIM-06]", async (_label, elapsed, passes) => {
    const service = production();
    const action = await prepare(service);
    const { requestId, payloadToSign } = await begin(service, action);
    await service.simulator.clock.advance(elapsed);
    const { status } = await complete(
      service,
      action,
      requestId,
      stamp(action.signer.privateKey, payloadToSign),
    );
    expect(status).toBe(passes ? action.status : 401);
  });

  it("issues a new challenge for every initial request, and earlier ones stay valid [SRY-15]", async () => {
    const service = production();
    const action = await prepare(service);
    const [first, second] = [await begin(service, action), await begin(service, action)];
    expect(second.requestId).not.toBe(first.requestId);
    expect(second.payloadToSign).not.toBe(first.payloadToSign);
    const crossed = stamp(action.signer.privateKey, second.payloadToSign);
    expect((await complete(service, action, first.requestId, crossed)).status).toBe(401);
    const right = stamp(action.signer.privateKey, first.payloadToSign);
    expect((await complete(service, action, first.requestId, right)).status).toBe(action.status);
  });

  it("refuses an unknown requestId, and that of another action [SRY-09]", async () => {
    const service = production();
    const action = await prepare(service);
    const otherPath = `/internal-accounts/${action.accountId}/export`;
    const otherBody = { clientPublicKey: createClientKey().publicKey };
    const other = await service.begin("POST", otherPath, otherBody);
    const signature = stamp(action.signer.privateKey, other.payloadToSign);
    expect((await complete(service, action, other.requestId, signature)).status).toBe(401);
    expect((await complete(service, action, "Request:unknown", signature)).status).toBe(401);
  });

  it("refuses the stamp of a session of another wallet, and of an expired one [SES-05, SES-09, AUT-05]", async () => {
    const service = production();
    const action = await prepare(service);
    const stranger = await signedInWallet(service);
    await service.simulator.clock.advance("14m");
    const { requestId, payloadToSign } = await begin(service, action);
    const foreign = stamp(stranger.session.privateKey, payloadToSign);
    expect((await complete(service, action, requestId, foreign)).status).toBe(401);
    await service.simulator.clock.advance("1m");
    const expired = stamp(action.signer.privateKey, payloadToSign);
    expect((await complete(service, action, requestId, expired)).status).toBe(401);
  });

  it("succeeds in only one of two concurrent retries [SRY-08]", async () => {
    const service = production();
    const action = await prepare(service);
    const { requestId, payloadToSign } = await begin(service, action);
    const signature = stamp(action.signer.privateKey, payloadToSign);
    const responses = await Promise.all([1, 2].map(() => complete(service, action, requestId, signature)));
    expect(responses.map(({ status }) => status).sort()).toEqual([action.status, 401].sort());
  });
});

describe("the binding of a challenge", () => {
  it("covers the bytes of the body, so differently written JSON is another request [SRY-05, OP-10]", async () => {
    const service = production();
    const { accountId, session } = await signedInWallet(service);
    const path = `/internal-accounts/${accountId}/export`;
    const { publicKey } = createClientKey();
    const body = JSON.stringify({ clientPublicKey: publicKey });
    const { requestId, payloadToSign } = await service.begin("POST", path, body);
    const signature = stamp(session.privateKey, payloadToSign);
    const changed = [
      `{ "clientPublicKey": "${publicKey}" }`,
      JSON.stringify({ clientPublicKey: createClientKey().publicKey }),
      JSON.stringify({ clientPublicKey: publicKey, extra: true }),
    ];
    for (const other of changed) {
      expect((await service.complete("POST", path, requestId, signature, other)).status).toBe(401);
    }
    expect((await service.complete("POST", path, requestId, signature, body)).status).toBe(200);
  });

  it("covers the path, so the same action on another resource is another request [SRY-05, SRY-09]", async () => {
    const service = production();
    const { credential, session } = await signedInWallet(service);
    await service.must("POST", `/auth/credentials/${credential.id}/challenge`);
    const second = await service.signInByEmail(credential);
    const { requestId, payloadToSign } = await service.begin("DELETE", `/auth/sessions/${session.id}`);
    const signature = stamp(second.privateKey, payloadToSign);
    for (const path of [`/auth/sessions/${second.id}`, `/auth/credentials/${session.id}`]) {
      expect((await service.complete("DELETE", path, requestId, signature)).status).toBe(401);
    }
    const done = await service.complete("DELETE", `/auth/sessions/${session.id}`, requestId, signature);
    expect(done.status).toBe(204);
  });

  it("survives a retry that was refused for another reason [OP-10]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    await service.must(
      "POST",
      "/auth/credentials",
      passkeyRegistration(accountId, new SoftwareAuthenticator({ origin })),
    );
    const body = { type: "EMAIL_OTP", accountId };
    const { requestId } = await service.begin("POST", "/auth/credentials", body);
    const complete = () => service.complete("POST", "/auth/credentials", requestId, magicSignature, body);
    const other = await service.signed<AuthMethod>("POST", "/auth/credentials", undefined, body);
    expect((await complete()).status).toBe(400);
    expect((await service.signed("DELETE", `/auth/credentials/${other.body.id}`, undefined)).status).toBe(
      204,
    );
    expect((await complete()).status).toBe(201);
  });

  it("treats %3A and : in the path the same [GEN-05]", async () => {
    const service = production();
    const { session } = await signedInWallet(service);
    const { requestId, payloadToSign } = await service.begin("DELETE", `/auth/sessions/${session.id}`);
    const path = `/auth/sessions/${encodeURIComponent(session.id)}`;
    const done = await service.complete("DELETE", path, requestId, stamp(session.privateKey, payloadToSign));
    expect(done.status).toBe(204);
  });

  it("never accepts a passkey's requestId, and a passkey never accepts its requestId [SRY-09]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const registration = passkeyRegistration(accountId, new SoftwareAuthenticator({ origin }));
    const passkey = await service.must<AuthMethod>("POST", "/auth/credentials", registration);
    const clientPublicKey = createClientKey().publicKey;
    const challenge = await service.must<SignedRetryChallenge>(
      "POST",
      `/auth/credentials/${passkey.id}/challenge`,
      { clientPublicKey },
    );
    const path = `/internal-accounts/${accountId}/export`;
    const exported = await service.complete("POST", path, challenge.requestId, "sandbox-valid-signature", {
      clientPublicKey,
    });
    expect(exported.status).toBe(401);
    const retry = await service.begin("POST", path, { clientPublicKey });
    const assertion = {
      credentialId: "any",
      clientDataJson: "any",
      authenticatorData: "any",
      signature: "sandbox-valid-passkey-signature",
    };
    const verified = await service.call(
      "POST",
      `/auth/credentials/${passkey.id}/verify`,
      { type: "PASSKEY", assertion, clientPublicKey },
      { "Request-Id": retry.requestId },
    );
    expect(verified.status).toBe(401);
  });
});
