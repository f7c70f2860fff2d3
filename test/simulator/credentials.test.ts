import type { AuthMethod, Session } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClientKey } from "../support/node-wallet";
import { magicSignature, oauthBody, passkeyRegistration, unsignedToken } from "../support/parts";
import { invalid } from "../support/exchanges";
import { challengePath, newDevice, register, signedInWallet, verifyPath, World } from "../support/world";

const key = () => createClientKey().publicKey;

describe("POST /auth/credentials", () => {
  it("responds with 201 with the whole AuthMethod for a first EMAIL_OTP credential and mails a code [CRD-01, CRD-03, CRD-04, CRD-09, OP-22]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet("ada@example.com");
    const response = await service.call<AuthMethod>("POST", "/auth/credentials", {
      type: "EMAIL_OTP",
      accountId,
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^AuthMethod:/),
      accountId,
      type: "EMAIL_OTP",
      nickname: "ada@example.com",
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
    });
    expect(service.simulator.outbox.list).toEqual([
      expect.objectContaining({
        to: "ada@example.com",
        credentialId: response.body.id,
        accountId,
        delivered: false,
      }),
    ]);
  });

  it("uses the token's e-mail claim as nickname for OAUTH, and the given nickname for PASSKEY [CRD-02, CRD-03, CRD-05, CRD-07]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const oauth = await register(service, oauthBody(accountId, "claim@example.com"));
    const passkey = await register(service, passkeyRegistration(accountId, newDevice()));
    expect([oauth.nickname, passkey.nickname]).toEqual(["claim@example.com", "Ada's phone"]);
  });

  it("prefers the e-mail claim to the sent nickname for OAUTH, and the nickname to the subject [CRD-03]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const token = (claims: object) => unsignedToken({ iss: "https://accounts.google.com", ...claims });
    const nicknameOf = async (claims: object, nickname?: string) => {
      const body = { type: "OAUTH", accountId, oidcToken: token(claims), ...(nickname ? { nickname } : {}) };
      return (await register(service, body)).nickname;
    };
    expect(await nicknameOf({ sub: "1", email: "claim@example.com" }, "my login")).toBe("claim@example.com");
    expect(await nicknameOf({ sub: "2" }, "my login")).toBe("my login");
    expect(await nicknameOf({ sub: "3" })).toBe("3");
  });

  it("ignores one or both signature headers while the wallet has no credential [CRD-09, OP-09]", async () => {
    const service = new World();
    const headerSets = [
      { "Service-Wallet-Signature": "garbage", "Request-Id": "garbage" },
      { "Service-Wallet-Signature": "garbage" },
      { "Request-Id": "garbage" },
    ];
    for (const headers of headerSets) {
      const { accountId } = await service.createWallet();
      const body = { type: "EMAIL_OTP", accountId };
      expect((await service.call("POST", "/auth/credentials", body, headers)).status).toBe(201);
    }
  });

  it("mails the code of an additional EMAIL_OTP credential only on the signed retry [CRD-10, CRD-11]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    await register(service, passkeyRegistration(accountId, newDevice()));
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

  it("refuses a second EMAIL_OTP and a second PASSKEY, but accepts a second OAUTH [CRD-12, LIM-09, ERR-01, ERR-02, OP-14]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    await register(service, { type: "EMAIL_OTP", accountId });
    await register(service, passkeyRegistration(accountId, newDevice()));
    await register(service, oauthBody(accountId));
    await register(service, oauthBody(accountId, "second@example.com"));
    const refusals = [{ type: "EMAIL_OTP", accountId }, passkeyRegistration(accountId, newDevice())].map(
      (body) => service.call("POST", "/auth/credentials", body),
    );
    expect((await Promise.all(refusals)).map(({ status, body }) => [status, body.code])).toEqual([
      [400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS"],
      [400, "PASSKEY_CREDENTIAL_ALREADY_EXISTS"],
    ]);
  });

  it("checks for a duplicate again on the retry [CRD-12, OP-14]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    await register(service, oauthBody(accountId));
    const body = { type: "EMAIL_OTP", accountId };
    const early = await service.begin("POST", "/auth/credentials", body);
    await register(service, body);
    const late = await service.complete("POST", "/auth/credentials", early.requestId, magicSignature, body);
    expect([late.status, late.body.code]).toEqual([400, "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS"]);
    expect(service.simulator.outbox.list).toHaveLength(1);
  });

  it("returns a challenge to one of two concurrent first credentials [CRD-10, CRD-12]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const body = oauthBody(accountId);
    const responses = await Promise.all([1, 2].map(() => service.call("POST", "/auth/credentials", body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 202]);
  });

  it("refuses bodies with a missing or wrong field with 400, and stores nothing [CRD-02, CRD-04, CRD-05, CRD-07, CRD-08]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const passkey = passkeyRegistration(accountId, newDevice());
    const withoutMember = (name: string) =>
      Object.fromEntries(Object.entries(passkey).filter(([field]) => field !== name));
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
      withoutMember("nickname"),
      withoutMember("challenge"),
      withoutMember("attestation"),
      // The service ignores a challenge inside the attestation, because it belongs at the top level.
      { ...withoutMember("challenge"), attestation: { ...passkey.attestation, challenge: "cmVnaXN0ZXI" } },
      withAttestation({ credentialId: undefined }),
      withAttestation({ clientDataJson: undefined }),
      withAttestation({ attestationObject: undefined }),
      withAttestation({ transports: "internal" }),
    ];
    for (const body of bodies) {
      const response = await service.call("POST", "/auth/credentials", body, invalid);
      expect([response.status, response.body.code], JSON.stringify(body)).toEqual([400, "INVALID_INPUT"]);
    }
    expect(await service.list("credentials", accountId)).toEqual([]);
  });

  it("responds with 404 for an unknown account, and 400 for one that is not a wallet [CRD-01]", async () => {
    const service = new World();
    const { customerId } = await service.createWallet();
    const query = `customerId=${customerId}&type=INTERNAL_FIAT`;
    const fiat = await service.must<{ data: { id: string }[] }>(
      "GET",
      `/customers/internal-accounts?${query}`,
    );
    const responses = ["InternalAccount:unknown", fiat.data[0]?.id].map((accountId) =>
      service.call("POST", "/auth/credentials", { type: "EMAIL_OTP", accountId }),
    );
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([404, 400]);
  });

  it("refuses an EMAIL_OTP credential for a customer without an e-mail address [CRD-04]", async () => {
    const service = new World();
    const customer = await service.must<{ id: string }>("POST", "/customers", {
      customerType: "INDIVIDUAL",
      region: "US",
      fullName: "No Mail",
    });
    const body = { type: "EMAIL_OTP", accountId: await service.walletOf(customer.id) };
    expect((await service.call("POST", "/auth/credentials", body)).status).toBe(400);
    expect(service.simulator.outbox.list).toHaveLength(0);
  });
});

describe("GET /auth/credentials", () => {
  it("lists the wallet's credentials oldest first, after changes [CRD-24, OP-21]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const email = await register(service, { type: "EMAIL_OTP", accountId });
    const oauth = await register(service, oauthBody(accountId));
    await service.createWallet().then((other) => service.registerEmail(other.accountId));
    expect(await service.list("credentials", accountId)).toEqual([email, oauth]);
    expect((await service.signed("DELETE", `/auth/credentials/${email.id}`, undefined)).status).toBe(204);
    expect(await service.list("credentials", accountId)).toEqual([oauth]);
  });

  it("needs the id of a known account [CRD-24]", async () => {
    const service = new World();
    for (const query of ["", "?accountId=", "?accountId=InternalAccount%3Aunknown"]) {
      expect((await service.call("GET", `/auth/credentials${query}`)).status).toBe(400);
    }
  });
});

describe("DELETE /auth/credentials/{id}", () => {
  it("refuses the only credential on the initial request [CRD-26, LIM-09, ERR-03]", async () => {
    const service = new World();
    const { credential } = await signedInWallet(service);
    const response = await service.call("DELETE", `/auth/credentials/${credential.id}`);
    expect([response.status, response.body.code]).toEqual([400, "INVALID_INPUT"]);
    expect(response.body).not.toHaveProperty("requestId");
  });

  it("keeps the last one even if two revocations started [CRD-26, OP-14]", async () => {
    const service = new World();
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

  it("also ends the credential's sessions but not others, and later use is 404 [CRD-27, OP-13]", async () => {
    const service = new World();
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
        type: "EMAIL_OTP",
        otp: "000000",
        clientPublicKey: key(),
      }),
      service.call("DELETE", `/auth/credentials/${credential.id}`),
    ];
    expect((await Promise.all(later)).map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
