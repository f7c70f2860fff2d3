export { ClientKeyPair, generateClientKeyPair } from "./client-key-pair";
export {
  CryptoUnavailableError,
  DecryptionError,
  InvalidKeyError,
  MalformedBundleError,
  SignatureVerificationError,
} from "./errors";
export type { BundleLayer } from "./errors";
export { openSessionBundle } from "./session-bundle";
export { SessionKey } from "./session-key";
export type { SigningCryptoKey, StoredSessionKey } from "./session-key";
export { verifyStamp } from "./stamp";
export type { VerifiedStamp } from "./stamp";
export { openWalletExport } from "./wallet-export";
export type { WalletExportOptions } from "./wallet-export";
