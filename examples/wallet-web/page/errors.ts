import { isApiError, isConnectionError, isPaymentsError } from "payments-sdk";
import {
  codeProblemOf,
  OtherCredentialRequiredError,
  PasskeyError,
  PlatformSignInRequiredError,
  SessionRequiredError,
} from "payments-sdk/wallet";
import type { CodeProblem } from "payments-sdk/wallet";

/** The backend rejected a call outside the wallet. */
export class BackendError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The backend did not respond to a call outside the wallet. */
export class UnreachableError extends Error {}

/** Whether the response is missing. The connection may be lost. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof UnreachableError || isConnectionError(error);
}

/** The service's requested delay, in milliseconds. */
export function waitOf(error: unknown): number | undefined {
  if (!isApiError(error) || error.status !== 429 || error.retryAfter === undefined) return undefined;
  return error.retryAfter * 1_000;
}

/** Whether signing in to the wallet again solves the problem. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof SessionRequiredError;
}

/** Whether the platform's own sign-in has ended. The wallet's code, passkey or session is not the cause. */
export function isPlatformSignInOver(error: unknown): boolean {
  return (
    error instanceof PlatformSignInRequiredError ||
    (error instanceof BackendError && error.code === "NOT_SIGNED_IN")
  );
}

/** Whether the action needs a session of another credential. */
export function needsOtherCredential(error: unknown): boolean {
  return error instanceof OtherCredentialRequiredError;
}

const codeProblems: Record<CodeProblem, string> = {
  wrong: "This is not the code from the e-mail. Check it and try again.",
  expired: "This code is too old. Send a new one.",
  used: "This code was used already. Send a new one.",
  locked: "Too many tries. Wait a moment, then send a new code.",
};

/** Explains why a code did not sign in. `undefined` for other errors. */
export function explainCode(error: unknown): string | undefined {
  const problem = codeProblemOf(error);
  if (problem !== undefined) return codeProblems[problem];
  return isWrongProof(error) ? "This code is not right, or no longer valid." : undefined;
}

/** Whether the service rejected the proof: the code or the passkey. */
export function isWrongProof(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && !isPlatformSignInOver(error);
}

const passkeyProblems: Record<PasskeyError["reason"], string> = {
  // The browser reports the same for a closed dialog, a missing passkey and a timeout.
  "cancelled-or-unavailable":
    "The passkey was not used. The dialog was closed, took too long, or found no passkey for this page.",
  aborted: "The passkey dialog was closed by the page. Try again.",
  unsupported: "This browser cannot make or use passkeys here.",
  security: "The browser does not allow passkeys on this address.",
  "already-registered": "This device already has a passkey for the wallet.",
  busy: "Another passkey dialog is still open.",
  unreadable: "The browser could not use the passkey. Try again, or sign in with a code.",
  "other-wallet": "That passkey belongs to another wallet. Choose the passkey of this one.",
};

/** Explains the error to a person. Never shows what was sent. */
export function explain(error: unknown): string {
  if (error instanceof PasskeyError) return passkeyProblems[error.reason];
  if (error instanceof BackendError)
    return error.status < 500 ? error.message : "Something went wrong on our side.";
  if (isUnreachable(error))
    return "The wallet could not be reached. Check your connection, or reload the page.";
  if (isPlatformSignInOver(error)) return "You are no longer signed in to Alder.";
  if (isApiError(error)) return explainStatus(error.status, error.retryAfter);
  return isPaymentsError(error) && error.code === "CHALLENGE_EXPIRED"
    ? "That took too long. Try again."
    : "That did not work. Try again.";
}

function explainStatus(status: number, retryAfter: number | undefined): string {
  switch (status) {
    case 401:
      return "That was not accepted. Check it and try again.";
    case 404:
      return "That is no longer there.";
    case 409:
      return "That was done already, or has expired.";
    case 429:
      return `That was too often. Try again ${retryAfter === undefined ? "in a moment" : inWords(retryAfter)}.`;
    default:
      return status < 500 ? "The wallet refused that." : "The wallet has a problem. Try again soon.";
  }
}

function inWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole < 120
    ? `in ${whole} ${whole === 1 ? "second" : "seconds"}`
    : `in ${Math.ceil(whole / 60)} minutes`;
}
