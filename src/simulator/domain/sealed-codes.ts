import { codeTargetBundle, openClientMessage } from "../crypto/bundles";
import { fromHex, objectFromJson } from "../crypto/encoding";
import { compressedHex, keyPairOf, readPublicKey } from "../crypto/p256";
import type { Problem } from "./problem";
import { invalidField, unauthorized } from "./problem";
import { failureReasons } from "./proofs";
import type { CodeCredential, SentCode } from "./records/wallets";
import type { World } from "./world";

/** A code and the key of the session that it opens. Both come out of one sealed bundle. */
export interface SealedCode {
  code: string;
  /** Compressed, in hexadecimal. */
  publicKey: string;
}

/** The key that the client seals its next code to, signed by the issuer of codes. Absent if no code is open. */
export function codeTargetOf({ keys }: World, { oneTimeCode }: CodeCredential): string | undefined {
  const secret = oneTimeCode && fromHex(oneTimeCode.target);
  return secret && codeTargetBundle(keyPairOf(secret).publicKey, keys.codeIssuer());
}

const malformed = (expected: string): Problem => invalidField("encryptedOtpBundle", expected);

const bytesOf = (value: unknown) => (typeof value === "string" ? fromHex(value) : undefined);

/** Opens what was sealed to the open code. A bundle for an earlier code does not open. */
export async function openSealedCode(open: SentCode, bundle: string): Promise<SealedCode> {
  const { encappedPublic, ciphertext } = objectFromJson(bundle) ?? {};
  const point = typeof encappedPublic === "string" ? readPublicKey(encappedPublic) : undefined;
  const sealed = bytesOf(ciphertext);
  if (!point || !sealed) throw malformed("JSON with encappedPublic and ciphertext in hexadecimal");
  const secret = fromHex(open.target);
  const plaintext = secret && (await openClientMessage(keyPairOf(secret), point, sealed));
  if (!plaintext) throw unauthorized(failureReasons.oneTimeCode, "The code was sealed to another key");
  const { otp_code: code, public_key: key } = objectFromJson(new TextDecoder().decode(plaintext)) ?? {};
  const publicKey = typeof key === "string" ? readPublicKey(key) : undefined;
  if (typeof code !== "string" || !publicKey) throw malformed("sealed JSON with otp_code and public_key");
  return { code, publicKey: compressedHex(publicKey) };
}
