import { ConnectionError, isApiError, isConnectionError, isPaymentsError } from "payments-sdk";
import {
  codeProblemOf,
  OtherCredentialRequiredError,
  PlatformSignInRequiredError,
  SessionRequiredError,
  wordsFor,
} from "payments-sdk/wallet";

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

/** Explains why a code did not sign in. `undefined` for other errors. */
export function explainCode(error: unknown): string | undefined {
  return codeProblemOf(error) !== undefined || isWrongProof(error) ? explain(error) : undefined;
}

/** Whether the service rejected the proof: the code or the passkey. */
export function isWrongProof(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && !isPlatformSignInOver(error);
}

/** Explains the error to a person: what happened, and the next step. Never shows what was sent. */
export function explain(error: unknown): string {
  if (error instanceof BackendError && error.status < 500) return error.message;
  const { sentence, next } = wordsFor(isUnreachable(error) && !isPaymentsError(error) ? LOST : error);
  return `${sentence} ${next}`.trim();
}

/** The page's own calls fail like those of the wallet. */
const LOST = new ConnectionError("the backend did not respond", {});
