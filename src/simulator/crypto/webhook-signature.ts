import { base64 } from "@scure/base";
import { concatBytes, fromHex, textBytes } from "./encoding";
import { signDer } from "./p256";
import type { P256KeyPair } from "./p256";

/** The prefix of a P-256 point in a SubjectPublicKeyInfo (RFC 5480, section 2). */
const spkiPrefix = "3059301306072a8648ce3d020106082a8648ce3d030107034200";

/** The public key as PEM (SubjectPublicKeyInfo). */
export function pemOf({ publicKey }: P256KeyPair): string {
  const der = concatBytes(fromHex(spkiPrefix) ?? new Uint8Array(), publicKey);
  const lines = base64.encode(der).match(/.{1,64}/g) ?? [];
  return ["-----BEGIN PUBLIC KEY-----", ...lines, "-----END PUBLIC KEY-----", ""].join("\n");
}

/** The value of `X-Service-Signature` for a body: ECDSA P-256 over the SHA-256 of its bytes. */
export function signBody({ privateKey }: P256KeyPair, body: string, format: "base64" | "json"): string {
  const signature = base64.encode(signDer(privateKey, textBytes(body)));
  return format === "base64" ? signature : JSON.stringify({ v: "1", s: signature });
}
