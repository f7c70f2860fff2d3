import { fieldOf } from "../core/fields";
import type { Signer } from "../core/types";
import { requirePayload } from "./crypto/session-key";
import type { SessionKey, StoredSessionKey } from "./crypto/session-key";
import { SessionExpiredError } from "./errors";
import { sandboxValues } from "./sandbox";

/**
 * A session that this device can sign with: the result of a sign-in. It signs until `expiresAt`, by the service's clock. When
 * it expires or is revoked, the key is wiped. Printing or serializing it never shows the key.
 *
 * @example
 * ```ts
 * // It is a signer, for calls one level below the wallet.
 * await payments.auth.sessions.revoke(session.id, { signer: walletSession });
 * ```
 */
export class WalletSession implements Signer {
  /** The service's identifier of the session. */
  declare readonly id: string;
  /** The id of the embedded wallet. */
  declare readonly accountId: string;
  /** The id of the credential that opened it. */
  declare readonly credentialId: string;
  /** The credential's type, for example `PASSKEY`. */
  declare readonly type: string;
  /** The name that the customer gave the credential. */
  declare readonly nickname: string;
  /** When this device opened it, by the service's clock. ISO 8601 date-time in UTC. */
  declare readonly createdAt: string;
  /** ISO 8601 date-time in UTC. From then on, the session is invalid. */
  declare readonly expiresAt: string;
  /** The time of the sign-in, before any refresh. ISO 8601 date-time in UTC. */
  declare readonly signedInAt: string;
  readonly #entry: StoredSession;
  /** Absent in the sandbox, where the magic value replaces every signature. */
  readonly #key: SessionKey | undefined;
  readonly #now: () => number;
  #ended = false;

  constructor(session: Omit<StoredSession, "key">, key: SessionKey | undefined, now: () => number) {
    const fields = SESSION_FIELDS.map((name) => [name, session[name]] as const);
    const entry = Object.fromEntries(fields) as Record<(typeof SESSION_FIELDS)[number], string>;
    this.#entry = { ...entry, signedInAt: session.signedInAt ?? session.createdAt };
    Object.assign(this, this.#entry);
    this.#key = key;
    this.#now = now;
  }

  /** The public signing key, a compressed P-256 point as 66 hexadecimal digits. Absent in the sandbox. */
  get publicKey(): string | undefined {
    return this.#key?.publicKey;
  }

  /** Whether the session can still sign. From `expiresAt` on it cannot. */
  get isActive(): boolean {
    // If the date cannot be read, the service decides.
    return !this.#ended && !(this.#now() >= Date.parse(this.expiresAt));
  }

  /**
   * Signs a payload for the `Service-Wallet-Signature` header. The payload is signed unchanged.
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
    return this.#sign("stamp", payload, operation);
  }

  /**
   * Returns the bare signature of a payload, as DER in base64. This is another reading of the specification's POST
   * /quotes/{quoteId}/execute.
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
    return this.#sign("signDer", payload, operation);
  }

  /**
   * Wipes the key. The session can no longer sign. This does not end the session at the service: see `wallet.signOut()`.
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
   * The entry for a session store. In the sandbox it has no key. Undefined if the platform cannot store a key.
   *
   * @example
   * ```ts
   * const entry = walletSession.stored();
   * ```
   */
  stored(): StoredSession | undefined {
    const key = this.#key?.stored();
    return key === undefined && this.#key !== undefined ? undefined : { ...this.#entry, ...(key && { key }) };
  }

  async #sign(form: "stamp" | "signDer", payload: string, operation: string): Promise<string> {
    requirePayload(payload, operation);
    this.#requireActive(operation);
    try {
      return (await this.#key?.[form](payload)) ?? sandboxValues.walletSignature;
    } catch (error) {
      // It may have ended while the code loaded.
      this.#requireActive(operation);
      throw error;
    }
  }

  #requireActive(operation: string): void {
    if (this.isActive) return;
    this.wipe();
    throw new SessionExpiredError(operation);
  }
}

/** The fields that every stored session has. */
const SESSION_FIELDS = [
  "id",
  "accountId",
  "credentialId",
  "type",
  "nickname",
  "createdAt",
  "expiresAt",
] as const satisfies (keyof WalletSession)[];

/** A session in a store. */
export interface StoredSession extends Pick<WalletSession, (typeof SESSION_FIELDS)[number]> {
  /** The time of the sign-in, before any refresh. ISO 8601 date-time in UTC. */
  signedInAt?: string | undefined;
  /** How far the service's clock was ahead of the device's at the time of storing, in milliseconds. */
  clockOffset?: number | undefined;
  /** When it was stored, by the device's clock, in milliseconds since the epoch. */
  storedAt?: number | undefined;
  /** Sessions have no version: nothing changes a stored one. */
  version?: undefined;
  /** The signing key. Structured cloning keeps it, JSON does not. A sandbox session has none. */
  key?: StoredSessionKey | undefined;
}

/** Whether a stored entry has what a session needs. Other code writes stores, and disks keep them. */
export function isStoredSession(entry: unknown): entry is StoredSession {
  const needed = ["id", "accountId", "credentialId", "expiresAt"];
  return needed.every((name) => typeof fieldOf(entry, name) === "string");
}
