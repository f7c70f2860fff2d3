import { PaymentsError } from "../core/errors";
import type { ErrorFacts } from "../core/errors";

/**
 * The action needs a signature, and nobody is signed in to this wallet. Sign in first. Nothing was executed. Code
 * `SESSION_REQUIRED`.
 */
export class SessionRequiredError extends PaymentsError {
  override readonly name: string = "SessionRequiredError";

  constructor(operation: string, message?: string, code = "SESSION_REQUIRED") {
    super(message ?? "this wallet has no session: sign in first", code, { operation });
  }
}

/**
 * The session ended before it could sign the action: it expired, or it was revoked. Its key was wiped. Sign in again. Nothing
 * was executed. Code `SESSION_EXPIRED`.
 */
export class SessionExpiredError extends SessionRequiredError {
  override readonly name: string = "SessionExpiredError";

  constructor(operation: string) {
    super(operation, "the wallet's session has ended: sign in again", "SESSION_EXPIRED");
  }
}

/**
 * Only a session of another credential can revoke a credential, and this wallet has none. Sign in with another credential.
 * Nothing was executed. Code `OTHER_CREDENTIAL_REQUIRED`.
 *
 * @see DELETE /auth/credentials/{id}
 */
export class OtherCredentialRequiredError extends PaymentsError {
  override readonly name: string = "OtherCredentialRequiredError";
  /** The `AuthMethod` id of the credential to revoke. */
  readonly credentialId: string;

  constructor(operation: string, credentialId: string) {
    super(
      "revoking a credential requires a session of another credential: sign in with another one",
      "OTHER_CREDENTIAL_REQUIRED",
      { operation },
    );
    this.credentialId = credentialId;
  }
}

/** The wallet has no credential of the type. Register one first. Nothing was executed. Code `CREDENTIAL_NOT_FOUND`. */
export class CredentialNotFoundError extends PaymentsError {
  override readonly name: string = "CredentialNotFoundError";
  /** The missing type, for example `PASSKEY`. */
  readonly type: string;

  constructor(operation: string, type: string) {
    super(`the wallet has no ${type} credential: register one first`, "CREDENTIAL_NOT_FOUND", { operation });
    this.type = type;
  }
}

/**
 * The `credentialId` of a sign-in belongs to another embedded wallet. The service opened a session there, so `outcome` is
 * `"executed"`. Nobody has its key, and it expires. Code `CREDENTIAL_MISMATCH`.
 */
export class CredentialMismatchError extends PaymentsError {
  override readonly name: string = "CredentialMismatchError";
  /** The `AuthMethod` id of the credential. */
  readonly credentialId: string;

  constructor(credentialId: string, facts: ErrorFacts) {
    super("`credentialId` belongs to another embedded wallet", "CREDENTIAL_MISMATCH", {
      ...facts,
      outcome: "executed",
    });
    this.credentialId = credentialId;
  }
}

/**
 * The quote of a stored payment is not the one that the customer confirmed. Its payload, amounts or destination differ. Nothing was signed. Wait until the quote has expired. Then ask the customer again with
 * `wallet.pay`. Code `CONFIRMATION_REQUIRED`.
 */
export class ConfirmationRequiredError extends PaymentsError {
  override readonly name: string = "ConfirmationRequiredError";
  /** The id of the quote. */
  readonly quoteId: string;

  constructor(operation: string, quoteId: string) {
    super(
      "the customer did not confirm this quote: its payload, amounts or destination differ, so nothing was signed",
      "CONFIRMATION_REQUIRED",
      { operation, advice: "reconcile" },
    );
    this.quoteId = quoteId;
  }
}

/**
 * The response of a refresh was lost. The earlier session still signs, until its own end. If the service has opened a new one,
 * nobody has its key, and it expires. Refresh again. `outcome` is `"unknown"`. Code `REFRESH_LOST`.
 */
export class RefreshLostError extends PaymentsError {
  override readonly name: string = "RefreshLostError";
  /** The end of the earlier session: ISO 8601 date-time in UTC. */
  readonly until: string;

  constructor(operation: string, until: string, cause: PaymentsError) {
    super(
      `the response was lost: the earlier session still signs until ${until}, so refresh again`,
      "REFRESH_LOST",
      {
        operation,
        outcome: "unknown",
        advice: "retry",
        requestId: cause.requestId,
        cause,
      },
    );
    this.until = until;
  }
}

/**
 * An earlier payment of the same amount to the same payee is still open: its outcome is unknown, or no call has returned it.
 * Nothing was sent. Finish or dismiss it with `wallet.pending`, then pay again if the customer wants two payments. Code
 * `PAYMENT_OPEN`.
 */
export class PaymentOpenError extends PaymentsError {
  override readonly name: string = "PaymentOpenError";
  /** The quote of the earlier payment. */
  readonly quoteId: string;

  constructor(operation: string, quoteId: string, isMade = false) {
    super(
      isMade
        ? "a payment of this amount to this payee was made and not yet seen: show and dismiss it with `wallet.pending`, then pay again for a second one"
        : "an earlier payment of this amount to this payee is still open: finish or dismiss it with `wallet.pending`",
      "PAYMENT_OPEN",
      { operation, advice: "reconcile" },
    );
    this.quoteId = quoteId;
  }
}

const REGISTRATION_MESSAGES = {
  exists: "the wallet has a passkey, and the service allows one: revoke that passkey first",
  open: "the service may have an earlier passkey of this device: sign in with it, or register again later with `replaceUnknown`",
} as const;

/**
 * A passkey cannot be registered now. No new passkey was created. Code `PASSKEY_REGISTRATION`.
 *
 * - `exists`: the wallet has a passkey, and its service allows one. Revoke that passkey first.
 * - `open`: an earlier registration has an unknown outcome. Sign in with the device's passkey: if that works, it is registered.
 *   If it does not, list the credentials twice, at least a minute apart and five minutes after the dialog. Then ask the
 *   customer, and register with `replaceUnknown: true`.
 */
export class PasskeyRegistrationError extends PaymentsError {
  override readonly name: string = "PasskeyRegistrationError";
  /** The reason, for your code to check. */
  readonly reason: "exists" | "open";

  constructor(operation: string, reason: "exists" | "open", cause?: unknown) {
    super(REGISTRATION_MESSAGES[reason], "PASSKEY_REGISTRATION", {
      operation,
      cause,
      ...(reason === "open" && { outcome: "unknown", advice: "reconcile" }),
    });
    this.reason = reason;
  }
}

/** The ways in which a service does not fit. */
const SESSION_KEYS_PROBLEMS = {
  refused: 'the service refused a key that this device holds: an older service needs `sessionKeys: "sealed"`',
  sealed:
    'the service sealed a session key (`encryptedSessionSigningKey`) in place of the key that this device holds: it needs `sessionKeys: "sealed"`',
  "no target":
    'the service sent no `otpEncryptionTargetBundle` to seal the code to: an older service needs `sessionKeys: "sealed"`',
};

/**
 * The service does not fit the option `sessionKeys: "held"`. The wallet does not fall back to the older sign-in. `outcome`
 * says whether the service executed the call. Code `SESSION_KEYS_MISMATCH`.
 */
export class SessionKeysError extends PaymentsError {
  override readonly name: string = "SessionKeysError";

  constructor(problem: keyof typeof SESSION_KEYS_PROBLEMS, facts: ErrorFacts) {
    super(SESSION_KEYS_PROBLEMS[problem], "SESSION_KEYS_MISMATCH", facts);
  }
}
