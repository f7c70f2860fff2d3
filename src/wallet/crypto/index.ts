export { ClientKeyPair, generateClientKeyPair } from "./client-key-pair";
export {
  afterExecution,
  CryptoUnavailableError,
  DecryptionError,
  InvalidKeyError,
  MalformedBundleError,
  SignatureVerificationError,
} from "./errors";
export { openSessionBundle, openWalletExport } from "./open-sealed";
export type { WalletExportOptions } from "./signed-values";
export { requirePayload, SessionKey } from "./session-key";
export type { StoredSessionKey } from "./session-key";
export { verifyStamp } from "./stamp";
export type { VerifiedStamp } from "./stamp";
export { requireIssuerKeys } from "./issuer-keys";
export { loadHpke } from "./platform";
