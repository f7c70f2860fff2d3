import { untilAborted } from "./abort";
import type { Bounds } from "./bounds";
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
import type { PaymentsError } from "./errors";
import { factsOf } from "./exchange";
import type { Completed } from "./exchange";
import { HEADER_TEXT } from "./header-record";
import { isSignedRetryChallenge, NO_CHALLENGE, saysNotFound } from "./judge";
import { signed } from "./request";
import type { PreparedRequest } from "./request";
import type { ResponseClock } from "./response-clock";
import type { CoreConfig, RequestOptions, SignedRetry, Signer } from "./types";
import type { SignedRetryChallenge } from "../models/auth";

/** `Date` headers have whole seconds. */
const DATE_PRECISION_MS = 1_000;

/** The most challenges that a call signs. */
const ROUNDS = 2;

/** A running call. */
export interface RunningCall<T> {
  readonly request: PreparedRequest;
  readonly bounds: Bounds;
  readonly clock: ResponseClock;
  /** Sends a request of the call, with its retries. */
  readonly send: (request: PreparedRequest, maxRetries?: number) => Promise<Completed<T>>;
}

/** A running signed call. */
export interface SignedCall<T> extends RunningCall<T>, SignedRetry<T> {
  readonly signer: Signer;
  readonly isOwner?: CoreConfig["isOwner"];
  /** The caller's options. */
  readonly options: RequestOptions;
}

/** The failures of a call's signed requests. */
interface Failures {
  readonly latest: PaymentsError;
  /** The latest failure with an unknown outcome. */
  readonly open: PaymentsError | undefined;
}

/**
 * Runs a signed call: gets a challenge, signs its payload byte for byte, and sends the same request again.
 *
 * The client sends a signed request once per challenge. If a fresh challenge may help, the call starts over
 * once. A deletion then asks for another challenge. A 404 means that the deletion was executed. A
 * creation looks for its result. Otherwise the error keeps `outcome: "unknown"`.
 */
export async function runSignedCall<T>(call: SignedCall<T>): Promise<T> {
  const { clock, mayActUnsigned = false } = call;
  let earlier: Failures | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const askedAt = clock.now();
    const initial = await sendInitial(call, earlier);
    if (initial === "deleted") return undefined as T;
    if (mayActUnsigned && (initial.meta.status !== 202 || !isSignedRetryChallenge(initial.value)))
      return initial.value;
    // The later of both times. A wrong `Date` header must not make an older credential look new.
    const since = Math.max(askedAt, clock.now()) - DATE_PRECISION_MS;
    try {
      return await sendSigned(call, initial);
    } catch (error) {
      if (!isPaymentsError(error)) throw error;
      earlier = { latest: error, open: error.outcome === "not-executed" ? earlier?.open : error };
      const found = await findCreated(call, error, since);
      if (found !== undefined) return found;
      if (!mayNeedFreshChallenge(call, error)) break;
    }
  }
  const failures = earlier as Failures;
  const mayBeDeleted = isDeletion(call) && mayHaveActed(call, failures);
  if (mayBeDeleted && (await sendInitial(call, failures)) === "deleted") return undefined as T;
  throw failures.open ?? failures.latest;
}

const isDeletion = ({ recovery }: SignedCall<unknown>) => recovery.kind === "ask-again";
const isUnauthorized = (error: PaymentsError) => isApiError(error) && error.status === 401;

/** Whether a fresh challenge may help. A deletion also learns from it whether its signed request took effect. */
function mayNeedFreshChallenge(call: SignedCall<unknown>, error: PaymentsError): boolean {
  if (error.outcome !== "not-executed") return isDeletion(call);
  return (
    isUnauthorized(error) ||
    error instanceof ChallengeExpiredError ||
    error instanceof ChallengeRepeatedError ||
    (isDeletion(call) && error instanceof ResponseValidationError)
  );
}

/** The service refuses these before it reads the object or the signature, so it refuses every copy. */
const REFUSES_EVERY_COPY = [403, 429, 503];

/**
 * Whether a signed request may have taken effect. The refusal of a deletion may belong to its second copy. Then the object is gone, or
 * the challenge is used up. Proxies may repeat a DELETE (RFC 9110, section 9.2.2).
 */
function mayHaveActed(call: SignedCall<unknown>, { latest, open }: Failures): boolean {
  const mayBeCopy = isApiError(latest) && !REFUSES_EVERY_COPY.includes(latest.status);
  return open !== undefined || (isDeletion(call) && mayBeCopy);
}

/** Sends the initial request. After a signed DELETE, the service's own 404 means that the deletion was executed. */
async function sendInitial<T>(
  call: SignedCall<T>,
  earlier: Failures | undefined,
): Promise<Completed<T> | "deleted"> {
  const { request, mayActUnsigned = false, isOwner = () => true } = call;
  try {
    return await call.send(mayActUnsigned ? request : { ...request, isRepeatable: true, mayAct: false });
  } catch (error) {
    if (earlier === undefined || !isPaymentsError(error)) throw error;
    if (isDeletion(call) && isApiError(error) && saysNotFound(error.status, error.body) && isOwner(error))
      return "deleted";
    const failure = error.code === "ABORTED" ? error : (earlier.open ?? error);
    if (failure.outcome === "not-executed" && mayHaveActed(call, earlier)) {
      restate(failure, { outcome: "unknown", advice: "reconcile" });
    }
    throw failure;
  }
}

/** Signs the challenge and sends the signed request. */
async function sendSigned<T>(call: SignedCall<T>, initial: Completed<T>): Promise<T> {
  const { request } = call;
  if (!isSignedRetryChallenge(initial.value)) {
    // Deletions and exports need a signature. A success without a challenge is not from the service.
    const message = `${request.operation}: the response (${initial.meta.status}) has no challenge to sign`;
    throw new ResponseValidationError(message, {
      ...factsOf(request, initial),
      outcome: "not-executed",
      advice: "retry",
      code: "INVALID_RESPONSE",
      issues: [NO_CHALLENGE],
    });
  }
  const challenge = initial.value;
  const [headers] = await Promise.all([sign(call, challenge), noteExisting(call)]);
  const completed = await call.send(signed(request, headers), 0);
  const { value, meta } = completed;
  if (meta.status !== 202 || !isSignedRetryChallenge(value)) return value;
  // An earlier challenge belongs to an earlier request, and proves nothing about the signed one.
  const isNewer = Date.parse(value.expiresAt) >= Date.parse(challenge.expiresAt);
  if (value.requestId !== challenge.requestId && isNewer) {
    throw new ChallengeRepeatedError(request.operation, meta.requestId);
  }
  const message = `${request.operation}: the signed request got the response of an earlier request`;
  const issues = [{ path: "requestId", message: "is not that of a new challenge" }];
  throw new UnrelatedResponseError(message, { ...factsOf(request, completed), issues });
}

/** The options for finding the created object: the caller's, with the remaining time. */
function recoveryOptions({ options, bounds }: SignedCall<unknown>): RequestOptions {
  const { headers, timeout, maxRetries, signal } = options;
  return { headers, timeout, maxRetries, signal, totalTimeout: Math.max(1, bounds.remainingMs()) };
}

/** Reads objects that could be mistaken for the result. If that fails, the recovery finds nothing. */
async function noteExisting<T>(call: SignedCall<T>): Promise<void> {
  if (call.recovery.kind !== "find-created") return;
  try {
    await call.recovery.noteExisting(recoveryOptions(call));
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
  }
}

/** Finds the created object if the signed request was lost or got a 401. */
async function findCreated<T>(
  call: SignedCall<T>,
  error: PaymentsError,
  since: number,
): Promise<T | undefined> {
  const { recovery, bounds, request } = call;
  // A recognised but unusable response is not lost.
  const isLost = error.outcome !== "not-executed" && error.code !== "INVALID_RESPONSE";
  if (recovery.kind !== "find-created" || !(isLost || isUnauthorized(error))) return undefined;
  try {
    return await recovery.find(since, recoveryOptions(call));
  } catch (failure) {
    if (!isPaymentsError(failure)) throw failure;
    const { signal } = bounds;
    if (signal?.aborted) throw new AbortedError(signal, { ...request.facts, outcome: error.outcome });
    return undefined;
  }
}

/** Signs a challenge before it expires, and returns the two headers of the signed request. */
async function sign<T>(
  { request: { operation }, bounds, clock, signer }: SignedCall<T>,
  { payloadToSign, requestId, expiresAt }: SignedRetryChallenge,
): Promise<Record<string, string>> {
  const requireTime = () => {
    if (clock.now() >= Date.parse(expiresAt)) throw new ChallengeExpiredError(operation, expiresAt);
  };
  if (!HEADER_TEXT.test(requestId)) {
    refuse(
      "requestId",
      "of the challenge cannot be sent as an HTTP header: ask for a new challenge",
      operation,
    );
  }
  requireTime();
  const stamped = () => bounds.exclude(async () => signer.stamp(payloadToSign, operation));
  const stamp: unknown = await untilAborted(bounds.signal, stamped, { operation });
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
