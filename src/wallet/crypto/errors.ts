import { assignKnown, PaymentsError } from "../../core/errors";
import type { ErrorFacts } from "../../core/errors";

/**
 * The part of an encrypted value that could not be read.
 *
 * Session bundle: `alphabet`, `checksum`, `length`, `point`, `secret`. Wallet export: `envelope`, `data`, `organization`,
 * `point`, `ciphertext`, `mnemonic`. Code target: `envelope`, `version`, `data`, `point`.
 */
export type BundleLayer =
  | "alphabet"
  | "checksum"
  | "length"
  | "point"
  | "secret"
  | "envelope"
  | "version"
  | "data"
  | "organization"
  | "ciphertext"
  | "mnemonic";

/** The values that the service sends, with their fields. */
const FIELDS = {
  "session bundle": "encryptedSessionSigningKey",
  "wallet export": "encryptedWalletCredentials",
  "code target": "otpEncryptionTargetBundle",
} as const;

type BundleKind = keyof typeof FIELDS;

/**
 * An encrypted or signed value from the service is malformed. `layer` names the part that could not be read. Code `MALFORMED_BUNDLE`.
 * The error never contains the value.
 *
 * From a wallet call, `outcome` is `"executed"`, because the service had executed the call. From a direct call of
 * `openSessionBundle` or `openWalletExport`, `outcome` is `"not-executed"`.
 */
export class MalformedBundleError extends PaymentsError {
  override readonly name: string = "MalformedBundleError";
  /** The kind of value: `"session bundle"`, `"wallet export"` or `"code target"`. */
  readonly bundle: BundleKind;
  /** The part that could not be read. */
  readonly layer: BundleLayer;

  constructor(bundle: BundleKind, layer: BundleLayer, problem = `cannot be read: its ${layer} is invalid`) {
    super(`The ${bundle} \`${FIELDS[bundle]}\` ${problem}.`, "MALFORMED_BUNDLE");
    this.bundle = bundle;
    this.layer = layer;
  }
}

/**
 * A sealed value could not be opened: it was sealed to another key, or altered. Code `DECRYPTION_FAILED`. The error does not
 * say which, and has no `cause`. For `outcome`, see {@link MalformedBundleError}.
 */
export class DecryptionError extends PaymentsError {
  override readonly name: string = "DecryptionError";

  constructor() {
    super(
      "The value could not be decrypted: it was sealed to another key, or it was altered.",
      "DECRYPTION_FAILED",
    );
  }
}

/**
 * The signature of a wallet export, a code target or a stamp is not valid. Nothing was decrypted or sealed. Code `SIGNATURE_INVALID`. For
 * `outcome`, see {@link MalformedBundleError}.
 */
export class SignatureVerificationError extends PaymentsError {
  override readonly name: string = "SignatureVerificationError";
  /**
   * The check that failed.
   *
   * - `issuer`: the issuer's key is missing, malformed or not trusted.
   * - `signature`: the signature is missing or invalid.
   * - `stamp`: the stamp is malformed.
   * - `payload`: the payload is not a string with a UTF-8 form.
   */
  readonly check: "issuer" | "signature" | "stamp" | "payload";

  constructor(check: SignatureVerificationError["check"], message: string) {
    super(message, "SIGNATURE_INVALID");
    this.check = check;
  }
}

/**
 * A key cannot be used. It is malformed, out of range or of another kind, or it was used or wiped before. Code `INVALID_KEY`.
 */
export class InvalidKeyError extends PaymentsError {
  override readonly name: string = "InvalidKeyError";

  constructor(message: string) {
    super(message, "INVALID_KEY");
  }
}

/** The platform has no WebCrypto (`crypto.subtle`). Opening a sealed value requires it. Code `CRYPTO_UNAVAILABLE`. */
export class CryptoUnavailableError extends PaymentsError {
  override readonly name: string = "CryptoUnavailableError";

  constructor() {
    super(
      "This platform has no `crypto.subtle`. Serve the page over HTTPS or from localhost.",
      "CRYPTO_UNAVAILABLE",
    );
  }
}

/**
 * Marks an error as one after execution: the service executed the call, but this device could not use the response.
 *
 * @returns the error; any other error unchanged.
 */
export function afterExecution(error: unknown, facts: Pick<ErrorFacts, "operation" | "requestId">): unknown {
  const isUnusable =
    error instanceof MalformedBundleError ||
    error instanceof SignatureVerificationError ||
    error instanceof DecryptionError ||
    error instanceof InvalidKeyError;
  if (isUnusable) assignKnown(error, { ...facts, outcome: "executed", advice: "reconcile" });
  return error;
}
