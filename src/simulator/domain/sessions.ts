import { compressedHex, createKeyPair } from "../crypto/p256";
import { opaqueSessionKey, sealSessionKey } from "../crypto/bundles";
import { notFound } from "./problem";
import type { ClientKey, CredentialRecord, SessionRecord } from "./records/wallets";
import type { World } from "./world";

/** The Session of the specification, as lists show it: without `encryptedSessionSigningKey`. */
export function sessionView(session: SessionRecord) {
  const { id, accountId, type, nickname, createdAt, updatedAt, expiresAt } = session;
  return { id, accountId, type, nickname, createdAt, updatedAt, expiresAt };
}

/** The instant `expiresAt` is already too late. */
const isActive = ({ clock }: World, { expiresAtMs }: SessionRecord): boolean => clock.now() < expiresAtMs;

/** The sessions of a wallet that may sign now, oldest first. */
export function activeSessions(world: World, accountId: string): SessionRecord[] {
  return world.sessions.by("accountId", accountId).filter((session) => isActive(world, session));
}

export function activeSession(world: World, id: string): SessionRecord {
  const session = world.sessions.get(id);
  if (!isActive(world, session)) throw notFound("Session", id);
  return session;
}

export function endSessions(world: World, credentialId: string): void {
  for (const { id } of world.sessions.by("credentialId", credentialId)) world.sessions.delete(id);
}

/** Opens a session with a key of its own. Only this response shows the key, sealed to the client's. */
export async function openSession(world: World, credential: CredentialRecord, clientKey: ClientKey) {
  const { environment, sessionKey, sessionLifetimeMs } = world.options;
  const { accountId } = credential;
  const { privateKey, publicKey } = createKeyPair(world.random);
  const now = world.clock.now();
  const session: SessionRecord = {
    id: world.random.id("Session"),
    accountId,
    credentialId: credential.id,
    type: credential.type,
    nickname: credential.nickname,
    publicKey: compressedHex(publicKey),
    createdAt: world.clock.iso(now),
    updatedAt: world.clock.iso(now),
    expiresAt: world.clock.iso(now + sessionLifetimeMs),
    expiresAtMs: now + sessionLifetimeMs,
  };
  for (const old of world.sessions.by("accountId", accountId)) {
    if (!isActive(world, old)) world.sessions.delete(old.id);
  }
  world.sessions.add(session);
  const isOpaque = environment === "sandbox" && sessionKey === "opaque";
  const encryptedSessionSigningKey = isOpaque
    ? opaqueSessionKey
    : await sealSessionKey(clientKey.point, privateKey, world.random.bytes(32));
  return { ...sessionView(session), encryptedSessionSigningKey };
}
