import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ClientKeyPair,
  CryptoUnavailableError,
  DecryptionError,
  generateClientKeyPair,
  InvalidKeyError,
} from "payments-sdk/wallet";
import { nodePublicKey, publicKeyOf, randomScalarHex, scalarHex, seal, ORDER } from "./node-reference";
import { expectHidden, isAllZero, refusal, watchWiping, withoutWebCrypto } from "./support";
import { unusableSessionKeys } from "./vectors";

afterEach(() => vi.unstubAllGlobals());

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

describe("generateClientKeyPair", () => {
  // A second of computing: one key in 128 has a leading zero in X or Y, so fewer keys prove little.
  it("creates 1000 different uncompressed points of 130 lower-case digits [CRY-01] [CRY-02]", async () => {
    const pairs = await Promise.all(Array.from({ length: 1000 }, () => generateClientKeyPair()));
    const publicKeys = pairs.map((pair) => pair.publicKey);
    for (const publicKey of publicKeys) {
      expect(publicKey).toMatch(/^04[0-9a-f]{128}$/);
      nodePublicKey(publicKey); // throws for a point that is not on the curve
    }
    expect(new Set(publicKeys).size).toBe(1000);
  });

  it("opens what is sealed to its public key [CRY-04]", async () => {
    const pair = await generateClientKeyPair();
    const sealed = seal(pair.publicKey, Buffer.from("hello"));
    expect(text(await pair.open(sealed.encapsulatedKey, sealed.ciphertext))).toBe("hello");
  });

  it("reports a platform without WebCrypto [CRY-11]", async () => {
    withoutWebCrypto();
    const error = await refusal(generateClientKeyPair());
    expect(error).toBeInstanceOf(CryptoUnavailableError);
    expect(error.code).toBe("CRYPTO_UNAVAILABLE");
    await expect(ClientKeyPair.fromPrivateKey(scalarHex(7n))).rejects.toBeInstanceOf(CryptoUnavailableError);
  });
});

describe("ClientKeyPair", () => {
  it.each([
    ["the private key is 1", 1n],
    ["the private key is n - 1", ORDER - 1n],
    ["x begins with a zero byte", 379n],
    ["x begins with two zero bytes", 40393n],
    ["y begins with a zero byte", 43n],
    ["y begins with two zero bytes", 2376n],
  ])("keeps leading zeros, and opens, if %s [CRY-01]", async (_, scalar) => {
    const privateKey = scalarHex(scalar);
    const pair = await ClientKeyPair.fromPrivateKey(privateKey);
    expect(pair.publicKey).toBe(publicKeyOf(privateKey, "uncompressed"));
    const sealed = seal(pair.publicKey, Buffer.from("zeros"));
    expect(text(await pair.open(sealed.encapsulatedKey, sealed.ciphertext))).toBe("zeros");
  });

  it("accepts bytes, and digits in upper or lower case, and does not change the caller's bytes", async () => {
    const privateKey = randomScalarHex();
    const bytes = Buffer.from(privateKey, "hex");
    const pairs = await Promise.all([
      ClientKeyPair.fromPrivateKey(bytes),
      ClientKeyPair.fromPrivateKey(privateKey.toUpperCase()),
    ]);
    for (const pair of pairs) expect(pair.publicKey).toBe(publicKeyOf(privateKey, "uncompressed"));
    expect(bytes.toString("hex")).toBe(privateKey);
  });

  it.each(unusableSessionKeys)(
    "rejects an invalid private key: $note ($id)",
    async ({ sessionPrivateKey }) => {
      const error = await refusal(ClientKeyPair.fromPrivateKey(sessionPrivateKey));
      expect(error).toBeInstanceOf(InvalidKeyError);
      expect(error.code).toBe("INVALID_KEY");
    },
  );

  it("opens only once, even after a failure [CRY-02]", async () => {
    const pair = await generateClientKeyPair();
    const sealed = seal(pair.publicKey, Buffer.from("once"));
    const both = await Promise.allSettled([
      pair.open(sealed.encapsulatedKey, sealed.ciphertext),
      pair.open(sealed.encapsulatedKey, sealed.ciphertext),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);

    const other = await generateClientKeyPair();
    await expect(other.open(sealed.encapsulatedKey, sealed.ciphertext)).rejects.toBeInstanceOf(
      DecryptionError,
    );
    const own = seal(other.publicKey, Buffer.from("too late"));
    await expect(other.open(own.encapsulatedKey, own.ciphertext)).rejects.toBeInstanceOf(InvalidKeyError);
  });

  it("opens nothing after wipe()", async () => {
    const pair = await generateClientKeyPair();
    const sealed = seal(pair.publicKey, Buffer.from("gone"));
    pair.wipe();
    await expect(pair.open(sealed.encapsulatedKey, sealed.ciphertext)).rejects.toBeInstanceOf(
      InvalidKeyError,
    );
  });

  it("opens with a non-extractable private half [CRY-02]", async () => {
    const importKey = vi.spyOn(crypto.subtle, "importKey");
    const generateKey = vi.spyOn(crypto.subtle, "generateKey");
    await ClientKeyPair.fromPrivateKey(randomScalarHex());
    await generateClientKeyPair();
    const imported = await Promise.all(importKey.mock.results.map(({ value }) => value));
    const generated = await Promise.all(generateKey.mock.results.map(({ value }) => value));
    const privateKeys = [imported.find((key) => key.usages.includes("deriveBits")), generated[0]?.privateKey];
    expect(privateKeys.map((key) => key?.extractable)).toEqual([false, false]);
  });

  it("wipes its copy of a given private key [CRY-02]", async () => {
    const privateKey = randomScalarHex();
    const wiped = watchWiping(privateKey);
    await ClientKeyPair.fromPrivateKey(privateKey);
    expect(wiped).toHaveLength(1);
    expect(wiped.every(isAllZero)).toBe(true);
  });

  it("prints only its public key [AUT-08]", async () => {
    const privateKey = randomScalarHex();
    const pair = await ClientKeyPair.fromPrivateKey(privateKey);
    expectHidden(pair, privateKey);
    expect(Object.keys(pair)).toEqual(["publicKey"]);
    expect(JSON.stringify(pair)).toBe(JSON.stringify({ publicKey: pair.publicKey }));
  });
});
