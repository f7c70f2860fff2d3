import { hexOf } from "../../core/base64";
import { ConfigurationError } from "../../core/errors";
import { bytesOfHex, bytesOfKnownHex, decodedText, jsonObject, utf8 } from "./bytes";
import { expandPoint, isUncompressedPoint } from "./curve";
import { MalformedBundleError, SignatureVerificationError } from "./errors";
import { seal, TAG_BYTES } from "./hpke";
import type { Opener } from "./hpke";
import { requireIssuerKeys } from "./issuer-keys";
import type { SignedKind } from "./issuer-keys";
import { loadP256 } from "./load-p256";

/** A kind of signed value, and what is expected of it. */
interface Expected {
  readonly kind: SignedKind;
  /** Default: any. */
  readonly version?: string;
  readonly trustedKeys: readonly string[] | undefined;
  /** Accepts a value with neither a signature nor an issuer. */
  readonly mayBeUnsigned?: boolean;
}

/**
 * Reads the fields of a signed value. Its signature is over the bytes of `data`.
 *
 * @throws {MalformedBundleError} when it cannot be read
 * @throws {SignatureVerificationError} when the issuer is not trusted, or its signature is invalid
 */
async function readSigned(
  { kind, version, trustedKeys, mayBeUnsigned }: Expected,
  text: string,
): Promise<Record<string, unknown>> {
  const envelope = jsonObject(text) ?? {};
  const names = ["version", "data", "dataSignature", "enclaveQuorumPublic"];
  const [given, digits, signature, issuerKey] = names.map((name) => {
    const value = envelope[name];
    if (typeof value !== "string") throw new MalformedBundleError(kind, "envelope");
    return value;
  }) as [string, string, string, string];
  if (version !== undefined && given !== version) throw new MalformedBundleError(kind, "version");
  const isUnsigned = mayBeUnsigned === true && signature === "" && issuerKey === "";
  const issuer = isUnsigned ? undefined : readIssuer(kind, issuerKey, trustedKeys);
  const data = bytesOfHex(digits);
  if (data === undefined || data.length === 0) throw new MalformedBundleError(kind, "data");
  if (issuer !== undefined) {
    const der = bytesOfHex(signature);
    const { isSignatureValid } = await loadP256();
    if (der === undefined || !isSignatureValid(der, data, issuer)) throw notTrusted(kind, "signature");
  }
  const fields = jsonObject(decodedText(data) ?? "");
  if (fields === undefined) throw new MalformedBundleError(kind, "data");
  return fields;
}

/** Reads the issuer's key. It must be on the curve, and one of the trusted keys, if there is one. */
function readIssuer(kind: SignedKind, key: string, trustedKeys: readonly string[] | undefined): Uint8Array {
  const issuer = uncompressedPointOfHex(key);
  const isTrusted =
    !trustedKeys?.length || trustedKeys.some((trusted) => trusted.toLowerCase() === key.toLowerCase());
  if (issuer === undefined || !isTrusted) throw notTrusted(kind, "issuer");
  return issuer;
}

function notTrusted(kind: SignedKind, check: "issuer" | "signature"): SignatureVerificationError {
  return new SignatureVerificationError(
    check,
    `The ${kind} is not trusted: its ${check} is missing or invalid.`,
  );
}

/** A point of a signed value. */
function readPoint(kind: SignedKind, value: unknown): Uint8Array<ArrayBuffer> {
  const point = uncompressedPointOfHex(value);
  if (point === undefined) throw new MalformedBundleError(kind, "point");
  return point;
}

/** The bytes of an uncompressed point in hexadecimal. Undefined if the value is not such a point on the curve. */
function uncompressedPointOfHex(value: unknown): Uint8Array<ArrayBuffer> | undefined {
  const bytes = bytesOfHex(value);
  return bytes !== undefined && isUncompressedPoint(bytes) ? bytes : undefined;
}

/**
 * Checks that the trusted keys are on the curve. The wallet does so before it requests what they sign.
 *
 * @throws {ConfigurationError} when one is not.
 */
export function requireIssuerPoints(kind: SignedKind, keys: readonly string[] | null | undefined): void {
  requireIssuerKeys(kind, keys, (key) => isUncompressedPoint(bytesOfKnownHex(key)));
}

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
 * @throws {ConfigurationError} when an issuer's key is not on the curve.
 * @throws {SignatureVerificationError} when the issuer is not trusted, or its signature is invalid.
 * @throws {MalformedBundleError} when the target cannot be read; `layer` is `envelope`, `version`, `data` or `point`.
 * @see POST /auth/credentials/{id}/verify
 */
export async function sealOneTimeCode({ code, publicKey, target, issuerKeys }: OneTimeCode): Promise<string> {
  requireIssuerPoints("code target", issuerKeys);
  const expected = { kind: "code target", version: "v1.0.0", trustedKeys: issuerKeys } as const;
  const recipient = readPoint("code target", (await readSigned(expected, target))["targetPublic"]);
  const point = expandPoint(bytesOfKnownHex(publicKey));
  const plaintext = utf8(JSON.stringify({ otp_code: code, public_key: point && hexOf(point) }));
  const { encapsulatedKey, ciphertext } = await seal(recipient, plaintext);
  return JSON.stringify({
    encappedPublic: hexOf(encapsulatedKey),
    ciphertext: hexOf(ciphertext),
  });
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
  const { environment, trustedIssuerKeys: trustedKeys, organizationId: expectedId } = options;
  requireIssuerKeys(EXPORT, trustedKeys);
  const { organizationId, encappedPublic, ciphertext } = await readSigned(
    { kind: EXPORT, trustedKeys, mayBeUnsigned: environment === "sandbox" },
    encryptedWalletCredentials,
  );
  const isExpected = expectedId === undefined || organizationId === expectedId;
  if (typeof organizationId !== "string" || organizationId === "" || !isExpected)
    throw new MalformedBundleError(EXPORT, "organization");
  const point = readPoint(EXPORT, encappedPublic);
  const sealed = bytesOfHex(ciphertext);
  if (sealed === undefined || sealed.length < TAG_BYTES) throw new MalformedBundleError(EXPORT, "ciphertext");
  const plaintext = await keyPair.open(point, sealed);
  const mnemonic = decodedText(plaintext);
  plaintext.fill(0);
  if (mnemonic === undefined || mnemonic === "") throw new MalformedBundleError(EXPORT, "mnemonic");
  return mnemonic;
}

/**
 * Checks that an export could be opened. The wallet does so before it requests one.
 *
 * @throws {ConfigurationError} when production has neither `trustedIssuerKeys` nor `allowUnpinnedIssuer`.
 */
export function requireIssuerPolicy(options: WalletExportOptions): void {
  const { environment, trustedIssuerKeys, allowUnpinnedIssuer }: Partial<WalletExportOptions> = options ?? {};
  if (environment === "sandbox" || trustedIssuerKeys?.length || allowUnpinnedIssuer === true) return;
  throw new ConfigurationError(
    "trustedIssuerKeys",
    "is required to open a wallet export in production: pass the issuer's public key, or set `allowUnpinnedIssuer`",
  );
}
