import { PaymentsError } from "../../core/errors";

/**
 * Why a passkey ceremony gave no passkey, as far as the browser says.
 *
 * - `cancelled-or-unavailable`: the customer closed the dialog, it timed out, or no passkey or authenticator matches. Browsers
 *   do not tell these apart, so that a page cannot find out which passkeys a person has.
 * - `aborted`: the page or the browser ended the ceremony. A passkey dialog ends a pending autofill in this way. Your own
 *   signal causes an `AbortedError` instead.
 * - `unsupported`: the browser, or every authenticator at hand, lacks what the ceremony needs.
 * - `security`: the relying party's id does not match the page's domain, or the page is not secure.
 * - `already-registered`: the authenticator has one of the excluded passkeys.
 * - `busy`: another passkey dialog of this page is open. It stays open.
 */
export type PasskeyFailureReason =
  "cancelled-or-unavailable" | "aborted" | "unsupported" | "security" | "already-registered" | "busy";

const messages: Record<PasskeyFailureReason, string> = {
  "cancelled-or-unavailable":
    "The passkey dialog closed or timed out, or no passkey matches. Browsers do not say which.",
  aborted: "The page or the browser ended the passkey request.",
  unsupported: "This browser, or its authenticators, does not support this passkey request.",
  security:
    "`relyingParty.id` does not match the page's domain, or the page is not secure. Use HTTPS or localhost.",
  "already-registered": "This device already has a passkey of this wallet.",
  busy: "Another passkey dialog of this page is still open.",
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
    super(hint === undefined ? messages[reason] : `${messages[reason]} ${hint}`, "PASSKEY_FAILED", {
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
