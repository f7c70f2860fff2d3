import { hexOf } from "../../core/base64";
import { InvalidKeyError } from "./errors";
import { loadHpke, loadOpener } from "./load-hpke";
import { requireSubtleCrypto } from "./platform";
import { copyPrivateKey } from "./p256";

const ECDH = { name: "ECDH", namedCurve: "P-256" };

/**
 * The key pair of one verification or one wallet export. The service seals a value to `publicKey`, and the private key opens
 * that one value. The private key is a non-extractable WebCrypto key. No code can read its bytes, and printing or serializing
 * the pair does not show it.
 *
 * Make one with {@link generateClientKeyPair}.
 */
export class ClientKeyPair {
  /**
   * The value of `clientPublicKey`: the uncompressed P-256 point (SEC 1) as 130 lower-case hexadecimal digits, `04` first.
   */
  readonly publicKey: string;
  #keys: CryptoKeyPair | undefined;

  private constructor(publicKey: Uint8Array, keys: CryptoKeyPair) {
    this.publicKey = hexOf(publicKey);
    this.#keys = keys;
  }

  /**
   * Creates a new key pair.
   *
   * @example
   * ```ts
   * const keyPair = await ClientKeyPair.generate();
   * ```
   *
   * @throws {CryptoUnavailableError} when the platform has no WebCrypto.
   * @throws {ConnectionError} when the cryptography code cannot be loaded (`PART_NOT_LOADED`).
   */
  static async generate(): Promise<ClientKeyPair> {
    const subtle = requireSubtleCrypto();
    // Load the code that opens the result first. Otherwise a failed load would waste a code or an export.
    const [keys] = await Promise.all([subtle.generateKey(ECDH, false, ["deriveBits"]), loadOpener()]);
    return new ClientKeyPair(new Uint8Array(await subtle.exportKey("raw", keys.publicKey)), keys);
  }

  /**
   * Creates the pair of a known private key, for tests and for keys from elsewhere. The function neither keeps nor changes
   * your bytes.
   *
   * @example
   * ```ts
   * const keyPair = await ClientKeyPair.fromPrivateKey(privateKeyHex);
   * ```
   *
   * @param privateKey 32 bytes, big-endian, or 64 hexadecimal digits.
   * @throws {InvalidKeyError} when it is not a P-256 private key.
   * @throws {CryptoUnavailableError} when the platform has no WebCrypto.
   * @throws {ConnectionError} when the cryptography code cannot be loaded (`PART_NOT_LOADED`).
   */
  static async fromPrivateKey(privateKey: Uint8Array | string): Promise<ClientKeyPair> {
    const subtle = requireSubtleCrypto();
    const secret = copyPrivateKey(privateKey);
    try {
      const { importPair } = await loadHpke();
      const { point, keys } = await importPair(subtle, secret, ECDH, ["deriveBits"]);
      return new ClientKeyPair(point, keys);
    } finally {
      secret.fill(0);
    }
  }

  /**
   * Opens the value that was sealed to this pair. You can call it once: the private key is wiped even if opening fails.
   * {@link openSessionBundle} and {@link openWalletExport} use it after they check the value's outer layers.
   *
   * @example
   * ```ts
   * const plaintext = await keyPair.open(encapsulatedKey, ciphertext);
   * ```
   *
   * @param encapsulatedKey the sender's uncompressed point, 65 bytes.
   * @param ciphertext ciphertext and tag.
   * @returns the plaintext. Wipe it after use.
   * @throws {DecryptionError} when the value was sealed to another key or altered.
   * @throws {InvalidKeyError} when the pair was used or wiped before.
   */
  async open(encapsulatedKey: Uint8Array, ciphertext: Uint8Array): Promise<Uint8Array> {
    const recipient = this.#keys;
    if (recipient === undefined)
      throw new InvalidKeyError("This client key pair was already used or wiped: make a new one.");
    this.wipe();
    const { openSealed } = await loadHpke();
    return openSealed({
      recipient,
      recipientPublicKey: this.publicKey,
      encapsulatedKey,
      ciphertext,
    });
  }

  /**
   * Wipes the private key. Values that were sealed to this pair can no longer be opened.
   *
   * @example
   * ```ts
   * keyPair.wipe();
   * ```
   */
  wipe(): void {
    this.#keys = undefined;
  }
}

/**
 * Generates a P-256 key pair for one verification or one wallet export.
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
 * @throws {CryptoUnavailableError} when the platform has no WebCrypto.
 * @throws {ConnectionError} when the cryptography code cannot be loaded (`PART_NOT_LOADED`).
 */
export function generateClientKeyPair(): Promise<ClientKeyPair> {
  return ClientKeyPair.generate();
}

/**
 * Checks the shape, not the class: a pair from another copy of the package also works.
 *
 * @throws {InvalidKeyError} when the value is not a client key pair.
 */
export function requireKeyPair(value: unknown): asserts value is ClientKeyPair {
  const isPair =
    typeof value === "object" && value !== null && "open" in value && typeof value.open === "function";
  if (!isPair)
    throw new InvalidKeyError(
      "`keyPair` must be a client key pair: make one with `generateClientKeyPair()`.",
    );
}
