import * as accounts from "../../../operations/accounts";
import * as auth from "../../../operations/auth";
import { sealWalletExport } from "../../crypto/bundles";
import {
  activeSession,
  activeSessions,
  authMethodView,
  credentialsOf,
  endSessions,
  openSession,
  prepareRegistration,
  register,
  requireAnotherCredential,
  requireUnusedKey,
  sessionView,
  walletOf,
} from "../../domain/credentials";
import type { RegistrationRequest } from "../../domain/credentials";
import { ownerOf } from "../../domain/customers";
import { requireCustomer } from "../../domain/eligibility";
import { oneOf, text } from "../../domain/format";
import { given, invalidField, invalidInput } from "../../domain/problem";
import { issueChallenge, proveEmail, proveOauth, provePasskey, sendCode } from "../../domain/proofs";
import type { AcceptProof } from "../../domain/proofs";
import { credentialTypes } from "../../domain/records/wallets";
import type { ClientKey, CredentialRecord, CredentialType, Proof } from "../../domain/records/wallets";
import type { World } from "../../domain/world";
import { anything, object, openObject, parse, readFields, required } from "../fields";
import type { Values } from "../fields";
import { clientKey, freeText, listOf } from "../formats";
import { serve } from "../serve";
import { serveSigned } from "../signed";

const type = oneOf(credentialTypes);

const registration = {
  type: required(type),
  accountId: required(text),
  nickname: freeText,
  oidcToken: text,
  challenge: text,
  attestation: object({
    credentialId: required(text),
    clientDataJson: required(text),
    attestationObject: required(text),
    transports: listOf(freeText),
  }),
};

const assertion = {
  credentialId: required(text),
  clientDataJson: required(text),
  authenticatorData: required(text),
  signature: required(text),
  userHandle: freeText,
};

const verification = {
  type: required(type),
  clientPublicKey: required(clientKey),
  otp: text,
  oidcToken: text,
  // The sandbox checks the signature, and accepts any other part.
  assertion: { ...openObject({ signature: required(text) }), fields: assertion },
};

function requireOwner(world: World, accountId: string): void {
  requireCustomer(ownerOf(world, world.internalAccounts.get(accountId)));
}

/** The account of a list. The contract has no 404 for these lists, so an unknown account is an invalid parameter. */
function knownAccount(world: World, accountId: string): string {
  if (world.internalAccounts.has(accountId)) return accountId;
  throw invalidInput(`No internal account has the id ${accountId}`, { field: "accountId" });
}

/** Registers the first credential of a wallet at once, and every other one after a signed retry. */
function addCredential(world: World, body: RegistrationRequest & { accountId: string }) {
  const wallet = walletOf(world, body.accountId);
  const isFirst = () => credentialsOf(world, wallet.id).length === 0;
  const add = (proof: Proof) => authMethodView(register(world, wallet, proof));
  return {
    async actUnsigned() {
      if (!isFirst()) return undefined;
      const proof = await prepareRegistration(world, wallet, body);
      // Another first credential may have arrived during the checks.
      return isFirst() ? add(proof) : undefined;
    },
    prepare: async () => ({
      action: "ADD_CREDENTIAL",
      accountId: wallet.id,
      type: body.type,
      intent: { credentialType: body.type },
      data: await prepareRegistration(world, wallet, body),
    }),
    perform: add,
  };
}

function challenge(world: World, credential: CredentialRecord, key: unknown) {
  requireOwner(world, credential.accountId);
  switch (credential.type) {
    case "EMAIL_OTP":
      sendCode(world, credential);
      return authMethodView(credential);
    case "PASSKEY": {
      const sealedTo = parse(given(key, "clientPublicKey", clientKey.expected), "clientPublicKey", clientKey);
      requireUnusedKey(world, sealedTo);
      const issued = issueChallenge(world, credential, sealedTo);
      return {
        ...authMethodView(credential),
        challenge: issued.challenge,
        requestId: issued.requestId,
        expiresAt: world.clock.iso(issued.expiresAtMs),
      };
    }
    case "OAUTH":
      throw invalidInput("An OAUTH credential needs no challenge: verify it with a fresh token");
  }
}

async function prove(
  world: World,
  credential: CredentialRecord,
  body: Values<typeof verification>,
  requestId: string,
): Promise<AcceptProof> {
  switch (credential.type) {
    case "EMAIL_OTP":
      return proveEmail(world, credential, given(body.otp, "otp"));
    case "OAUTH":
      return proveOauth(world, credential, given(body.oidcToken, "oidcToken"));
    case "PASSKEY": {
      const sent = given(body.assertion, "assertion", "an object");
      if (requestId === "") {
        throw invalidInput("The header Request-Id is required for a passkey", { header: "Request-Id" });
      }
      const isProduction = world.options.environment === "production";
      const checked = isProduction ? readFields(assertion, sent, "assertion") : undefined;
      const { signature } = sent;
      const proof = { requestId, clientKey: body.clientPublicKey, signature, assertion: checked };
      return provePasskey(world, credential, proof);
    }
  }
}

async function verify(
  world: World,
  credential: CredentialRecord,
  body: Values<typeof verification>,
  requestId: string,
) {
  requireOwner(world, credential.accountId);
  if (body.type !== credential.type) {
    throw invalidField("type", `${credential.type}, the type of the credential`);
  }
  const accept = await prove(world, credential, body, requestId);
  // No await from here on. Another request may have changed something during the checks, so everything is checked again.
  world.credentials.get(credential.id);
  requireOwner(world, credential.accountId);
  requireUnusedKey(world, body.clientPublicKey);
  accept();
  world.usedClientKeys.set(body.clientPublicKey.hex, true);
  return openSession(world, credential, body.clientPublicKey);
}

/** The type of the newest active session, or else of the oldest credential (OP-11). A wallet with neither can only be exported in the sandbox. */
function challengeType(world: World, accountId: string): CredentialType {
  const session = activeSessions(world, accountId).at(-1);
  return session?.type ?? credentialsOf(world, accountId)[0]?.type ?? "EMAIL_OTP";
}

/** A wallet that its owner may export to an unused key. */
function exportableWallet(world: World, id: string, key: ClientKey): string {
  const { id: walletId } = walletOf(world, id);
  requireOwner(world, walletId);
  requireUnusedKey(world, key);
  return walletId;
}

async function exportWallet(world: World, walletId: string, key: ClientKey) {
  world.usedClientKeys.set(key.hex, true);
  const { keys, options, random } = world;
  const encryptedWalletCredentials = await sealWalletExport({
    mnemonic: keys.mnemonic(walletId),
    clientPublicKey: key.point,
    organizationId: keys.organizationId,
    entropy: random.bytes(32),
    issuer: options.environment === "production" ? keys.exportIssuer() : undefined,
  });
  return { id: walletId, encryptedWalletCredentials };
}

/** Credentials, sessions and export (specification, "Embedded wallet authentication"). */
export const routes = [
  serveSigned(
    auth.createCredential,
    { permission: "TRANSACT", status: 201, fails: [404], fields: registration },
    (world, { sent }) => addCredential(world, sent),
  ),
  serve(
    auth.listCredentials,
    { permission: "VIEW", status: 200, fields: { accountId: required(text) } },
    (world, { sent }) => ({
      data: credentialsOf(world, knownAccount(world, sent.accountId)).map(authMethodView),
    }),
  ),
  // The signature must come from a session of another credential of the wallet.
  serveSigned(auth.revokeCredential, { permission: "TRANSACT", status: 204 }, (world, { params }) => ({
    prepare() {
      const credential = world.credentials.get(params.id);
      requireAnotherCredential(world, credential);
      const { id: credentialId, accountId, type: kind } = credential;
      return { action: "REVOKE_CREDENTIAL", accountId, type: kind, intent: { credentialId }, data: null };
    },
    mayBeSignedBy: ({ credentialId }) => credentialId !== params.id,
    perform() {
      requireAnotherCredential(world, world.credentials.get(params.id));
      world.credentials.delete(params.id);
      endSessions(world, params.id);
    },
  })),
  serve(
    auth.challengeCredential,
    // Only a passkey needs the key.
    { permission: "TRANSACT", status: 200, fails: [429], fields: { clientPublicKey: anything } },
    (world, { params, sent }) => challenge(world, world.credentials.get(params.id), sent.clientPublicKey),
  ),
  serve(
    auth.verifyCredential,
    { permission: "TRANSACT", status: 200, fields: verification },
    (world, { request, params, sent }) =>
      verify(world, world.credentials.get(params.id), sent, request.headers.get("Request-Id") ?? ""),
  ),
  serve(
    auth.listSessions,
    { permission: "VIEW", status: 200, fields: { accountId: required(text) } },
    (world, { sent }) => ({
      data: activeSessions(world, knownAccount(world, sent.accountId)).map(sessionView),
    }),
  ),
  // Any active session of the wallet may sign, even the one that ends.
  serveSigned(auth.revokeSession, { permission: "TRANSACT", status: 204 }, (world, { params }) => ({
    prepare() {
      const { accountId, type: kind, id: sessionId } = activeSession(world, params.id);
      return { action: "REVOKE_SESSION", accountId, type: kind, intent: { sessionId }, data: null };
    },
    perform() {
      world.sessions.delete(activeSession(world, params.id).id);
    },
  })),
  serveSigned(
    accounts.exportWallet,
    { permission: "TRANSACT", status: 200, fields: { clientPublicKey: required(clientKey) } },
    (world, { params, sent: { clientPublicKey: key } }) => ({
      prepare() {
        const accountId = exportableWallet(world, params.id, key);
        const kind = challengeType(world, accountId);
        const intent = { clientPublicKey: key.hex };
        return { action: "EXPORT_WALLET", accountId, type: kind, intent, data: null };
      },
      perform: () => exportWallet(world, exportableWallet(world, params.id, key), key),
    }),
  ),
];
