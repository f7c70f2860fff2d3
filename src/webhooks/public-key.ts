import { p256 } from "@noble/curves/nist.js";
import { base64 } from "@scure/base";
import { ConfigurationError } from "../core/errors";

/**
 * Reads one public key of the service, as PEM (SPKI) or as a point in hexadecimal.
 *
 * @returns the uncompressed point
 * @throws {ConfigurationError} when it is not a P-256 public key, or it is PEM and the platform has no `crypto.subtle`. The
 * message does not show the key
 */
export async function publicKeyPoint(key: string): Promise<Uint8Array> {
  const isPem = typeof key === "string" && key.includes("-----BEGIN");
  if (isPem && globalThis.crypto?.subtle === undefined) {
    throw new ConfigurationError(
      "publicKeys",
      "as PEM cannot be read here: this platform has no `crypto.subtle`, so pass points in hexadecimal. Browsers have it over HTTPS and on localhost",
    );
  }
  try {
    const pem = /-----BEGIN PUBLIC KEY-----([\s\S]+)-----END PUBLIC KEY-----/.exec(key)?.[1];
    if (pem === undefined) return p256.Point.fromHex(key.trim()).toBytes(false);
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const der = new Uint8Array(base64.decode(pem.replace(/\s+/g, "")));
    const imported = await crypto.subtle.importKey("spki", der, algorithm, true, ["verify"]);
    return new Uint8Array(await crypto.subtle.exportKey("raw", imported));
  } catch {
    throw new ConfigurationError(
      "publicKeys",
      "must hold P-256 public keys, each as PEM (SPKI) or as a point in hexadecimal",
    );
  }
}
