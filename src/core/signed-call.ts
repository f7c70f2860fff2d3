import { onAbort } from "./abort";
import { ChallengeExpiredError, isPaymentsError, ResponseValidationError } from "./errors";
import type { PaymentsError } from "./errors";
import { isFromService } from "./retry-policy";
import type { Delivered } from "./http-core";
import type { Recovery, Signer } from "./types";
import type { SignedRetryChallenge } from "../models/signed-retry-challenge";

/** True for a 202 challenge, as an operation with a signed retry returns it when it was called without a signer. */
export function isSignedRetryChallenge(value: unknown): value is SignedRetryChallenge {
  return (
    typeof value === "object" &&
    value !== null &&
    ["payloadToSign", "requestId", "expiresAt"].every((name) => typeof Reflect.get(value, name) === "string")
  );
}

interface SignedRetry<T> {
  readonly operation: string;
  readonly signer: Signer;
  readonly recovery: Recovery<T>;
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
  /** Sends the call: the first leg without headers, the signed leg with its two. */
  readonly send: (headers?: Record<string, string>) => Promise<Delivered<T>>;
}

/**
 * Runs an operation with a signed retry to its end: ask, sign the payload byte for byte, send the same request again.
 *
 * The signed leg is sent once per challenge. Refused (401) or too late, the flow starts over once with a fresh challenge.
 * Lost, it is never repeated: a DELETE is settled by asking again (404: it was carried out; a new challenge: it was not), a
 * creation by looking, and where nothing can tell, the error keeps `outcome: "unknown"`.
 * (specification, "Signed-retry pattern")
 */
export async function runSignedRetry<T>(flow: SignedRetry<T>): Promise<Delivered<T>> {
  const { recovery } = flow;
  /** The signed leg of which nobody knows yet whether it took effect. */
  let lost: PaymentsError | undefined;
  for (let round = 1; ; round += 1) {
    const first = await flow.send().catch((error: unknown) => firstLegFailed<T>(error, lost, recovery));
    // A first credential is created at once: there is nothing to sign.
    if (first.meta.status !== 202) return first;
    // `Date` headers tell whole seconds.
    const since = flow.now() - 1_000;
    // A round more than two only finds out what became of the second one.
    if (lost !== undefined && round > 2) throw lost;
    try {
      return await flow.send(await sign(flow, challengeOf(flow, first)));
    } catch (error) {
      if (!isPaymentsError(error)) throw error;
      const refused = error instanceof ChallengeExpiredError || ("status" in error && error.status === 401);
      // Lost, or cut off. An answer that came whole in another shape (strict mode) is no loss.
      if (error.outcome !== "not-executed" && error.code !== "INVALID_RESPONSE") {
        lost = error;
        if (recovery.kind === "find-created")
          return { value: await look((at) => recovery.find(at, {}), since, lost), meta: doneMeta };
        if (recovery.kind === "none") throw lost;
      } else if (lost !== undefined && isGone(error)) {
        // The lost leg was only slow.
        return gone<T>();
      } else if (!refused || round > 1) {
        // An earlier leg may still take effect.
        throw lost ?? error;
      }
    }
  }
}

/** What a failed first leg means: after a lost DELETE, that what was to be deleted is gone. */
function firstLegFailed<T>(
  error: unknown,
  lost: PaymentsError | undefined,
  recovery: Recovery<T>,
): Delivered<T> {
  if (!isPaymentsError(error)) throw error;
  if (lost !== undefined) {
    if (isGone(error)) return gone<T>();
    throw lost;
  }
  // Unsigned, only a creation can act: the first credential needs no signature.
  if (recovery.kind !== "find-created") Object.assign(error, { outcome: "not-executed" });
  throw error;
}

/** Looks for what a lost creation made. */
async function look<T>(
  settle: (since: number) => Promise<T | undefined>,
  since: number,
  lost: PaymentsError,
): Promise<T> {
  const made = await settle(since).catch((error: unknown) => {
    if (!isPaymentsError(error)) throw error;
  });
  if (made === undefined) throw lost;
  return made;
}

function isGone(error: PaymentsError): boolean {
  return "status" in error && error.status === 404 && isFromService(error);
}

/** A DELETE that was carried out, though its own answer was lost. It has no body. */
function gone<T>(): Delivered<T> {
  return { value: undefined as T, meta: doneMeta };
}

function challengeOf<T>({ operation }: SignedRetry<T>, { value, meta }: Delivered<T>): SignedRetryChallenge {
  if (isSignedRetryChallenge(value)) return value;
  throw new ResponseValidationError(`${operation} answered 202 without a challenge to sign`, {
    operation,
    status: meta.status,
    requestId: meta.requestId,
    outcome: "not-executed",
    code: "INVALID_RESPONSE",
    issues: [{ path: "", message: "must have `payloadToSign`, `requestId` and `expiresAt`" }],
    body: value,
  });
}

async function sign<T>(
  flow: SignedRetry<T>,
  challenge: SignedRetryChallenge,
): Promise<Record<string, string>> {
  const expiresAt = Date.parse(challenge.expiresAt);
  const inTime = () => {
    if (flow.now() >= expiresAt) throw new ChallengeExpiredError(flow.operation, challenge.expiresAt);
  };
  inTime();
  const { payloadToSign } = challenge;
  const stamp = await untilAborted(flow.signal, async () => flow.signer.stamp(payloadToSign, flow.operation));
  inTime();
  return { "service-wallet-signature": stamp, "request-id": challenge.requestId };
}

/** Does the work, unless the signal aborts first: then rejects with its reason. A signer may wait for a person. */
async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const ignoreSignal = onAbort(signal, () => reject(signal?.reason));
    void work().then(resolve, reject).then(ignoreSignal);
  });
}

/** Stands for an answer that was lost but whose effect was seen. */
const doneMeta = {
  status: 204,
  headers: new Headers(),
  requestId: undefined,
  idempotencyKey: undefined,
  attempts: 1,
};
