import { base64url, bytesOfBase64url } from "../../core/base64";
import { bytesOfHex, decodedText, isWellFormed, jsonObject, utf8 } from "./bytes";
import { SignatureVerificationError } from "./errors";
import { loadP256 } from "./load-p256";

/** The signature scheme in every stamp. */
export const SCHEME = "SIGNATURE_SCHEME_TK_API_P256";

/** Encodes a stamp. Verifiers compare it byte for byte, so the fields keep this order. */
export function encodeStamp(publicKey: string, signature: string): string {
  return base64url(utf8(JSON.stringify({ publicKey, scheme: SCHEME, signature })));
}

const COMPRESSED_POINT = /^0[23][0-9a-f]{64}$/;
const LOWER_CASE_HEX = /^[0-9a-f]+$/;

/** The verified contents of a stamp. */
export interface VerifiedStamp {
  /** The signer's key: the compressed P-256 point as 66 lower-case hexadecimal digits. */
  publicKey: string;
  /** The signature scheme: `SIGNATURE_SCHEME_TK_API_P256`. */
  scheme: string;
  /** The signed payload. */
  payload: string;
}

/**
 * Verifies a `Service-Wallet-Signature` header against the payload that it should sign. Rejects if the stamp is not valid.
 *
 * A stamp carries its own key. A valid stamp shows **who** signed, not that the signer had permission. Compare `publicKey`
 * with the session's key.
 *
 * @example
 * ```ts
 * import { verifyStamp } from "payments-sdk/wallet";
 *
 * const { publicKey } = await verifyStamp(header, challenge.payloadToSign);
 * if (publicKey !== sessionKey.publicKey) throw new Error("signed by another session");
 * ```
 *
 * @param stamp the header's value. Any other spelling of the same stamp (padding, field order, white space) is invalid.
 * @param payload `payloadToSign`, exactly as sent.
 * @throws {SignatureVerificationError} when the stamp, its signature or the payload is not valid; `check` says which.
 * @throws {ConnectionError} when the cryptography code cannot be loaded (`PART_NOT_LOADED`).
 */
export async function verifyStamp(stamp: string, payload: string): Promise<VerifiedStamp> {
  if (!isWellFormed(payload)) {
    throw new SignatureVerificationError(
      "payload",
      "The stamp cannot be verified: the payload is not a string with a UTF-8 form.",
    );
  }
  const parts = decodeStamp(stamp);
  if (parts === undefined)
    throw new SignatureVerificationError("stamp", "The stamp is not valid: it is malformed.");
  const { publicKey, point, signature } = parts;
  const { isSignatureValid } = await loadP256();
  if (!isSignatureValid(signature, utf8(payload), point)) {
    throw new SignatureVerificationError(
      "signature",
      "The stamp is not valid: its signature does not match the payload.",
    );
  }
  return { publicKey, scheme: SCHEME, payload };
}

/** The parts of a stamp. Undefined if it is malformed. */
function decodeStamp(stamp: string) {
  const { publicKey, signature } = jsonObject(decodedText(bytesOfBase64url(stamp)) ?? "") ?? {};
  if (typeof publicKey !== "string" || !COMPRESSED_POINT.test(publicKey)) return undefined;
  if (typeof signature !== "string" || !LOWER_CASE_HEX.test(signature)) return undefined;
  // A stamp has one spelling. Encoding it again must return the same text. This also compares the scheme.
  if (encodeStamp(publicKey, signature) !== stamp) return undefined;
  const point = bytesOfHex(publicKey);
  const der = bytesOfHex(signature);
  return point === undefined || der === undefined ? undefined : { publicKey, point, signature: der };
}
