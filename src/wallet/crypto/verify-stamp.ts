import { base64urlnopad } from "@scure/base";
import { bytesOfHex, isWellFormed, jsonObject, textOf, utf8 } from "./bytes";
import { loadP256 } from "./load-library";
import { encodeStamp } from "./stamp";

const COMPRESSED_POINT = /^0[23][0-9a-f]{64}$/;
const LOWER_CASE_HEX = /^[0-9a-f]+$/;

/** What a valid stamp says. */
export interface VerifiedStamp {
  /** Who signed: the compressed P-256 point as 66 lower-case hexadecimal digits. */
  publicKey: string;
}

/**
 * Checks the value of a `Service-Wallet-Signature` header against the payload it should sign.
 *
 * A stamp carries its own key. One that verifies tells **who** signed, not that the signer was entitled to. Compare
 * `publicKey` with the session's key.
 *
 * @example
 * ```ts
 * import { verifyStamp } from "payments-sdk/wallet";
 *
 * const verified = await verifyStamp(header, challenge.payloadToSign);
 * const accepted = verified?.publicKey === sessionKey.publicKey;
 * ```
 *
 * @param stamp the header's value. Any other spelling of the same stamp (padding, field order, white space) is invalid.
 * @param payload `payloadToSign` exactly as it was sent.
 * @returns the signer, or undefined when the stamp is malformed, its signature is invalid, or the payload is not a string
 * with a UTF-8 form.
 * @throws {ConnectionError} when the code that verifies signatures could not be loaded; nothing else rejects.
 */
export async function verifyStamp(stamp: string, payload: string): Promise<VerifiedStamp | undefined> {
  if (!isWellFormed(payload)) return undefined;
  const parts = decodeStamp(stamp);
  if (parts === undefined) return undefined;
  const { isSignatureValid } = await loadP256();
  return isSignatureValid(parts.signature, utf8(payload), parts.point)
    ? { publicKey: parts.publicKey }
    : undefined;
}

interface StampParts {
  publicKey: string;
  point: Uint8Array;
  signature: Uint8Array;
}

function decodeStamp(stamp: string): StampParts | undefined {
  const { publicKey, signature } = jsonObject(stampText(stamp) ?? "") ?? {};
  if (typeof publicKey !== "string" || !COMPRESSED_POINT.test(publicKey)) return undefined;
  if (typeof signature !== "string" || !LOWER_CASE_HEX.test(signature)) return undefined;
  // One stamp has one spelling: encoded again it must give the same text. That compares the scheme, too.
  if (encodeStamp(publicKey, signature) !== stamp) return undefined;
  const point = bytesOfHex(publicKey);
  const der = bytesOfHex(signature);
  return point === undefined || der === undefined ? undefined : { publicKey, point, signature: der };
}

function stampText(stamp: string): string | undefined {
  try {
    return textOf(base64urlnopad.decode(stamp));
  } catch {
    return undefined;
  }
}
