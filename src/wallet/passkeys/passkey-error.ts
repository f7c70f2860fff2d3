import { PaymentsError } from "../../core/errors";

/**
 * The reason why a passkey ceremony failed, according to the browser.
 *
 * - `cancelled-or-unavailable`: the customer closed the dialog, it timed out, or no passkey or authenticator matches.
 *   Browsers report these alike, so that a page cannot learn which passkeys a person has.
 * - `aborted`: the page or the browser ended the ceremony. For example, a passkey dialog ends a pending autofill. Your own
 *   signal causes an `AbortedError` instead.
 * - `unsupported`: the browser or every available authenticator lacks a required feature.
 * - `security`: the relying party's id does not match the page's domain, or the page is not secure.
 * - `already-registered`: the authenticator has one of the excluded passkeys.
 * - `busy`: another passkey dialog of this page is open. It stays open.
 * - `unreadable`: the browser or a password manager failed, or gave something that cannot be read. The customer did not cancel,
 *   and the device may have made a passkey. Offer another attempt, or another way.
 * - `other-wallet`: the customer chose a passkey of another wallet. To sign in with a passkey that was made elsewhere, pass its
 *   id in `allowCredentials`.
 */
export type PasskeyFailureReason =
  | "cancelled-or-unavailable"
  | "aborted"
  | "unsupported"
  | "security"
  | "already-registered"
  | "busy"
  | "unreadable"
  | "other-wallet";

const messages: Record<PasskeyFailureReason, string> = {
  "cancelled-or-unavailable":
    "The passkey dialog closed or timed out, or no passkey matches. Browsers do not say which.",
  aborted: "The page or the browser ended the passkey request.",
  unsupported: "This browser, or its authenticators, does not support this passkey request.",
  security: "`relyingParty.id` does not match the page's domain, or the page has no HTTPS.",
  "already-registered": "This device already has a passkey of this wallet.",
  "other-wallet": "The chosen passkey belongs to another wallet. Choose the passkey of this one.",
  unreadable: "The browser or a password manager failed, or its passkey cannot be read: see `cause`.",
  busy: "Another passkey dialog of this page is still open.",
};

/**
 * The browser created or returned no passkey. Nothing was sent to the service. Code `PASSKEY_FAILED`. `reason` says why, and
 * `cause` is the browser's error.
 *
 * @see WebAuthn Level 3, sections 5.1.3 and 5.1.4
 */
export class PasskeyError extends PaymentsError {
  override readonly name: string = "PasskeyError";
  /** The reason, for your code to check. */
  readonly reason: PasskeyFailureReason;
  /** Advice for the page's developer, if known. */
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
}
