import { requireKeyPair } from "./client-key-pair";
import type { ClientKeyPair } from "./client-key-pair";
import { loadHpke } from "./load-library";
import type { WalletExportOptions } from "./read-wallet-export";

export type { WalletExportOptions } from "./read-wallet-export";

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
  requireKeyPair(keyPair);
  const { readWalletExport } = await loadHpke();
  return readWalletExport(encryptedWalletCredentials, keyPair, options);
}
