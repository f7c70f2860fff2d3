import { describe, expect, it, vi } from "vitest";
import { createWalletRelay } from "payments-sdk/relay";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { nothingThere, pageOrigin, Platform, text } from "./support";
import type { Customer } from "./support";

/** Of bytes, of text, or of a value as JSON. */
function base64url(value: object | string): string {
  const bytes = value instanceof Uint8Array || typeof value === "string" ? value : JSON.stringify(value);
  return Buffer.from(bytes).toString("base64url");
}

/** A registration as a page would send it. */
function registration(
  { accountId }: Customer,
  challenge: string,
  device = new SoftwareAuthenticator({ origin: pageOrigin }),
) {
  const { rawId, response } = device.create({ challenge });
  const attestation = {
    credentialId: rawId,
    clientDataJson: response.clientDataJSON,
    attestationObject: response.attestationObject,
    transports: response.transports,
  };
  return { type: "PASSKEY", accountId, nickname: "Phone", challenge, attestation };
}

const refused = { status: 400, body: { code: "INVALID_REGISTRATION_CHALLENGE" } };

/** Registers with the relay and expects that it does not ask the service. */
async function expectRefused(platform: Platform, body: object) {
  const exchanges = await platform.exchangesOf(async () => {
    expect(await platform.call("POST", "/auth/credentials", { from: platform.ada, body })).toMatchObject(
      refused,
    );
  });
  expect(exchanges).toEqual([]);
}

describe("a registration challenge", () => {
  it("is random, and valid for five minutes [CRD-30]", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    const issue = () =>
      platform.call("POST", "/registration-challenge", { from: ada, body: { accountId: ada.accountId } });
    const first = await issue();
    const second = await issue();
    expect(first).toMatchObject({ status: 200, body: { expiresAt: "2026-04-27T09:05:00.000Z" } });
    expect(text(first.body, "challenge")).not.toBe(text(second.body, "challenge"));
    expect(Buffer.from(text(first.body, "challenge"), "base64url").length).toBeGreaterThanOrEqual(16);
    const body = registration(ada, text(first.body, "challenge"));
    expect((await platform.call("POST", "/auth/credentials", { from: ada, body })).status).toBe(201);
  });

  it("is issued for the user's own wallets", async () => {
    const platform = await Platform.create();
    const body = { accountId: platform.ada.accountId };
    const foreign = await platform.call("POST", "/registration-challenge", { from: platform.mallory, body });
    expect(foreign).toMatchObject(nothingThere);
    const nobody = await platform.call("POST", "/registration-challenge", { body });
    expect(nobody).toMatchObject({ status: 401, body: { code: "NOT_SIGNED_IN" } });
  });

  it("accepts a clock with fractions of a millisecond", async () => {
    const platform = await Platform.create({
      now: () => 1_777_000_000_000.5,
      challengeLifetime: 2_147_483_647,
    });
    const body = { accountId: platform.ada.accountId };
    const given = await platform.call("POST", "/registration-challenge", { from: platform.ada, body });
    expect(given).toMatchObject({
      status: 200,
      body: { expiresAt: new Date(1_779_147_483_647).toISOString() },
    });
  });

  it("expires for the initial and the signed request [CRD-30]", async () => {
    const platform = await Platform.create({ challengeLifetime: 60_000 });
    const { ada } = platform;
    await platform.registerEmail(ada);
    const body = registration(ada, await platform.registrationChallenge(ada));
    await platform.simulator.clock.advance("59.999s");
    const first = await platform.call("POST", "/auth/credentials", { from: ada, body });
    expect(first.status).toBe(202);
    await platform.simulator.clock.advance(1);
    await expectRefused(platform, body);
    const signed = await platform.call("POST", "/auth/credentials", {
      from: ada,
      body,
      headers: { "service-wallet-signature": "stamp", "request-id": text(first.body, "requestId") },
    });
    expect(signed).toMatchObject(refused);
  });

  it("is bound to its account [CRD-30]", async () => {
    let accountIds: string[] = [];
    const platform = await Platform.create({ authenticate: () => ({ accountIds }) });
    const { ada, mallory } = platform;
    // A user with two wallets: only the binding distinguishes them.
    accountIds = [ada.accountId, mallory.accountId];
    await expectRefused(platform, registration(ada, await platform.registrationChallenge(mallory)));
  });

  it("is bound to the secret [CRD-30]", async () => {
    const platform = await Platform.create();
    const other = createWalletRelay({ ...platform.relayOptions, secret: "x".repeat(32) });
    const response = await other(
      new Request("https://wallet.example/wallet/registration-challenge", {
        method: "POST",
        headers: { origin: pageOrigin, cookie: platform.ada.cookie, "content-type": "application/json" },
        body: JSON.stringify({ accountId: platform.ada.accountId }),
      }),
    );
    await expectRefused(platform, registration(platform.ada, text(await response.json(), "challenge")));
  });

  it("is signed with a key that cannot be read from the relay", async () => {
    const platform = await Platform.create();
    const importKey = vi.spyOn(crypto.subtle, "importKey");
    await platform.registrationChallenge(platform.ada);
    const keys = await Promise.all(importKey.mock.results.map(({ value }) => value));
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ extractable: false, usages: ["sign", "verify"] });
  });

  it("is rejected if the page made it [CRD-30]", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    const issued = await platform.registrationChallenge(ada);
    const bytes = Buffer.from(issued, "base64url");
    const flipped = (index: number) => {
      const copy = Buffer.from(bytes);
      copy[index] = (copy[index] ?? 0) ^ 1;
      return copy.toString("base64url");
    };
    for (const challenge of [
      "",
      "cmFuZG9t",
      "not base64url!",
      `${issued}=`,
      `${issued}AA`,
      issued.slice(0, -4),
      // Another text for the same bytes: the last character has bits to spare.
      issued.slice(0, -1) + String.fromCharCode(issued.charCodeAt(issued.length - 1) + 1),
      // The expiry, the random part, the code.
      flipped(6),
      flipped(10),
      flipped(40),
      flipped(55),
    ]) {
      await expectRefused(platform, registration(ada, challenge));
    }
  });

  it("must be signed by the browser, on one of the platform's pages [CRD-28, CRD-30]", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    const challenge = await platform.registrationChallenge(ada);
    const good = registration(ada, challenge);
    const clientData = { type: "webauthn.create", challenge, origin: pageOrigin, crossOrigin: false };
    for (const wrong of [
      { ...clientData, challenge: await platform.registrationChallenge(ada) },
      { ...clientData, type: "webauthn.get" },
      { ...clientData, origin: "https://evil.example" },
      { ...clientData, origin: `${pageOrigin}.evil.example` },
      { ...clientData, origin: [pageOrigin] },
      {},
      // Right in every field, with one byte that is not UTF-8 in another one.
      Buffer.concat([
        Buffer.from(JSON.stringify(clientData).replace("}", ',"extra":"')),
        Buffer.of(0xff),
        Buffer.from('"}'),
      ]),
      "null",
      "[]",
      "{",
    ]) {
      const attestation = { ...good.attestation, clientDataJson: base64url(wrong) };
      await expectRefused(platform, { ...good, attestation });
    }
    await expectRefused(platform, { ...good, attestation: { ...good.attestation, clientDataJson: "%" } });
    // A challenge under attestation is not read (specification, "Passkey field mapping").
    const { challenge: _, ...withoutChallenge } = good;
    const misplaced = { ...withoutChallenge, attestation: { ...good.attestation, challenge } };
    const response = await platform.call("POST", "/auth/credentials", { from: ada, body: misplaced });
    expect(response).toMatchObject({ status: 400, body: { message: "`challenge` is missing or malformed" } });
    expect((await platform.call("POST", "/auth/credentials", { from: ada, body: good })).status).toBe(201);
  });

  it("creates no second passkey if it is sent again [CRD-12]", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    const challenge = await platform.registrationChallenge(ada);
    const body = registration(ada, challenge);
    expect((await platform.call("POST", "/auth/credentials", { from: ada, body })).status).toBe(201);
    for (const again of [body, registration(ada, challenge)]) {
      const response = await platform.call("POST", "/auth/credentials", { from: ada, body: again });
      expect(response).toMatchObject({ status: 400, body: { code: "PASSKEY_CREDENTIAL_ALREADY_EXISTS" } });
    }
    const { data } = await platform.payments.auth.credentials.list({ accountId: ada.accountId });
    expect(data).toHaveLength(1);
  });
});
