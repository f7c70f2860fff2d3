import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check, hex } from "@scure/base";
import { concatBytes, utf8 } from "./encoding";
import type { Bytes } from "./encoding";
import { compress, signDer } from "./p256";
import type { P256KeyPair } from "./p256";

const bundleVersion = "v1.0.0";

export interface WalletExport {
  mnemonic: string;
  /** The recipient's key, uncompressed. */
  clientPublicKey: Bytes;
  organizationId: string;
  /** 32 bytes that decide the ephemeral key. */
  entropy: Bytes;
  /** The signing issuer. Absent in the sandbox. */
  issuer: P256KeyPair | undefined;
}

/** The `encryptedWalletCredentials`: JSON with the sealed phrase in `data`, and a signature over the bytes of `data`. */
export async function sealWalletExport(content: WalletExport): Promise<string> {
  const { encapsulatedKey, ciphertext } = await seal(
    content.clientPublicKey,
    utf8(content.mnemonic),
    content.entropy,
  );
  const data = utf8(
    JSON.stringify({
      encappedPublic: hex.encode(encapsulatedKey),
      ciphertext: hex.encode(ciphertext),
      organizationId: content.organizationId,
    }),
  );
  const { issuer } = content;
  return JSON.stringify({
    version: bundleVersion,
    data: hex.encode(data),
    dataSignature: issuer ? hex.encode(signDer(issuer.privateKey, data)) : "",
    enclaveQuorumPublic: issuer ? hex.encode(issuer.publicKey) : "",
  });
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

/** HPKE (RFC 9180) with P-256 and AES-256-GCM. Both keys are the additional data. `entropy` decides the ephemeral key. */
async function seal(recipient: Bytes, plaintext: Bytes, entropy: Bytes) {
  // Loaded at the first use, because it would double the time to load the simulator.
  const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import("@hpke/core");
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
