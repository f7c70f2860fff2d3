import { MissingVerifierError, verifyAssertion } from "../crypto/web-authn";
import type { PasskeyAssertion } from "../crypto/web-authn";
import type { ResolvedOptions } from "../runtime/options";
import type { ClientKey } from "./client-keys";
import type { EmailOtpCredentialRecord, OauthCredentialRecord, PasskeyCredentialRecord } from "./credentials";
import { failureReasons, magicValues } from "./magic";
import type { OidcTokens } from "./oidc-tokens";
import { spendOneTimeCode } from "./one-time-codes";
import type { OneTimeCodes } from "./one-time-codes";
import type { PasskeyChallengeRecord, PasskeyChallenges } from "./passkey-challenges";
import { internal, unauthorized } from "./problem";

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

interface Collaborators {
  oneTimeCodes: OneTimeCodes;
  oidcTokens: OidcTokens;
  challenges: PasskeyChallenges;
  options: Pick<ResolvedOptions, "environment" | "strictClientKeys" | "webAuthn">;
}

/** Checks that whoever asks controls a credential: 401 for a proof that does not hold or a missing challenge (OP-19). */
export class Proofs {
  readonly #oneTimeCodes: OneTimeCodes;
  readonly #oidcTokens: OidcTokens;
  readonly #challenges: PasskeyChallenges;
  readonly #options: Collaborators["options"];

  constructor({ oneTimeCodes, oidcTokens, challenges, options }: Collaborators) {
    this.#oneTimeCodes = oneTimeCodes;
    this.#oidcTokens = oidcTokens;
    this.#challenges = challenges;
    this.#options = options;
  }

  /** @throws {Problem} when the request is refused: 401 when the code does not hold. */
  email(credential: EmailOtpCredentialRecord, otp: string): AcceptProof {
    const code = this.#oneTimeCodes.check(credential, otp);
    return () => {
      spendOneTimeCode(credential, code);
    };
  }

  /** @throws {Problem} when the request is refused: 401 when the token does not hold. */
  async oauth(credential: OauthCredentialRecord, oidcToken: string): Promise<AcceptProof> {
    await this.#oidcTokens.check(oidcToken, credential.identity);
    return () => undefined;
  }

  /** @throws {Problem} when the request is refused: 401 when the challenge or the assertion does not hold. */
  async passkey(credential: PasskeyCredentialRecord, proof: PasskeyProof): Promise<AcceptProof> {
    const { requestId, clientKey, signature, assertion } = proof;
    if (this.#options.environment === "sandbox" && signature !== magicValues.passkeySignature) {
      throw unauthorized(failureReasons.passkeySignature);
    }
    const challenge = this.#challenges.open(credential, requestId);
    const isSameKey = challenge.clientPublicKey === clientKey.compressed;
    if (this.#options.strictClientKeys && !isSameKey) {
      throw unauthorized("The clientPublicKey is not the one of the challenge");
    }
    const counter = assertion && (await this.#checkAssertion(credential, challenge, assertion));
    return () => {
      this.#challenges.open(credential, requestId).used = true;
      if (credential.passkey.key && counter !== undefined) credential.passkey.key.counter = counter;
    };
  }

  async #checkAssertion(
    { passkey }: PasskeyCredentialRecord,
    { challenge }: PasskeyChallengeRecord,
    assertion: PasskeyAssertion,
  ): Promise<number> {
    const { credentialId, key } = passkey;
    if (!key) throw internal("The passkey was registered without a public key");
    try {
      return await verifyAssertion(this.#options.webAuthn, challenge, assertion, { credentialId, key });
    } catch (error) {
      if (error instanceof MissingVerifierError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw unauthorized(failureReasons.passkeySignature, `The assertion does not hold: ${reason}`);
    }
  }
}
