import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ClientKeyPair,
  DecryptionError,
  generateClientKeyPair,
  InvalidKeyError,
  MalformedBundleError,
  openSessionBundle,
  verifyStamp,
} from "payments-sdk/wallet";
import {
  base58check,
  compress,
  publicKeyOf,
  randomScalarHex,
  scalarHex,
  seal,
  sessionBundle,
  ORDER,
} from "./node-reference";
import { expectHidden, isAllZero, refusal, watchDecryption, watchWiping } from "./support";
import { sessionVectors } from "./vectors";
import { runs } from "../../support/runs";

const accepted = sessionVectors.filter(({ expected }) => expected.ok);
const rejected = sessionVectors.filter(({ expected }) => !expected.ok);
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The name of the failed check, as the vectors name it. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof MalformedBundleError) {
    expect(error).toMatchObject({ code: "MALFORMED_BUNDLE", bundle: "session bundle" });
    return error.layer;
  }
  return error instanceof DecryptionError ? "open" : undefined;
}

describe("openSessionBundle", () => {
  it("has vectors", () => {
    expect([accepted.length, rejected.length]).toEqual([13, 25]);
  });

  it.each(accepted)("opens $id: $note [CRY-03] [CRY-04] [CRY-05] [CRY-06]", async (vector) => {
    const keyPair = await ClientKeyPair.fromPrivateKey(vector.clientPrivateKey);
    expect(keyPair.publicKey).toBe(vector.clientPublicKey);
    const sessionKey = await openSessionBundle(vector.bundle, keyPair);
    expect(sessionKey.publicKey).toBe(vector.expected.sessionPublicKey);
    expect(await verifyStamp(await sessionKey.stamp("payload"), "payload")).toMatchObject({
      publicKey: sessionKey.publicKey,
    });
    expectHidden(sessionKey, String(vector.expected.sessionPrivateKey), vector.clientPrivateKey);
  });

  it.each(rejected)("rejects $id: $note [CRY-03] [CRY-06] [CRY-07] [CRY-14]", async (vector) => {
    const keyPair = await ClientKeyPair.fromPrivateKey(vector.clientPrivateKey);
    const error = await refusal(openSessionBundle(vector.bundle, keyPair));
    expect(reasonOf(error)).toBe(vector.expected.reason);
    expect(error.cause).toBeUndefined();
    expectHidden(error, vector.clientPrivateKey);
    if (vector.bundle !== "")
      expect(JSON.stringify(error) + String(error.stack)).not.toContain(vector.bundle);
  });

  it("opens bundles of an independent implementation, as bytes and as hexadecimal digits [CRY-05] [CRY-07]", async () => {
    for (let run = 0; run < 20; run++) {
      const secret = randomScalarHex();
      const plaintext = run % 2 === 0 ? Buffer.from(secret, "hex") : Buffer.from(secret, "ascii");
      const keyPair = await generateClientKeyPair();
      const sessionKey = await openSessionBundle(sessionBundle(keyPair.publicKey, plaintext), keyPair);
      expect(sessionKey.publicKey).toBe(publicKeyOf(secret, "compressed"));
    }
  });

  it.each([
    ["an empty plaintext", ""],
    ["the zero scalar in digits", Buffer.from(scalarHex(0n)).toString("hex")],
    ["the group order", scalarHex(ORDER)],
    ["the group order in digits", Buffer.from(scalarHex(ORDER)).toString("hex")],
    ["64 bytes that are no digits", "ff".repeat(64)],
    ["64 characters that are no digits", Buffer.from("z".repeat(64)).toString("hex")],
    ["digits with the prefix 0x", Buffer.from(`0x${scalarHex(5n)}`).toString("hex")],
  ])("rejects %s [CRY-07]", async (_, plaintextHex) => {
    const keyPair = await generateClientKeyPair();
    const bundle = sessionBundle(keyPair.publicKey, Buffer.from(plaintextHex, "hex"));
    expect(reasonOf(await refusal(openSessionBundle(bundle, keyPair)))).toBe("secret");
  });

  it("shows nothing of a decrypted value that is not a key [AUT-08]", async () => {
    const keyPair = await generateClientKeyPair();
    const plaintext = Buffer.from("00".repeat(31) + "deadbeefcafe", "hex");
    const error = await refusal(openSessionBundle(sessionBundle(keyPair.publicKey, plaintext), keyPair));
    expectHidden(error, plaintext.toString("hex"), "deadbeefcafe");
  });

  it("wipes every decrypted value", async () => {
    const plaintexts = watchDecryption();
    const secret = randomScalarHex();
    const open = async (plaintext: Buffer) => {
      const keyPair = await generateClientKeyPair();
      return openSessionBundle(sessionBundle(keyPair.publicKey, plaintext), keyPair);
    };
    await open(Buffer.from(secret, "hex"));
    await open(Buffer.from(secret, "ascii"));
    await refusal(open(Buffer.alloc(33, 7)));
    expect(plaintexts.map((plaintext) => plaintext.byteLength)).toEqual([32, 64, 33]);
    expect(plaintexts.every(isAllZero)).toBe(true);
  });

  it("wipes the bytes it read from hexadecimal digits, and its copy", async () => {
    const secret = randomScalarHex();
    const keyPair = await generateClientKeyPair();
    const bundle = sessionBundle(keyPair.publicKey, Buffer.from(secret, "ascii"));
    const wiped = watchWiping(secret);
    await openSessionBundle(bundle, keyPair);
    expect(new Set(wiped).size).toBe(2);
    expect(wiped.every(isAllZero)).toBe(true);
  });

  it("consumes the key pair, unless the bundle is malformed before decryption [CRY-02]", async () => {
    const keyPair = await generateClientKeyPair();
    const bundle = sessionBundle(keyPair.publicKey, Buffer.from(randomScalarHex(), "hex"));
    await expect(openSessionBundle(bundle.slice(1), keyPair)).rejects.toBeInstanceOf(MalformedBundleError);
    await openSessionBundle(bundle, keyPair);
    await expect(openSessionBundle(bundle, keyPair)).rejects.toBeInstanceOf(InvalidKeyError);
  });

  it("rejects an overlong text without reading it [CRY-14]", async () => {
    const keyPair = await generateClientKeyPair();
    const error = await refusal(openSessionBundle("z".repeat(5_000_000), keyPair));
    expect(reasonOf(error)).toBe("length");
  });

  it("never opens a bundle with one character changed, added or dropped [CRY-03] [CRY-14]", async () => {
    const keyPair = await generateClientKeyPair();
    const bundle = sessionBundle(keyPair.publicKey, Buffer.from(randomScalarHex(), "hex"));
    const change = fc.tuple(
      fc.nat(bundle.length - 1),
      fc.constantFrom(...BASE58, "", "0", "O", "I", "l", " ", "\n", "é"),
      fc.constantFrom(0, 1),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([at, character, dropped]) => {
        const changed = bundle.slice(0, at) + character + bundle.slice(at + dropped);
        fc.pre(changed !== bundle);
        expect(["alphabet", "checksum"]).toContain(
          reasonOf(await refusal(openSessionBundle(changed, keyPair))),
        );
      }),
      { numRuns: runs(60) },
    );
  });

  it("never opens a payload with one bit changed under a correct checksum [CRY-14]", async () => {
    const clientPrivateKey = randomScalarHex();
    const { encapsulatedKey, ciphertext } = seal(
      publicKeyOf(clientPrivateKey, "uncompressed"),
      Buffer.from(randomScalarHex(), "hex"),
    );
    const payload = Buffer.concat([compress(encapsulatedKey), ciphertext]);
    await fc.assert(
      fc.asyncProperty(fc.nat(payload.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(payload);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const keyPair = await ClientKeyPair.fromPrivateKey(clientPrivateKey);
        const reason = reasonOf(await refusal(openSessionBundle(base58check(changed), keyPair)));
        expect(bit < 8 * 33 ? ["point", "open"] : ["open"]).toContain(reason);
      }),
      { numRuns: runs(30) },
    );
  });

  it("rejects any text that is not a bundle [CRY-14]", async () => {
    const keyPair = await generateClientKeyPair();
    const texts = fc.oneof(fc.string({ unit: "binary" }), fc.uint8Array().map(base58check));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await refusal(openSessionBundle(text, keyPair));
      }),
      { numRuns: runs(60) },
    );
  });
});
