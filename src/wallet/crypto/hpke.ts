import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { bytesOfKnownHex, utf8 } from "./bytes";
import { DecryptionError } from "./errors";

/** The length of the tag that ends every AES-GCM ciphertext. */
export const TAG_BYTES = 16;

/** The application's context string in the key schedule. The wire format fixes it. */
const INFO = "turnkey_hpke";

/** One sealed message and the key pair it was sealed to. Points are uncompressed. */
export interface SealedMessage {
  recipient: CryptoKeyPair;
  /** Hexadecimal. */
  recipientPublicKey: string;
  encapsulatedKey: Uint8Array;
  ciphertext: Uint8Array;
}

/** Opens one value that was sealed to a key pair. */
export interface Opener {
  open(encapsulatedKey: Uint8Array, ciphertext: Uint8Array): Promise<Uint8Array>;
}

function cipherSuite(): CipherSuite {
  return new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
}

/** Seals a message to a public key, in the same form. The key is an uncompressed point on the curve. */
export async function seal(
  recipientPublicKey: Uint8Array<ArrayBuffer>,
  plaintext: Uint8Array<ArrayBuffer>,
): Promise<Pick<SealedMessage, "encapsulatedKey" | "ciphertext">> {
  const suite = cipherSuite();
  const recipient = await suite.kem.deserializePublicKey(recipientPublicKey);
  const sender = await suite.createSenderContext({ recipientPublicKey: recipient, info: utf8(INFO) });
  const encapsulatedKey = new Uint8Array(sender.enc);
  const ciphertext = await sender.seal(plaintext, Uint8Array.of(...encapsulatedKey, ...recipientPublicKey));
  return { encapsulatedKey, ciphertext: new Uint8Array(ciphertext) };
}

/**
 * Opens a message sealed with HPKE in base mode (RFC 9180, section 6.1): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
 * The additional data are the encapsulated key and the recipient's public key. The caller wipes the result.
 *
 * @throws {DecryptionError} when it cannot be opened, for any reason
 */
export async function openSealed(message: SealedMessage): Promise<Uint8Array<ArrayBuffer>> {
  const suite = cipherSuite();
  try {
    const plaintext = await suite.open(
      // Pass both halves: the private key is not extractable, so the library cannot derive the public one.
      { recipientKey: message.recipient, enc: message.encapsulatedKey, info: utf8(INFO) },
      message.ciphertext,
      Uint8Array.of(...message.encapsulatedKey, ...bytesOfKnownHex(message.recipientPublicKey)),
    );
    return new Uint8Array(plaintext);
  } catch {
    throw new DecryptionError();
  }
}
