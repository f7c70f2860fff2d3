import { base64urlnopad } from "@scure/base";
import { unauthorized } from "./problem";
import type { ClientKey, PasskeyChallengeRecord, PasskeyCredentialRecord } from "./records/wallets";
import type { World } from "./world";

/** Issues the WebAuthn challenge of the next verification. */
export function issueChallenge(
  world: World,
  credential: PasskeyCredentialRecord,
  clientKey: ClientKey,
): PasskeyChallengeRecord {
  const challenge: PasskeyChallengeRecord = {
    requestId: world.random.uuid(),
    challenge: base64urlnopad.encode(world.random.bytes(32)),
    credentialId: credential.id,
    clientPublicKey: clientKey.hex,
    expiresAtMs: world.clock.now() + world.options.challengeLifetimeMs,
    used: false,
  };
  world.passkeyChallenges.set(challenge.requestId, challenge);
  return challenge;
}

/** @throws {Problem} when the request is refused: 401 for an unknown, used or expired challenge, and for one of another credential */
export function openChallenge(
  world: World,
  credential: PasskeyCredentialRecord,
  requestId: string,
): PasskeyChallengeRecord {
  const challenge = world.passkeyChallenges.get(requestId);
  if (challenge?.credentialId !== credential.id) throw unauthorized("Unknown Request-Id");
  requireOpen(world, challenge);
  return challenge;
}

/** @throws {Problem} when the request is refused: 401 for a challenge that was used or has expired */
export function requireOpen(world: World, challenge: { used: boolean; expiresAtMs: number }): void {
  if (challenge.used) throw unauthorized("The Request-Id was used before");
  if (world.clock.now() >= challenge.expiresAtMs) throw unauthorized("The challenge has expired");
}
