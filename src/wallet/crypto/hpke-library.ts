/** What the wallet uses of @hpke/core: loaded as one part, and the rest of the library stays out of a page. */
export { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
