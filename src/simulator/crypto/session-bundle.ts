import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import { concatBytes } from "./encoding";
import type { Bytes } from "./encoding";
import { seal } from "./hpke";
import { compress } from "./p256";

const base58check = createBase58check(sha256);

/**
 * The `encryptedSessionSigningKey` of a verification: base58check of the compressed encapsulated key and the sealed
 * 32 bytes of the session's private key (specification, "Session").
 */
export async function sealSessionKey(
  clientPublicKey: Bytes,
  privateKey: Bytes,
  entropy: Bytes,
): Promise<string> {
  const { encapsulatedKey, ciphertext } = await seal(clientPublicKey, privateKey, entropy);
  return base58check.encode(concatBytes(compress(encapsulatedKey), ciphertext));
}

/** What the sandbox gives with `sessionKey: "opaque"`: a text that no key opens (OP-06). */
export const opaqueSessionKey = "sandbox-encrypted-session-signing-key";
