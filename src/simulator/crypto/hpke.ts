import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { concatBytes, utf8 } from "./encoding";
import type { Bytes } from "./encoding";

/** Part of the wire format: the sender and the recipient have to name the same text. */
const info = "turnkey_hpke";

export interface Sealed {
  /** Uncompressed, 65 bytes. */
  encapsulatedKey: Bytes;
  /** Ends in the 16 bytes of the tag. */
  ciphertext: Bytes;
}

/**
 * Seals a message to a P-256 public key: HPKE (RFC 9180) in base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and
 * AES-256-GCM; the additional data are the encapsulated key and the recipient's key, both uncompressed.
 *
 * @param entropy 32 bytes that decide the ephemeral key, so that a seeded run repeats itself.
 */
export async function seal(recipient: Bytes, plaintext: Bytes, entropy: Bytes): Promise<Sealed> {
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.deserializePublicKey(recipient),
    info: utf8(info),
    ekm: await suite.kem.deriveKeyPair(entropy),
  });
  const encapsulatedKey = new Uint8Array(sender.enc);
  const ciphertext = new Uint8Array(await sender.seal(plaintext, concatBytes(encapsulatedKey, recipient)));
  return { encapsulatedKey, ciphertext };
}
