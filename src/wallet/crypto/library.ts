/** What the wallet uses of @hpke/core, and P-256 where WebCrypto does not do: loaded as one part with the first key pair. */
export { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
export { p256 } from "@noble/curves/nist.js";
export { isSignatureValid } from "./signature";
