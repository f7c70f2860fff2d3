import { compressedHex, createKeyPair } from "../crypto/p256";
import { opaqueSessionKey, sealSessionKey } from "../crypto/session-bundle";
import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import type { ClientKey } from "./client-keys";
import type { CredentialRecord, CredentialType } from "./credentials";
import { notFound } from "./problem";
import { Store } from "./store";

/** A session of a wallet: its key may sign until `expiresAtMs`. Revoked sessions are not kept. */
export interface SessionRecord {
  id: `Session:${string}`;
  accountId: string;
  /** The credential whose verification opened the session. */
  credentialId: string;
  type: CredentialType;
  nickname: string;
  /** The session's public key, compressed, in hexadecimal. */
  publicKey: string;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  expiresAtMs: number;
}

/** The Session of the specification, as lists show it: without `encryptedSessionSigningKey`. */
export interface SessionView {
  id: string;
  accountId: string;
  type: CredentialType;
  nickname: string;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
}

export function sessionView(session: SessionRecord): SessionView {
  const { id, accountId, type, nickname, createdAt, updatedAt, expiresAt } = session;
  return { id, accountId, type, nickname, createdAt, updatedAt, expiresAt };
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  options: Pick<ResolvedOptions, "environment" | "sessionKey" | "sessionLifetimeMs">;
}

/** The sessions of the embedded wallets. */
export class Sessions extends Store<SessionRecord, "accountId" | "credentialId"> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #options: Collaborators["options"];

  constructor({ state, clock, random, options }: Collaborators) {
    super("Session", state, {
      accountId: ({ accountId }) => accountId,
      credentialId: ({ credentialId }) => credentialId,
    });
    this.#clock = clock;
    this.#random = random;
    this.#options = options;
  }

  /** The sessions of a wallet that may sign now, oldest first. The instant `expiresAt` is already too late. */
  activeOf(accountId: string): SessionRecord[] {
    const now = this.#clock.now();
    return this.by("accountId", accountId).filter((session) => now < session.expiresAtMs);
  }

  /** @throws {Problem} when the request is refused: 404 when there is no such session, or when it has ended. */
  active(id: string): SessionRecord {
    const session = this.get(id);
    if (this.#clock.now() >= session.expiresAtMs) throw notFound("Session", id);
    return session;
  }

  /** Ends every session that the credential opened. */
  endOf(credentialId: string): void {
    for (const { id } of this.by("credentialId", credentialId)) this.delete(id);
  }

  /**
   * Opens a session with a key of its own, beside those that the wallet has, and seals that key to the client's.
   * The response is the only place where the sealed key appears.
   */
  async open(
    credential: CredentialRecord,
    clientKey: ClientKey,
  ): Promise<SessionView & { encryptedSessionSigningKey: string }> {
    const { environment, sessionKey, sessionLifetimeMs } = this.#options;
    const { privateKey, publicKey } = createKeyPair(this.#random);
    const now = this.#clock.now();
    const session: SessionRecord = {
      id: this.#random.id("Session"),
      accountId: credential.accountId,
      credentialId: credential.id,
      type: credential.type,
      nickname: credential.nickname,
      publicKey: compressedHex(publicKey),
      createdAt: this.#clock.iso(now),
      updatedAt: this.#clock.iso(now),
      expiresAt: this.#clock.iso(now + sessionLifetimeMs),
      expiresAtMs: now + sessionLifetimeMs,
    };
    this.#forgetExpired(credential.accountId);
    this.set(session.id, session);
    const isOpaque = environment === "sandbox" && sessionKey === "opaque";
    const encryptedSessionSigningKey = isOpaque
      ? opaqueSessionKey
      : await sealSessionKey(clientKey.point, privateKey, this.#random.bytes(32));
    return { ...sessionView(session), encryptedSessionSigningKey };
  }

  #forgetExpired(accountId: string): void {
    const now = this.#clock.now();
    for (const { id, expiresAtMs } of this.by("accountId", accountId)) {
      if (now >= expiresAtMs) this.delete(id);
    }
  }
}
