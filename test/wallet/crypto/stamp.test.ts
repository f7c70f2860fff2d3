import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verifyStamp } from "payments-sdk/wallet";
import {
  derOf,
  integersOf,
  nodePrivateKey,
  nodeSign,
  ORDER,
  publicKeyOf,
  randomScalarHex,
} from "./node-reference";
import { stampVectors } from "./vectors";
import { runs } from "../../support/runs";

const accepted = stampVectors.filter(({ expected }) => expected.verifies);
const rejected = stampVectors.filter(({ expected }) => !expected.verifies);
/** Enough that each half has some: the chance of none is one in a thousand million. */
const SIGNATURES = runs(31);
const SCHEME = "SIGNATURE_SCHEME_TK_API_P256";

const encode = (text: string): string => Buffer.from(text, "utf8").toString("base64url");
const stampOf = (publicKey: string, signature: string, scheme = SCHEME): string =>
  encode(JSON.stringify({ publicKey, scheme, signature }));

/** Expects a refusal with the code, and with one of these checks. */
async function expectRefusal(stamp: string, payload: string, ...checks: string[]): Promise<void> {
  await expect(verifyStamp(stamp, payload)).rejects.toMatchObject({
    name: "SignatureVerificationError",
    code: "SIGNATURE_INVALID",
    outcome: "not-executed",
    check: expect.stringMatching(new RegExp(`^(?:${checks.join("|")})$`)),
    message: expect.stringMatching(/^The stamp is not valid: it/),
  });
}

describe("verifyStamp", () => {
  it("has vectors", () => {
    expect([accepted.length, rejected.length]).toEqual([23, 16]);
  });

  it.each(accepted)("accepts $id: $note [CRY-08] [CRY-09]", async ({ stamp, payload, sessionPublicKey }) => {
    expect(await verifyStamp(stamp, payload)).toEqual({
      publicKey: sessionPublicKey,
      scheme: SCHEME,
      payload,
    });
  });

  it.each(rejected)("rejects $id: $note [CRY-08] [CRY-09] [SRY-10]", async ({ stamp, payload }) => {
    await expectRefusal(stamp, payload, "stamp", "signature");
  });

  it(
    "accepts signatures of another implementation with high and low s, and no altered one [CRY-09]",
    { timeout: 60_000 },
    async () => {
      let highS = 0;
      for (let run = 0; run < SIGNATURES; run++) {
        const secret = randomScalarHex();
        const publicKey = publicKeyOf(secret, "compressed");
        const payload = `payload ${run}`;
        const signature = nodeSign(nodePrivateKey(secret), payload);
        const { r, s } = integersOf(signature);
        if (s > ORDER / 2n) highS += 1;
        const stamp = stampOf(publicKey, signature.toString("hex"));
        expect(await verifyStamp(stamp, payload)).toMatchObject({ publicKey });
        // The same signature with s in the other half.
        expect(await verifyStamp(stampOf(publicKey, derOf(r, ORDER - s)), payload)).toMatchObject({
          publicKey,
        });
        if (run % 10 !== 0) continue;
        await expectRefusal(stamp, `${payload} `, "stamp", "signature");
        await expectRefusal(stampOf(publicKey, derOf(s, r)), payload, "stamp", "signature");
      }
      expect(highS).toBeGreaterThan(0);
      expect(highS).toBeLessThan(SIGNATURES);
    },
  );

  const secret = randomScalarHex();
  const publicKey = publicKeyOf(secret, "compressed");
  const payload = '{"a":1}';
  const signature = nodeSign(nodePrivateKey(secret), payload);
  const { r, s } = integersOf(signature);
  const digits = (value: bigint): string => value.toString(16).padStart(64, "0");
  const hex = signature.toString("hex");
  const stamp = stampOf(publicKey, hex);

  it.each([
    ["padding", `${stamp}=`],
    ["white space around it", ` ${stamp}`],
    ["a line end after it", `${stamp}\n`],
    ["another field order", encode(JSON.stringify({ scheme: SCHEME, publicKey, signature: hex }))],
    ["white space inside", encode(JSON.stringify({ publicKey, scheme: SCHEME, signature: hex }, null, 1))],
    ["a further field", encode(JSON.stringify({ publicKey, scheme: SCHEME, signature: hex, more: 1 }))],
    [
      "a repeated field",
      encode(
        `{"publicKey":"${publicKey}","publicKey":"${publicKey}","scheme":"${SCHEME}","signature":"${hex}"}`,
      ),
    ],
    ["upper-case digits in the signature", stampOf(publicKey, hex.toUpperCase())],
    ["upper-case digits in the key", stampOf(publicKey.toUpperCase(), hex)],
    ["an uncompressed key", stampOf(publicKeyOf(secret, "uncompressed"), hex)],
    ["no scheme", encode(JSON.stringify({ publicKey, signature: hex }))],
    ["another scheme", stampOf(publicKey, hex, "P256_ECDSA_SHA256")],
    ["a key that is no string", encode(JSON.stringify({ publicKey: 5, scheme: SCHEME, signature: hex }))],
    ["an odd number of digits", stampOf(publicKey, hex.slice(1))],
    ["a byte after the signature", stampOf(publicKey, `${hex}00`)],
    [
      "integers with a zero byte too many",
      stampOf(publicKey, `304802220000${digits(r)}02220000${digits(s)}`),
    ],
    ["r = 0", stampOf(publicKey, "3006020100020101")],
    ["s = 0", stampOf(publicKey, "3006020101020100")],
    ["r beyond the order", stampOf(publicKey, derOf(r + ORDER, s))],
    ["a negative integer", stampOf(publicKey, `3044022080${digits(r).slice(2)}0220${digits(s)}`)],
    ["JSON that is no object", encode("[1]")],
    ["JSON null", encode("null")],
    ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe]).toString("base64url")],
    ["nothing", ""],
  ])("rejects %s [CRY-08] [CRY-14]", async (_, changed) => {
    expect(await verifyStamp(stamp, payload)).toMatchObject({ publicKey });
    expect(changed).not.toBe(stamp);
    await expectRefusal(changed, payload, "stamp", "signature");
  });

  it("rejects every stamp with one character changed, added or dropped [CRY-14]", async () => {
    const change = fc.tuple(
      fc.nat(stamp.length - 1),
      fc.constantFrom(..."ABCXYZabcxyz019-_", "", "=", "+", "/", " ", "é"),
      fc.constantFrom(0, 1),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([at, character, dropped]) => {
        const changed = stamp.slice(0, at) + character + stamp.slice(at + dropped);
        fc.pre(changed !== stamp);
        await expectRefusal(changed, payload, "stamp", "signature");
      }),
      { numRuns: runs(100) },
    );
  });

  it("rejects any other text with a SignatureVerificationError [CRY-14]", async () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json().map(encode),
      fc
        .record({ publicKey: fc.string(), scheme: fc.constant(SCHEME), signature: fc.string() })
        .map((x) => encode(JSON.stringify(x))),
      fc
        .uint8Array({ minLength: 1, maxLength: 80 })
        .map((bytes) => stampOf(publicKey, Buffer.from(bytes).toString("hex"))),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        await expectRefusal(text, payload, "stamp", "signature");
      }),
      { numRuns: runs(100) },
    );
  });
});
