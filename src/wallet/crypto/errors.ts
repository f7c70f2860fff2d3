import { named, PaymentsError } from "../../core/errors";

/**
 * The part of an encrypted answer that could not be read, in the order in which the parts are checked.
 * Session bundle: `alphabet`, `checksum`, `length`, `point`, `secret`.
 * Wallet export: `envelope`, `data`, `organization`, `point`, `ciphertext`, `mnemonic`.
 */
export type BundleLayer =
  | "alphabet"
  | "checksum"
  | "length"
  | "point"
  | "secret"
  | "envelope"
  | "data"
  | "organization"
  | "ciphertext"
  | "mnemonic";

/**
 * An encrypted answer of the service is not what it should be; `layer` names the part at fault. Code `MALFORMED_BUNDLE`.
 * The text of the answer is never part of the error.
 */
export class MalformedBundleError extends PaymentsError {
  /** The part that could not be read. */
  readonly layer: BundleLayer;

  constructor(bundle: "session bundle" | "wallet export", layer: BundleLayer) {
    super(`The ${bundle} cannot be read: its ${layer} is not what it should be.`, "MALFORMED_BUNDLE");
    this.layer = layer;
  }

  static {
    named(this, "MalformedBundleError");
  }
}

/**
 * A sealed value could not be opened: it is for another key, or it was altered. Code `DECRYPTION_FAILED`.
 * By intention says no more, and has no `cause`.
 */
export class DecryptionError extends PaymentsError {
  constructor() {
    super(
      "The value could not be decrypted: it was sealed to another key, or it was altered.",
      "DECRYPTION_FAILED",
    );
  }

  static {
    named(this, "DecryptionError");
  }
}

/**
 * A wallet export is not signed by an issuer that the caller trusts; nothing of it was decrypted.
 * Code `SIGNATURE_INVALID`.
 */
export class SignatureVerificationError extends PaymentsError {
  /** `issuer`: the key that vouches for the export is missing, unusable or not trusted. `signature`: its signature does not hold. */
  readonly check: "issuer" | "signature";

  constructor(check: "issuer" | "signature") {
    super(`The wallet export is not trusted: its ${check} is missing or does not hold.`, "SIGNATURE_INVALID");
    this.check = check;
  }

  static {
    named(this, "SignatureVerificationError");
  }
}

/** A key cannot be used: malformed, out of range, of another kind, or already used up or wiped. Code `INVALID_KEY`. */
export class InvalidKeyError extends PaymentsError {
  constructor(message: string) {
    super(message, "INVALID_KEY");
  }

  static {
    named(this, "InvalidKeyError");
  }
}

/** The platform has no WebCrypto (`crypto.subtle`), which opening a sealed value needs. Code `CRYPTO_UNAVAILABLE`. */
export class CryptoUnavailableError extends PaymentsError {
  constructor() {
    super(
      "This platform has no `crypto.subtle`: browsers offer it on pages loaded over HTTPS or from localhost, React Native through a polyfill.",
      "CRYPTO_UNAVAILABLE",
    );
  }

  static {
    named(this, "CryptoUnavailableError");
  }
}
