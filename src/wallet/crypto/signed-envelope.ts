import { hexToBytes } from "@noble/hashes/utils.js";
import { ConfigurationError } from "../../core/errors";
import { bytesOfHex, jsonObject } from "./bytes";
import { MalformedBundleError, SignatureVerificationError } from "./errors";
import { loadP256 } from "./load-library";

const UNCOMPRESSED_POINT = /^04[0-9a-f]{128}$/i;

/** Signed values of the service, and the options that name their issuers. */
const ISSUER_OPTIONS = { "wallet export": "trustedIssuerKeys", "code target": "codeIssuerKeys" } as const;

/** A kind of signed value. Each kind has its own issuer. */
export type SignedKind = keyof typeof ISSUER_OPTIONS;

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
export async function readSignedData(
  kind: SignedKind,
  { data: digits, dataSignature }: Envelope,
  issuer: Uint8Array | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const data = bytesOfHex(digits);
  if (data === undefined || data.length === 0) throw new MalformedBundleError(kind, "data");
  if (issuer === undefined) return data;
  const { isSignatureValid } = await loadP256();
  const der = bytesOfHex(dataSignature);
  if (der === undefined || !isSignatureValid(der, data, issuer)) throw notTrusted(kind, "signature");
  return data;
}

/**
 * Reads the issuer's key.
 *
 * @throws {SignatureVerificationError} when it is not a key, or `trustedKeys` are given without it
 */
export async function readIssuer(
  kind: SignedKind,
  key: string,
  trustedKeys: readonly string[] | undefined,
): Promise<Uint8Array> {
  const issuer = await uncompressedPointOfHex(key);
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
export async function uncompressedPointOfHex(value: unknown): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = bytesOfHex(value);
  const { isUncompressedPoint } = await loadP256();
  return bytes !== undefined && isUncompressedPoint(bytes) ? bytes : undefined;
}

/**
 * Checks that the trusted keys are a list. Without types, a single key would be read character by character.
 *
 * @throws {ConfigurationError} when they are not a list of strings
 */
export function requireIssuerList(
  kind: SignedKind,
  keys: unknown,
): asserts keys is readonly string[] | null | undefined {
  if (keys === undefined || keys === null) return;
  if (!Array.isArray(keys) || !keys.every((key: unknown) => typeof key === "string")) {
    throw new ConfigurationError(ISSUER_OPTIONS[kind], "must be an array of strings");
  }
}

/**
 * Checks the form of the trusted keys. {@link requireIssuerPoints} checks that they are on the curve.
 *
 * @throws {ConfigurationError} when they are not a list of uncompressed points in hexadecimal
 */
export function requireIssuerKeys(kind: SignedKind, keys: readonly string[] | null | undefined): void {
  requireIssuerList(kind, keys);
  requireEvery(kind, keys ?? [], (key) => UNCOMPRESSED_POINT.test(key));
}

function requireEvery(kind: SignedKind, keys: readonly string[], isValid: (key: string) => boolean): void {
  const invalid = keys.findIndex((key) => !isValid(key));
  if (invalid >= 0) {
    throw new ConfigurationError(
      ISSUER_OPTIONS[kind],
      `must hold uncompressed P-256 points of 130 hexadecimal digits; the key at index ${invalid} is invalid`,
    );
  }
}

/** Whether a list names at least one issuer. */
export function hasTrustedKeys(keys: readonly string[] | null | undefined): keys is readonly string[] {
  return (keys?.length ?? 0) > 0;
}

/**
 * Checks that the trusted keys are on the curve. The wallet does so before it requests what they sign.
 *
 * @throws {ConfigurationError} when one is not.
 * @throws {ConnectionError} when the cryptography code cannot be loaded.
 */
export async function requireIssuerPoints(
  kind: SignedKind,
  keys: readonly string[] | null | undefined,
): Promise<void> {
  if (!hasTrustedKeys(keys)) return;
  const { isUncompressedPoint } = await loadP256();
  requireEvery(kind, keys, (key) => isUncompressedPoint(hexToBytes(key)));
}
