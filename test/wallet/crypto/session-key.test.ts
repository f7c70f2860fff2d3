import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InvalidKeyError, SessionKey, verifyStamp } from "payments-sdk/wallet";
import {
  derOf,
  integersOf,
  nodeVerify,
  ORDER,
  publicKeyOf,
  randomScalarHex,
  scalarHex,
} from "./node-reference";
import { expectHidden, isAllZero, refusal, watchWiping, withoutWebCrypto } from "./support";
import { stampVectors, unusableSessionKeys } from "./vectors";
import { runs } from "../../support/runs";

afterEach(() => vi.unstubAllGlobals());

const signable = stampVectors.filter(({ expected }) => expected.verifies);

/** Takes a stamp apart with nothing of this package. */
function parse(stamp: string): { text: string; publicKey: string; signature: Buffer } {
  expect(stamp).toMatch(/^[A-Za-z0-9_-]+$/);
  const text = Buffer.from(stamp, "base64url").toString("utf8");
  const fields: unknown = JSON.parse(text);
  expect(fields).toEqual({
    publicKey: expect.any(String),
    scheme: "SIGNATURE_SCHEME_TK_API_P256",
    signature: expect.stringMatching(/^30[0-9a-f]+$/),
  });
  const match =
    /^\{"publicKey":"([0-9a-f]{66})","scheme":"SIGNATURE_SCHEME_TK_API_P256","signature":"([0-9a-f]+)"\}$/.exec(
      text,
    );
  return { text, publicKey: match?.[1] ?? "", signature: Buffer.from(match?.[2] ?? "", "hex") };
}

const p1363 = ({ r, s }: { r: bigint; s: bigint }): Buffer => Buffer.from(scalarHex(r) + scalarHex(s), "hex");

describe.each([
  ["with WebCrypto", () => undefined],
  ["without WebCrypto", withoutWebCrypto],
])("SessionKey.stamp %s [CRY-11]", (_, preparePlatform) => {
  it.each(signable)("signs $id: $note [CRY-08] [CRY-09] [SRY-03]", async (vector) => {
    const bytes = Buffer.from(vector.payload, "utf8");
    expect(bytes.length).toBe(vector.payloadByteLength);
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(vector.payloadSha256);

    preparePlatform();
    const sessionKey = await SessionKey.fromPrivateKey(vector.sessionPrivateKey);
    const stamp = parse(await sessionKey.stamp(vector.payload));
    vi.unstubAllGlobals();

    expect(stamp.publicKey).toBe(vector.sessionPublicKey);
    expect(nodeVerify(vector.sessionPublicKey, bytes, stamp.signature)).toBe(true);
    const { r, s } = integersOf(stamp.signature);
    expect(nodeVerify(vector.sessionPublicKey, bytes, p1363({ r, s }), "ieee-p1363")).toBe(true);
    expect(stamp.signature.toString("hex")).toBe(derOf(r, s));
    expect(s <= ORDER / 2n).toBe(true);
  });

  it("signs the same bytes for signDer, in padded base64 [CRY-10] [QUO-25]", async () => {
    preparePlatform();
    const sessionKey = await SessionKey.fromPrivateKey(randomScalarHex());
    for (const payload of ["", "{}", ' {"b" : 1,\r\n "a":"ä😀"}\n']) {
      const signature = await sessionKey.signDer(payload);
      expect(signature).toMatch(/^[A-Za-z0-9+/]+=*$/);
      expect(signature.length % 4).toBe(0);
      expect(nodeVerify(sessionKey.publicKey, payload, Buffer.from(signature, "base64"))).toBe(true);
    }
  });

  it.each([
    ["d begins with 31 zero bytes", 1n],
    ["d is n - 1", ORDER - 1n],
    ["d begins with a zero byte", ORDER >> 9n],
    ["d begins with two zero bytes", ORDER >> 17n],
    ["x begins with a zero byte", 379n],
    ["x begins with two zero bytes", 40393n],
    ["y begins with a zero byte", 43n],
    ["y begins with two zero bytes", 2376n],
  ])("signs if %s [CRY-07]", async (_, scalar) => {
    preparePlatform();
    const privateKey = scalarHex(scalar);
    const sessionKey = await SessionKey.fromPrivateKey(Buffer.from(privateKey, "hex"));
    expect(sessionKey.publicKey).toBe(publicKeyOf(privateKey, "compressed"));
    const stamp = parse(await sessionKey.stamp("payload"));
    expect(nodeVerify(sessionKey.publicKey, "payload", stamp.signature)).toBe(true);
  });

  it("does not sign after wipe() [SES-05] [SES-10]", async () => {
    preparePlatform();
    const sessionKey = await SessionKey.fromPrivateKey(randomScalarHex());
    await sessionKey.stamp("before");
    sessionKey.wipe();
    await expect(sessionKey.stamp("after")).rejects.toBeInstanceOf(InvalidKeyError);
    await expect(sessionKey.signDer("after")).rejects.toBeInstanceOf(InvalidKeyError);
    expect(sessionKey.stored()).toBeUndefined();
  });

  it.each(unusableSessionKeys)("rejects $id: $note [CRY-07]", async ({ sessionPrivateKey }) => {
    preparePlatform();
    const error = await refusal(SessionKey.fromPrivateKey(sessionPrivateKey));
    expect(error).toBeInstanceOf(InvalidKeyError);
    if (sessionPrivateKey !== "") expect(String(error.stack)).not.toContain(sessionPrivateKey);
    await expect(SessionKey.fromPrivateKey(Buffer.from(sessionPrivateKey, "hex"))).rejects.toBeInstanceOf(
      InvalidKeyError,
    );
  });

  it("prints only its public key [AUT-08] [SES-11]", async () => {
    preparePlatform();
    const privateKey = randomScalarHex();
    const sessionKey = await SessionKey.fromPrivateKey(privateKey);
    expectHidden(sessionKey, privateKey);
    expect(Object.keys(sessionKey)).toEqual(["publicKey"]);
    expect(JSON.stringify(sessionKey)).toBe(JSON.stringify({ publicKey: sessionKey.publicKey }));
    sessionKey.wipe();
    expectHidden(await refusal(sessionKey.stamp("after")), privateKey);
  });

  it("does not change the caller's bytes", async () => {
    preparePlatform();
    const privateKey = randomScalarHex();
    const bytes = Buffer.from(privateKey, "hex");
    const sessionKey = await SessionKey.fromPrivateKey(bytes);
    bytes.fill(1);
    expect(nodeVerify(sessionKey.publicKey, "x", parse(await sessionKey.stamp("x")).signature)).toBe(true);
    expect(sessionKey.publicKey).toBe(publicKeyOf(privateKey, "compressed"));
  });
});

describe("SessionKey", () => {
  it("creates the RFC 6979 signature without WebCrypto, with s in the lower half [CRY-09]", async () => {
    withoutWebCrypto();
    const deterministic = stampVectors.filter((vector) => vector.deterministicSignature !== undefined);
    expect(deterministic.length).toBeGreaterThan(10);
    for (const vector of deterministic) {
      const { r, s } = integersOf(Buffer.from(vector.deterministicSignature ?? "", "hex"));
      const sessionKey = await SessionKey.fromPrivateKey(vector.sessionPrivateKey);
      const { signature } = parse(await sessionKey.stamp(vector.payload));
      expect(signature.toString("hex")).toBe(derOf(r, s > ORDER / 2n ? ORDER - s : s));
    }
  });

  it("converts every r and s of WebCrypto to minimal DER with s in the lower half [CRY-09]", async () => {
    const sessionKey = await SessionKey.fromPrivateKey(randomScalarHex());
    const sign = vi.spyOn(crypto.subtle, "sign");
    // Numbers of every length, for many leading zero bytes and set top bits.
    const integer = fc
      .tuple(fc.integer({ min: 1, max: 256 }), fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }))
      .map(([bits, value]) => (value >> BigInt(256 - bits)) % ORDER || 1n);
    await fc.assert(
      fc.asyncProperty(integer, integer, async (r, s) => {
        sign.mockResolvedValueOnce(new Uint8Array(p1363({ r, s })).buffer);
        const signature = Buffer.from(await sessionKey.signDer("payload"), "base64");
        expect(signature.toString("hex")).toBe(derOf(r, s > ORDER / 2n ? ORDER - s : s));
      }),
      {
        numRuns: runs(200),
        examples: [
          [1n, 1n],
          [ORDER - 1n, ORDER - 1n],
          [0x80n, ORDER / 2n],
          [0x7fn, ORDER / 2n + 1n],
        ],
      },
    );
  });

  it("creates stamps that another implementation verifies, for random payloads [SRY-03]", async () => {
    const sessionKey = await SessionKey.fromPrivateKey(randomScalarHex());
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 300 }), async (payload) => {
        const stamp = await sessionKey.stamp(payload);
        expect(nodeVerify(sessionKey.publicKey, payload, parse(stamp).signature)).toBe(true);
        expect(nodeVerify(sessionKey.publicKey, `${payload} `, parse(stamp).signature)).toBe(false);
        expect(await verifyStamp(stamp, payload)).toMatchObject({ publicKey: sessionKey.publicKey });
      }),
      { numRuns: runs(10) },
    );
  });

  it("imports its key once, as non-extractable", async () => {
    const importKey = vi.spyOn(crypto.subtle, "importKey");
    const sign = vi.spyOn(crypto.subtle, "sign");
    const sessionKey = await SessionKey.fromPrivateKey(randomScalarHex());
    const imports = importKey.mock.calls.length;
    await sessionKey.stamp("one");
    await sessionKey.stamp("two");
    expect(importKey).toHaveBeenCalledTimes(imports);
    expect(importKey.mock.calls.filter(([, , , extractable]) => !extractable)).toHaveLength(1);
    expect(sign.mock.calls.map(([, key]) => key)).toEqual(
      Array.from({ length: 2 }, () => sessionKey.stored()?.privateKey),
    );
    const stored = sessionKey.stored();
    expect(stored?.privateKey.extractable).toBe(false);
    expect(stored?.privateKey.usages).toEqual(["sign"]);
  });

  it("is the same key if the platform needs a public point in PKCS #8", async () => {
    const privateKey = randomScalarHex();
    const { publicKey } = await SessionKey.fromPrivateKey(privateKey);
    const importKey = crypto.subtle.importKey.bind(crypto.subtle);
    vi.spyOn(crypto.subtle, "importKey").mockImplementation(async (...args: Parameters<typeof importKey>) => {
      if (String(args[0]) === "pkcs8") throw new DOMException("no public key", "DataError");
      return importKey(...args);
    });
    const sessionKey = await SessionKey.fromPrivateKey(privateKey);
    expect(sessionKey.publicKey).toBe(publicKey);
    expect(await verifyStamp(await sessionKey.stamp("one"), "one")).toMatchObject({ publicKey });
  });

  it("wipes its copy of the bytes after the import", async () => {
    const privateKey = randomScalarHex();
    const wiped = watchWiping(privateKey);
    await SessionKey.fromPrivateKey(privateKey);
    expect(wiped).toHaveLength(1);
    expect(wiped.every(isAllZero)).toBe(true);
  });

  it("overwrites its bytes on wipe() without WebCrypto", async () => {
    withoutWebCrypto();
    const privateKey = randomScalarHex();
    const sessionKey = await SessionKey.fromPrivateKey(privateKey);
    const wiped = watchWiping(privateKey);
    sessionKey.wipe();
    expect(wiped).toHaveLength(1);
    expect(wiped.every(isAllZero)).toBe(true);
  });
});

describe("SessionKey.fromCryptoKey", () => {
  const ecdsa = { name: "ECDSA", namedCurve: "P-256" };
  const publicKey = publicKeyOf(scalarHex(5n), "compressed");

  it("accepts the result of stored(), also after structured cloning", async () => {
    const original = await SessionKey.fromPrivateKey(randomScalarHex());
    const stored = original.stored();
    if (stored === undefined) return expect.fail("nothing to store");
    const restored = SessionKey.fromCryptoKey(structuredClone(stored));
    expect(restored.publicKey).toBe(original.publicKey);
    expect(await verifyStamp(await restored.stamp("payload"), "payload")).toMatchObject({
      publicKey: original.publicKey,
    });
  });

  it("has nothing to store without WebCrypto", async () => {
    withoutWebCrypto();
    const sessionKey = await SessionKey.fromPrivateKey(randomScalarHex());
    expect(sessionKey.stored()).toBeUndefined();
  });

  it.each([
    ["an extractable key", ecdsa, true, ["sign"] as const],
    ["a key of another curve", { name: "ECDSA", namedCurve: "P-384" }, false, ["sign"] as const],
    ["a key for another purpose", { name: "ECDH", namedCurve: "P-256" }, false, ["deriveBits"] as const],
  ])("rejects %s", async (_, algorithm, extractable, usages) => {
    const { privateKey } = await crypto.subtle.generateKey(algorithm, extractable, usages);
    expect(() => SessionKey.fromCryptoKey({ privateKey, publicKey })).toThrow(InvalidKeyError);
  });

  it("rejects a public key in place of the private key", async () => {
    const point = Buffer.from(publicKeyOf(scalarHex(5n), "uncompressed"), "hex");
    const key = await crypto.subtle.importKey("raw", point, ecdsa, false, ["verify"]);
    expect(() => SessionKey.fromCryptoKey({ privateKey: key, publicKey })).toThrow(InvalidKeyError);
  });

  it.each([
    ["an uncompressed point", publicKeyOf(scalarHex(5n), "uncompressed")],
    ["no hexadecimal", "02zz"],
    ["nothing", ""],
  ])("rejects %s as public key [CRY-06]", async (_, point) => {
    const { privateKey } = await crypto.subtle.generateKey(ecdsa, false, ["sign"]);
    expect(() => SessionKey.fromCryptoKey({ privateKey, publicKey: point })).toThrow(InvalidKeyError);
  });
});
