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
export { requireIssuerKeys, requireIssuerPoints } from "./signed-envelope";
export { sealOneTimeCode } from "./one-time-code";
export { openWalletExport, requireIssuerPolicy } from "./wallet-export";
export type { WalletExportOptions } from "./wallet-export";
