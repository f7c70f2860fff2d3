/*
 * The error classes of a wallet.
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
