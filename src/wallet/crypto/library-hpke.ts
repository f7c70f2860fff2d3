/** What the wallet uses of @hpke/core: loaded as one part, with the first key pair. */
export { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
