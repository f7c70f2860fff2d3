import { hexToBytes } from "@noble/hashes/utils.js";
import { ConfigurationError } from "../../core/errors";
import { bytesOfHex, jsonObject, textOf } from "./bytes";
import { requireKeyPair } from "./client-key-pair";
import type { ClientKeyPair } from "./client-key-pair";
import { MalformedBundleError, SignatureVerificationError } from "./errors";
import { TAG_BYTES } from "./hpke";
import { loadP256 } from "./load-library";

const UNCOMPRESSED_POINT = /^04[0-9a-f]{128}$/i;

/** Options of {@link openWalletExport}: the checks of a wallet export. */
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

/**
 * Verifies and opens `encryptedWalletCredentials`. Returns the wallet's mnemonic. It verifies the issuer's signature (ECDSA
 * P-256 with SHA-256 over the bytes of `data`) before it decrypts anything. The decrypted bytes are wiped. A decryption
 * attempt uses up `keyPair`.
 *
 * @example
 * ```ts
 * import { openWalletExport } from "payments-sdk/wallet";
 *
 * const mnemonic = await openWalletExport(sealed.encryptedWalletCredentials, keyPair, {
 *   environment: "production",
 *   trustedIssuerKeys: [issuerKey],
 * });
 * ```
 *
 * @param encryptedWalletCredentials the JSON text of the response, unchanged.
 * @param keyPair the pair that supplied `clientPublicKey` for the export.
 * @returns the words, with the service's separators (a space, or an ideographic space in a Japanese list).
 * @throws {ConfigurationError} when `trustedIssuerKeys` is not a list of strings, or is empty in production without
 * `allowUnpinnedIssuer`.
 * @throws {SignatureVerificationError} when the issuer is not trusted, or its signature is invalid.
 * @throws {MalformedBundleError} when it cannot be read; `layer` is `envelope`, `data`, `organization`, `point`, `ciphertext`
 * or `mnemonic`.
 * @throws {DecryptionError} when it was sealed to another key or altered.
 * @throws {InvalidKeyError} when `keyPair` is not a client key pair, or was used or wiped before.
 * @throws {ConnectionError} when the cryptography code cannot be loaded.
 * @see POST /internal-accounts/{id}/export
 * @see RFC 9180
 */
export async function openWalletExport(
  encryptedWalletCredentials: string,
  keyPair: ClientKeyPair,
  options: WalletExportOptions,
): Promise<string> {
  requireIssuerPolicy(options);
  requireIssuerList(options.trustedIssuerKeys);
  requireKeyPair(keyPair);
  const envelope = readEnvelope(encryptedWalletCredentials);
  const isUnsigned = envelope.dataSignature === "" && envelope.enclaveQuorumPublic === "";
  const isBypassed = options.environment === "sandbox" && isUnsigned;

  const issuer = isBypassed
    ? undefined
    : await readIssuer(envelope.enclaveQuorumPublic, options.trustedIssuerKeys);
  const data = bytesOfHex(envelope.data);
  if (data === undefined || data.length === 0) {
    throw new MalformedBundleError("wallet export", "data");
  }
  if (issuer !== undefined) await requireSignature(envelope.dataSignature, data, issuer);

  const { encapsulatedKey, ciphertext } = await readSealedMnemonic(data, options.organizationId);
  const plaintext = await keyPair.open(encapsulatedKey, ciphertext);
  try {
    const mnemonic = textOf(plaintext);
    if (mnemonic === undefined || mnemonic === "") {
      throw new MalformedBundleError("wallet export", "mnemonic");
    }
    return mnemonic;
  } finally {
    plaintext.fill(0);
  }
}

/**
 * Checks that the trusted keys are a list. Without types, a single key would be read character by character.
 *
 * @throws {ConfigurationError} when `trustedIssuerKeys` is not a list of strings.
 */
function requireIssuerList(keys: unknown): asserts keys is readonly string[] | null | undefined {
  if (keys === undefined || keys === null) return;
  if (!Array.isArray(keys) || !keys.every((key: unknown) => typeof key === "string")) {
    throw new ConfigurationError("trustedIssuerKeys", "must be an array of strings");
  }
}

/**
 * Checks the form of the trusted keys. {@link requireIssuerPoints} checks that they are on the curve.
 *
 * @throws {ConfigurationError} when `trustedIssuerKeys` is not a list of uncompressed points in hexadecimal.
 */
export function requireIssuerKeys(keys: readonly string[] | null | undefined): void {
  requireIssuerList(keys);
  requireEvery(keys ?? [], (key) => UNCOMPRESSED_POINT.test(key));
}

function requireEvery(keys: readonly string[], isValid: (key: string) => boolean): void {
  const invalid = keys.findIndex((key) => !isValid(key));
  if (invalid >= 0) {
    throw new ConfigurationError(
      "trustedIssuerKeys",
      `must hold uncompressed P-256 points of 130 hexadecimal digits; the key at index ${invalid} is invalid`,
    );
  }
}

function hasTrustedKeys(keys: readonly string[] | null | undefined): keys is readonly string[] {
  return (keys?.length ?? 0) > 0;
}

/**
 * Checks that the trusted keys are on the curve. The wallet does so before it requests an export.
 *
 * @throws {ConfigurationError} when one is not.
 * @throws {ConnectionError} when the cryptography code cannot be loaded.
 */
export async function requireIssuerPoints(keys: readonly string[] | null | undefined): Promise<void> {
  if (!hasTrustedKeys(keys)) return;
  const { isUncompressedPoint } = await loadP256();
  requireEvery(keys, (key) => isUncompressedPoint(hexToBytes(key)));
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

/** The bytes of an uncompressed point in hexadecimal. Undefined if the value is not such a point on the curve. */
async function uncompressedPointOfHex(value: unknown): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = bytesOfHex(value);
  const { isUncompressedPoint } = await loadP256();
  return bytes !== undefined && isUncompressedPoint(bytes) ? bytes : undefined;
}

function notTrusted(check: "issuer" | "signature"): SignatureVerificationError {
  return new SignatureVerificationError(
    check,
    `The wallet export is not trusted: its ${check} is missing or invalid.`,
  );
}

interface Envelope {
  data: string;
  dataSignature: string;
  enclaveQuorumPublic: string;
}

function readEnvelope(text: string): Envelope {
  const { version, data, dataSignature, enclaveQuorumPublic } = jsonObject(text) ?? {};
  if (
    typeof version !== "string" ||
    typeof data !== "string" ||
    typeof dataSignature !== "string" ||
    typeof enclaveQuorumPublic !== "string"
  ) {
    throw new MalformedBundleError("wallet export", "envelope");
  }
  return { data, dataSignature, enclaveQuorumPublic };
}

async function readIssuer(key: string, trustedKeys: readonly string[] | undefined): Promise<Uint8Array> {
  const issuer = await uncompressedPointOfHex(key);
  if (issuer === undefined) {
    throw notTrusted("issuer");
  }
  if (
    hasTrustedKeys(trustedKeys) &&
    !trustedKeys.some((trusted) => trusted.toLowerCase() === key.toLowerCase())
  ) {
    throw notTrusted("issuer");
  }
  return issuer;
}

async function requireSignature(signature: string, data: Uint8Array, issuer: Uint8Array): Promise<void> {
  const { isSignatureValid } = await loadP256();
  const der = bytesOfHex(signature);
  if (der === undefined || !isSignatureValid(der, data, issuer)) {
    throw notTrusted("signature");
  }
}

interface SealedMnemonic {
  encapsulatedKey: Uint8Array;
  ciphertext: Uint8Array;
}

async function readSealedMnemonic(
  data: Uint8Array,
  expectedOrganizationId: string | undefined,
): Promise<SealedMnemonic> {
  const fields = jsonObject(textOf(data) ?? "");
  if (fields === undefined) {
    throw new MalformedBundleError("wallet export", "data");
  }
  const { organizationId, encappedPublic, ciphertext } = fields;
  const isExpected = expectedOrganizationId === undefined || organizationId === expectedOrganizationId;
  if (typeof organizationId !== "string" || organizationId === "" || !isExpected) {
    throw new MalformedBundleError("wallet export", "organization");
  }
  const point = await uncompressedPointOfHex(encappedPublic);
  if (point === undefined) {
    throw new MalformedBundleError("wallet export", "point");
  }
  const sealed = bytesOfHex(ciphertext);
  if (sealed === undefined || sealed.length < TAG_BYTES) {
    throw new MalformedBundleError("wallet export", "ciphertext");
  }
  return { encapsulatedKey: point, ciphertext: sealed };
}
