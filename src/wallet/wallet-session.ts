import type { Signer } from "../core/types";
import { requirePayload } from "./crypto";
import type { SessionKey } from "./crypto";
import { SessionExpiredError } from "./errors";
import { sandboxValues } from "./sandbox";
import type { StoredSession } from "./stores/session-store";

/**
 * A session whose key this device has: what signing in gives. It signs until `expiresAt`, by the service's clock. Then, and
 * when it is revoked, the key is wiped. Printing or serializing it never shows the key.
 *
 * @example
 * ```ts
 * // It is a signer, for calls one level below the wallet.
 * await payments.auth.sessions.revoke(session.id, { signer: walletSession });
 * ```
 */
export class WalletSession implements Signer {
  /** The service's identifier of the session. */
  readonly id: string;
  /** The embedded wallet. */
  readonly accountId: string;
  /** The credential it was verified with. */
  readonly credentialId: string;
  /** The credential's type, for example `PASSKEY`. */
  readonly type: string;
  /** The name that the customer gave the credential. */
  readonly nickname: string;
  /** ISO 8601 date-time in UTC. */
  readonly createdAt: string;
  /** ISO 8601 date-time in UTC, from which on the session is invalid. */
  readonly expiresAt: string;
  /** Absent in the sandbox, where the magic value stands for every signature. */
  readonly #key: SessionKey | undefined;
  readonly #now: () => number;
  #ended = false;

  constructor(session: Omit<StoredSession, "key">, key: SessionKey | undefined, now: () => number) {
    this.id = session.id;
    this.accountId = session.accountId;
    this.credentialId = session.credentialId;
    this.type = session.type;
    this.nickname = session.nickname;
    this.createdAt = session.createdAt;
    this.expiresAt = session.expiresAt;
    this.#key = key;
    this.#now = now;
  }

  /** The signing key's public half, a compressed P-256 point as 66 hexadecimal digits; absent in the sandbox. */
  get publicKey(): string | undefined {
    return this.#key?.publicKey;
  }

  /** Whether it can still sign. At `expiresAt` it can no longer. */
  get isActive(): boolean {
    // With a date that cannot be read, the service has to decide.
    return !this.#ended && !(this.#now() >= Date.parse(this.expiresAt));
  }

  /**
   * The value of `Service-Wallet-Signature` for a payload, which is signed byte for byte as it is.
   *
   * @example
   * ```ts
   * const signature = await walletSession.stamp(challenge.payloadToSign);
   * ```
   *
   * @throws {SessionExpiredError} when the session has ended.
   * @throws {InvalidRequestError} when the payload is not a string, or has an unpaired surrogate.
   */
  async stamp(payload: string, operation = "session.stamp"): Promise<string> {
    requirePayload(payload, operation);
    this.#requireActive(operation);
    return this.#key === undefined ? sandboxValues.walletSignature : this.#key.stamp(payload);
  }

  /**
   * The bare signature of a payload, DER in base64: the other reading of the specification's
   * POST /quotes/{quoteId}/execute.
   *
   * @example
   * ```ts
   * const payload = findPayloadToSign(quote);
   * const signature = payload && (await walletSession.signDer(payload));
   * ```
   *
   * @throws {SessionExpiredError} when the session has ended.
   * @throws {InvalidRequestError} when the payload is not a string, or has an unpaired surrogate.
   */
  async signDer(payload: string, operation = "session.signDer"): Promise<string> {
    requirePayload(payload, operation);
    this.#requireActive(operation);
    return this.#key === undefined ? sandboxValues.walletSignature : this.#key.signDer(payload);
  }

  /**
   * Forgets the key: the session cannot sign any more. The service is not told: see `wallet.signOut()`.
   *
   * @example
   * ```ts
   * walletSession.wipe();
   * ```
   */
  wipe(): void {
    this.#ended = true;
    this.#key?.wipe();
  }

  /**
   * The entry for a session store. It has no key in the sandbox; it is undefined where the platform cannot store a key.
   *
   * @example
   * ```ts
   * const entry = walletSession.stored();
   * ```
   */
  stored(): StoredSession | undefined {
    const { id, accountId, credentialId, type, nickname, createdAt, expiresAt } = this;
    const entry = { id, accountId, credentialId, type, nickname, createdAt, expiresAt };
    if (this.#key === undefined) return entry;
    const key = this.#key.stored();
    return key === undefined ? undefined : { ...entry, key };
  }

  #requireActive(operation: string): void {
    if (this.isActive) return;
    this.wipe();
    throw new SessionExpiredError(operation);
  }
}
