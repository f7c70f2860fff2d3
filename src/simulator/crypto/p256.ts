import { p256 } from "@noble/curves/nist.js";
import { hex, base64 } from "@scure/base";
import { decoded } from "../runtime/decoded";
import type { SeededRandom } from "../runtime/random";
import { fromHex, objectFromBase64, concatBytes, textBytes } from "./encoding";
import type { Bytes } from "./encoding";

const curve = { name: "ECDSA", namedCurve: "P-256" };
export const signatureLength = 64;

export interface P256KeyPair {
  /** The scalar, 32 bytes. */
  privateKey: Bytes;
  /** The uncompressed SEC1 point, 65 bytes. */
  publicKey: Bytes;
}

/** A key pair from the seed, without the bias of reducing 32 bytes (FIPS 186-5, appendix A.2.1). */
export function createKeyPair(random: SeededRandom): P256KeyPair {
  return keyPairOf(new Uint8Array(p256.utils.randomSecretKey(random.bytes(48))));
}

export function keyPairOf(privateKey: Bytes): P256KeyPair {
  return { privateKey, publicKey: new Uint8Array(p256.getPublicKey(privateKey, false)) };
}

/** Reads a public key in either SEC1 form. Returns it uncompressed, or `undefined` if it is not a point of the curve. */
export function readPublicKey(publicKeyHex: string): Bytes | undefined {
  const bytes = fromHex(publicKeyHex);
  return bytes && decoded(() => new Uint8Array(p256.Point.fromBytes(bytes).toBytes(false)));
}

export function compress(publicKey: Uint8Array): Bytes {
  return new Uint8Array(p256.Point.fromBytes(publicKey).toBytes(true));
}

export function compressedHex(publicKey: Uint8Array): string {
  return hex.encode(compress(publicKey));
}

/**
 * Signs with ECDSA over SHA-256. RFC 6979: the same input gives the same signature. `compact` is r and s of 32 bytes each, the form
 * of JSON Web Signature (RFC 7518).
 */
export const signMessage = (
  privateKey: Bytes,
  message: Bytes,
  format: "der" | "compact" = "der",
): Uint8Array => p256.sign(message, privateKey, { format, lowS: false });

const compactFromDer = (signature: Uint8Array): Bytes | undefined =>
  decoded(() => new Uint8Array(p256.Signature.fromBytes(signature, "der").toBytes("compact")));

/** Checks ECDSA over SHA-256 with WebCrypto, which accepts both halves of s. The form is DER, or r and s (OP-03). */
export async function verifySignature(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  const forms = [compactFromDer(signature), signature.length === signatureLength ? signature : undefined];
  const key = await crypto.subtle.importKey("raw", publicKey, curve, false, ["verify"]);
  for (const form of forms) {
    if (!form) continue;
    if (await crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, form, message)) return true;
  }
  return false;
}

const stampScheme = "SIGNATURE_SCHEME_TK_API_P256";

/** Reads a stamp: base64 of JSON with `publicKey`, `scheme` and `signature`, in any order (OP-03). */
export function readStamp(header: string) {
  const { publicKey, scheme, signature } = objectFromBase64(header) ?? {};
  if (typeof publicKey !== "string" || typeof signature !== "string" || scheme !== stampScheme)
    return undefined;
  const point = readPublicKey(publicKey);
  const bytes = fromHex(signature);
  return point && bytes ? { publicKey: point, signature: bytes } : undefined;
}

/** The prefix of a P-256 point in a SubjectPublicKeyInfo (RFC 5480, section 2). */
const spkiPrefix = "3059301306072a8648ce3d020106082a8648ce3d030107034200";

/** The public key as PEM (SubjectPublicKeyInfo). */
export function pemOf({ publicKey }: P256KeyPair): string {
  const der = concatBytes(fromHex(spkiPrefix) ?? new Uint8Array(), publicKey);
  const lines = base64.encode(der).match(/.{1,64}/g) ?? [];
  return ["-----BEGIN PUBLIC KEY-----", ...lines, "-----END PUBLIC KEY-----", ""].join("\n");
}

/** The value of `X-Service-Signature` for a body: ECDSA P-256 over the SHA-256 of its bytes. */
export function signBody({ privateKey }: P256KeyPair, body: string): string {
  return base64.encode(signMessage(privateKey, textBytes(body)));
}
