import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check, hex } from "@scure/base";
import { concatBytes, textBytes } from "./encoding";
import type { Bytes } from "./encoding";
import { compress, signMessage } from "./p256";
import type { P256KeyPair } from "./p256";

export interface SealedExport {
  mnemonic: string;
  /** The recipient's key, uncompressed. */
  clientPublicKey: Bytes;
  organizationId: string;
  /** 32 bytes that decide the ephemeral key. */
  entropy: Bytes;
  /** The signing issuer. Absent in the sandbox. */
  issuer: P256KeyPair | undefined;
}

/** The `encryptedWalletCredentials`: the sealed phrase. */
export async function sealWalletExport(content: SealedExport): Promise<string> {
  const { clientPublicKey, mnemonic, entropy, organizationId, issuer } = content;
  const { encapsulatedKey, ciphertext } = await seal(clientPublicKey, textBytes(mnemonic), entropy);
  const sealed = { encappedPublic: hex.encode(encapsulatedKey), ciphertext: hex.encode(ciphertext) };
  return signedBundle({ ...sealed, organizationId }, issuer);
}

/** The `otpEncryptionTargetBundle`: the target's key. */
export const codeTargetBundle = (targetPublicKey: Bytes, issuer: P256KeyPair): string =>
  signedBundle({ targetPublic: hex.encode(targetPublicKey) }, issuer);

/** JSON with the content in `data`, and the issuer's signature over its bytes. */
function signedBundle(content: object, issuer: P256KeyPair | undefined): string {
  const data = textBytes(JSON.stringify(content));
  return JSON.stringify({
    version: "v1.0.0",
    data: hex.encode(data),
    dataSignature: issuer ? hex.encode(signMessage(issuer.privateKey, data)) : "",
    enclaveQuorumPublic: issuer ? hex.encode(issuer.publicKey) : "",
  });
}

/** Opens what a client sealed to the target. Returns `undefined` if it was sealed to another key, or altered. */
export async function openClientMessage(
  target: P256KeyPair,
  encapsulatedKey: Bytes,
  ciphertext: Bytes,
): Promise<Bytes | undefined> {
  const suite = await cipherSuite();
  try {
    const recipientKey = {
      privateKey: await suite.kem.deserializePrivateKey(target.privateKey),
      publicKey: await suite.kem.deserializePublicKey(target.publicKey),
    };
    const additionalData = concatBytes(encapsulatedKey, target.publicKey);
    const message = { recipientKey, enc: encapsulatedKey, info: textBytes(info) };
    return new Uint8Array(await suite.open(message, ciphertext, additionalData));
  } catch {
    return undefined;
  }
}

const base58check = createBase58check(sha256);

/** The `encryptedSessionSigningKey`: base58check of the compressed encapsulated key and the sealed private key. */
export async function sealSessionKey(
  clientPublicKey: Bytes,
  privateKey: Bytes,
  entropy: Bytes,
): Promise<string> {
  const { encapsulatedKey, ciphertext } = await seal(clientPublicKey, privateKey, entropy);
  return base58check.encode(concatBytes(compress(encapsulatedKey), ciphertext));
}

/** The sandbox's text for `sessionKey: "opaque"`, which no key opens (OP-06). */
export const opaqueSessionKey = "sandbox-encrypted-session-signing-key";

/** Part of the wire format. The sender and the recipient must use the same text. */
const info = "turnkey_hpke";

/** HPKE (RFC 9180) with P-256 and AES-256-GCM. */
async function cipherSuite() {
  // Loaded at the first use, because it would double the time to load the simulator.
  const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import("@hpke/core");
  return new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
}

/** Both keys are the additional data. `entropy` decides the ephemeral key. */
async function seal(recipient: Bytes, plaintext: Bytes, entropy: Bytes) {
  const suite = await cipherSuite();
  const sender = await suite.createSenderContext({
    recipientPublicKey: await suite.kem.deserializePublicKey(recipient),
    info: textBytes(info),
    ekm: await suite.kem.deriveKeyPair(entropy),
  });
  const encapsulatedKey = new Uint8Array(sender.enc);
  const ciphertext = new Uint8Array(await sender.seal(plaintext, concatBytes(encapsulatedKey, recipient)));
  return { encapsulatedKey, ciphertext };
}
