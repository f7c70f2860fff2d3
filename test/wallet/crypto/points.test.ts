import { p256 } from "@noble/curves/nist.js";
import fc from "fast-check";
import { InvalidKeyError, SessionKey } from "payments-sdk/wallet";
import { expect, it } from "vitest";

const PRIME = p256.Point.Fp.ORDER;
const hexOf = (number: bigint) => number.toString(16).padStart(64, "0");

/** Whether another implementation takes it as a point. */
function isPoint(hex: string): boolean {
  try {
    p256.Point.fromHex(hex);
    return true;
  } catch {
    return false;
  }
}

it("takes as a compressed point what another implementation takes, and nothing else [CRY-07]", async () => {
  const { privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
  ]);
  const x = fc.oneof(
    fc.constantFrom(0n, 1n, 5n, PRIME - 3n, PRIME - 1n, PRIME, PRIME + 5n, 2n ** 256n - 1n),
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  );
  const form = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("02", "03") },
    fc.constantFrom("00", "04", "05"),
  );
  const seen = { points: 0, others: 0 };
  fc.assert(
    fc.property(form, x, (first, number) => {
      const publicKey = first + hexOf(number);
      const make = () => SessionKey.fromCryptoKey({ privateKey, publicKey });
      if (isPoint(publicKey)) {
        expect(make().publicKey).toBe(publicKey);
        seen.points += 1;
      } else {
        expect(make).toThrow(InvalidKeyError);
        seen.others += 1;
      }
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.points, seen.others)).toBeGreaterThan(50);
});
