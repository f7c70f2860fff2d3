import { fromBase64, utf8 } from "../crypto/encoding";
import type { Bytes } from "../crypto/encoding";
import { compressedHex, readPublicKey, verifySignature } from "../crypto/p256";
import { readStamp } from "../crypto/stamp";
import type { ResolvedOptions } from "../runtime/options";
import { failureReasons, magicValues } from "./magic";
import { unauthorized } from "./problem";
import type { SessionRecord, Sessions } from "./sessions";

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

/** The part of a quote that its signature depends on. */
export interface QuoteToAuthorize {
  source: { accountId: string };
  payloadToSign: string;
}

interface Collaborators {
  sessions: Sessions;
  options: Pick<ResolvedOptions, "environment" | "requireSession">;
}

/** The check of `Service-Wallet-Signature`. */
export class WalletSignatures {
  readonly #sessions: Sessions;
  readonly #options: Collaborators["options"];

  constructor({ sessions, options }: Collaborators) {
    this.#sessions = sessions;
    this.#options = options;
  }

  /**
   * Checks a signature: in sandbox for the magic value (with the option `requireSession` an active session must exist as
   * well, OP-12), in production for the signature of a session key over the payload.
   *
   * @throws {Problem} when the request is refused: 401 with the reason of OP-25 when the signature is missing or does not fit.
   */
  async check(header: string | null, check: SignatureCheck): Promise<void> {
    if (header === null || header === "" || !(await this.#isAuthorized(header, check))) {
      throw unauthorized(failureReasons.walletSignature);
    }
  }

  /**
   * Checks the signature of a quote whose source is an embedded wallet: it covers the quote's `payloadToSign` and
   * comes as a stamp or as bare base64 (OP-02).
   *
   * @throws {Problem} when the request is refused: 401 when the header is missing or does not fit.
   */
  async checkQuote(header: string | null, quote: QuoteToAuthorize): Promise<void> {
    await this.check(header, {
      accountId: quote.source.accountId,
      payload: quote.payloadToSign,
      acceptsBareSignature: true,
    });
  }

  async #isAuthorized(header: string, check: SignatureCheck): Promise<boolean> {
    const { accountId, payload, mayBeSignedBy = () => true, acceptsBareSignature = false } = check;
    const sessions = this.#sessions.activeOf(accountId).filter(mayBeSignedBy);
    if (this.#options.environment === "sandbox") {
      if (header !== magicValues.walletSignature) return false;
      return sessions.length > 0 || !this.#options.requireSession;
    }
    const message = utf8(payload);
    if (await isStampOf(sessions, header, message)) return true;
    return acceptsBareSignature && (await isBareSignatureOf(sessions, header, message));
  }
}
