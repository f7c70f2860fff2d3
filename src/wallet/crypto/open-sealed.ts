import { refuse } from "../../core/errors";
import { requireKeyPair } from "./client-key-pair";
import type { ClientKeyPair } from "./client-key-pair";
import { loadHpke } from "./load-hpke";
import type { WalletExportOptions } from "./signed-values";
import { SessionKey } from "./session-key";

/**
 * Opens `encryptedSessionSigningKey` and returns the session's signing key. The decrypted bytes are wiped. A decryption
 * attempt uses up `keyPair`. An earlier failure leaves the pair usable.
 *
 * Format: base58check of a compressed encapsulated point (33 bytes) and an AES-256-GCM ciphertext, sealed with HPKE. The
 * sealed key is 32 raw bytes or 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { generateClientKeyPair, openSessionBundle } from "payments-sdk/wallet";
 *
 * const keyPair = await generateClientKeyPair();
 * const proof = { type: "EMAIL_OTP", otp, clientPublicKey: keyPair.publicKey } as const;
 * const { encryptedSessionSigningKey: bundle } = await payments.auth.credentials.verify(credential.id, proof);
 * const sessionKey = bundle && (await openSessionBundle(bundle, keyPair));
 * ```
 *
 * @param bundle the `encryptedSessionSigningKey` of a verification response, unchanged.
 * @param keyPair the pair that supplied `clientPublicKey` for the verification.
 * @throws {InvalidRequestError} when `bundle` is not a string.
 * @throws {MalformedBundleError} when it cannot be read; `layer` is `alphabet`, `checksum`, `length`, `point` or `secret`.
 * @throws {DecryptionError} when it was sealed to another key or altered.
 * @throws {InvalidKeyError} when `keyPair` is not a client key pair, or was used or wiped before.
 * @throws {ConnectionError} when the cryptography code cannot be loaded (`PART_NOT_LOADED`).
 * @see RFC 9180
 */
export async function openSessionBundle(bundle: string, keyPair: ClientKeyPair): Promise<SessionKey> {
  if (typeof bundle !== "string") refuse("bundle", `must be a string, got ${typeof bundle}`);
  requireKeyPair(keyPair);
  const { readSessionBundle } = await loadHpke();
  const secret = await readSessionBundle(bundle, keyPair);
  try {
    return await SessionKey.fromPrivateKey(secret);
  } finally {
    secret.fill(0);
  }
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
 * @throws {ConfigurationError} when `trustedIssuerKeys` is not a list of valid keys, or is empty in production without
 * `allowUnpinnedIssuer`.
 * @throws {SignatureVerificationError} when the issuer is not trusted, or its signature is invalid.
 * @throws {MalformedBundleError} when it cannot be read; `layer` is `envelope`, `data`, `organization`, `point`, `ciphertext`
 * or `mnemonic`.
 * @throws {DecryptionError} when it was sealed to another key or altered.
 * @throws {InvalidKeyError} when `keyPair` is not a client key pair, or was used or wiped before.
 * @throws {ConnectionError} when the cryptography code cannot be loaded (`PART_NOT_LOADED`).
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
