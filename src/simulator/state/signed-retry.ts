import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { invalidInput, unauthorized } from "../problem";
import { accepted } from "../route";
import type { Context, Reply, SimRequest } from "../route";
import { untidyJson } from "../wallet/payload";
import type { SignedRetryRecord } from "./challenges";
import type { CredentialType } from "./credentials";
import type { SessionRecord } from "./sessions";
import { checkWalletSignature } from "./wallet-authorization";

/** An action that the owner of a wallet has to sign. */
export interface SignedAction {
  accountId: string;
  /** The `type` of the SignedRetryChallenge (OP-11). */
  type: CredentialType;
  /** What the text to be signed says about the action. */
  intent: Readonly<Record<string, string>>;
  /** Which of the wallet's active sessions may sign. Default: each. */
  mayBeSignedBy?: (session: SessionRecord) => boolean;
  /** Does it, once the signature is there. It checks again what may have changed since the first call. */
  perform: () => Reply | Promise<Reply>;
}

/** Method, path and the very bytes of the body: what a retry has to repeat. */
function fingerprint(request: SimRequest): string {
  return `${request.method} ${request.path} ${hex.encode(sha256(request.rawBody))}`;
}

/** The first step: answers 202 with a challenge of its own (SRY-02, SRY-15). */
function begin({ world, request }: Context, action: SignedAction): Reply {
  const requestId = world.random.id("Request");
  const expiresAtMs = world.clock.now() + world.options.challengeLifetimeMs;
  const expiresAt = world.clock.iso(expiresAtMs);
  const payloadToSign = untidyJson({
    requestId,
    ...action.intent,
    accountId: action.accountId,
    request: fingerprint(request),
    expiresAt,
  });
  world.challenges.set(requestId, {
    kind: "signed-retry",
    requestId,
    expiresAtMs,
    used: false,
    accountId: action.accountId,
    request: fingerprint(request),
    payloadToSign,
    mayBeSignedBy: action.mayBeSignedBy ?? (() => true),
    perform: action.perform,
  });
  return accepted({ type: action.type, payloadToSign, requestId, expiresAt });
}

/** The open challenge that this request repeats. Whatever is wrong with the id, the answer is 401 (SRY-07 to SRY-09, OP-10). */
function openChallenge({ world, request }: Context, requestId: string): SignedRetryRecord {
  const challenge = world.challenges.get(requestId);
  if (challenge?.kind !== "signed-retry") throw unauthorized("Unknown Request-Id");
  if (challenge.used) throw unauthorized("The Request-Id was used before");
  if (world.clock.now() >= challenge.expiresAtMs) throw unauthorized("The challenge has expired");
  if (challenge.request !== fingerprint(request)) {
    throw unauthorized(
      "The Request-Id belongs to another request: method, path and body must be those of the first call",
    );
  }
  return challenge;
}

/** The last step. Only a success consumes the challenge (OP-10); two retries at once have one effect. */
async function complete(context: Context, requestId: string, signature: string): Promise<Reply> {
  const challenge = openChallenge(context, requestId);
  await checkWalletSignature(context.world, signature, {
    accountId: challenge.accountId,
    payload: challenge.payloadToSign,
    mayBeSignedBy: challenge.mayBeSignedBy,
  });
  openChallenge(context, requestId);
  challenge.used = true;
  try {
    return await challenge.perform();
  } catch (error) {
    challenge.used = false;
    throw error;
  }
}

/**
 * The signed-retry pattern of the specification: without its two headers the request is prepared and answered with a
 * challenge, with both it is carried out.
 *
 * @param prepare checks the request and says what is to be done. Only a first call runs it.
 * @throws {Problem} 400 when only one of the headers is there (OP-09); 401 when the challenge or the signature is wrong.
 */
export async function signedRetry(
  context: Context,
  prepare: () => SignedAction | Promise<SignedAction>,
): Promise<Reply> {
  const signature = context.request.headers.get("Service-Wallet-Signature") ?? "";
  const requestId = context.request.headers.get("Request-Id") ?? "";
  if (signature !== "" && requestId !== "") return complete(context, requestId, signature);
  if (signature !== "" || requestId !== "") {
    const missing = signature === "" ? "Service-Wallet-Signature" : "Request-Id";
    throw invalidInput("A signed retry carries Service-Wallet-Signature and Request-Id together", {
      missing,
    });
  }
  return begin(context, await prepare());
}
