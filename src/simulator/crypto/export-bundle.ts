import { hex } from "@scure/base";
import { utf8 } from "./encoding";
import type { Bytes } from "./encoding";
import { seal } from "./hpke";
import { signDer } from "./p256";
import type { P256KeyPair } from "./p256";

const bundleVersion = "v1.0.0";

/** What goes into an exported wallet. */
export interface WalletExport {
  mnemonic: string;
  /** Whom it is sealed to, uncompressed. */
  clientPublicKey: Bytes;
  organizationId: string;
  /** 32 bytes that decide the ephemeral key. */
  entropy: Bytes;
  /** Who vouches for it; nobody in sandbox. */
  issuer: P256KeyPair | undefined;
}

/**
 * The `encryptedWalletCredentials` of an export: JSON text whose `data` is the hexadecimal of an inner JSON text with the
 * sealed phrase, and whose `dataSignature` covers the bytes of that inner text.
 */
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
