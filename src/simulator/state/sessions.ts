import { notFound } from "../problem";
import { compressedHex, createKeyPair } from "../wallet/p256";
import { opaqueSessionKey, sealSessionKey } from "../wallet/session-bundle";
import type { World } from "../world";
import type { ClientKey } from "./client-keys";
import type { CredentialRecord, CredentialType } from "./credentials";

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

/** The Session of the specification, as lists show it: without `encryptedSessionSigningKey` (SES-02). */
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

/** The sessions of a wallet that may sign now, oldest first. The instant `expiresAt` is already too late (SES-05). */
export function activeSessionsOf(world: World, accountId: string): SessionRecord[] {
  const now = world.clock.now();
  return [...world.sessions.values()].filter(
    (session) => session.accountId === accountId && now < session.expiresAtMs,
  );
}

/** @throws {Problem} 404 when there is no such session, or when it has ended. */
export function findActiveSession(world: World, id: string): SessionRecord {
  const session = world.sessions.get(id);
  if (!session || world.clock.now() >= session.expiresAtMs) throw notFound("Session", id);
  return session;
}

function forgetExpired(world: World, accountId: string): void {
  const now = world.clock.now();
  for (const session of [...world.sessions.values()]) {
    if (session.accountId === accountId && now >= session.expiresAtMs) world.sessions.delete(session.id);
  }
}

/**
 * Opens a session with a key of its own, beside those that the wallet has (SES-04), and seals that key to the client's. The answer is
 * the only place where the sealed key appears.
 */
export async function openSession(
  world: World,
  credential: CredentialRecord,
  clientKey: ClientKey,
): Promise<SessionView & { encryptedSessionSigningKey: string }> {
  const { options, clock, random } = world;
  const { privateKey, publicKey } = createKeyPair(random);
  const now = clock.now();
  const session: SessionRecord = {
    id: random.id("Session"),
    accountId: credential.accountId,
    credentialId: credential.id,
    type: credential.type,
    nickname: credential.nickname,
    publicKey: compressedHex(publicKey),
    createdAt: clock.iso(now),
    updatedAt: clock.iso(now),
    expiresAt: clock.iso(now + options.sessionLifetimeMs),
    expiresAtMs: now + options.sessionLifetimeMs,
  };
  forgetExpired(world, credential.accountId);
  world.sessions.set(session.id, session);
  const isOpaque = options.environment === "sandbox" && options.sessionKey === "opaque";
  const encryptedSessionSigningKey = isOpaque
    ? opaqueSessionKey
    : await sealSessionKey(clientKey.point, privateKey, random.bytes(32));
  return { ...sessionView(session), encryptedSessionSigningKey };
}
