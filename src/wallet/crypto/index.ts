export { ClientKeyPair, generateClientKeyPair } from "./client-key-pair";
export {
  afterExecution,
  CryptoUnavailableError,
  DecryptionError,
  InvalidKeyError,
  MalformedBundleError,
  SignatureVerificationError,
} from "./errors";
export { openSessionBundle } from "./session-bundle";
export { requirePayload, SessionKey } from "./session-key";
export type { StoredSessionKey } from "./session-key";
export { verifyStamp } from "./verify-stamp";
export type { VerifiedStamp } from "./verify-stamp";
export { requireIssuerKeys } from "./issuer-keys";
export { loadHpke } from "./load-library";
export { openWalletExport } from "./wallet-export";
export type { WalletExportOptions } from "./wallet-export";
