import { toBase64Url } from "../crypto/encoding";
import { MissingVerifierError, verifyAttestation } from "../crypto/web-authn";
import type { PasskeyAttestation } from "../crypto/web-authn";
import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import type { SeededRandom } from "../runtime/random";
import type {
  CredentialRecord,
  Credentials,
  CredentialType,
  OidcIdentity,
  PasskeyRegistration,
  Wallet,
} from "./credentials";
import type { Customers } from "./customers";
import { requireCustomer } from "./eligibility";
import type { OidcTokens } from "./oidc-tokens";
import type { OneTimeCodes } from "./one-time-codes";
import { badRequest, invalidInput, unauthorized } from "./problem";

/** A registration as it was asked for. */
export type RegistrationRequest =
  | { type: "EMAIL_OTP" }
  | { type: "OAUTH"; oidcToken: string; nickname: string | undefined }
  | {
      type: "PASSKEY";
      /** What the platform's backend issued: base64 of either alphabet. */
      challenge: string;
      attestation: PasskeyAttestation;
      nickname: string | undefined;
    };

/** The types of which a wallet has one at most, with the contract's code for a second one. */
const duplicateCodes: Partial<Record<CredentialType, string>> = {
  EMAIL_OTP: "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS",
  PASSKEY: "PASSKEY_CREDENTIAL_ALREADY_EXISTS",
};

/** The part of a credential that its type decides. */
type Proof =
  | { type: "EMAIL_OTP"; nickname: string; oneTimeCode: undefined }
  | { type: "OAUTH"; nickname: string; identity: OidcIdentity }
  | { type: "PASSKEY"; nickname: string; passkey: PasskeyRegistration };

/** A registration that was checked, as plain data: it may be carried out later. */
export interface PreparedRegistration {
  wallet: Wallet;
  proof: Proof;
}

interface Collaborators {
  clock: VirtualClock;
  random: SeededRandom;
  customers: Customers;
  credentials: Credentials;
  oneTimeCodes: OneTimeCodes;
  oidcTokens: OidcTokens;
  options: Pick<ResolvedOptions, "environment" | "webAuthn">;
}

/** The registration of credentials. */
export class Registrations {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #customers: Customers;
  readonly #credentials: Credentials;
  readonly #oneTimeCodes: OneTimeCodes;
  readonly #oidcTokens: OidcTokens;
  readonly #options: Collaborators["options"];

  constructor(collaborators: Collaborators) {
    this.#clock = collaborators.clock;
    this.#random = collaborators.random;
    this.#customers = collaborators.customers;
    this.#credentials = collaborators.credentials;
    this.#oneTimeCodes = collaborators.oneTimeCodes;
    this.#oidcTokens = collaborators.oidcTokens;
    this.#options = collaborators.options;
  }

  /**
   * Checks a registration that `register` carries out, perhaps later: a signed request registers what its initial request
   * has proved.
   *
   * @throws {Problem} when the request is refused: 400 for a second credential of a single type; 404 when the customer was deleted; 401 for a proof that does not hold.
   */
  async prepare(wallet: Wallet, request: RegistrationRequest): Promise<PreparedRegistration> {
    this.#requireOwner(wallet);
    this.#requireFirstOfItsType(wallet, request.type);
    return { wallet, proof: await this.#prove(wallet, request) };
  }

  /**
   * Registers what was prepared.
   *
   * @throws {Problem} when the request is refused: 400 when another credential of a single type has come in since.
   */
  register({ wallet, proof }: PreparedRegistration): CredentialRecord {
    this.#requireOwner(wallet);
    this.#requireFirstOfItsType(wallet, proof.type);
    const now = this.#clock.iso();
    const credential: CredentialRecord = {
      id: this.#random.id("AuthMethod"),
      accountId: wallet.id,
      createdAt: now,
      updatedAt: now,
      ...proof,
    };
    this.#credentials.set(credential.id, credential);
    if (credential.type === "EMAIL_OTP") this.#oneTimeCodes.send(credential);
    return credential;
  }

  #requireOwner({ customerId }: Wallet): void {
    requireCustomer("POST /auth/credentials", this.#customers.get(customerId));
  }

  #requireFirstOfItsType(wallet: Wallet, type: CredentialType): void {
    const code = duplicateCodes[type];
    if (
      code !== undefined &&
      this.#credentials.of(wallet.id).some((credential) => credential.type === type)
    ) {
      throw badRequest(code, `The wallet already has a credential of the type ${type}`);
    }
  }

  async #prove(wallet: Wallet, request: RegistrationRequest): Promise<Proof> {
    const { type } = request;
    switch (type) {
      case "EMAIL_OTP": {
        const { email } = this.#customers.get(wallet.customerId);
        if (email === undefined) throw invalidInput("The customer has no e-mail address to send a code to");
        return { type, nickname: email, oneTimeCode: undefined };
      }
      case "OAUTH": {
        const { identity, email } = await this.#oidcTokens.read(request.oidcToken);
        return { type, nickname: email ?? request.nickname ?? identity.subject, identity };
      }
      case "PASSKEY": {
        const passkey = await this.#checkPasskey(request.challenge, request.attestation);
        return { type, nickname: request.nickname ?? "Passkey", passkey };
      }
    }
  }

  async #checkPasskey(challenge: string, attestation: PasskeyAttestation): Promise<PasskeyRegistration> {
    const credentialId = toBase64Url(attestation.credentialId);
    if (this.#options.environment === "sandbox") return { credentialId, attestation, key: undefined };
    try {
      const key = await verifyAttestation(this.#options.webAuthn, challenge, attestation);
      return { credentialId, attestation, key };
    } catch (error) {
      if (error instanceof MissingVerifierError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw unauthorized("Invalid passkey attestation", `The attestation does not hold: ${reason}`);
    }
  }
}
