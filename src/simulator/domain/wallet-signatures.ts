import { fromBase64, utf8 } from "../crypto/encoding";
import type { Bytes } from "../crypto/encoding";
import { compressedHex, readPublicKey, verifySignature } from "../crypto/p256";
import { readStamp } from "../crypto/stamp";
import { failureReasons, magicValues } from "./magic";
import { unauthorized } from "./problem";
import type { QuoteToAuthorize } from "./records/payments";
import type { SessionRecord } from "./records/wallets";
import { activeSessions } from "./sessions";
import type { World } from "./world";

/** What a signature has to prove. */
export interface SignatureCheck {
  accountId: string;
  /** The exact text that was to be signed. */
  payload: string;
  /** Which of the wallet's sessions count. Default: every active one. */
  mayBeSignedBy?: (session: SessionRecord) => boolean;
  /** Whether a bare base64 signature does as well as a stamp (OP-02). */
  acceptsBareSignature?: boolean;
}

async function isStampOf(sessions: SessionRecord[], header: string, message: Bytes): Promise<boolean> {
  const stamp = readStamp(header);
  if (!stamp) return false;
  const signer = compressedHex(stamp.publicKey);
  if (!sessions.some((session) => session.publicKey === signer)) return false;
  return verifySignature(stamp.publicKey, stamp.signature, message);
}

async function isBareSignatureOf(
  sessions: SessionRecord[],
  header: string,
  message: Bytes,
): Promise<boolean> {
  const signature = fromBase64(header);
  if (!signature) return false;
  for (const session of sessions) {
    const publicKey = readPublicKey(session.publicKey);
    if (publicKey && (await verifySignature(publicKey, signature, message))) return true;
  }
  return false;
}

/**
 * Checks `Service-Wallet-Signature`: in sandbox for the magic value (with the option `requireSession` an active session must
 * exist as well, OP-12), in production for the signature of a session key over the payload.
 *
 * @throws {Problem} when the request is refused: 401 with the reason of OP-25 when the signature is missing or does not fit
 */
export async function checkSignature(
  world: World,
  header: string | null,
  check: SignatureCheck,
): Promise<void> {
  if (header === null || header === "" || !(await isAuthorized(world, header, check))) {
    throw unauthorized(failureReasons.walletSignature);
  }
}

/**
 * Checks the signature of a quote whose source is an embedded wallet: it covers the quote's `payloadToSign` and
 * comes as a stamp or as bare base64 (OP-02).
 *
 * @throws {Problem} when the request is refused: 401 when the header is missing or does not fit
 */
export async function checkQuoteSignature(
  world: World,
  header: string | null,
  { source, payloadToSign }: QuoteToAuthorize,
): Promise<void> {
  const { accountId } = source;
  await checkSignature(world, header, { accountId, payload: payloadToSign, acceptsBareSignature: true });
}

async function isAuthorized(world: World, header: string, check: SignatureCheck): Promise<boolean> {
  const { accountId, payload, mayBeSignedBy = () => true, acceptsBareSignature = false } = check;
  const sessions = activeSessions(world, accountId).filter(mayBeSignedBy);
  if (world.options.environment === "sandbox") {
    if (header !== magicValues.walletSignature) return false;
    return sessions.length > 0 || !world.options.requireSession;
  }
  const message = utf8(payload);
  if (await isStampOf(sessions, header, message)) return true;
  return acceptsBareSignature && (await isBareSignatureOf(sessions, header, message));
}
