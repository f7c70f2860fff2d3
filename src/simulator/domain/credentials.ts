import type { AuthMethodType, PasskeyAttestation } from "../../models/auth";
import { codeTargetBundle, opaqueSessionKey, sealSessionKey } from "../crypto/bundles";
import { compressedHex, createKeyPair } from "../crypto/p256";
import { verifyAttestation } from "../crypto/web-authn";
import { requireCustomer } from "./eligibility";
import { badRequest, requireGiven, invalidField, invalidInput, notFound } from "./problem";
import { checkProof, codeAddressOf, isHeldKey, readOidcToken, sendCode } from "./proofs";
import { isOfCodes } from "./records/wallets";
import type { ClientKey, CredentialRecord, Proof, SessionRecord } from "./records/wallets";
import { newRecord } from "./world";
import type { World } from "./world";

export function authMethodView(credential: CredentialRecord) {
  const { id, accountId, type, nickname, createdAt, updatedAt } = credential;
  return { id, accountId, type, nickname, createdAt, updatedAt };
}

/** A credential in a list. The newest service shows which passkey it is. */
export function listedView(world: World, credential: CredentialRecord) {
  const isShown = world.options.newestAccounts && credential.type === "PASSKEY";
  return {
    ...authMethodView(credential),
    ...(isShown && { credentialId: credential.attestation.credentialId }),
  };
}

/** A credential that was just sent a code, with the key to seal it to, signed by the issuer of codes. Other types have none. */
export function challengedView({ keys }: World, credential: CredentialRecord) {
  const open = isOfCodes(credential) ? credential.oneTimeCode : undefined;
  const target = open && codeTargetBundle(keys.codeTarget(open.target).publicKey, keys.codeIssuer());
  return {
    ...authMethodView(credential),
    ...(target !== undefined && { otpEncryptionTargetBundle: target }),
  };
}

export interface WalletAccount {
  id: string;
  customerId: string;
}

export function walletOf(world: World, accountId: string): WalletAccount {
  const { id, type, customerId } = world.internalAccounts.get(accountId);
  if (type === "EMBEDDED_WALLET" && customerId !== null) return { id, customerId };
  throw invalidInput(`${accountId} is not an embedded wallet`, { accountId: `has the type ${type}` });
}

export function requireAnotherCredential(world: World, { accountId }: CredentialRecord): void {
  if (world.credentials.by("accountId", accountId).length === 1) {
    throw invalidInput("The only credential of a wallet cannot be revoked: register another one first");
  }
}

export function requireUnusedKey(world: World, { hex }: ClientKey): void {
  if (world.options.environment === "production" && world.usedClientKeys.has(hex))
    throw invalidField("clientPublicKey", "a new key for each verification and export");
}

/** A registration as a request has it. Its type decides which of the fields it needs. */
export interface RegistrationRequest {
  type: AuthMethodType;
  nickname?: string;
  oidcToken?: string;
  /** What the platform's backend issued: base64 of either alphabet. */
  challenge?: string;
  attestation?: PasskeyAttestation;
}

export function register(world: World, wallet: WalletAccount, proof: Proof): CredentialRecord {
  requireRegistrable(world, wallet, proof);
  const credential: CredentialRecord = {
    ...newRecord(world, "AuthMethod"),
    accountId: wallet.id,
    ...proof,
  };
  world.credentials.add(credential);
  if (isOfCodes(credential)) sendCode(world, credential);
  return credential;
}

function requireRegistrable(world: World, wallet: WalletAccount, added: RegistrationRequest): void {
  const { type } = added;
  requireCustomer(world.customers.get(wallet.customerId));
  if (world.credentials.by("accountId", wallet.id).some((other) => isDuplicate(world, other, added)))
    throw badRequest(
      `${type}_CREDENTIAL_ALREADY_EXISTS`,
      `The wallet already has a credential of the type ${type}`,
    );
}

/** The specification allows one passkey. The newest service allows several, each once. */
function isDuplicate({ options }: World, other: CredentialRecord, added: RegistrationRequest): boolean {
  if (other.type !== added.type || other.type === "OAUTH") return false;
  if (other.type !== "PASSKEY" || !options.newestAccounts) return true;
  return other.attestation.credentialId === added.attestation?.credentialId;
}

/** Checks a registration. `register` carries it out at once, or with the signed request. */
export async function prepareRegistration(
  world: World,
  wallet: WalletAccount,
  request: RegistrationRequest,
): Promise<Proof> {
  requireRegistrable(world, wallet, request);
  const { type } = request;
  switch (type) {
    case "EMAIL_OTP":
    case "SMS_OTP": {
      const nickname = codeAddressOf(type, world.customers.get(wallet.customerId));
      if (nickname !== undefined) return { type, nickname };
      const missing = type === "EMAIL_OTP" ? "e-mail address" : "phone number";
      throw invalidInput(`The customer has no ${missing} to send a code to`);
    }
    case "OAUTH": {
      const { identity, email } = await readOidcToken(world, requireGiven(request.oidcToken, "oidcToken"));
      return { type, nickname: email ?? request.nickname ?? identity.subject, identity };
    }
    case "PASSKEY": {
      const challenge = requireGiven(request.challenge, "challenge");
      const attestation = requireGiven(request.attestation, "attestation", "an object");
      const passkey = { type, nickname: request.nickname ?? "Passkey", attestation };
      if (world.options.environment === "sandbox") return passkey;
      const key = await checkProof("Invalid passkey attestation", "The attestation is invalid", () =>
        verifyAttestation(world.options.webAuthn, challenge, attestation),
      );
      return { ...passkey, key };
    }
  }
}

/** The Session of the specification, as lists show it: without `encryptedSessionSigningKey`. */
export function sessionView({ credentialId: _, publicKey: __, isHeld: ___, ...shown }: SessionRecord) {
  return shown;
}

/** The instant `expiresAt` is already too late. */
const isActive = ({ clock }: World, { expiresAt }: SessionRecord): boolean =>
  clock.now() < Date.parse(expiresAt);

/** The sessions of a wallet that may sign now, oldest first. */
export function activeSessions(world: World, accountId: string): SessionRecord[] {
  return world.sessions.by("accountId", accountId).filter((session) => isActive(world, session));
}

export function activeSession(world: World, id: string): SessionRecord {
  const session = world.sessions.get(id);
  if (!isActive(world, session)) throw notFound("Session", id);
  return session;
}

type SessionOwner = Pick<SessionRecord, "accountId" | "credentialId" | "type" | "nickname">;

/** Opens a session. A held key is its key. Otherwise the service makes one, and shows it in this response, sealed. */
export async function openSession(world: World, owner: SessionOwner, clientKey: ClientKey) {
  const { clock, options, random, sessions, usedClientKeys } = world;
  const { accountId, credentialId, type, nickname } = owner;
  usedClientKeys.set(clientKey.hex, true);
  const made = isHeldKey(clientKey) ? undefined : createKeyPair(random);
  const now = clock.now();
  const session: SessionRecord = {
    id: random.id("Session"),
    accountId,
    credentialId,
    type,
    nickname,
    ...(made ? { publicKey: compressedHex(made.publicKey) } : { publicKey: clientKey.hex, isHeld: true }),
    createdAt: clock.iso(now),
    updatedAt: clock.iso(now),
    expiresAt: clock.iso(now + options.sessionLifetimeMs),
  };
  for (const old of sessions.by("accountId", accountId)) if (!isActive(world, old)) sessions.delete(old.id);
  sessions.add(session);
  if (!made) return sessionView(session);
  const isOpaque = options.environment === "sandbox" && options.sessionKey === "opaque";
  const encryptedSessionSigningKey = isOpaque
    ? opaqueSessionKey
    : await sealSessionKey(clientKey.point, made.privateKey, random.bytes(32));
  return { ...sessionView(session), encryptedSessionSigningKey };
}
