import { ConfigurationError } from "../../core/errors";
import { bytesOfHex, jsonObject, textOf } from "./bytes";
import type { ClientKeyPair } from "./client-key-pair";
import { MalformedBundleError, SignatureVerificationError } from "./errors";
import { TAG_BYTES } from "./hpke";
import { isSignatureValid, uncompressedPointOfHex } from "./p256";

/** What a wallet export is checked against. */
export interface WalletExportOptions {
  /**
   * Where the export comes from. In `"sandbox"` an export whose `dataSignature` and `enclaveQuorumPublic` are both empty is
   * taken unsigned (specification, "Accounts"); every other export is verified in both environments.
   */
  environment: "production" | "sandbox";
  /**
   * The issuers' public keys: uncompressed P-256 points, 130 hexadecimal digits. The export must name one of them.
   * Required in production unless {@link allowUnpinnedIssuer} is true.
   */
  trustedIssuerKeys?: readonly string[] | undefined;
  /**
   * Accepts any issuer in production when there are no {@link trustedIssuerKeys}.
   *
   * **Warning**: an export carries its own issuer key. Without a trusted one, whoever can alter the answer on its way can
   * replace the whole export by one of their own making.
   */
  allowUnpinnedIssuer?: boolean | undefined;
  /** The organization the wallet must belong to, compared exactly; not checked when absent. */
  organizationId?: string | undefined;
}

/**
 * Checks and opens `encryptedWalletCredentials` and gives the wallet's mnemonic. Nothing is decrypted before the issuer's
 * signature (ECDSA P-256 with SHA-256 over the bytes of `data`) has been verified. The decrypted bytes are wiped; `keyPair`
 * is used up as soon as decryption is tried.
 *
 * Format: specification, POST /internal-accounts/{id}/export, and RFC 9180.
 *
 * @example
 * import { openWalletExport } from "payments-sdk/wallet";
 *
 * const mnemonic = await openWalletExport(answer.encryptedWalletCredentials, keyPair, {
 *   environment: "production",
 *   trustedIssuerKeys: [issuerKey],
 * });
 *
 * @param encryptedWalletCredentials the JSON text of the answer, as it came.
 * @param keyPair the pair whose `publicKey` went into the export as `clientPublicKey`.
 * @returns the words, separated as the service wrote them (a space; an ideographic space in a Japanese list).
 * @throws {ConfigurationError} in production without `trustedIssuerKeys` or `allowUnpinnedIssuer`.
 * @throws {SignatureVerificationError} if the issuer is not trusted, or its signature does not hold.
 * @throws {MalformedBundleError} naming the layer at fault: `envelope`, `data`, `organization`, `point`, `ciphertext` or `mnemonic`.
 * @throws {DecryptionError} if it was sealed to another key or altered.
 * @throws {InvalidKeyError} if `keyPair` was used or wiped before.
 */
export async function openWalletExport(
  encryptedWalletCredentials: string,
  keyPair: ClientKeyPair,
  options: WalletExportOptions,
): Promise<string> {
  requireIssuerPolicy(options);
  const envelope = readEnvelope(encryptedWalletCredentials);
  const isUnsigned = envelope.dataSignature === "" && envelope.enclaveQuorumPublic === "";
  const isBypassed = options.environment === "sandbox" && isUnsigned;

  const issuer = isBypassed ? undefined : readIssuer(envelope.enclaveQuorumPublic, options.trustedIssuerKeys);
  const data = bytesOfHex(envelope.data);
  if (data === undefined || data.length === 0) {
    throw new MalformedBundleError("wallet export", "data");
  }
  if (issuer !== undefined) requireSignature(envelope.dataSignature, data, issuer);

  const { encapsulatedKey, ciphertext } = readSealedMnemonic(data, options.organizationId);
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

function hasTrustedKeys(keys: readonly string[] | undefined): keys is readonly string[] {
  return keys !== undefined && keys.length > 0;
}

/**
 * Whether an export could be opened at all, before one is asked for.
 *
 * @throws {ConfigurationError} in production without `trustedIssuerKeys` or `allowUnpinnedIssuer`.
 */
export function requireIssuerPolicy({
  environment,
  trustedIssuerKeys,
  allowUnpinnedIssuer,
}: WalletExportOptions): void {
  if (environment === "sandbox" || hasTrustedKeys(trustedIssuerKeys) || allowUnpinnedIssuer === true) return;
  throw new ConfigurationError(
    "trustedIssuerKeys",
    "is required to open a wallet export in production: give the issuer's public key, or set `allowUnpinnedIssuer`",
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

function readIssuer(key: string, trustedKeys: readonly string[] | undefined): Uint8Array {
  const issuer = uncompressedPointOfHex(key);
  if (issuer === undefined) {
    throw new SignatureVerificationError("issuer");
  }
  if (
    hasTrustedKeys(trustedKeys) &&
    !trustedKeys.some((trusted) => trusted.toLowerCase() === key.toLowerCase())
  ) {
    throw new SignatureVerificationError("issuer");
  }
  return issuer;
}

function requireSignature(signature: string, data: Uint8Array, issuer: Uint8Array): void {
  const der = bytesOfHex(signature);
  if (der === undefined || !isSignatureValid(der, data, issuer)) {
    throw new SignatureVerificationError("signature");
  }
}

interface SealedMnemonic {
  encapsulatedKey: Uint8Array;
  ciphertext: Uint8Array;
}

function readSealedMnemonic(data: Uint8Array, expectedOrganizationId: string | undefined): SealedMnemonic {
  const members = jsonObject(textOf(data) ?? "");
  if (members === undefined) {
    throw new MalformedBundleError("wallet export", "data");
  }
  const { organizationId, encappedPublic, ciphertext } = members;
  const isExpected = expectedOrganizationId === undefined || organizationId === expectedOrganizationId;
  if (typeof organizationId !== "string" || organizationId === "" || !isExpected) {
    throw new MalformedBundleError("wallet export", "organization");
  }
  const point = typeof encappedPublic === "string" ? uncompressedPointOfHex(encappedPublic) : undefined;
  if (point === undefined) {
    throw new MalformedBundleError("wallet export", "point");
  }
  const sealed = typeof ciphertext === "string" ? bytesOfHex(ciphertext) : undefined;
  if (sealed === undefined || sealed.length < TAG_BYTES) {
    throw new MalformedBundleError("wallet export", "ciphertext");
  }
  return { encapsulatedKey: point, ciphertext: sealed };
}
