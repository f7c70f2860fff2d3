import type { WalletOptions } from "payments-sdk/wallet";
import { sandboxValues } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { creation } from "./passkeys-support";
import { WalletWorld } from "./support";

type SessionRequest = Parameters<NonNullable<WalletOptions["onSessionRequired"]>>[0];

/** The public key in the last stamp that went out. */
function lastSigner(world: WalletWorld): unknown {
  const stamp = world.sent.findLast(({ headers }) => "service-wallet-signature" in headers);
  const text = Buffer.from(stamp?.headers["service-wallet-signature"] ?? "", "base64url").toString();
  return JSON.parse(text).publicKey;
}

describe("an action of a wallet", () => {
  it("that revokes a session is signed by that session, if this device has it", async () => {
    const world = await WalletWorld.create("production");
    const wallet = world.wallet();
    const older = await world.signInByEmail(wallet);
    await wallet.requestCode();
    world.simulator.clock.advance(5_000);
    const newer = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    const olderKey = older.publicKey;
    expect(olderKey).not.toBe(newer.publicKey);
    await wallet.sessions.revoke(older.id);
    expect(lastSigner(world)).toBe(olderKey);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    expect(lastSigner(world)).toBe(newer.publicKey);
  });

  it("that the service rejects for another reason leaves the session alone", async () => {
    const { world, wallet, session } = await WalletWorld.signedIn("production");
    world.simulator.faults.add({
      kind: "status",
      status: 403,
      operation: "POST /internal-accounts/{id}/export",
      // Not the initial request: the signed one.
      skip: 1,
    });
    world.sent.length = 0;
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ status: 403, outcome: "not-executed" });
    expect(world.sentTo("GET", /^\/auth\/sessions/)).toEqual([]);
    expect(wallet.session).toBe(session);
  });

  it("that revokes a credential asks once for a sign-in with another credential", async () => {
    const world = await WalletWorld.create("production");
    const owner = world.wallet();
    const session = await world.signInByEmail(owner);
    const passkey = await owner.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const asked: SessionRequest[] = [];
    const wallet = world.wallet({ onSessionRequired: (request) => void asked.push(request) });
    const revoked = [session.credentialId, session.credentialId, passkey.id];
    const revoking = revoked.map((id) => wallet.credentials.revoke(id));
    for (const outcome of await Promise.allSettled(revoking)) expect(outcome.status).toBe("rejected");
    expect(asked).toEqual(
      [session.credentialId, passkey.id].map((credentialId) => ({
        operation: "wallet.credentials.revoke",
        reason: "other-credential",
        credentialId,
      })),
    );
  });
});

describe("a registration", () => {
  it("of a passkey always has a nickname", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    world.sent.length = 0;
    const nickname = "";
    const attestation = { credentialId: "AA", clientDataJson: "AA", attestationObject: "AA" };
    for (const registering of [
      wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname }),
      wallet.credentials.register({ type: "PASSKEY", nickname }),
      wallet.credentials.register({ type: "PASSKEY", nickname, request: creation }),
      wallet.credentials.register({ type: "PASSKEY", nickname, challenge: "AA", attestation }),
    ]) {
      await expect(registering).rejects.toMatchObject({
        name: "InvalidRequestError",
        issues: [{ path: "nickname" }],
      });
    }
    expect(world.sent).toEqual([]);
  });

  it("of a passkey names the relying party, if it is known", async () => {
    const world = await WalletWorld.create("production");
    const params = { type: "PASSKEY", nickname: "Phone" } as const;
    const unnamed = await world.wallet({ relyingParty: {} }).credentials.prepareRegistration(params);
    expect(unnamed.request.rp).toStrictEqual({ name: "Wallet" });
    const named = await world.wallet().credentials.prepareRegistration(params);
    expect(named.request.rp).toStrictEqual({ id: "wallet.example", name: "Example" });
  });

  it("in production rejects a magic token and names the field", async () => {
    const world = await WalletWorld.create("production");
    const { oidcToken } = sandboxValues;
    await expect(world.wallet().credentials.register({ type: "OAUTH", oidcToken })).rejects.toMatchObject({
      name: "InvalidRequestError",
      issues: [{ path: "oidcToken" }],
    });
    expect(world.sent).toEqual([]);
  });
});
