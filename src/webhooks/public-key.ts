import { p256 } from "@noble/curves/nist.js";
import { base64 } from "@scure/base";
import { pemAdvice } from "../options/pem";
import { ConfigurationError } from "../core/errors";

/** A public key, imported by WebCrypto. */
export type PublicKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const P256 = { name: "ECDSA", namedCurve: "P-256" };

/**
 * Imports one public key of the service, as PEM (SPKI) or as a point in hexadecimal.
 *
 * @throws {ConfigurationError} when it is not a P-256 public key, or the platform has no `crypto.subtle`. The message does not
 * show the key
 */
export async function importPublicKey(key: string): Promise<PublicKey> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new ConfigurationError(
      "publicKeys",
      "cannot be used here: this platform has no `crypto.subtle`. Browsers have it over HTTPS and on localhost",
    );
  }
  try {
    const pem = /-----BEGIN PUBLIC KEY-----([\s\S]+)-----END PUBLIC KEY-----/.exec(key)?.[1];
    const [form, bytes] =
      pem === undefined
        ? // WebCrypto need not read compressed points.
          (["raw", p256.Point.fromHex(key.trim()).toBytes(false)] as const)
        : (["spki", base64.decode(pem.replace(/\s+/g, ""))] as const);
    return await crypto.subtle.importKey(form, new Uint8Array(bytes), P256, false, ["verify"]);
  } catch {
    throw new ConfigurationError(
      "publicKeys",
      `must hold P-256 public keys, each as PEM (SPKI) or as a point in hexadecimal${pemAdvice(key)}`,
    );
  }
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
