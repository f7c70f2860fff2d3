import { refusalReasons, magicValues } from "../magic";
import { unauthorized } from "../problem";
import { fromBase64, utf8 } from "../wallet/encoding";
import type { Bytes } from "../wallet/encoding";
import { compressedHex, readPublicKey, verifySignature } from "../wallet/p256";
import { readStamp } from "../wallet/stamp";
import type { World } from "../world";
import { activeSessionsOf } from "./sessions";
import type { SessionRecord } from "./sessions";

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

async function isAuthorized(world: World, header: string, check: SignatureCheck): Promise<boolean> {
  const { accountId, payload, mayBeSignedBy = () => true, acceptsBareSignature = false } = check;
  const sessions = activeSessionsOf(world, accountId).filter(mayBeSignedBy);
  if (world.options.environment === "sandbox") {
    if (header !== magicValues.walletSignature) return false;
    return sessions.length > 0 || !world.options.requireSession;
  }
  const message = utf8(payload);
  if (await isStampOf(sessions, header, message)) return true;
  return acceptsBareSignature && (await isBareSignatureOf(sessions, header, message));
}

/**
 * Checks a `Service-Wallet-Signature`: in sandbox for the magic value (with the option `requireSession` an active session
 * must exist as well, OP-12), in production for the signature of a session key over the payload.
 *
 * @throws {Problem} 401 UNAUTHORIZED with the reason of OP-25.
 */
export async function checkWalletSignature(
  world: World,
  header: string | null,
  check: SignatureCheck,
): Promise<void> {
  if (header === null || header === "" || !(await isAuthorized(world, header, check))) {
    throw unauthorized(refusalReasons.walletSignature);
  }
}

/** The part of a quote that its signature depends on. */
export interface QuoteToAuthorize {
  source: { accountId: string };
  payloadToSign: string;
}

/**
 * Checks the `Service-Wallet-Signature` of a quote whose source is an embedded wallet (QUO-25): the signature covers the
 * quote's `payloadToSign` and comes as a stamp or as bare base64 (OP-02).
 *
 * @throws {Problem} 401 when the header is missing or does not fit.
 */
export async function authorizeQuoteExecution(
  world: World,
  quote: QuoteToAuthorize,
  header: string | null,
): Promise<void> {
  await checkWalletSignature(world, header, {
    accountId: quote.source.accountId,
    payload: quote.payloadToSign,
    acceptsBareSignature: true,
  });
}
