import { describe, expect, it } from "vitest";
import { createClientKey, stamp } from "../support/node-wallet";
import type { StampForm } from "../support/node-wallet";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { passkeyRegistration } from "../support/parts";
import { origin, production, signedInWallet, walletOfTwo } from "../support/world";

describe("a valid signer", () => {
  it("for the end of a session is any active session of the wallet, even itself [SES-09]", async () => {
    const service = production();
    const { credential, session } = await signedInWallet(service);
    await service.must("POST", `/auth/credentials/${credential.id}/challenge`);
    const second = await service.signInByEmail(credential);
    expect((await service.signed("DELETE", `/auth/sessions/${session.id}`, second)).status).toBe(204);
    expect((await service.signed("DELETE", `/auth/sessions/${second.id}`, second)).status).toBe(204);
  });

  it("is never a revoked session [SES-10]", async () => {
    const service = production();
    const { accountId, credential, session } = await signedInWallet(service);
    await service.must("POST", `/auth/credentials/${credential.id}/challenge`);
    const second = await service.signInByEmail(credential);
    expect((await service.signed("DELETE", `/auth/sessions/${session.id}`, session)).status).toBe(204);
    const path = `/internal-accounts/${accountId}/export`;
    const body = { clientPublicKey: createClientKey().publicKey };
    expect((await service.signed("POST", path, session, body)).status).toBe(401);
    expect((await service.signed("POST", path, second, body)).status).toBe(200);
  });

  it("for the end of a credential is a session of another credential [CRD-25, OP-13]", async () => {
    const service = production();
    const { credential, session, oauth } = await walletOfTwo(service);
    const path = `/auth/credentials/${credential.id}`;
    expect((await service.signed("DELETE", path, session)).status).toBe(401);
    const oidcToken = await service.simulator.issueOidcToken({ email: "ada@example.com" });
    const other = await service.verify(oauth, { oidcToken });
    expect((await service.signed("DELETE", path, other)).status).toBe(204);
    expect((await service.signed("DELETE", `/auth/sessions/${other.id}`, session)).status).toBe(401);
  });

  it("does not exist for a wallet without an active session [CRD-10, OP-12]", async () => {
    const service = production();
    const { accountId } = await service.createWallet();
    await service.registerEmail(accountId);
    const body = passkeyRegistration(accountId, new SoftwareAuthenticator({ origin }));
    const { requestId, payloadToSign } = await service.begin("POST", "/auth/credentials", body);
    const signature = stamp(createClientKey().privateKey, payloadToSign);
    expect((await service.complete("POST", "/auth/credentials", requestId, signature, body)).status).toBe(
      401,
    );
  });
});

describe("stamps", () => {
  const forms: Record<string, StampForm> = {
    "as the client writes them": {},
    "with their fields in another order": { members: ["signature", "publicKey", "scheme"] },
    "in plain base64 with padding": { alphabet: "base64" },
    "with an uncompressed key": { compressed: false },
    "with r and s instead of DER": { signature: "ieee-p1363" },
  };

  it.each(Object.entries(forms))("are accepted %s [CRY-08, CRY-09, OP-03]", async (_name, form) => {
    const service = production();
    const { session } = await signedInWallet(service);
    const { requestId, payloadToSign } = await service.begin("DELETE", `/auth/sessions/${session.id}`);
    const header = stamp(session.privateKey, payloadToSign, form);
    const done = await service.complete("DELETE", `/auth/sessions/${session.id}`, requestId, header);
    expect(done.status).toBe(204);
  });

  it.each([["publicKey"], ["scheme"], ["signature"]] as const)(
    "are refused without %s [CRY-08]",
    async (missing) => {
      const service = production();
      const { session } = await signedInWallet(service);
      const { requestId, payloadToSign } = await service.begin("DELETE", `/auth/sessions/${session.id}`);
      const members = (["publicKey", "scheme", "signature"] as const).filter((member) => member !== missing);
      const header = stamp(session.privateKey, payloadToSign, { members });
      const done = await service.complete("DELETE", `/auth/sessions/${session.id}`, requestId, header);
      expect(done.status).toBe(401);
    },
  );
});
