/** The parts of @hpke/core that the wallet uses, in one chunk. It loads with the first key pair. */
export { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
