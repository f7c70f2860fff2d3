import { isApiError, isPaymentsError } from "./error-guards";
import { untilAborted } from "./abort";
import {
  assignKnown,
  ChallengeExpiredError,
  ChallengeRepeatedError,
  refuse,
  ResponseValidationError,
  UnrelatedResponseError,
} from "./errors";
import type { PaymentsError } from "./errors";
import type { Completed } from "./exchange";
import { fieldOf } from "./fields";
import { isServiceError } from "./outcome";
import type { Recovery, RequestOptions } from "./types";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";

/** `Date` headers tell whole seconds. */
const DATE_PRECISION_MS = 1_000;

/** What a header can carry: visible ASCII, with blanks inside. */
const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const CHALLENGE_FIELDS = ["payloadToSign", "requestId", "expiresAt"];

/** True for a 202 challenge, as an operation with a signed retry returns it when it was called without a signer. */
export function isSignedRetryChallenge(value: unknown): value is SignedRetryChallenge {
  return CHALLENGE_FIELDS.every((name) => typeof fieldOf(value, name) === "string");
}

/** A signed call: what it sends, and how its lost signed request is recovered. */
export interface SignedCall<T> {
  readonly operation: string;
  readonly recovery: Recovery<T>;
  /** The service's time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
  readonly sendInitial: () => Promise<Completed<T>>;
  readonly sendSigned: (headers: Record<string, string>) => Promise<Completed<T>>;
  readonly stamp: (payload: string) => Promise<unknown>;
  /** The options for a look at what was created: those of the call, and what is left of its time. */
  readonly recoveryOptions: () => RequestOptions;
}

/** How one round ended: an initial request, a signature, and the signed request. */
type Round<T> = { readonly kind: "done"; readonly value: T } | FailedRound;

/** A round without a result. */
interface FailedRound {
  /**
   * `refused`: the service did not carry out the signed request; a fresh challenge may do. `lost`: nobody knows what became of it.
   */
  readonly kind: "refused" | "lost";
  readonly error: PaymentsError;
  /** The time of its challenge, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Runs a signed call to its end: ask for a challenge, sign its payload byte for byte, send the same request again.
 *
 * The signed request is sent once per challenge. When it was refused (401), came too late, or got another challenge, the call
 * starts over once with a fresh challenge. When its response was lost, it is never repeated: a DELETE asks again (404: it was
 * carried out; a new challenge: it was not), a creation looks for what was made, and where nothing can tell, the error keeps
 * `outcome: "unknown"`. A 401 can also be the response to a second copy: a platform or a proxy may repeat a DELETE by itself. So
 * it is looked into in the same way. (specification, "Signed-retry pattern"; RFC 9110, section 9.2.2)
 */
export async function runSignedCall<T>(call: SignedCall<T>): Promise<T> {
  const first = await runRound(call);
  if (first.kind === "done") return first.value;
  if (first.kind === "lost" && !isDeletion(call)) throw first.error;

  const second = await runRound(call, first);
  if (second.kind === "done") return second.value;
  // The first signed request may still take effect.
  const failed = second.kind === "refused" && first.kind === "lost" ? first : second;
  const isOpen = second.kind === "lost" || isApiError(second.error);
  // A third round only checks whether a signed request succeeded.
  if (isOpen && isDeletion(call)) {
    if ((await sendInitial(call, { ...failed, kind: "lost" })) === "already-deleted") return undefined as T;
  }
  throw failed.error;
}

/**
 * Runs one round: an initial request, a signature, and the signed request.
 *
 * @param earlier the round before, whose signed request may have been carried out
 */
async function runRound<T>(call: SignedCall<T>, earlier?: FailedRound): Promise<Round<T>> {
  const sentAt = call.now();
  const initial = await sendInitial(call, earlier);
  if (initial === "already-deleted") return { kind: "done", value: undefined as T };
  const isOpen = initial.meta.status !== 202;
  // A first credential is created at once: there is nothing to sign.
  if (isOpen && call.recovery.kind === "find-created") return { kind: "done", value: initial.value };
  // The later of both: one wrong `Date` header must not make an older credential look new.
  const since = Math.max(sentAt, call.now()) - DATE_PRECISION_MS;
  // Nothing is deleted without a signature: the service is asked again, whoever said so.
  if (isOpen && isDeletion(call)) return { kind: "lost", error: noChallenge(call, initial), since };
  const challenge = challengeOf(call, initial);
  try {
    const [headers] = await Promise.all([sign(call, challenge), noteExisting(call)]);
    const { value, meta } = await call.sendSigned(headers);
    if (meta.status !== 202) return { kind: "done", value };
    // Without a challenge, the 202 is not the service's, and says nothing.
    if (!isSignedRetryChallenge(value)) throw noChallenge(call, { value, meta }, "unknown");
    // A challenge from before, or of nobody knows when, says nothing about the signed request.
    const isNewer = Date.parse(value.expiresAt) >= Date.parse(challenge.expiresAt);
    if (value.requestId === challenge.requestId || !isNewer) throw duplicate(call, { value, meta });
    return { kind: "refused", error: new ChallengeRepeatedError(call.operation, meta.requestId), since };
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    // A response that came whole, in another shape (strict mode), is not lost.
    if (error.outcome !== "not-executed" && error.code !== "INVALID_RESPONSE")
      return findCreated(call, { kind: "lost", error, since });
    // The DELETE of the earlier round was only slow.
    if (earlier !== undefined && isDeletion(call) && isNotFound(error))
      return { kind: "done", value: undefined as T };
    if (isUnauthorized(error)) return findCreated(call, { kind: "refused", error, since });
    if (error instanceof ChallengeExpiredError) return { kind: "refused", error, since };
    throw earlier?.kind === "lost" ? earlier.error : error;
  }
}

/** Sends the initial request. After a signed DELETE, the service's own 404 says that it was carried out. */
async function sendInitial<T>(
  call: SignedCall<T>,
  earlier: FailedRound | undefined,
): Promise<Completed<T> | "already-deleted"> {
  try {
    return await call.sendInitial();
  } catch (error) {
    if (earlier === undefined || !isPaymentsError(error)) throw error;
    if (isDeletion(call) && isNotFound(error)) return "already-deleted";
    const told = earlier.kind === "lost" ? earlier.error : error;
    // A 401 may be the response to a second copy of the DELETE, and now nobody said whether the first was carried out.
    if (isDeletion(call) && isUnauthorized(earlier.error)) assignKnown(told, { outcome: "unknown" });
    throw told;
  }
}

/** Reads what a lost creation could be taken for. Where that fails, nothing will be found. */
async function noteExisting<T>({ recovery, recoveryOptions }: SignedCall<T>): Promise<void> {
  if (recovery.kind !== "find-created") return;
  try {
    await recovery.noteExisting(recoveryOptions());
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
  }
}

/** Finds what a creation made; without it, or where nothing can be found, the round has failed. */
async function findCreated<T>(
  { recovery, recoveryOptions }: SignedCall<T>,
  failed: FailedRound,
): Promise<Round<T>> {
  if (recovery.kind !== "find-created") return failed;
  try {
    const value = await recovery.find(failed.since, recoveryOptions());
    if (value !== undefined) return { kind: "done", value };
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
  }
  return failed;
}

function isDeletion<T>({ recovery }: SignedCall<T>): boolean {
  return recovery.kind === "ask-again";
}

function isUnauthorized(error: PaymentsError): boolean {
  return isApiError(error) && error.status === 401;
}

function isNotFound(error: PaymentsError): boolean {
  return isApiError(error) && error.status === 404 && isServiceError(error);
}

function challengeOf<T>(call: SignedCall<T>, initial: Completed<T>): SignedRetryChallenge {
  if (isSignedRetryChallenge(initial.value)) return initial.value;
  // Only a creation can have acted.
  throw noChallenge(call, initial, call.recovery.kind === "find-created" ? "unknown" : "not-executed");
}

function noChallenge<T>(
  { operation }: SignedCall<T>,
  { value, meta }: Completed<T>,
  outcome: "unknown" | "not-executed" = "not-executed",
): ResponseValidationError {
  return new ResponseValidationError(`${operation}: the response (${meta.status}) has no challenge to sign`, {
    operation,
    status: meta.status,
    requestId: meta.requestId,
    outcome,
    code: "INVALID_RESPONSE",
    issues: [{ path: "", message: "must have `payloadToSign`, `requestId` and `expiresAt`" }],
    body: value,
  });
}

function duplicate<T>({ operation }: SignedCall<T>, { value, meta }: Completed<T>): UnrelatedResponseError {
  const issue = { path: "requestId", message: "is not that of a new challenge" };
  return new UnrelatedResponseError(
    `${operation}: the response (202) to the signed request is that to an earlier one; read what exists before you repeat the call`,
    { operation, status: meta.status, requestId: meta.requestId, issues: [issue], body: value },
  );
}

/** Signs a challenge, in time, and makes the two headers of the signed request. */
async function sign<T>(
  call: SignedCall<T>,
  challenge: SignedRetryChallenge,
): Promise<Record<string, string>> {
  const { operation, signal, now } = call;
  const { payloadToSign, requestId, expiresAt } = challenge;
  const requireTime = () => {
    if (now() >= Date.parse(expiresAt)) throw new ChallengeExpiredError(operation, expiresAt);
  };
  if (!HEADER_TEXT.test(requestId)) {
    refuse(
      "requestId",
      "of the challenge cannot be sent as an HTTP header: ask for a new challenge",
      operation,
    );
  }
  requireTime();
  const stamp = await untilAborted(signal, () => call.stamp(payloadToSign));
  requireTime();
  if (typeof stamp !== "string" || !HEADER_TEXT.test(stamp)) {
    refuse(
      "signer",
      "must return a signature that can be sent as an HTTP header: non-empty ASCII text",
      operation,
    );
  }
  return { "service-wallet-signature": stamp, "request-id": requestId };
}
