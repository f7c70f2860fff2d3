/*
 * The building blocks below a wallet, its error classes, and the sandbox.
 */
export { PlatformSignInRequiredError } from "../../core/api-errors";
export {
  CryptoUnavailableError,
  DecryptionError,
  InvalidKeyError,
  MalformedBundleError,
  SignatureVerificationError,
} from "../crypto/errors";
export * from "../errors";
export { PasskeyError } from "../passkeys/passkey-error";
export { StoreUnavailableError } from "../store-unavailable";
export { ClientKeyPair, generateClientKeyPair } from "../crypto/client-key-pair";
export { openSessionBundle, openWalletExport } from "../crypto/open-sealed";
export { SessionKey } from "../crypto/session-key";
export { verifyStamp } from "../crypto/stamp";
export { toAssertion, toAttestation } from "../passkey-mapping";
export { sandboxOidcToken, sandboxPasskeys, sandboxSigner, sandboxValues } from "../sandbox";
export { WalletSession } from "../wallet-session";
