import { untilAborted } from "./abort";
import { isApiError, isPaymentsError } from "./error-guards";
import {
  AbortedError,
  ChallengeExpiredError,
  ChallengeRepeatedError,
  refuse,
  ResponseValidationError,
  restate,
  UnrelatedResponseError,
} from "./errors";
import type { PaymentsError, ResponseErrorFacts } from "./errors";
import type { Completed } from "./exchange";
import { isChallenge, NO_CHALLENGE, saysNotFound } from "./judge";
import type { Recovery, RequestOptions } from "./types";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";

/** `Date` headers have whole seconds. */
const DATE_PRECISION_MS = 1_000;

/** Text that fits into a header: visible ASCII, with spaces inside. */
export const HEADER_TEXT = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** How many challenges a call may sign. */
const ROUNDS = 2;

/** Returns true for a 202 challenge. A signed operation resolves to one if you call it without a signer. */
export function isSignedRetryChallenge(value: unknown): value is SignedRetryChallenge {
  return isChallenge(value);
}

/** A signed call, with the recovery of a lost signed request. */
export interface SignedCall<T> {
  readonly operation: string;
  readonly recovery: Recovery<T>;
  /** Whether a success without a challenge is a result. */
  readonly mayActUnsigned: boolean;
  /** The service's time in milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
  readonly sendInitial: () => Promise<Completed<T>>;
  readonly sendSigned: (headers: Record<string, string>) => Promise<Completed<T>>;
  readonly stamp: (payload: string) => Promise<unknown>;
  /** The options for finding what was created: those of the call, with its remaining time. */
  readonly recoveryOptions: () => RequestOptions;
}

/** A call that ends without an error. */
interface Done<T> {
  readonly value: T;
}

/**
 * Runs a signed call: gets a challenge, signs its payload byte for byte, and sends the same request again.
 *
 * The client sends a signed request once per challenge. If a fresh challenge may help, the call starts over
 * once. A deletion then asks for another challenge. A 404 means that the deletion was executed. A
 * creation looks for its result. Otherwise the error keeps `outcome: "unknown"`.
 */
export async function runSignedCall<T>(call: SignedCall<T>): Promise<T> {
  const isDeletion = call.recovery.kind === "ask-again";
  let earlier: Failures | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const askedAt = call.now();
    const initial = await sendInitial(call, earlier);
    if (initial === "deleted") return undefined as T;
    if (call.mayActUnsigned && (initial.meta.status !== 202 || !isChallenge(initial.value))) {
      return initial.value;
    }
    // The later of both times. A wrong `Date` header must not make an older credential look new.
    const since = Math.max(askedAt, call.now()) - DATE_PRECISION_MS;
    try {
      return await sendSigned(call, initial);
    } catch (error) {
      if (!isPaymentsError(error)) throw error;
      const isOpen = error.outcome !== "not-executed";
      earlier = { latest: error, open: isOpen ? error : earlier?.open };
      const found = await findCreated(call, error, since);
      if (found !== undefined) return found.value;
      const wantsFreshChallenge =
        isUnauthorized(error) ||
        error instanceof ChallengeExpiredError ||
        error instanceof ChallengeRepeatedError ||
        (isDeletion && (isOpen || error instanceof ResponseValidationError));
      if (!wantsFreshChallenge) break;
    }
  }
  const { latest, open } = earlier as Failures;
  const mayBeDeleted = isDeletion && (open !== undefined || mayRefuseCopy(latest));
  if (mayBeDeleted && (await sendInitial(call, earlier)) === "deleted") return undefined as T;
  throw open ?? latest;
}

/** How the signed requests of a call failed. */
interface Failures {
  readonly latest: PaymentsError;
  /** The latest failure with an unknown outcome. */
  readonly open: PaymentsError | undefined;
}

/** The service refuses these before it looks at the object or the signature, so it refuses every copy alike. */
const REFUSES_EVERY_COPY = [403, 429, 503];

/**
 * Whether the error may belong to a second copy of a signed request. Then the object is gone, or the
 * challenge is used up. Proxies may repeat a DELETE (RFC 9110, section 9.2.2).
 */
function mayRefuseCopy(error: PaymentsError): boolean {
  return isApiError(error) && !REFUSES_EVERY_COPY.includes(error.status);
}

/** Sends the initial request. After a signed DELETE, the service's own 404 means that the deletion was executed. */
async function sendInitial<T>(
  call: SignedCall<T>,
  earlier: Failures | undefined,
): Promise<Completed<T> | "deleted"> {
  try {
    return await call.sendInitial();
  } catch (error) {
    if (earlier === undefined || !isPaymentsError(error)) throw error;
    const isDeletion = call.recovery.kind === "ask-again";
    if (isDeletion && isApiError(error) && saysNotFound(error.status, error.body)) return "deleted";
    const failure = isAborted(error) ? error : (earlier.open ?? error);
    // The outcome of the first copy is still unknown.
    throw isDeletion && mayRefuseCopy(earlier.latest) ? unknown(failure) : keepOpen(failure, earlier);
  }
}

function isAborted(error: PaymentsError): boolean {
  return error.code === "ABORTED";
}

function unknown(error: PaymentsError): PaymentsError {
  restate(error, { outcome: "unknown", advice: "reconcile" });
  return error;
}

/** The final error of a call. It keeps an earlier unknown outcome. */
function keepOpen(error: PaymentsError, { open }: Failures): PaymentsError {
  return open !== undefined && error.outcome === "not-executed" ? unknown(error) : error;
}

/** Signs the challenge and sends the signed request. */
async function sendSigned<T>(call: SignedCall<T>, initial: Completed<T>): Promise<T> {
  if (!isChallenge(initial.value)) throw noChallenge(call, initial);
  const challenge = initial.value as SignedRetryChallenge;
  const [headers] = await Promise.all([sign(call, challenge), noteExisting(call)]);
  const completed = await call.sendSigned(headers);
  const { value, meta } = completed;
  if (meta.status !== 202) return value;
  // An earlier challenge belongs to an earlier request, and says nothing about the signed one.
  const repeated = value as SignedRetryChallenge;
  const isNewer = Date.parse(repeated.expiresAt) >= Date.parse(challenge.expiresAt);
  if (repeated.requestId === challenge.requestId || !isNewer) throw duplicate(call, completed);
  throw new ChallengeRepeatedError(call.operation, meta.requestId);
}

/** Reads what could be mistaken for the result. If that fails, the recovery finds nothing. */
async function noteExisting<T>({ recovery, recoveryOptions }: SignedCall<T>): Promise<void> {
  if (recovery.kind !== "find-created") return;
  try {
    await recovery.noteExisting(recoveryOptions());
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
  }
}

/** Finds what a creation made if its signed request was lost or got a 401. */
async function findCreated<T>(
  { operation, recovery, recoveryOptions, signal }: SignedCall<T>,
  error: PaymentsError,
  since: number,
): Promise<Done<T> | undefined> {
  // A recognised but unusable response is not lost.
  const isLost = error.outcome !== "not-executed" && error.code !== "INVALID_RESPONSE";
  if (recovery.kind !== "find-created" || !(isLost || isUnauthorized(error))) return undefined;
  try {
    const value = await recovery.find(since, recoveryOptions());
    return value === undefined ? undefined : { value };
  } catch (failure) {
    if (!isPaymentsError(failure)) throw failure;
    if (signal?.aborted) throw new AbortedError(signal, { operation, outcome: error.outcome });
    return undefined;
  }
}

function isUnauthorized(error: PaymentsError): boolean {
  return isApiError(error) && error.status === 401;
}

function factsOf<T>(
  { operation }: SignedCall<T>,
  { value, meta }: Completed<T>,
): Omit<ResponseErrorFacts, "issues"> {
  return { operation, status: meta.status, requestId: meta.requestId, body: value };
}

/** Deletions and exports need a signature. A success without a challenge is not from the service. */
function noChallenge<T>(call: SignedCall<T>, initial: Completed<T>): ResponseValidationError {
  const { status } = initial.meta;
  return new ResponseValidationError(`${call.operation}: the response (${status}) has no challenge to sign`, {
    ...factsOf(call, initial),
    outcome: "not-executed",
    advice: "retry",
    code: "INVALID_RESPONSE",
    issues: [NO_CHALLENGE],
  });
}

function duplicate<T>(call: SignedCall<T>, completed: Completed<T>): UnrelatedResponseError {
  return new UnrelatedResponseError(
    `${call.operation}: the signed request got the response of an earlier request`,
    {
      ...factsOf(call, completed),
      outcome: "unknown",
      issues: [{ path: "requestId", message: "is not that of a new challenge" }],
    },
  );
}

/** Signs a challenge before it expires, and returns the two headers of the signed request. */
async function sign<T>(
  call: SignedCall<T>,
  { payloadToSign, requestId, expiresAt }: SignedRetryChallenge,
): Promise<Record<string, string>> {
  const { operation, signal, now } = call;
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
  const stamp = await untilAborted(signal, () => call.stamp(payloadToSign), operation);
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
