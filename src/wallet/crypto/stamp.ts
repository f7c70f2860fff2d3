import { base64url } from "../../core/base64";
import { utf8 } from "./bytes";

/** The signature scheme in every stamp. */
export const SCHEME = "SIGNATURE_SCHEME_TK_API_P256";

/** Encodes a stamp. Verifiers compare it byte for byte, so the fields keep this order. */
export function encodeStamp(publicKey: string, signature: string): string {
  return base64url(utf8(JSON.stringify({ publicKey, scheme: SCHEME, signature })));
}
