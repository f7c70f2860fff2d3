import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { ConfigurationError } from "../../core/errors";
import { bytesOfHex, decodedText, jsonObject, utf8 } from "./bytes";
import { MalformedBundleError, SignatureVerificationError } from "./errors";
import { seal, TAG_BYTES } from "./hpke";
import type { Opener } from "./hpke";
import { hasTrustedKeys, requireEvery, requireIssuerList } from "./issuer-keys";
import type { SignedKind } from "./issuer-keys";
import { expandPoint, isSignatureValid, isUncompressedPoint } from "./library-p256";

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

const TARGET = "code target";

/** The only known version of a target bundle. */
const VERSION = "v1.0.0";

/** A one-time code and its receiver. */
export interface OneTimeCode {
  code: string;
  /** The public key of the new session, compressed. */
  publicKey: string;
  /** `otpEncryptionTargetBundle`, unchanged. */
  target: string;
  /** The trusted issuers of codes. Without one, the target's own issuer counts, which the sandbox allows. */
  issuerKeys: readonly string[] | undefined;
}

/**
 * Seals a one-time code, so that only the service's enclave reads it. Verifies the issuer's signature first. The result is the
 * `encryptedOtpBundle` of a sign-in.
 *
 * @throws {SignatureVerificationError} when the issuer is not trusted, or its signature is invalid.
 * @throws {MalformedBundleError} when the target cannot be read; `layer` is `envelope`, `version`, `data` or `point`.
 * @see POST /auth/credentials/{id}/verify
 */
export async function sealOneTimeCode({ code, publicKey, target, issuerKeys }: OneTimeCode): Promise<string> {
  const recipient = readTarget(target, issuerKeys);
  const point = expandPoint(hexToBytes(publicKey));
  const plaintext = utf8(JSON.stringify({ otp_code: code, public_key: point && bytesToHex(point) }));
  const { encapsulatedKey, ciphertext } = await seal(recipient, plaintext);
  return JSON.stringify({
    encappedPublic: bytesToHex(encapsulatedKey),
    ciphertext: bytesToHex(ciphertext),
  });
}

function readTarget(bundle: string, issuerKeys: readonly string[] | undefined): Uint8Array<ArrayBuffer> {
  const envelope = readEnvelope(TARGET, bundle);
  if (envelope.version !== VERSION) throw new MalformedBundleError(TARGET, "version");
  const issuer = readIssuer(TARGET, envelope.enclaveQuorumPublic, issuerKeys);
  const data = readSignedData(TARGET, envelope, issuer);
  const fields = jsonObject(decodedText(data) ?? "");
  if (fields === undefined) throw new MalformedBundleError(TARGET, "data");
  const point = uncompressedPointOfHex(fields["targetPublic"]);
  if (point === undefined) throw new MalformedBundleError(TARGET, "point");
  return point;
}

const EXPORT = "wallet export";

/** Options of `openWalletExport`: the checks of a wallet export. */
export interface WalletExportOptions {
  /**
   * The environment of the export. `"sandbox"` accepts an export without a signature if `dataSignature` and
   * `enclaveQuorumPublic` are both empty. Every other export is verified in both environments.
   */
  environment: "production" | "sandbox";
  /**
   * Public keys of trusted issuers: uncompressed P-256 points, 130 hexadecimal digits. The export must name one of them.
   * Required in production, unless {@link allowUnpinnedIssuer} is true.
   */
  trustedIssuerKeys?: readonly string[] | undefined;
  /**
   * Accepts any issuer in production if {@link trustedIssuerKeys} is empty.
   *
   * **Warning**: an export carries its own issuer key. Without a trusted key, an attacker who can alter the response can
   * replace the whole export.
   */
  allowUnpinnedIssuer?: boolean | undefined;
  /** The organization of the wallet, compared exactly. If absent, it is not checked. */
  organizationId?: string | undefined;
}

/** Verifies and opens a wallet export. See `openWalletExport`. */
export async function readWalletExport(
  encryptedWalletCredentials: string,
  keyPair: Opener,
  options: WalletExportOptions,
): Promise<string> {
  requireIssuerPolicy(options);
  requireIssuerList(EXPORT, options.trustedIssuerKeys);
  const envelope = readEnvelope(EXPORT, encryptedWalletCredentials);
  const isUnsigned = envelope.dataSignature === "" && envelope.enclaveQuorumPublic === "";
  const isBypassed = options.environment === "sandbox" && isUnsigned;
  const issuer = isBypassed
    ? undefined
    : readIssuer(EXPORT, envelope.enclaveQuorumPublic, options.trustedIssuerKeys);
  const data = readSignedData(EXPORT, envelope, issuer);

  const { encapsulatedKey, ciphertext } = readSealedMnemonic(data, options.organizationId);
  const plaintext = await keyPair.open(encapsulatedKey, ciphertext);
  try {
    const mnemonic = decodedText(plaintext);
    if (mnemonic === undefined || mnemonic === "") {
      throw new MalformedBundleError(EXPORT, "mnemonic");
    }
    return mnemonic;
  } finally {
    plaintext.fill(0);
  }
}

/**
 * Checks that an export could be opened. The wallet does so before it requests one.
 *
 * @throws {ConfigurationError} when production has neither `trustedIssuerKeys` nor `allowUnpinnedIssuer`.
 */
export function requireIssuerPolicy(options: WalletExportOptions): void {
  const { environment, trustedIssuerKeys, allowUnpinnedIssuer }: Partial<WalletExportOptions> = options ?? {};
  if (environment === "sandbox" || hasTrustedKeys(trustedIssuerKeys) || allowUnpinnedIssuer === true) return;
  throw new ConfigurationError(
    "trustedIssuerKeys",
    "is required to open a wallet export in production: pass the issuer's public key, or set `allowUnpinnedIssuer`",
  );
}

interface SealedMnemonic {
  encapsulatedKey: Uint8Array;
  ciphertext: Uint8Array;
}

function readSealedMnemonic(data: Uint8Array, expectedOrganizationId: string | undefined): SealedMnemonic {
  const fields = jsonObject(decodedText(data) ?? "");
  if (fields === undefined) {
    throw new MalformedBundleError(EXPORT, "data");
  }
  const { organizationId, encappedPublic, ciphertext } = fields;
  const isExpected = expectedOrganizationId === undefined || organizationId === expectedOrganizationId;
  if (typeof organizationId !== "string" || organizationId === "" || !isExpected) {
    throw new MalformedBundleError(EXPORT, "organization");
  }
  const point = uncompressedPointOfHex(encappedPublic);
  if (point === undefined) {
    throw new MalformedBundleError(EXPORT, "point");
  }
  const sealed = bytesOfHex(ciphertext);
  if (sealed === undefined || sealed.length < TAG_BYTES) {
    throw new MalformedBundleError(EXPORT, "ciphertext");
  }
  return { encapsulatedKey: point, ciphertext: sealed };
}
