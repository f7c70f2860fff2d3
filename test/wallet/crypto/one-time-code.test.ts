import { describe, expect, it } from "vitest";
import { openClientMessage as openAtService } from "../../../src/simulator/crypto/bundles";
import { keyPairOf } from "../../../src/simulator/crypto/p256";
import { sealOneTimeCode } from "../../../src/wallet/crypto/signed-values";
import { compressKey } from "../../support/node-wallet";
import file from "../../fixtures/vectors/otp-bundles.json";
import { openCode } from "./vectors";

const bytes = (digits: string) => Buffer.from(digits, "hex");

const issuerKeys = (vector: { trustedIssuerPublicKey: string }) => [vector.trustedIssuerPublicKey];

describe("sealing a one-time code", () => {
  it("has the vectors of both directions: 12 to accept, 7 to reject", () => {
    expect([file.accept.length, file.reject.length]).toEqual([12, 7]);
  });

  it.each(file.accept)("$id: the enclave opens what the wallet seals", async (vector) => {
    const { clientPublicKey, otp: code, otpEncryptionTargetBundle: target, targetPrivateKey } = vector;
    const publicKey = clientPublicKey.startsWith("04") ? compressKey(clientPublicKey) : clientPublicKey;
    const bundle = await sealOneTimeCode({ code, publicKey, target, issuerKeys: issuerKeys(vector) });
    const opened = openCode(targetPrivateKey, bundle, target) as { otp_code: string; public_key: string };
    expect(opened.otp_code).toBe(code);
    // The wallet always sends the uncompressed form.
    expect([opened.public_key.length, compressKey(opened.public_key)]).toEqual([130, publicKey]);
    // The vendor's own bundle opens in the same way.
    expect(openCode(targetPrivateKey, vector.encryptedOtpBundle, target)).toEqual(
      JSON.parse(vector.plaintext),
    );
  });

  it.each(file.accept)("$id: the simulator's enclave opens the vendor's bundle and ours", async (vector) => {
    const { otpEncryptionTargetBundle: target, targetPrivateKey, plaintext } = vector;
    const enclave = keyPairOf(new Uint8Array(bytes(targetPrivateKey)));
    const openAsService = async (bundle: string) => {
      const { encappedPublic, ciphertext } = JSON.parse(bundle);
      const parts = [encappedPublic, ciphertext].map((digits: string) => new Uint8Array(bytes(digits)));
      const opened = await openAtService(enclave, parts[0] ?? new Uint8Array(), parts[1] ?? new Uint8Array());
      return JSON.parse(Buffer.from(opened ?? []).toString() || "null");
    };
    expect(await openAsService(vector.encryptedOtpBundle)).toEqual(JSON.parse(plaintext));
    const publicKey = compressKey(file.accept[0]?.clientPublicKey ?? "");
    const own = await sealOneTimeCode({ code: "135246", publicKey, target, issuerKeys: issuerKeys(vector) });
    expect(await openAsService(own)).toMatchObject({ otp_code: "135246" });
    // Changed on its way, it does not open.
    const changed = own.replace(/(?<="ciphertext":")../, (digits) => (digits === "00" ? "01" : "00"));
    expect(await openAsService(changed)).toBeNull();
  });

  it.each(file.reject)("$id is refused: $note", async (vector) => {
    const { otpEncryptionTargetBundle: target } = vector;
    const publicKey = compressKey(file.accept[0]?.clientPublicKey ?? "");
    const sealing = sealOneTimeCode({ code: "1", publicKey, target, issuerKeys: issuerKeys(vector) });
    const isForged = /another key|not trusted|changed/.test(vector.note);
    await expect(sealing).rejects.toMatchObject({
      name: isForged ? "SignatureVerificationError" : "MalformedBundleError",
    });
  });

  it("takes the target's own issuer only if no issuer is given, and still checks its signature", async () => {
    const [first] = file.accept;
    const forged = file.reject.find(({ note }) => note === "data changed after signing");
    if (first === undefined || forged === undefined) throw new Error("missing vectors");
    const publicKey = compressKey(first.clientPublicKey);
    const seal = (target: string) => sealOneTimeCode({ code: "1", publicKey, target, issuerKeys: undefined });
    await expect(seal(first.otpEncryptionTargetBundle)).resolves.toContain("encappedPublic");
    await expect(seal(forged.otpEncryptionTargetBundle)).rejects.toMatchObject({ check: "signature" });
  });
});
