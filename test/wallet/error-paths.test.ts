import { sandboxValues } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { WalletWorld } from "./support";

/** What the compiler does not let pass, as JavaScript does. */
const wrong = (value: unknown) => value as never;
const at = (path: string) => ({ name: "InvalidRequestError", issues: [{ path }] });

describe("an argument that a wallet rejects", () => {
  it("is named: options and timeouts", async () => {
    const wallet = (await WalletWorld.create("production")).wallet();
    await expect(wallet.exportMnemonic(wrong("fast"))).rejects.toMatchObject(at("options"));
    await expect(wallet.exportMnemonic({ totalTimeout: 0 })).rejects.toMatchObject(at("totalTimeout"));
    await expect(wallet.exportMnemonic({ signal: wrong(5) })).rejects.toMatchObject(at("signal"));
    await expect(wallet.executeQuote("Quote:1", wrong("fast"))).rejects.toMatchObject(at("options"));
    await expect(wallet.executeQuote(wrong(5))).rejects.toMatchObject(at("quote"));
    await expect(wallet.prepareSignIn(wrong("PASSKEY"))).rejects.toMatchObject(at("params"));
  });

  it("is named: the credential, if several have the type", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    for (const email of ["ada@example.com", "ada@example.org"]) {
      await wallet.credentials.register({ type: "OAUTH", oidcToken: world.registrationToken(email) });
    }
    const signingIn = wallet.signIn({ type: "OAUTH", oidcToken: world.signInToken() });
    await expect(signingIn).rejects.toMatchObject(at("credentialId"));
  });

  it("is named: a magic signature in production", async () => {
    const world = await WalletWorld.create("production");
    const owner = world.wallet();
    await world.signInByEmail(owner);
    const { id } = await owner.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const response = {
      clientDataJSON: "AA",
      authenticatorData: "AA",
      signature: sandboxValues.passkeySignature,
    };
    const passkeys = { create: () => expect.fail("a dialog"), get: () => ({ rawId: "AA", response }) };
    const signingIn = world.wallet({ passkeys }).signIn({ type: "PASSKEY", credentialId: id });
    await expect(signingIn).rejects.toMatchObject(at("assertion.signature"));
  });
});

describe("a session that has ended", () => {
  it("signs in neither form, and names the action", async () => {
    const { wallet, session } = await WalletWorld.signedIn("production");
    await wallet.signOut();
    const name = "SessionExpiredError";
    await expect(session.stamp("{}")).rejects.toMatchObject({ name, operation: "session.stamp" });
    await expect(session.signDer("{}")).rejects.toMatchObject({ name, operation: "session.signDer" });
  });
});

describe("a prepared sign-in", () => {
  it("asks the browser for the relying party of the wallet, and for verification", async () => {
    const world = await WalletWorld.create("production");
    const owner = world.wallet();
    await world.signInByEmail(owner);
    await owner.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const named = await owner.prepareSignIn({ type: "PASSKEY" });
    expect(named.request).toMatchObject({ rpId: "wallet.example", userVerification: "required" });
    const unnamed = await world.wallet({ relyingParty: {} }).prepareSignIn({ type: "PASSKEY" });
    expect(Object.keys(unnamed.request)).not.toContain("rpId");
  });
});
