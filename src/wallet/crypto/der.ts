import { hexOf } from "../../core/base64";
import { bytesOfHex } from "./bytes";
import { ORDER } from "./curve";

const SCALAR_BYTES = 32;

/**
 * Writes a WebCrypto signature as DER, with s in the lower half. WebCrypto returns either half, and some verifiers accept only
 * the lower one.
 */
export function derOfCompact(compact: Uint8Array): Uint8Array {
  const r = BigInt(`0x${hexOf(compact.subarray(0, SCALAR_BYTES))}`);
  const s = BigInt(`0x${hexOf(compact.subarray(SCALAR_BYTES))}`);
  const body = derInteger(r) + derInteger(s > ORDER / 2n ? ORDER - s : s);
  return bytesOfHex(`30${lengthOf(body)}${body}`) ?? new Uint8Array();
}

/** A first digit of 8 or more would make the integer negative. */
function derInteger(value: bigint): string {
  const digits = value.toString(16);
  const even = digits.padStart(digits.length + (digits.length % 2), "0");
  const positive = /^[89a-f]/.test(even) ? `00${even}` : even;
  return `02${lengthOf(positive)}${positive}`;
}

/** The length of hexadecimal digits in bytes. Here it is below 128. */
const lengthOf = (digits: string) => (digits.length / 2).toString(16).padStart(2, "0");
