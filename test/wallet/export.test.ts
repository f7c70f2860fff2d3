import type { WalletExport } from "payments-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { environments, WalletWorld } from "./support";

/** Lets the service's response to an export be altered on its way. */
function alterExport(
  world: WalletWorld,
  alter: (envelope: Record<string, string>) => Record<string, string>,
): void {
  const resource = world.payments.internalAccounts;
  const original = resource.export.bind(resource);
  vi.spyOn(resource, "export").mockImplementation(async (...args) => {
    const sealed = (await original(...args)) as WalletExport; // The signer signs the challenge.
    const envelope: Record<string, string> = JSON.parse(sealed.encryptedWalletCredentials);
    return { ...sealed, encryptedWalletCredentials: JSON.stringify(alter(envelope)) };
  });
}

function flipLastDigit(hex = ""): string {
  return `${hex.slice(0, -1)}${hex.endsWith("0") ? "1" : "0"}`;
}

afterEach(() => void vi.restoreAllMocks());

describe.each(environments)("exportMnemonic (%s)", (environment) => {
  it("returns the wallet's phrase, with a new key pair each time [WEX-02, WEX-04, CRY-13]", async () => {
    const { world, wallet } = await WalletWorld.signedIn(environment);

    const first = await wallet.exportMnemonic();
    const second = await wallet.exportMnemonic();

    expect(first.split(" ").length).toBeGreaterThanOrEqual(12);
    expect(second).toBe(first);
    const keys = world.sentTo("POST", /\/export$/).map(({ body }) => JSON.parse(body).clientPublicKey);
    // Two requests with one key, then two with another.
    expect(keys).toHaveLength(4);
    expect([keys[0] === keys[1], keys[1] === keys[2], keys[2] === keys[3]]).toEqual([true, false, true]);
  });

  it("rejects an altered export [WEX-07, CRY-14]", async () => {
    const { world, wallet } = await WalletWorld.signedIn(environment);
    alterExport(world, ({ data, ...rest }) => ({ ...rest, data: flipLastDigit(data) }));
    const name = environment === "production" ? "SignatureVerificationError" : "MalformedBundleError";
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ name });
  });

  it("checks the organization if you pass one [WEX-05]", async () => {
    const world = await WalletWorld.create(environment);
    const right = world.wallet({ organizationId: world.simulator.organizationId });
    await world.signInByEmail(right);
    await expect(right.exportMnemonic()).resolves.toMatch(/ /);
    const wrong = world.wallet({ organizationId: "another" });
    await wrong.requestCode();
    await wrong.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await expect(wrong.exportMnemonic()).rejects.toMatchObject({ layer: "organization" });
  });
});

describe("exportMnemonic (production)", () => {
  it("requires trusted issuers before it exports [WEX-06, OP-08]", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production", { trustedIssuerKeys: [] });
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({
      name: "ConfigurationError",
      option: "trustedIssuerKeys",
    });
    expect(world.sentTo("POST", /\/export$/)).toEqual([]);
  });

  it.each([
    ["not on the curve", (point: string) => point.slice(0, -1) + (point.endsWith("0") ? "1" : "0")],
    ["beyond the field", () => `04${"ff".repeat(64)}`],
  ])("exports nothing if a trusted key is %s [WEX-06]", async (_, alter) => {
    const world = await WalletWorld.create("production");
    const genuine = world.simulator.walletExportIssuerKey;
    const wallet = world.wallet({ trustedIssuerKeys: [genuine, alter(genuine)] });
    await world.signInByEmail(wallet);
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({
      name: "ConfigurationError",
      code: "INVALID_CONFIGURATION",
      option: "trustedIssuerKeys",
      message: expect.stringContaining("at index 1 is invalid"),
    });
    expect(world.sentTo("POST", /\/export$/)).toEqual([]);
  });

  it("rejects an untrusted issuer, unless any issuer is allowed [OP-08]", async () => {
    const world = await WalletWorld.create("production");
    const stranger = `04${"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"}${"4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"}`;
    const pinned = world.wallet({ trustedIssuerKeys: [stranger] });
    await world.signInByEmail(pinned);
    await expect(pinned.exportMnemonic()).rejects.toMatchObject({
      name: "SignatureVerificationError",
      check: "issuer",
    });

    const open = world.wallet({ trustedIssuerKeys: undefined, allowUnpinnedIssuer: true });
    await open.requestCode();
    await open.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await expect(open.exportMnemonic()).resolves.toMatch(/ /);
  });

  it("rejects an unsigned export of the sandbox [WEX-06]", async () => {
    const { world, wallet } = await WalletWorld.signedIn("production");
    alterExport(world, (envelope) => ({ ...envelope, dataSignature: "", enclaveQuorumPublic: "" }));
    await expect(wallet.exportMnemonic()).rejects.toMatchObject({ name: "SignatureVerificationError" });
  });
});
