import { named, PaymentsError } from "../core/errors";

/**
 * The action must be signed, and this wallet holds no session to sign it with: sign in first. Nothing was executed.
 * Code `SESSION_REQUIRED`.
 */
export class SessionRequiredError extends PaymentsError {
  constructor(operation: string, message?: string, code = "SESSION_REQUIRED") {
    super(message ?? "this wallet holds no session: sign in first", code, { operation });
  }

  static {
    named(this, "SessionRequiredError");
  }
}

/**
 * The session ended before the action could be signed: it expired, or it was revoked. Its key was wiped; sign in again.
 * Nothing was executed. Code `SESSION_EXPIRED`. (specification, "Session")
 */
export class SessionExpiredError extends SessionRequiredError {
  constructor(operation: string) {
    super(operation, "the wallet's session has ended: sign in again", "SESSION_EXPIRED");
  }

  static {
    named(this, "SessionExpiredError");
  }
}

/**
 * A credential can only be revoked by a session of another credential of the wallet, and this wallet holds none: sign in
 * with another credential. Nothing was executed. Code `OTHER_CREDENTIAL_REQUIRED`.
 * (specification, DELETE /auth/credentials/{id})
 */
export class OtherCredentialRequiredError extends PaymentsError {
  /** The credential that was to be revoked. */
  readonly credentialId: string;

  constructor(operation: string, credentialId: string) {
    super(
      "revoking a credential takes a session of another credential of the wallet: sign in with another one",
      "OTHER_CREDENTIAL_REQUIRED",
      { operation },
    );
    this.credentialId = credentialId;
  }

  static {
    named(this, "OtherCredentialRequiredError");
  }
}

/** The wallet has no credential of the type: register one first. Nothing was executed. Code `CREDENTIAL_NOT_FOUND`. */
export class CredentialNotFoundError extends PaymentsError {
  /** The type that was looked for. */
  readonly type: string;

  constructor(operation: string, type: string) {
    super(`the wallet has no ${type} credential: register one first`, "CREDENTIAL_NOT_FOUND", { operation });
    this.type = type;
  }

  static {
    named(this, "CredentialNotFoundError");
  }
}
