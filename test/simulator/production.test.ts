import type { Session, Quote } from "payments-sdk";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { describe, expect, it } from "vitest";
import { createClientKey, signPayload, stamp } from "../support/node-wallet";
import { magicSignature, passkeyRegistration } from "../support/parts";
import { challengePath, production, signedInWallet, verifyPath } from "../support/world";
import type { LiveSession, World } from "../support/world";

describe("client keys in production", () => {
  it("work for one verification [CRY-02, OP-20]", async () => {
    const service = production();
    const { credential } = await signedInWallet(service);
    const clientPublicKey = createClientKey().publicKey;
    const verify = async () => {
      await service.must("POST", challengePath(credential));
      const body = { type: "EMAIL_OTP", otp: service.codeFor(credential.id), clientPublicKey };
      return (await service.call("POST", verifyPath(credential), body)).status;
    };
    expect([await verify(), await verify()]).toEqual([200, 400]);
  });

  it("and session keys depend on the seed [GEN-15]", async () => {
    const client = createClientKey();
    const keyOf = async (seed: string) => {
      const service = production({ seed });
      const { accountId } = await service.createWallet();
      const credential = await service.registerEmail(accountId);
      const session = await service.must<Session>("POST", verifyPath(credential), {
        type: "EMAIL_OTP",
        otp: service.codeFor(credential.id),
        clientPublicKey: client.publicKey,
      });
      return session.encryptedSessionSigningKey;
    };
    const [first, again, other] = [await keyOf("one"), await keyOf("one"), await keyOf("two")];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe("quote execution from a wallet in production", () => {
  /** Funds the wallet as a platform does, with a quote that is paid from outside. */
  async function fundWallet(service: World, wallet: { accountId: string; customerId: string }) {
    const quote = await service.must<Quote>("POST", "/quotes", {
      source: { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: wallet.customerId },
      destination: { destinationType: "ACCOUNT", accountId: wallet.accountId },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 100_00,
    });
    service.simulator.payQuote(quote.id);
  }

  async function walletQuote(service: World) {
    const wallet = await signedInWallet(service);
    await fundWallet(service, wallet);
    const account = await service.must<{ id: string }>("POST", "/customers/external-accounts", {
      customerId: wallet.customerId,
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "123456789",
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Bob Payee" },
      },
    });
    const quote = await service.must<Quote>("POST", "/quotes", {
      source: { sourceType: "ACCOUNT", accountId: wallet.accountId },
      destination: { destinationType: "ACCOUNT", accountId: account.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 5_000_000,
    });
    const payload = quote.paymentInstructions?.[0]?.accountOrWalletInfo.payloadToSign ?? "";
    expect(payload).not.toBe("");
    const execute = (headers: Record<string, string> = {}) =>
      service.call<Quote & { code?: string; reason?: string }>(
        "POST",
        `/quotes/${quote.id}/execute`,
        undefined,
        headers,
      );
    return { ...wallet, payload, execute };
  }

  const forms: Record<string, (session: LiveSession, payload: string) => string> = {
    "a stamp": (session, payload) => stamp(session.privateKey, payload),
    "bare base64 DER": (session, payload) => signPayload(session.privateKey, payload).toString("base64"),
  };

  it.each(Object.entries(forms))("accepts %s [QUO-25, OP-02, CRY-10]", async (_name, write) => {
    const service = production();
    const { session, payload, execute } = await walletQuote(service);
    const done = await execute({ "Service-Wallet-Signature": write(session, payload) });
    expect([done.status, done.body.status]).toEqual([200, "COMPLETED"]);
  });

  it.each(Object.entries(forms))(
    "checks %s with every active session of the wallet only [QUO-25, OP-02]",
    async (_name, write) => {
      const service = production();
      const { credential, payload, execute } = await walletQuote(service);
      const stranger = await signedInWallet(service);
      await service.must("POST", challengePath(credential));
      const second = await service.signInByEmail(credential);
      const foreign = await execute({ "Service-Wallet-Signature": write(stranger.session, payload) });
      expect([foreign.status, foreign.body.reason]).toEqual([401, "Invalid Service-Wallet-Signature"]);
      expect((await execute({ "Service-Wallet-Signature": write(second, payload) })).status).toBe(200);
    },
  );

  it("refuses a missing header, the magic value, another text and an expired session [QUO-25, SBX-34, AUT-05, SES-05]", async () => {
    const service = production({ wallet: { sessionLifetime: "2m" } });
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

describe("the request log", () => {
  it("never shows the sealed phrase of an export [AUT-08, WEX-03]", async () => {
    const service = production();
    const { accountId, session } = await signedInWallet(service);
    const body = { clientPublicKey: createClientKey().publicKey };
    const path = `/internal-accounts/${accountId}/export`;
    const exported = await service.signed<{ encryptedWalletCredentials: string }>(
      "POST",
      path,
      session,
      body,
    );
    expect(exported.status).toBe(200);
    const sealed = exported.body.encryptedWalletCredentials;
    const { data } = JSON.parse(sealed) as { data: string };
    expect(data.length).toBeGreaterThan(100);
    const log = JSON.stringify(service.simulator.requests);
    expect(log).toContain(path);
    expect(log).not.toContain(data);
    expect(log).not.toContain(JSON.stringify(sealed));
    expect(service.simulator.requests.at(-1)?.responseBody).toMatchObject({
      encryptedWalletCredentials: "[redacted]",
    });
  });

  it("and errors never show a secret part of a passkey's attestation [AUT-08]", async () => {
    const service = production();
    const { accountId } = await service.createWallet();
    const stranger = new SoftwareAuthenticator({ origin: "https://stranger.example" });
    const body = passkeyRegistration(accountId, stranger);
    const response = await service.call("POST", "/auth/credentials", body);
    expect(response.status).toBe(401);
    const shown = JSON.stringify([response.body, service.simulator.requests]);
    for (const secret of [body.attestation.attestationObject, body.attestation.clientDataJson]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(shown).not.toContain(secret);
    }
    expect(service.simulator.requests.at(-1)?.body).toMatchObject({
      attestation: { attestationObject: "[redacted]", clientDataJson: "[redacted]" },
    });
  });

  it("has no private key, no code and no token [AUT-06, AUT-08, SES-11, SRY-04]", async () => {
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
