import { ConfigurationError } from "payments-sdk";
import type { PaymentsError } from "payments-sdk";
import {
  ClientKeyPair,
  CryptoUnavailableError,
  DecryptionError,
  generateClientKeyPair,
  InvalidKeyError,
  MalformedBundleError,
  openSessionBundle,
  openWalletExport,
  SessionKey,
  SignatureVerificationError,
} from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ORDER, publicKeyOf, randomScalarHex, scalarHex, seal, sessionBundle } from "./node-reference";
import { isAllZero, refusal, watchWiping, withoutWebCrypto } from "./support";

afterEach(() => void vi.unstubAllGlobals());

const privateKeyMessage =
  "A P-256 private key must be 32 bytes or 64 hexadecimal digits, in the range 1 to n - 1.";
const keyPairMessage = "`keyPair` must be a client key pair: make one with `generateClientKeyPair()`.";
const issuerKey = publicKeyOf(randomScalarHex(), "uncompressed");
const exportOptions = { environment: "production", trustedIssuerKeys: [issuerKey] } as const;

/** An export that is well-formed on the outside. */
const envelope = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    version: "v1",
    data: "7b7d",
    dataSignature: "00",
    enclaveQuorumPublic: issuerKey,
    ...fields,
  });

/** A key pair that has been used up. */
async function usedKeyPair(): Promise<ClientKeyPair> {
  const keyPair = await generateClientKeyPair();
  keyPair.wipe();
  return keyPair;
}

const failures: [string, abstract new (...facts: never) => PaymentsError, object, () => Promise<unknown>][] =
  [
    [
      "a private key out of range",
      InvalidKeyError,
      { name: "InvalidKeyError", code: "INVALID_KEY", message: privateKeyMessage },
      () => SessionKey.fromPrivateKey(scalarHex(ORDER)),
    ],
    [
      "a client key pair that was used",
      InvalidKeyError,
      {
        name: "InvalidKeyError",
        code: "INVALID_KEY",
        message: "This client key pair was already used or wiped: make a new one.",
      },
      async () => {
        const { encapsulatedKey, ciphertext } = seal(issuerKey, Buffer.from("x"));
        return (await usedKeyPair()).open(encapsulatedKey, ciphertext);
      },
    ],
    [
      "a session key that was wiped",
      InvalidKeyError,
      { name: "InvalidKeyError", code: "INVALID_KEY", message: "This session key was wiped: sign in again." },
      async () => {
        const key = await SessionKey.fromPrivateKey(randomScalarHex());
        key.wipe();
        return key.stamp("payload");
      },
    ],
    [
      "a key pair that is none, for a session",
      InvalidKeyError,
      { name: "InvalidKeyError", code: "INVALID_KEY", message: keyPairMessage },
      () => openSessionBundle("1111", {} as ClientKeyPair), // Wrong on purpose.
    ],
    [
      "a stored key that is none",
      InvalidKeyError,
      {
        name: "InvalidKeyError",
        code: "INVALID_KEY",
        message: "`privateKey` must be a non-extractable ECDSA P-256 key with the usage `sign`.",
      },
      async () => SessionKey.fromCryptoKey({} as Parameters<typeof SessionKey.fromCryptoKey>[0]), // Wrong on purpose.
    ],
    [
      "a stored public key that is none",
      InvalidKeyError,
      {
        name: "InvalidKeyError",
        code: "INVALID_KEY",
        message: "`publicKey` must be a compressed P-256 point in hexadecimal.",
      },
      async () => {
        const stored = (await SessionKey.fromPrivateKey(randomScalarHex())).stored();
        if (stored === undefined) throw new Error("nothing to store");
        return SessionKey.fromCryptoKey({ ...stored, publicKey: issuerKey });
      },
    ],
    [
      "a damaged bundle",
      MalformedBundleError,
      {
        name: "MalformedBundleError",
        code: "MALFORMED_BUNDLE",
        bundle: "session bundle",
        layer: "alphabet",
        message: "The session bundle `encryptedSessionSigningKey` cannot be read: its alphabet is invalid.",
      },
      async () => openSessionBundle("0", await generateClientKeyPair()),
    ],
    [
      "a damaged export",
      MalformedBundleError,
      {
        name: "MalformedBundleError",
        code: "MALFORMED_BUNDLE",
        bundle: "wallet export",
        layer: "envelope",
        message: "The wallet export `encryptedWalletCredentials` cannot be read: its envelope is invalid.",
      },
      async () => openWalletExport("{}", await generateClientKeyPair(), exportOptions),
    ],
    [
      "a bundle for another key",
      DecryptionError,
      {
        name: "DecryptionError",
        code: "DECRYPTION_FAILED",
        message: "The value could not be decrypted: it was sealed to another key, or it was altered.",
      },
      async () =>
        openSessionBundle(sessionBundle(issuerKey, Buffer.alloc(32, 1)), await generateClientKeyPair()),
    ],
    [
      "an export of another issuer",
      SignatureVerificationError,
      {
        name: "SignatureVerificationError",
        code: "SIGNATURE_INVALID",
        check: "issuer",
        message: "The wallet export is not trusted: its issuer is missing or invalid.",
      },
      async () =>
        openWalletExport(envelope({ enclaveQuorumPublic: "" }), await generateClientKeyPair(), exportOptions),
    ],
    [
      "an export without a signature",
      SignatureVerificationError,
      {
        name: "SignatureVerificationError",
        code: "SIGNATURE_INVALID",
        check: "signature",
        message: "The wallet export is not trusted: its signature is missing or invalid.",
      },
      async () => openWalletExport(envelope(), await generateClientKeyPair(), exportOptions),
    ],
    [
      "nobody to trust",
      ConfigurationError,
      {
        name: "ConfigurationError",
        option: "trustedIssuerKeys",
        message:
          "`trustedIssuerKeys` is required to open a wallet export in production: pass the issuer's public key, or set `allowUnpinnedIssuer`",
      },
      async () => openWalletExport(envelope(), await generateClientKeyPair(), { environment: "production" }),
    ],
    [
      "a platform without WebCrypto",
      CryptoUnavailableError,
      {
        name: "CryptoUnavailableError",
        code: "CRYPTO_UNAVAILABLE",
        message: expect.stringMatching(/^This platform has no `crypto\.subtle`\. .*HTTPS/),
      },
      async () => {
        withoutWebCrypto();
        return generateClientKeyPair();
      },
    ],
    [
      "a platform without any crypto",
      CryptoUnavailableError,
      { name: "CryptoUnavailableError", code: "CRYPTO_UNAVAILABLE" },
      async () => {
        vi.stubGlobal("crypto", undefined);
        return generateClientKeyPair();
      },
    ],
  ];

describe("the error of each failure", () => {
  it.each(failures)("says the problem and the remedy: %s [CRY-14]", async (_, type, expected, fail) => {
    const error = await refusal(fail());
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ ...expected, outcome: "not-executed" });
    expect(error.cause).toBeUndefined();
  });
});

describe("the limits of lengths", () => {
  it("accept a bundle of 1,024 characters, but not of 1,025 [CRY-03]", async () => {
    const keyPair = await generateClientKeyPair();
    const layer = async (length: number) => refusal(openSessionBundle("z".repeat(length), keyPair));
    expect(await layer(1024)).toMatchObject({ layer: "checksum" });
    expect(await layer(1025)).toMatchObject({ layer: "length" });
  });

  it("accept only 32 bytes or 64 digits as a private key [CRY-07]", async () => {
    for (const key of ["01".repeat(31), "01".repeat(33), "1".repeat(63), "1".repeat(65)]) {
      await expect(SessionKey.fromPrivateKey(key)).rejects.toBeInstanceOf(InvalidKeyError);
    }
    for (const length of [0, 31, 33, 64]) {
      await expect(SessionKey.fromPrivateKey(new Uint8Array(length).fill(1))).rejects.toBeInstanceOf(
        InvalidKeyError,
      );
    }
  });
});

describe("a copy of a private key", () => {
  it("is wiped even if it is out of range", async () => {
    const wiped = watchWiping(scalarHex(ORDER));
    await refusal(SessionKey.fromPrivateKey(scalarHex(ORDER)));
    await refusal(ClientKeyPair.fromPrivateKey(Buffer.from(scalarHex(ORDER), "hex")));
    expect(wiped).toHaveLength(2);
    expect(wiped.every(isAllZero)).toBe(true);
  });

  it("is wiped even if the platform does not import it", async () => {
    const privateKey = randomScalarHex();
    const wiped = watchWiping(privateKey);
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("no", "DataError"));
    await expect(SessionKey.fromPrivateKey(privateKey)).rejects.toThrow("no");
    await expect(ClientKeyPair.fromPrivateKey(privateKey)).rejects.toThrow("no");
    expect(wiped).toHaveLength(2);
    expect(wiped.every(isAllZero)).toBe(true);
  });
});

describe("SessionKey.fromCryptoKey", () => {
  const good = { algorithm: { name: "ECDSA", namedCurve: "P-256" }, extractable: false, usages: ["sign"] };
  const publicKey = publicKeyOf(scalarHex(5n), "compressed");
  const take = (privateKey: object) =>
    // Only the form of a key, to make each part wrong separately.
    SessionKey.fromCryptoKey({ privateKey, publicKey } as Parameters<typeof SessionKey.fromCryptoKey>[0]);

  it.each([
    ["another algorithm", { algorithm: { name: "ECDH", namedCurve: "P-256" } }],
    ["another curve", { algorithm: { name: "ECDSA", namedCurve: "P-384" } }],
    ["no curve", { algorithm: { name: "ECDSA" } }],
    ["no algorithm", { algorithm: undefined }],
    ["extractable", { extractable: true }],
    ["unknown extractability", { extractable: undefined }],
    ["another usage", { usages: ["verify"] }],
    ["no usage", { usages: [] }],
    ["unknown usages", { usages: undefined }],
  ])("checks every part of the key: %s", (_, part) => {
    expect(take(good).publicKey).toBe(publicKey);
    expect(() => take({ ...good, ...part })).toThrow(InvalidKeyError);
  });

  it("accepts a public key in upper case, and keeps it in lower case", async () => {
    const stored = (await SessionKey.fromPrivateKey(randomScalarHex())).stored();
    if (stored === undefined) throw new Error("nothing to store");
    const restored = SessionKey.fromCryptoKey({ ...stored, publicKey: stored.publicKey.toUpperCase() });
    expect(restored.publicKey).toBe(stored.publicKey);
  });
});
