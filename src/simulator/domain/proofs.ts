import { MissingVerifierError, verifyAssertion } from "../crypto/web-authn";
import type { PasskeyAssertion } from "../crypto/web-authn";
import { failureReasons, magicValues } from "./magic";
import { checkOidcToken } from "./oidc-tokens";
import { checkCode, spendOneTimeCode } from "./one-time-codes";
import { openChallenge } from "./passkey-challenges";
import { internal, unauthorized } from "./problem";
import type {
  ClientKey,
  EmailOtpCredentialRecord,
  OauthCredentialRecord,
  PasskeyChallengeRecord,
  PasskeyCredentialRecord,
} from "./records/wallets";
import type { World } from "./world";

/** Uses up what the proof rested on. It throws when another verification was faster. */
export type AcceptProof = () => void;

/** What the verification of a passkey brings. */
export interface PasskeyProof {
  /** Header Request-Id. */
  requestId: string;
  clientKey: ClientKey;
  /** The sandbox looks at nothing else. */
  signature: string;
  /** Read in production only. */
  assertion: PasskeyAssertion | undefined;
}

/** @throws {Problem} when the request is refused: 401 when the code does not hold, or without a challenge (OP-19) */
export function proveEmail(world: World, credential: EmailOtpCredentialRecord, otp: string): AcceptProof {
  const code = checkCode(world, credential, otp);
  return () => {
    spendOneTimeCode(credential, code);
  };
}

/** @throws {Problem} when the request is refused: 401 when the token does not hold */
export async function proveOauth(
  world: World,
  credential: OauthCredentialRecord,
  oidcToken: string,
): Promise<AcceptProof> {
  await checkOidcToken(world, oidcToken, credential.identity);
  return () => undefined;
}

/** @throws {Problem} when the request is refused: 401 when the challenge or the assertion does not hold */
export async function provePasskey(
  world: World,
  credential: PasskeyCredentialRecord,
  proof: PasskeyProof,
): Promise<AcceptProof> {
  const { requestId, clientKey, signature, assertion } = proof;
  const { environment, strictClientKeys } = world.options;
  if (environment === "sandbox" && signature !== magicValues.passkeySignature) {
    throw unauthorized(failureReasons.passkeySignature);
  }
  const challenge = openChallenge(world, credential, requestId);
  if (strictClientKeys && challenge.clientPublicKey !== clientKey.hex) {
    throw unauthorized("The clientPublicKey is not the one of the challenge");
  }
  const counter = assertion && (await checkAssertion(world, credential, challenge, assertion));
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
    if (error instanceof MissingVerifierError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw unauthorized(failureReasons.passkeySignature, `The assertion does not hold: ${reason}`);
  }
}
