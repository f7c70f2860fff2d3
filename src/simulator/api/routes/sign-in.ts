import { challengedView, authMethodView, openSession, requireUnusedKey } from "../../domain/credentials";
import { ownerOf } from "../../domain/customers";
import { requireCustomer } from "../../domain/eligibility";
import { enumOf, nonEmptyText, parse } from "../../domain/format";
import { requireGiven, invalidField, invalidInput } from "../../domain/problem";
import * as proofs from "../../domain/proofs";
import type { AcceptProof, SealedCode } from "../../domain/proofs";
import { credentialTypes, isOfCodes } from "../../domain/records/wallets";
import type { ClientKey, CodeCredential, CredentialRecord } from "../../domain/records/wallets";
import type { World } from "../../domain/world";
import { openObject, readFields, requiredField } from "../fields";
import type { Values } from "../fields";
import { clientKey, freeText, sessionKey } from "../formats";

const assertion = {
  credentialId: requiredField(nonEmptyText),
  clientDataJson: requiredField(nonEmptyText),
  authenticatorData: requiredField(nonEmptyText),
  signature: requiredField(nonEmptyText),
  userHandle: freeText,
};

/** The body of a verification. Its type decides which of the fields it needs. */
export const verificationFields = {
  type: requiredField(enumOf(credentialTypes)),
  clientPublicKey: sessionKey,
  otp: { ...nonEmptyText, notIn: { type: ["SMS_OTP", "OAUTH", "PASSKEY"] } },
  encryptedOtpBundle: { ...nonEmptyText, notIn: { type: ["OAUTH", "PASSKEY"] } },
  oidcToken: { ...nonEmptyText, notIn: { type: ["EMAIL_OTP", "SMS_OTP", "PASSKEY"] } },
  assertion: {
    // The sandbox checks the signature, and accepts any other part.
    ...openObject({ signature: requiredField(nonEmptyText) }),
    fields: assertion,
    notIn: { type: ["EMAIL_OTP", "SMS_OTP", "OAUTH"] },
  },
};

/** Refuses the wallets of customers who may not act. */
export function requireOwner(world: World, accountId: string): void {
  requireCustomer(ownerOf(world, world.internalAccounts.get(accountId)));
}

/** Sends a code, or asks a passkey to sign. */
export function challenge(world: World, credential: CredentialRecord, key: unknown) {
  requireOwner(world, credential.accountId);
  switch (credential.type) {
    case "EMAIL_OTP":
    case "SMS_OTP":
      proofs.sendCode(world, credential);
      return challengedView(world, credential);
    case "PASSKEY": {
      const sent = parse(
        requireGiven(key, "clientPublicKey", sessionKey.expected),
        "clientPublicKey",
        sessionKey,
      );
      requireUnusedKey(world, sent);
      const issued = proofs.issueChallenge(world, credential, sent);
      return {
        ...authMethodView(credential),
        ...(issued.text !== undefined && { credentialId: credential.attestation.credentialId }),
        challenge: issued.text ?? issued.challenge,
        requestId: issued.requestId,
        expiresAt: world.clock.iso(issued.expiresAtMs),
      };
    }
    case "OAUTH":
      throw invalidInput("An OAUTH credential needs no challenge: verify it with a fresh token");
  }
}

/** The key of a verification. The newest challenge of a passkey has taken it already. */
function keyOf(world: World, { id }: CredentialRecord, sent: ClientKey | undefined, requestId: string) {
  const issued = world.passkeyChallenges.get(requestId);
  return sent === undefined && issued?.text !== undefined && issued.credentialId === id
    ? parse(issued.clientPublicKey, "clientPublicKey", sessionKey)
    : requireGiven(sent, "clientPublicKey", sessionKey.expected);
}

/** @param key the one that the session gets */
async function prove(
  world: World,
  credential: CredentialRecord,
  body: Values<typeof verificationFields>,
  requestId: string,
  key: ClientKey,
): Promise<AcceptProof> {
  switch (credential.type) {
    case "EMAIL_OTP":
    case "SMS_OTP":
      // A code that is not sealed opens only a session with a sealed key.
      parse(key.text, "clientPublicKey", clientKey);
      return proofs.proveCode(world, credential, requireGiven(body.otp, "otp"));
    case "OAUTH":
      return proofs.proveOauth(world, credential, requireGiven(body.oidcToken, "oidcToken"), key);
    case "PASSKEY": {
      const sent = requireGiven(body.assertion, "assertion", "an object");
      if (requestId === "") {
        throw invalidInput("The header Request-Id is required for a passkey", { header: "Request-Id" });
      }
      const isProduction = world.options.environment === "production";
      const checked = isProduction ? readFields(assertion, sent, "assertion") : undefined;
      const { signature } = sent;
      const proof = { requestId, clientKey: body.clientPublicKey, signature, assertion: checked };
      return proofs.provePasskey(world, credential, proof);
    }
  }
}

/** Opens a session. Only a sealed code needs a signature: that of the key in its bundle. */
export function verifyProof(
  world: World,
  credential: CredentialRecord,
  body: Values<typeof verificationFields>,
  requestId: string,
) {
  const { encryptedOtpBundle: bundle, type } = body;
  requireOwner(world, credential.accountId);
  if (type !== credential.type) throw invalidField("type", `${credential.type}, the type of the credential`);
  // Only the newest flow has codes by SMS.
  if (type === "SMS_OTP") requireGiven(bundle, "encryptedOtpBundle");
  return {
    async actUnsigned() {
      if (bundle !== undefined) return undefined;
      const key = keyOf(world, credential, body.clientPublicKey, requestId);
      return openProven(world, credential, key, await prove(world, credential, body, requestId, key));
    },
    prepare: () => prepareSealed(world, credential, requireGiven(bundle, "encryptedOtpBundle")),
    perform({ code, publicKey }: SealedCode) {
      const codes = requireCodes(world.credentials.get(credential.id));
      const accept = () => proofs.proveCode(world, codes, code, { isSealed: true })();
      return openProven(world, codes, parse(publicKey, "public_key", sessionKey), accept);
    },
  };
}

/** Opens the session of a proof. Another request may have changed something during the checks, so everything is checked again. */
function openProven(
  world: World,
  { id: credentialId }: CredentialRecord,
  key: ClientKey,
  accept: AcceptProof,
) {
  const credential = world.credentials.get(credentialId);
  requireOwner(world, credential.accountId);
  requireUnusedKey(world, key);
  accept();
  return openSession(world, { ...credential, credentialId }, key);
}

/** The credential that a sealed code belongs to. */
function requireCodes(credential: CredentialRecord): CodeCredential {
  if (isOfCodes(credential)) return credential;
  throw invalidField("encryptedOtpBundle", "a credential that sends codes");
}

/** Checks a sealed code. The key inside the bundle signs the challenge, and is the key of the session. */
async function prepareSealed(world: World, credential: CredentialRecord, bundle: string) {
  const codes = requireCodes(credential);
  const { id: credentialId, accountId, type } = codes;
  const sealed = await proofs.openSealedCode(world, codes, bundle);
  proofs.proveCode(world, codes, sealed.code, { isSealed: true });
  const { publicKey } = sealed;
  requireUnusedKey(world, parse(publicKey, "public_key", sessionKey));
  const intent = { credentialId, publicKey };
  return { action: "VERIFY_CREDENTIAL", accountId, type, intent, signedBy: publicKey, data: sealed };
}
