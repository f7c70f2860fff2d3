import { badRequest, invalidInput, Problem, unauthorized } from "../problem";
import type { ObjectReader } from "../read";
import { toBase64Url } from "../wallet/encoding";
import { verifyAttestation } from "../wallet/web-authn";
import type { World } from "../world";
import { credentialsOf } from "./credentials";
import type {
  CredentialRecord,
  CredentialType,
  PasskeyAttestation,
  PasskeyRegistration,
  Wallet,
} from "./credentials";
import { readOidcToken } from "./oidc-tokens";
import { sendOneTimeCode } from "./one-time-codes";

/** The types of which a wallet has one at most, with the contract's code for a second one (LIM-09, ERR-01, ERR-02). */
const duplicateCodes: Partial<Record<CredentialType, string>> = {
  EMAIL_OTP: "EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS",
  PASSKEY: "PASSKEY_CREDENTIAL_ALREADY_EXISTS",
};

function refuseDuplicate(world: World, wallet: Wallet, type: CredentialType): void {
  const code = duplicateCodes[type];
  if (code !== undefined && credentialsOf(world, wallet.id).some((credential) => credential.type === type)) {
    throw badRequest(code, `The wallet already has a credential of the type ${type}`);
  }
}

function readAttestation(body: ObjectReader): PasskeyAttestation {
  const attestation = body.object("attestation");
  const transports = attestation.raw["transports"] ?? [];
  if (!Array.isArray(transports) || !transports.every((item) => typeof item === "string")) {
    throw attestation.refuse("transports", "an array of strings");
  }
  return {
    credentialId: attestation.string("credentialId"),
    clientDataJson: attestation.string("clientDataJson"),
    attestationObject: attestation.string("attestationObject"),
    transports,
  };
}

async function readPasskey(world: World, body: ObjectReader): Promise<PasskeyRegistration> {
  const challenge = body.string("challenge");
  const attestation = readAttestation(body);
  const credentialId = toBase64Url(attestation.credentialId);
  if (world.options.environment === "sandbox") return { credentialId, attestation, key: undefined };
  try {
    const key = await verifyAttestation(world.options.webAuthn, challenge, attestation);
    return { credentialId, attestation, key };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unauthorized(
      "Invalid passkey attestation",
      `The attestation was refused: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The part of a credential that its type decides; `nickname` as CRD-03 says. */
type Proof =
  | { type: "EMAIL_OTP"; nickname: string; oneTimeCode: undefined }
  | { type: "OAUTH"; nickname: string; identity: { issuer: string; subject: string } }
  | { type: "PASSKEY"; nickname: string; passkey: PasskeyRegistration };

async function readProof(
  world: World,
  wallet: Wallet,
  type: CredentialType,
  body: ObjectReader,
): Promise<Proof> {
  const nickname = body.optionalString("nickname");
  switch (type) {
    case "EMAIL_OTP": {
      const { email } = world.customer(wallet.customerId);
      if (email === undefined) throw invalidInput("The customer has no e-mail address to send a code to");
      return { type, nickname: email, oneTimeCode: undefined };
    }
    case "OAUTH": {
      const { identity, email } = await readOidcToken(world, body.string("oidcToken"));
      return { type, nickname: email ?? nickname ?? identity.subject, identity };
    }
    case "PASSKEY":
      return { type, nickname: nickname ?? "Passkey", passkey: await readPasskey(world, body) };
  }
}

/**
 * Checks a registration and answers with the function that carries it out, which may run later: a signed retry registers
 * what its first call has proved.
 *
 * @throws {Problem} 400 for a missing or malformed member and for a second credential of a single type; 401 for a proof that does not hold.
 */
export async function prepareRegistration(
  world: World,
  wallet: Wallet,
  type: CredentialType,
  body: ObjectReader,
): Promise<() => CredentialRecord> {
  refuseDuplicate(world, wallet, type);
  const proof = await readProof(world, wallet, type, body);
  return () => {
    refuseDuplicate(world, wallet, type);
    const now = world.clock.iso();
    const credential: CredentialRecord = {
      id: world.random.id("AuthMethod"),
      accountId: wallet.id,
      createdAt: now,
      updatedAt: now,
      ...proof,
    };
    world.credentials.set(credential.id, credential);
    if (credential.type === "EMAIL_OTP") sendOneTimeCode(world, credential);
    return credential;
  };
}
