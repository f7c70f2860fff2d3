import { base64url, bytesOfBase64url } from "../../core/base64";
import { bytesOfKnownHex } from "./bytes";
import { loadP256 } from "./load-p256";
import { subtleCrypto } from "./platform";

const COMPRESSED_BYTES = 33;

/** PKCS #8 of a P-256 private key without its public point, up to the key's 32 bytes (RFC 5208, RFC 5915). */
const PKCS8_PREFIX = "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420";

type PrivateJwk = JsonWebKey & { x: string; y: string };

/**
 * A private key as JSON Web Key with its public point (RFC 7518, section 6.2). Every browser imports this form. The platform
 * derives the point if it can.
 */
async function privateJwk(subtle: SubtleCrypto, privateKey: Uint8Array): Promise<PrivateJwk> {
  const derived = await derivedJwk(subtle, privateKey);
  if (derived !== undefined) return derived;
  const { pointOf } = await loadP256();
  const point = pointOf(privateKey);
  // The coordinates keep their leading zero bytes, because importers require them.
  const [x, y] = [point.subarray(1, COMPRESSED_BYTES), point.subarray(COMPRESSED_BYTES)];
  return { kty: "EC", crv: "P-256", x: base64url(x), y: base64url(y), d: base64url(privateKey) };
}

/** Undefined if the platform does not derive the point. It needs a separate key, because only an extractable key exports its point. */
async function derivedJwk(subtle: SubtleCrypto, privateKey: Uint8Array): Promise<PrivateJwk | undefined> {
  const pkcs8 = Uint8Array.of(...bytesOfKnownHex(PKCS8_PREFIX), ...privateKey);
  try {
    const key = await subtle.importKey("pkcs8", pkcs8, { name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
    ]);
    const { kty = "", crv = "", x, y, d = "" } = await subtle.exportKey("jwk", key);
    return x === undefined || y === undefined ? undefined : { kty, crv, x, y, d };
  } catch {
    // Some browsers reject PKCS #8 without the point.
    return undefined;
  } finally {
    pkcs8.fill(0);
  }
}

/** Whether the platform derives the public point of a private key. Otherwise the library for P-256 does. */
export async function derivesPoints(): Promise<boolean> {
  const subtle = subtleCrypto();
  return (
    subtle !== undefined && (await derivedJwk(subtle, bytesOfKnownHex("01".padStart(64, "0")))) !== undefined
  );
}

/** Imports both halves of a private key. The private half is not extractable. `point` is uncompressed, 65 bytes. */
export async function importPair(
  subtle: SubtleCrypto,
  secret: Uint8Array,
  algorithm: { name: string; namedCurve: string },
  usages: KeyUsage[],
): Promise<{ point: Uint8Array; keys: CryptoKeyPair }> {
  const jwk = await privateJwk(subtle, secret);
  const point = Uint8Array.of(4, ...(bytesOfBase64url(jwk.x) ?? []), ...(bytesOfBase64url(jwk.y) ?? []));
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey("jwk", jwk, algorithm, false, usages),
    subtle.importKey("raw", point, algorithm, true, []),
  ]);
  return { point, keys: { privateKey, publicKey } };
}
