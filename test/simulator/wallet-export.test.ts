import type { AuthMethod, WalletExport } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClientKey, isSignedBy, openExport, readExport } from "../support/node-wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { passkeyRegistration } from "../support/parts";
import { invalid } from "../support/exchanges";
import { origin, signedInWallet, World } from "../support/world";
import type { PasskeyChallenge } from "../support/world";

const exportPath = (accountId: string) => `/internal-accounts/${accountId}/export`;

async function exportWallet(service: World, wallet: Awaited<ReturnType<typeof signedInWallet>>) {
  const client = createClientKey();
  const body = { clientPublicKey: client.publicKey };
  const response = await service.signed<WalletExport>(
    "POST",
    exportPath(wallet.accountId),
    wallet.session,
    body,
  );
  expect(response.status).toBe(200);
  return { ...readExport(response.body.encryptedWalletCredentials), client, response: response.body };
}

describe("POST /internal-accounts/{id}/export", () => {
  it("returns the phrase in production, sealed to the client key and signed by the issuer [WEX-04, WEX-05, WEX-07, CRY-06, CRY-13]", async () => {
    const service = new World({ environment: "production" });
    const wallet = await signedInWallet(service);
    const { bundle, data, client, response } = await exportWallet(service, wallet);
    expect(Object.keys(response)).toEqual(["id", "encryptedWalletCredentials"]);
    expect(response.id).toBe(wallet.accountId);
    expect(bundle).toEqual({
      version: "v1.0.0",
      data: expect.stringMatching(/^[0-9a-f]+$/),
      dataSignature: expect.stringMatching(/^30[0-9a-f]+$/),
      enclaveQuorumPublic: service.simulator.walletExportIssuerKey,
    });
    expect(data.encappedPublic).toMatch(/^04[0-9a-f]{128}$/);
    expect(data.organizationId).toBe(service.simulator.organizationId);
    expect(isSignedBy(service.simulator.walletExportIssuerKey, bundle)).toBe(true);
    expect(isSignedBy(createClientKey().publicKey, bundle)).toBe(false);
    expect(openExport(data, client).split(" ")).toHaveLength(12);
    expect(() => openExport(data, createClientKey())).toThrow();
  });

  it("leaves signature and issuer empty in sandbox [WEX-06]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const client = createClientKey();
    const response = await service.signed<WalletExport>("POST", exportPath(accountId), undefined, {
      clientPublicKey: client.publicKey,
    });
    const { bundle, data } = readExport(response.body.encryptedWalletCredentials);
    expect([bundle.dataSignature, bundle.enclaveQuorumPublic]).toEqual(["", ""]);
    expect(openExport(data, client).split(" ")).toHaveLength(12);
  });

  it("returns one phrase for each wallet, which depends on the seed [CRY-13, GEN-15]", async () => {
    const phrases = async () => {
      const service = new World({ environment: "production", seed: "phrases" });
      const [first, second] = [await signedInWallet(service), await signedInWallet(service)];
      const exports = [
        await exportWallet(service, first),
        await exportWallet(service, first),
        await exportWallet(service, second),
      ];
      return exports.map(({ data, client }) => openExport(data, client));
    };
    const [first, again, second] = await phrases();
    expect(again).toBe(first);
    expect(second).not.toBe(first);
    expect(await phrases()).toEqual([first, again, second]);
  });

  it("includes the client key in the payload, and refuses another one on the retry [WEX-03]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const clientPublicKey = createClientKey().publicKey;
    const { payloadToSign, requestId } = await service.begin("POST", exportPath(accountId), {
      clientPublicKey,
    });
    expect(payloadToSign).toContain(clientPublicKey);
    const swapped = await service.complete(
      "POST",
      exportPath(accountId),
      requestId,
      "sandbox-valid-signature",
      {
        clientPublicKey: createClientKey().publicKey,
      },
    );
    expect([swapped.status, swapped.body.code]).toEqual([401, "UNAUTHORIZED"]);
  });

  it("names the challenge after the newest active session, or else the oldest credential [OP-11]", async () => {
    const service = new World();
    const { accountId } = await signedInWallet(service);
    const registration = passkeyRegistration(accountId, new SoftwareAuthenticator({ origin }));
    const { body: passkey } = await service.signed<AuthMethod>(
      "POST",
      "/auth/credentials",
      undefined,
      registration,
    );
    const clientPublicKey = createClientKey().publicKey;
    const typeNow = async () =>
      (await service.begin("POST", exportPath(accountId), { clientPublicKey })).type;
    expect(await typeNow()).toBe("EMAIL_OTP");
    const { requestId } = await service.must<PasskeyChallenge>(
      "POST",
      `/auth/credentials/${passkey.id}/challenge`,
      { clientPublicKey },
    );
    const assertion = {
      credentialId: "any",
      clientDataJson: "any",
      authenticatorData: "any",
      signature: "sandbox-valid-passkey-signature",
    };
    await service.verify(passkey, { assertion }, { "Request-Id": requestId });
    expect(await typeNow()).toBe("PASSKEY");
    await service.simulator.clock.advance("15m");
    expect(await typeNow()).toBe("EMAIL_OTP");
  });

  it("refuses a missing or malformed client key [WEX-01, LIM-10]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet();
    const { publicKey } = createClientKey();
    const last = publicKey.endsWith("0") ? "1" : "0";
    const wrong = [
      undefined,
      publicKey.slice(0, -1),
      `${publicKey}0`,
      `02${publicKey.slice(2)}`,
      `${publicKey.slice(0, -1)}g`,
      `${publicKey.slice(0, -1)}${last}`,
    ];
    for (const clientPublicKey of wrong) {
      const response = await service.call("POST", exportPath(accountId), { clientPublicKey }, invalid);
      expect([response.status, response.body.code]).toEqual([400, "INVALID_INPUT"]);
    }
  });

  it("responds with 400 for an account that is not a wallet, and 404 for an unknown one [WEX-01, OP-66]", async () => {
    const service = new World();
    const { customerId } = await service.createWallet();
    const query = `customerId=${customerId}&type=INTERNAL_FIAT`;
    const fiat = await service.must<{ data: { id: string }[] }>(
      "GET",
      `/customers/internal-accounts?${query}`,
    );
    const body = { clientPublicKey: createClientKey().publicKey };
    expect((await service.call("POST", exportPath(fiat.data[0]?.id ?? ""), body)).status).toBe(400);
    expect((await service.call("POST", exportPath("InternalAccount:unknown"), body)).status).toBe(404);
  });

  it("refuses a used client key in production, but accepts it in the sandbox [WEX-02, OP-20]", async () => {
    const body = { clientPublicKey: createClientKey().publicKey };
    for (const environment of ["production", "sandbox"] as const) {
      const service = new World({ environment });
      const wallet = await signedInWallet(service);
      const signer = environment === "production" ? wallet.session : undefined;
      expect((await service.signed("POST", exportPath(wallet.accountId), signer, body)).status).toBe(200);
      const again = await service.call("POST", exportPath(wallet.accountId), body);
      expect(again.status).toBe(environment === "production" ? 400 : 202);
    }
  });
});
