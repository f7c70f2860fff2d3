import { base64, hexOf } from "../../core/base64";
import { refuse } from "../../core/errors";
import type { Signer } from "../../core/types";
import { isWellFormed, utf8 } from "./bytes";
import { derOfCompact } from "./der";
import { InvalidKeyError } from "./errors";
import { loadHpke } from "./load-hpke";
import { loadP256 } from "./load-p256";
import { requireSubtleCrypto, subtleCrypto } from "./platform";
import { copyPrivateKey } from "./p256";
import { encodeStamp } from "./stamp";

const COMPRESSED_POINT = /^0[23][0-9a-f]{64}$/i;
const COMPRESSED_BYTES = 33;
const ECDSA = { name: "ECDSA", namedCurve: "P-256" };

/** A `CryptoKey`, under a name that exists in browser types and in Node types. */
type SigningCryptoKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A session key in a store. */
export interface StoredSessionKey {
  /** A non-extractable ECDSA P-256 `CryptoKey` that may sign. Structured cloning keeps it, JSON does not. */
  privateKey: SigningCryptoKey;
  /** Its compressed public point, 66 hexadecimal digits. */
  publicKey: string;
}

/**
 * The signing key of a wallet session. It is a non-extractable WebCrypto key, so no code can read its bytes. Printing or
 * serializing it shows only the public key.
 *
 * If the platform has no WebCrypto (React Native, pages without HTTPS), a private field holds the bytes. {@link wipe}
 * overwrites them.
 */
export class SessionKey implements Signer {
  /** The compressed P-256 point (SEC 1) as 66 lower-case hexadecimal digits. */
  readonly publicKey: string;
  #privateKey: SigningCryptoKey | Uint8Array | undefined;

  private constructor(publicKey: string, privateKey: SigningCryptoKey | Uint8Array) {
    this.publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /**
   * Creates a session key from its private key. The function neither keeps nor changes your bytes: wipe them.
   *
   * @example
   * ```ts
   * const sessionKey = await SessionKey.fromPrivateKey(privateKeyHex);
   * ```
   *
   * @param privateKey 32 bytes, big-endian, or 64 hexadecimal digits.
   * @throws {InvalidKeyError} when it is not a P-256 private key.
   * @throws {ConnectionError} when the cryptography code cannot be loaded (`PART_NOT_LOADED`).
   */
  static async fromPrivateKey(privateKey: Uint8Array | string): Promise<SessionKey> {
    const secret = copyPrivateKey(privateKey);
    const subtle = subtleCrypto();
    if (subtle === undefined) {
      const { pointOf } = await loadP256();
      return new SessionKey(compressed(pointOf(secret)), secret);
    }
    try {
      const { importPair } = await loadHpke();
      const { point, keys } = await importPair(subtle, secret, ECDSA, ["sign"]);
      return new SessionKey(compressed(point), keys.privateKey);
    } finally {
      secret.fill(0);
    }
  }

  /**
   * Generates a session key that never leaves the device. It is non-extractable from birth. Its `publicKey` is the
   * `clientPublicKey` of a sign-in.
   *
   * @example
   * ```ts
   * const sessionKey = await SessionKey.generate();
   * ```
   *
   * @throws {CryptoUnavailableError} when the platform has no WebCrypto.
   */
  static async generate(): Promise<SessionKey> {
    const subtle = requireSubtleCrypto();
    const { privateKey, publicKey } = await subtle.generateKey(ECDSA, false, ["sign"]);
    const point = new Uint8Array(await subtle.exportKey("raw", publicKey));
    return new SessionKey(compressed(point), privateKey);
  }

  /**
   * Creates a session key from the result of {@link SessionKey.stored}, for session stores. It checks the form of
   * `publicKey`, but not that it belongs to `privateKey`.
   *
   * @example
   * ```ts
   * const sessionKey = SessionKey.fromCryptoKey(storedKey);
   * ```
   *
   * @throws {InvalidKeyError} when `privateKey` is not a non-extractable P-256 signing key, or `publicKey` is malformed.
   */
  static fromCryptoKey(stored: StoredSessionKey): SessionKey {
    // Stores are not always typed, so check everything.
    const { privateKey, publicKey }: Partial<StoredSessionKey> = stored ?? {};
    const { algorithm, extractable, usages }: Partial<SigningCryptoKey> = privateKey ?? {};
    const isP256 =
      algorithm?.name === ECDSA.name &&
      "namedCurve" in algorithm &&
      algorithm.namedCurve === ECDSA.namedCurve;
    if (privateKey === undefined || !isP256 || extractable !== false || usages?.includes("sign") !== true) {
      throw new InvalidKeyError(
        "`privateKey` must be a non-extractable ECDSA P-256 key with the usage `sign`.",
      );
    }
    if (typeof publicKey !== "string" || !COMPRESSED_POINT.test(publicKey)) {
      throw new InvalidKeyError("`publicKey` must be a compressed P-256 point in hexadecimal.");
    }
    return new SessionKey(publicKey.toLowerCase(), privateKey);
  }

  /**
   * The key in the form for a session store that can hold a `CryptoKey` (IndexedDB). Undefined after {@link wipe}. Also
   * undefined without WebCrypto: such a key lives in memory only.
   *
   * @example
   * ```ts
   * const stored = sessionKey.stored(); // to put into IndexedDB
   * ```
   */
  stored(): StoredSessionKey | undefined {
    const privateKey = this.#privateKey;
    if (privateKey === undefined || privateKey instanceof Uint8Array) return undefined;
    return { privateKey, publicKey: this.publicKey };
  }

  /**
   * Signs a payload for the `Service-Wallet-Signature` header. The stamp is unpadded base64url of the JSON text `{ publicKey,
   * scheme, signature }`. The signature is ECDSA P-256 with SHA-256 (FIPS 186-5) over the payload's UTF-8 bytes, DER in
   * hexadecimal.
   *
   * @example
   * ```ts
   * const signature = await sessionKey.stamp(challenge.payloadToSign);
   * ```
   *
   * @param payload `payloadToSign`, unchanged. The method does not parse, trim or normalize it.
   * @throws {InvalidRequestError} when the payload is not a string, or has an unpaired surrogate.
   * @throws {InvalidKeyError} when the key was wiped.
   */
  async stamp(payload: string): Promise<string> {
    return encodeStamp(this.publicKey, hexOf(await this.#sign(payload)));
  }

  /**
   * Returns the bare signature over the payload's UTF-8 bytes, as DER in padded base64. This is another reading of the
   * specification's POST /quotes/{quoteId}/execute.
   *
   * @example
   * ```ts
   * const payload = findPayloadToSign(quote);
   * const signature = payload && (await sessionKey.signDer(payload));
   * ```
   *
   * @param payload `payloadToSign`, unchanged.
   * @throws {InvalidRequestError} when the payload is not a string, or has an unpaired surrogate.
   * @throws {InvalidKeyError} when the key was wiped.
   */
  async signDer(payload: string): Promise<string> {
    return base64(await this.#sign(payload));
  }

  /**
   * Wipes the private key. Signing then throws.
   *
   * @example
   * ```ts
   * sessionKey.wipe();
   * ```
   */
  wipe(): void {
    if (this.#privateKey instanceof Uint8Array) this.#privateKey.fill(0);
    this.#privateKey = undefined;
  }

  /** Signs; returns DER. */
  async #sign(payload: string): Promise<Uint8Array> {
    requirePayload(payload);
    const message = utf8(payload);
    const key = this.#requireKey();
    if (key instanceof Uint8Array) {
      const { sign } = await loadP256();
      this.#requireKey();
      return sign(message, key);
    }
    const compact = await requireSubtleCrypto().sign({ name: "ECDSA", hash: "SHA-256" }, key, message);
    // The customer may have signed out meanwhile.
    this.#requireKey();
    return derOfCompact(new Uint8Array(compact));
  }

  #requireKey(): SigningCryptoKey | Uint8Array {
    if (this.#privateKey === undefined)
      throw new InvalidKeyError("This session key was wiped: sign in again.");
    return this.#privateKey;
  }
}

/** The compressed form of an uncompressed point, in hexadecimal. Its first byte says whether y is odd (SEC 1, section 2.3.3). */
function compressed(point: Uint8Array): string {
  const bytes = point.slice(0, COMPRESSED_BYTES);
  bytes[0] = 2 + ((point.at(-1) ?? 0) & 1);
  return hexOf(bytes);
}

/**
 * Checks that a payload has a UTF-8 form, because it is signed unchanged. The error never shows the payload.
 *
 * @throws {InvalidRequestError} when the payload is not a string, or has an unpaired surrogate.
 */
export function requirePayload(payload: unknown, operation?: string): asserts payload is string {
  if (isWellFormed(payload)) return;
  const message =
    typeof payload === "string"
      ? "must not have unpaired surrogates"
      : `must be a string, got ${typeof payload}`;
  refuse("payload", message, operation);
}
