import { p256 } from "@noble/curves/nist.js";
import { base64, hex } from "@scure/base";
import { ConfigurationError } from "../core/errors";
import type { Kind } from "../options/kinds";
import { pemAdvice } from "../options/pem";

/** What precedes the point of a P-256 key in SPKI (RFC 5480, section 2). The dots are lengths. */
const SPKI_OF_P256 = /^30..301306072a8648ce3d020106082a8648ce3d03010703..00/;

/** The uncompressed point of a public key, because WebCrypto need not read a compressed one. */
function pointOf(key: string): Uint8Array<ArrayBuffer> {
  const pem = /-----BEGIN PUBLIC KEY-----([\s\S]+)-----END PUBLIC KEY-----/.exec(key)?.[1];
  const text = pem === undefined ? key.trim() : hex.encode(base64.decode(pem.replace(/\s+/g, "")));
  return new Uint8Array(p256.Point.fromHex(text.replace(SPKI_OF_P256, "")).toBytes(false));
}

/** A public key of the service. The message does not show the key. */
export const webhookKey: Kind = (value, path) => {
  try {
    pointOf(value as string);
    return undefined;
  } catch {
    const message = "must be a P-256 public key, as PEM (SPKI) or as a point in hexadecimal";
    return { path, message: message + pemAdvice(value) };
  }
};

/** A public key, imported by WebCrypto. */
export type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Imports a public key that {@link webhookKey} accepts.
 *
 * @throws {ConfigurationError} when the platform has no `crypto.subtle`
 */
export async function importPublicKey(key: string): Promise<PublicKey> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new ConfigurationError(
      "publicKeys",
      "cannot be used here: this platform has no `crypto.subtle`. Browsers have it over HTTPS and on localhost",
    );
  }
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  return crypto.subtle.importKey("raw", pointOf(key), algorithm, false, ["verify"]);
}

/**
 * Checks a signature by ECDSA with SHA-256 (FIPS 186-5), as DER or as r and s. Either half of s is valid: OpenSSL and hardware
 * produce both.
 */
export async function isSigned(message: Uint8Array, signature: Uint8Array, key: PublicKey): Promise<boolean> {
  for (const form of [compactFromDer(signature), signature]) {
    if (form?.length !== 64) continue;
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    if (await crypto.subtle.verify(algorithm, key, new Uint8Array(form), new Uint8Array(message)))
      return true;
  }
  return false;
}

function compactFromDer(signature: Uint8Array): Uint8Array | undefined {
  try {
    return p256.Signature.fromBytes(signature, "der").toBytes("compact");
  } catch {
    return undefined;
  }
}
