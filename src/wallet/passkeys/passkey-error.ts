import { PaymentsError } from "../../core/errors";

/**
 * Why a passkey ceremony gave no passkey, as far as the browser says.
 *
 * - `cancelled-or-unavailable`: the dialog was closed or ran out of time, or there is no passkey or authenticator that
 *   fits. Browsers do not tell these apart, so that a page cannot find out which passkeys somebody has.
 * - `aborted`: the page or the browser ended the ceremony. The caller's own signal gives an `AbortedError` instead.
 * - `unsupported`: the browser, or every authenticator at hand, lacks what the ceremony needs.
 * - `security`: the relying party's id does not fit the page's address, or the page is not a secure one.
 * - `already-registered`: the authenticator has one of the passkeys that were to be excluded.
 * - `busy`: another ceremony of this page is open. It goes on.
 */
export type PasskeyFailureReason =
  "cancelled-or-unavailable" | "aborted" | "unsupported" | "security" | "already-registered" | "busy";

const messages: Record<PasskeyFailureReason, string> = {
  "cancelled-or-unavailable":
    "the dialog closed or ran out of time, or no passkey fits; browsers do not say which",
  aborted: "the passkey ceremony was ended before it was complete",
  unsupported: "this browser or its authenticators cannot do this passkey ceremony",
  security:
    "the relying party's id must fit the page's domain, and the page must be secure (HTTPS or localhost)",
  "already-registered": "the authenticator already has a passkey of this wallet",
  busy: "another passkey ceremony of this page is still open",
};

/**
 * The browser made or gave no passkey. Nothing was sent to the service. Code `PASSKEY_FAILED`; `reason` says why, and `cause`
 * is what the browser threw.
 *
 * @see WebAuthn Level 3, sections 5.1.3 and 5.1.4
 */
export class PasskeyError extends PaymentsError {
  /** What went wrong, for a program to tell apart. */
  readonly reason: PasskeyFailureReason;
  /** What the developer of the page can do about it; only where that is known. */
  declare readonly hint?: string;

  constructor(
    reason: PasskeyFailureReason,
    operation: string,
    { hint, cause }: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(hint === undefined ? messages[reason] : `${messages[reason]}; ${hint}`, "PASSKEY_FAILED", {
      operation,
      cause,
    });
    this.reason = reason;
    if (hint !== undefined) this.hint = hint;
  }

  override get name(): string {
    return "PasskeyError";
  }
}
