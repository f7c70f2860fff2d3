import { hexToBytes } from "@noble/hashes/utils.js";
import { bytesOfHex, jsonObject } from "./bytes";
import { MalformedBundleError, SignatureVerificationError } from "./errors";
import { hasTrustedKeys, requireEvery } from "./issuer-keys";
import type { SignedKind } from "./issuer-keys";
import { isSignatureValid, isUncompressedPoint } from "./library-p256";

/** The outer layer of a signed value. */
export interface Envelope {
  version: string;
  /** Hexadecimal. The signature is over these bytes. */
  data: string;
  /** DER in hexadecimal. */
  dataSignature: string;
  /** The issuer's uncompressed public key. */
  enclaveQuorumPublic: string;
}

/**
 * Reads the outer layer.
 *
 * @throws {MalformedBundleError} when it is not JSON, or a field is missing
 */
export function readEnvelope(kind: SignedKind, text: string): Envelope {
  const { version, data, dataSignature, enclaveQuorumPublic } = jsonObject(text) ?? {};
  if (
    typeof version !== "string" ||
    typeof data !== "string" ||
    typeof dataSignature !== "string" ||
    typeof enclaveQuorumPublic !== "string"
  ) {
    throw new MalformedBundleError(kind, "envelope");
  }
  return { version, data, dataSignature, enclaveQuorumPublic };
}

/**
 * Reads the signed bytes. With an issuer, it verifies the signature.
 *
 * @throws {MalformedBundleError} when `data` is not hexadecimal
 * @throws {SignatureVerificationError} when the signature is not valid
 */
export function readSignedData(
  kind: SignedKind,
  { data: digits, dataSignature }: Envelope,
  issuer: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const data = bytesOfHex(digits);
  if (data === undefined || data.length === 0) throw new MalformedBundleError(kind, "data");
  if (issuer === undefined) return data;
  const der = bytesOfHex(dataSignature);
  if (der === undefined || !isSignatureValid(der, data, issuer)) throw notTrusted(kind, "signature");
  return data;
}

/**
 * Reads the issuer's key.
 *
 * @throws {SignatureVerificationError} when it is not a key, or `trustedKeys` are given without it
 */
export function readIssuer(
  kind: SignedKind,
  key: string,
  trustedKeys: readonly string[] | undefined,
): Uint8Array {
  const issuer = uncompressedPointOfHex(key);
  const isTrusted =
    !hasTrustedKeys(trustedKeys) ||
    trustedKeys.some((trusted) => trusted.toLowerCase() === key.toLowerCase());
  if (issuer === undefined || !isTrusted) throw notTrusted(kind, "issuer");
  return issuer;
}

function notTrusted(kind: SignedKind, check: "issuer" | "signature"): SignatureVerificationError {
  return new SignatureVerificationError(
    check,
    `The ${kind} is not trusted: its ${check} is missing or invalid.`,
  );
}

/** The bytes of an uncompressed point in hexadecimal. Undefined if the value is not such a point on the curve. */
export function uncompressedPointOfHex(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesOfHex(value);
  return bytes !== undefined && isUncompressedPoint(bytes) ? bytes : undefined;
}

/**
 * Checks that the trusted keys are on the curve. The wallet does so before it requests what they sign.
 *
 * @throws {ConfigurationError} when one is not.
 */
export function requireIssuerPoints(kind: SignedKind, keys: readonly string[] | null | undefined): void {
  if (!hasTrustedKeys(keys)) return;
  requireEvery(kind, keys, (key) => isUncompressedPoint(hexToBytes(key)));
}
