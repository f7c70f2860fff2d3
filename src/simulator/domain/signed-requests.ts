import { untidyJson } from "../crypto/payload";
import { requireOpen } from "./passkey-challenges";
import { unauthorized } from "./problem";
import type { CredentialType, SessionRecord, SignedAction, SignedRequestRecord } from "./records/wallets";
import { checkSignature } from "./wallet-signatures";
import type { World } from "./world";

/** The signed-retry pattern of the specification: an initial request gets a challenge, the signed request is carried out. */

/** The body of the response to an initial request (specification, "SignedRetryChallenge"). */
export interface SignedRetryChallengeView {
  type: CredentialType;
  payloadToSign: string;
  requestId: string;
  expiresAt: string;
}

/** The signed request of an action. */
export interface SignedRequest {
  /** What it must repeat: method, path and body bytes. */
  fingerprint: string;
  requestId: string;
  signature: string;
}

/** The initial request: it gets a challenge of its own. */
export function beginSignedRequest(
  world: World,
  fingerprint: string,
  action: SignedAction,
): SignedRetryChallengeView {
  const requestId = world.random.id("Request");
  const expiresAtMs = world.clock.now() + world.options.challengeLifetimeMs;
  const expiresAt = world.clock.iso(expiresAtMs);
  const payloadToSign = untidyJson({
    requestId,
    action: action.action,
    ...action.intent,
    accountId: action.accountId,
    request: fingerprint,
    expiresAt,
  });
  world.signedRequests.set(requestId, { expiresAtMs, used: false, fingerprint, payloadToSign, action });
  return { type: action.type, payloadToSign, requestId, expiresAt };
}

/**
 * The signed request. Only a success consumes the challenge (OP-10); two signed requests at once have one effect.
 *
 * @param mayBeSignedBy which of the wallet's active sessions count
 * @param perform carries the action out
 * @throws {Problem} when the request is refused: 401 when the challenge or the signature is wrong
 */
export async function completeSignedRequest<Result>(
  world: World,
  request: SignedRequest,
  mayBeSignedBy: (session: SessionRecord, action: SignedAction) => boolean,
  perform: (action: SignedAction) => Result | Promise<Result>,
): Promise<Result> {
  const { action, payloadToSign } = openSignedRequest(world, request);
  await checkSignature(world, request.signature, {
    accountId: action.accountId,
    payload: payloadToSign,
    mayBeSignedBy: (session) => mayBeSignedBy(session, action),
  });
  const challenge = openSignedRequest(world, request);
  challenge.used = true;
  try {
    return await perform(action);
  } catch (error) {
    challenge.used = false;
    throw error;
  }
}

/** The open challenge that this request repeats. Whatever is wrong with the id gives 401 (OP-10). */
function openSignedRequest(world: World, { fingerprint, requestId }: SignedRequest): SignedRequestRecord {
  const challenge = world.signedRequests.get(requestId);
  if (!challenge) throw unauthorized("Unknown Request-Id");
  requireOpen(world, challenge);
  if (challenge.fingerprint !== fingerprint) {
    throw unauthorized(
      "The Request-Id belongs to another request: method, path and body must be those of the initial request",
    );
  }
  return challenge;
}
