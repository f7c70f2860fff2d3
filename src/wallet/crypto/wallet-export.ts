import { ConfigurationError } from "../../core/errors";
import { bytesOfHex, jsonObject, textOf } from "./bytes";
import { requireKeyPair } from "./client-key-pair";
import type { ClientKeyPair } from "./client-key-pair";
import { MalformedBundleError } from "./errors";
import { TAG_BYTES } from "./hpke";
import {
  hasTrustedKeys,
  readEnvelope,
  readIssuer,
  readSignedData,
  requireIssuerList,
  uncompressedPointOfHex,
} from "./signed-envelope";

const KIND = "wallet export";

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
  requireIssuerList(KIND, options.trustedIssuerKeys);
  requireKeyPair(keyPair);
  const envelope = readEnvelope(KIND, encryptedWalletCredentials);
  const isUnsigned = envelope.dataSignature === "" && envelope.enclaveQuorumPublic === "";
  const isBypassed = options.environment === "sandbox" && isUnsigned;
  const issuer = isBypassed
    ? undefined
    : await readIssuer(KIND, envelope.enclaveQuorumPublic, options.trustedIssuerKeys);
  const data = await readSignedData(KIND, envelope, issuer);

  const { encapsulatedKey, ciphertext } = await readSealedMnemonic(data, options.organizationId);
  const plaintext = await keyPair.open(encapsulatedKey, ciphertext);
  try {
    const mnemonic = textOf(plaintext);
    if (mnemonic === undefined || mnemonic === "") {
      throw new MalformedBundleError(KIND, "mnemonic");
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

async function readSealedMnemonic(
  data: Uint8Array,
  expectedOrganizationId: string | undefined,
): Promise<SealedMnemonic> {
  const fields = jsonObject(textOf(data) ?? "");
  if (fields === undefined) {
    throw new MalformedBundleError(KIND, "data");
  }
  const { organizationId, encappedPublic, ciphertext } = fields;
  const isExpected = expectedOrganizationId === undefined || organizationId === expectedOrganizationId;
  if (typeof organizationId !== "string" || organizationId === "" || !isExpected) {
    throw new MalformedBundleError(KIND, "organization");
  }
  const point = await uncompressedPointOfHex(encappedPublic);
  if (point === undefined) {
    throw new MalformedBundleError(KIND, "point");
  }
  const sealed = bytesOfHex(ciphertext);
  if (sealed === undefined || sealed.length < TAG_BYTES) {
    throw new MalformedBundleError(KIND, "ciphertext");
  }
  return { encapsulatedKey: point, ciphertext: sealed };
}
