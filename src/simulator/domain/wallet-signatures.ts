import type { AuthMethodType } from "../../models/auth";
import { fromBase64, textBytes } from "../crypto/encoding";
import type { Bytes } from "../crypto/encoding";
import { compressedHex, readPublicKey, readStamp, verifySignature } from "../crypto/p256";
import { unauthorized } from "./problem";
import { failureReasons, magicValues, requireOpen } from "./proofs";
import type { SessionRecord, SignedRequestRecord } from "./records/wallets";
import { activeSessions } from "./credentials";
import type { World } from "./world";

/** What a signature has to prove. */
interface SignatureCheck {
  accountId: string;
  payload: string;
  /** Which of the wallet's sessions count. Default: every active one. */
  mayBeSignedBy?: ((session: SessionRecord) => boolean) | undefined;
  /** Whether a bare base64 signature does as well as a stamp (OP-02). */
  acceptsBareSignature?: boolean;
  /** The only key that may sign, compressed. Such a signature is real in the sandbox, too. */
  signedBy?: string | undefined;
}

/** Whether one of the keys made the signature. A stamp names its key. A bare signature may be of any. */
async function isSignedBy(keys: readonly string[], header: string, message: Bytes, acceptsBare: boolean) {
  const stamp = readStamp(header);
  const signature = stamp?.signature ?? (acceptsBare ? fromBase64(header) : undefined);
  const signers = stamp ? keys.filter((key) => key === compressedHex(stamp.publicKey)) : keys;
  for (const key of signers) {
    const publicKey = readPublicKey(key);
    if (signature && publicKey && (await verifySignature(publicKey, signature, message))) return true;
  }
  return false;
}

/** Sandbox takes the magic value, also without a session, and the stamps of held keys (OP-12). Production checks the signature. */
export async function checkSignature(world: World, header: string, check: SignatureCheck): Promise<void> {
  const { accountId, payload, mayBeSignedBy = () => true, acceptsBareSignature = false, signedBy } = check;
  const isSandbox = world.options.environment === "sandbox";
  const sessions = activeSessions(world, accountId).filter(mayBeSignedBy);
  const signers = sessions.filter(({ isHeld }) => isHeld === true || !isSandbox);
  const keys = signedBy === undefined ? signers.map(({ publicKey }) => publicKey) : [signedBy];
  const isMagic = isSandbox && signedBy === undefined && header === magicValues.walletSignature;
  const isAuthorized = isMagic || (await isSignedBy(keys, header, textBytes(payload), acceptsBareSignature));
  if (!isAuthorized) throw unauthorized(failureReasons.walletSignature);
}

/** What the owner of a wallet is asked to sign. */
export interface SignedAction<Data> {
  /** The name in the text to be signed. */
  action: string;
  accountId: string;
  /** The `type` of the SignedRetryChallenge (OP-11). */
  type: AuthMethodType;
  /** What the text to be signed says about the action. */
  intent: Readonly<Record<string, string>>;
  /** The only key that may sign, compressed. Default: the keys of the wallet's sessions. */
  signedBy?: string;
  data: Data;
}

/** Responds to an initial request with a challenge (specification, "SignedRetryChallenge"). */
export function beginSignedRequest(world: World, fingerprint: string, signedAction: SignedAction<unknown>) {
  const { action, accountId, type, intent, signedBy, data } = signedAction;
  const requestId = world.random.id("Request");
  const expiresAtMs = world.clock.now() + world.options.challengeLifetimeMs;
  const expiresAt = world.clock.iso(expiresAtMs);
  const payloadToSign = untidyJson({
    requestId,
    action,
    ...intent,
    accountId,
    request: fingerprint,
    expiresAt,
  });
  const signer = signedBy !== undefined && { signedBy };
  const record = { accountId, expiresAtMs, used: false, fingerprint, payloadToSign, data, ...signer };
  world.signedRequests.set(requestId, record);
  return { type, payloadToSign, requestId, expiresAt };
}

interface SignedRequest extends Pick<SignatureCheck, "mayBeSignedBy"> {
  /** What the request must repeat: method, path and body bytes. */
  fingerprint: string;
  requestId: string;
  signature: string;
}

/** Only a success consumes the challenge (OP-10). Two signed requests at once have one effect. */
export async function completeSignedRequest<Result>(
  world: World,
  request: SignedRequest,
  perform: (data: unknown) => Result | Promise<Result>,
): Promise<Result> {
  const { accountId, payloadToSign: payload, signedBy } = openSignedRequest(world, request);
  const { signature, mayBeSignedBy } = request;
  await checkSignature(world, signature, { accountId, payload, mayBeSignedBy, signedBy });
  const challenge = openSignedRequest(world, request);
  challenge.used = true;
  try {
    return await perform(challenge.data);
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

/** JSON that is untidy on purpose: white space, order, escapes, `1.0`. A client that rewrites it signs another text. */
export function untidyJson(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(
    ([name, value], index) =>
      `${index % 2 === 0 ? "  " : "\t"}${JSON.stringify(name)} :${JSON.stringify(value)}`,
  );
  return `\n{"note" : "Best\\u00e4tigung \u2013 Zu\u0308rich \u78ba\u8a8d \u2713","version":1.0 ,\r\n${lines.join(" ,\n")} }\n `;
}
