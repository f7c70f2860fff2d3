import { base64urlnopad } from "@scure/base";
import { magicValues, refusalReasons } from "../magic";
import { internal, invalidInput, Problem, unauthorized } from "../problem";
import type { ObjectReader } from "../read";
import { verifyAssertion } from "../wallet/web-authn";
import type { PasskeyAssertion } from "../wallet/web-authn";
import type { World } from "../world";
import type { PasskeyChallengeRecord } from "./challenges";
import type { ClientKey } from "./client-keys";
import type { CredentialRecord, EmailOtpCredentialRecord, PasskeyCredentialRecord } from "./credentials";
import { checkOidcToken } from "./oidc-tokens";
import { checkOneTimeCode, spendOneTimeCode } from "./one-time-codes";

/** Uses up what the proof rested on. It throws when another verification was faster. */
export type AcceptProof = () => void;

/** What a verification brings. */
export interface Verification {
  body: ObjectReader;
  /** Header Request-Id, read for passkeys only (CRD-21). */
  requestId: string | null;
  clientKey: ClientKey;
}

function proveEmail(world: World, credential: EmailOtpCredentialRecord, { body }: Verification): AcceptProof {
  const code = checkOneTimeCode(world, credential, body.string("otp"));
  return () => spendOneTimeCode(credential, code);
}

/** Issues the WebAuthn challenge of the next verification. */
export function issuePasskeyChallenge(
  world: World,
  credential: PasskeyCredentialRecord,
  clientKey: ClientKey,
): PasskeyChallengeRecord {
  const challenge: PasskeyChallengeRecord = {
    kind: "passkey",
    requestId: world.random.uuid(),
    challenge: base64urlnopad.encode(world.random.bytes(32)),
    credentialId: credential.id,
    clientPublicKey: clientKey.text,
    expiresAtMs: world.clock.now() + world.options.challengeLifetimeMs,
    used: false,
  };
  world.challenges.set(challenge.requestId, challenge);
  return challenge;
}

function openChallenge(
  world: World,
  credential: PasskeyCredentialRecord,
  requestId: string,
): PasskeyChallengeRecord {
  const challenge = world.challenges.get(requestId);
  if (challenge?.kind !== "passkey" || challenge.credentialId !== credential.id)
    throw unauthorized("Unknown Request-Id");
  if (challenge.used) throw unauthorized("The Request-Id was used before");
  if (world.clock.now() >= challenge.expiresAtMs) throw unauthorized("The challenge has expired");
  return challenge;
}

/** The sandbox takes everything but the signature as it is (SBX-37). */
function checkSandboxAssertion(assertion: ObjectReader): void {
  if (assertion.string("signature") !== magicValues.passkeySignature) {
    throw unauthorized(refusalReasons.passkeySignature);
  }
}

function readAssertion(assertion: ObjectReader): PasskeyAssertion {
  return {
    credentialId: assertion.string("credentialId"),
    clientDataJson: assertion.string("clientDataJson"),
    authenticatorData: assertion.string("authenticatorData"),
    signature: assertion.string("signature"),
    userHandle: assertion.optionalString("userHandle"),
  };
}

async function provePasskey(
  world: World,
  credential: PasskeyCredentialRecord,
  { body, requestId, clientKey }: Verification,
): Promise<AcceptProof> {
  const assertion = body.object("assertion");
  if (requestId === null || requestId === "") {
    throw invalidInput("The header Request-Id is required for a passkey", { header: "Request-Id" });
  }
  const isSandbox = world.options.environment === "sandbox";
  if (isSandbox) checkSandboxAssertion(assertion);
  const challenge = openChallenge(world, credential, requestId);
  const isSameKey = challenge.clientPublicKey.toLowerCase() === clientKey.text.toLowerCase();
  if (world.options.strictClientKeys && !isSameKey) {
    throw unauthorized("The clientPublicKey is not the one of the challenge");
  }
  const counter = isSandbox
    ? undefined
    : await checkAssertion(world, credential, challenge, readAssertion(assertion));
  return () => {
    openChallenge(world, credential, requestId).used = true;
    if (credential.passkey.key && counter !== undefined) credential.passkey.key.counter = counter;
  };
}

async function checkAssertion(
  world: World,
  { passkey }: PasskeyCredentialRecord,
  { challenge }: PasskeyChallengeRecord,
  assertion: PasskeyAssertion,
): Promise<number> {
  const { credentialId, key } = passkey;
  if (!key) throw internal("The passkey was registered without a public key");
  try {
    return await verifyAssertion(world.options.webAuthn, challenge, assertion, { credentialId, key });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unauthorized(
      refusalReasons.passkeySignature,
      `The assertion was refused: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Checks that whoever asks controls the credential.
 *
 * @throws {Problem} 400 for a missing member; 401 for a proof that does not hold or a challenge that is missing (OP-19).
 */
export async function checkProof(
  world: World,
  credential: CredentialRecord,
  verification: Verification,
): Promise<AcceptProof> {
  switch (credential.type) {
    case "EMAIL_OTP":
      return proveEmail(world, credential, verification);
    case "PASSKEY":
      return provePasskey(world, credential, verification);
    case "OAUTH":
      await checkOidcToken(world, verification.body.string("oidcToken"), credential.identity);
      return () => undefined;
  }
}
