import type { AuthMethod, Session } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClientKey, openSessionBundle } from "../support/node-wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { passkeyAssertion, passkeyRegistration } from "../support/parts";
import { challengePath, newDevice, origin, production, verifyPath } from "../support/world";
import type { PasskeyChallenge, World } from "../support/world";

async function registerPasskey(service: World, device: SoftwareAuthenticator) {
  const { accountId } = await service.createWallet();
  const body = passkeyRegistration(accountId, device);
  return service.must<AuthMethod>("POST", "/auth/credentials", body);
}

/** A challenge, and a verification of it with optional changes. */
async function challengePasskey(service: World, credential: AuthMethod) {
  const client = createClientKey();
  const { challenge, requestId } = await service.must<PasskeyChallenge>("POST", challengePath(credential), {
    clientPublicKey: client.publicKey,
  });
  const verify = (assertion: object, clientPublicKey = client.publicKey) =>
    service.call<Session & { reason?: string; code?: string }>(
      "POST",
      verifyPath(credential),
      { type: "PASSKEY", assertion, clientPublicKey },
      { "Request-Id": requestId },
    );
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

  it("can be verified repeatedly, with and without userHandle [CRD-20]", async () => {
    const service = production();
    const device = newDevice();
    const credential = await registerPasskey(service, device);
    for (const keepsHandle of [true, false, true]) {
      const { challenge, verify } = await challengePasskey(service, credential);
      const { userHandle, ...assertion } = passkeyAssertion(device, challenge);
      expect((await verify(keepsHandle ? { ...assertion, userHandle } : assertion)).status).toBe(200);
    }
  });

  it("are refused in a registration with another challenge, origin, site or credential id [CRD-30, CRD-07]", async () => {
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
      const response = await service.call("POST", "/auth/credentials", body);
      expect([response.status, response.body.reason]).toEqual([401, "Invalid passkey attestation"]);
    }
    expect(await service.list("credentials", accountId)).toEqual([]);
    expect((await service.call("POST", "/auth/credentials", good)).status).toBe(201);
  });

  it("work in the frame of an allowed page, and the error names what is missing [W17]", async () => {
    for (const topOrigins of [undefined, ["https://shop.example"]]) {
      const service = production({ wallet: { webAuthn: { rpId: "wallet.example", topOrigins } } });
      const device = newDevice();
      const credential = await registerPasskey(service, device);
      device.topOrigin = "https://shop.example";
      const { challenge, verify } = await challengePasskey(service, credential);
      const { status, body } = await verify(passkeyAssertion(device, challenge));
      expect(status).toBe(topOrigins ? 200 : 401);
      if (topOrigins === undefined) expect(JSON.stringify(body)).toContain("`wallet.webAuthn.topOrigins`");
      const { accountId } = await service.createWallet();
      const registration = await service.call(
        "POST",
        "/auth/credentials",
        passkeyRegistration(accountId, device),
      );
      expect(registration.status).toBe(topOrigins ? 201 : 401);
    }
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

  it("are refused if the signature counter does not grow [CRD-20]", async () => {
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
    expect((await service.call("POST", challengePath(credential), body)).status).toBe(400);
  });

  it("need a library, and without it the response says what to pass", async () => {
    const service = production({ wallet: { webAuthn: { verifier: undefined } } });
    const { accountId } = await service.createWallet();
    const body = passkeyRegistration(accountId, newDevice());
    const response = await service.call("POST", "/auth/credentials", body);
    expect(response.status).toBe(500);
    expect(response.body).toMatchObject({
      message: expect.stringContaining(
        "install @simplewebauthn/server and pass the module as the option `wallet.webAuthn.verifier`",
      ),
    });
    expect(await service.list("credentials", accountId)).toEqual([]);
  });

  it("may come from every origin of the relying party's id by default [CRD-30]", async () => {
    const register = async (device: SoftwareAuthenticator, webAuthn: { rpId?: string }) => {
      const service = production({ wallet: { webAuthn } });
      const { accountId } = await service.createWallet();
      return (await service.call("POST", "/auth/credentials", passkeyRegistration(accountId, device))).status;
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
