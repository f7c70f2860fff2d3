import { validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { describe, expect, it } from "vitest";
import stampVectors from "../fixtures/vectors/stamps.json" with { type: "json" };
import { SeededRandom } from "../../src/simulator/runtime/random";
import { textBytes } from "../../src/simulator/crypto/encoding";
import { createMnemonic } from "../../src/simulator/crypto/service-keys";
import {
  compressedHex,
  createKeyPair,
  readPublicKey,
  readStamp,
  verifySignature,
} from "../../src/simulator/crypto/p256";
import { untidyJson } from "../../src/simulator/domain/wallet-signatures";
import { sealSessionKey } from "../../src/simulator/crypto/bundles";
import { createClientKey, openSessionBundle, signPayload } from "../support/node-wallet";

async function holds(stampText: string, payload: string, sessionPublicKey: string): Promise<boolean> {
  const stamp = readStamp(stampText);
  if (!stamp || compressedHex(stamp.publicKey) !== sessionPublicKey) return false;
  return verifySignature(stamp.publicKey, stamp.signature, textBytes(payload));
}

describe("readStamp and verifySignature", () => {
  /** The vectors describe the strict format. The service also accepts r and s (OP-03). */
  const tolerated = ["stamp-30"];

  it.each(stampVectors.cases)(
    "$id: $note [CRY-08, CRY-09]",
    async ({ id, stamp, payload, sessionPublicKey, expected }) => {
      expect(await holds(stamp, payload, sessionPublicKey)).toBe(expected.verifies || tolerated.includes(id));
    },
  );

  it("accepts 500 signatures of node:crypto in each half of s and both encodings, but not for another text [CRY-09]", async () => {
    const key = createClientKey();
    const point = readPublicKey(key.publicKey);
    if (!point) throw new Error("expected a point");
    const order = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
    let highS = 0;
    for (let index = 0; index < 500; index += 1) {
      const payload = `payload ${String(index)}`;
      const compact = signPayload(key.privateKey, payload, "ieee-p1363");
      const s = BigInt(`0x${compact.subarray(32).toString("hex")}`);
      if (s > order / 2n) highS += 1;
      const otherS = Buffer.from((order - s).toString(16).padStart(64, "0"), "hex");
      const otherHalf = Buffer.concat([compact.subarray(0, 32), otherS]);
      for (const signature of [compact, otherHalf, signPayload(key.privateKey, payload, "der")]) {
        expect(await verifySignature(point, new Uint8Array(signature), textBytes(payload))).toBe(true);
        expect(await verifySignature(point, new Uint8Array(signature), textBytes(`${payload} `))).toBe(false);
      }
    }
    expect(highS).toBeGreaterThan(100);
    expect(highS).toBeLessThan(400);
  });
});

describe("sealSessionKey", () => {
  it("makes a bundle that node:crypto opens, 200 times [CRY-03, CRY-04, CRY-05, CRY-06, CRY-07]", async () => {
    const random = new SeededRandom("bundles");
    for (let index = 0; index < 200; index += 1) {
      const client = createClientKey();
      const { privateKey } = createKeyPair(random);
      const bundle = await sealSessionKey(
        new Uint8Array(Buffer.from(client.publicKey, "hex")),
        privateKey,
        random.bytes(32),
      );
      expect(openSessionBundle(bundle, client)).toEqual(Buffer.from(privateKey));
      expect(() => openSessionBundle(bundle, createClientKey())).toThrow();
    }
  });
});

describe("createMnemonic", () => {
  it("returns twelve words that depend on the seed [CRY-13]", () => {
    const phrase = createMnemonic(new SeededRandom("a"));
    expect(phrase.split(" ")).toHaveLength(12);
    expect(createMnemonic(new SeededRandom("a"))).toBe(phrase);
    expect(createMnemonic(new SeededRandom("b"))).not.toBe(phrase);
  });

  it("uses the whole English list, with a checksum that wallet software accepts [CRY-13]", () => {
    const seen = new Set<string>();
    for (let index = 0; index < 1000; index += 1) {
      const phrase = createMnemonic(new SeededRandom(`phrase ${String(index)}`));
      expect(validateMnemonic(phrase, wordlist)).toBe(true);
      for (const word of phrase.split(" ")) seen.add(word);
    }
    // 12,000 draws from 2,048 words miss fewer than ten words on average.
    expect(seen.size).toBeGreaterThan(2000);
  });
});

describe("untidyJson", () => {
  it("is JSON that does not survive parsing, trimming or normalising [SRY-03]", () => {
    const payload = untidyJson({ requestId: "Request:1", action: "EXPORT_WALLET" });
    expect(JSON.parse(payload)).toMatchObject({ requestId: "Request:1", action: "EXPORT_WALLET" });
    const changed = [
      JSON.stringify(JSON.parse(payload)),
      payload.trim(),
      payload.normalize("NFC"),
      payload.replace(/\r\n/g, "\n"),
    ];
    for (const text of changed) expect(text).not.toBe(payload);
  });
});
