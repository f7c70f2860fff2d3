import type { AuthMethodType } from "../../../models/auth";
import { INTERNAL_ACCOUNTS } from "../../../operations/accounts";
import { CREDENTIALS, SESSIONS } from "../../../operations/auth";
import * as newest from "../../../operations/newest";
import { sealWalletExport } from "../../crypto/bundles";
import * as credentials from "../../domain/credentials";
import type { RegistrationRequest } from "../../domain/credentials";
import { enumOf, nonEmptyText } from "../../domain/format";
import { invalidInput } from "../../domain/problem";
import { credentialTypes } from "../../domain/records/wallets";
import type { ClientKey, Proof, SessionRecord } from "../../domain/records/wallets";
import type { World } from "../../domain/world";
import { checkContract, newPasskey } from "../contract";
import { anyValue, closedObject, requiredField } from "../fields";
import { clientKey, freeText, arrayOf, sessionKey } from "../formats";
import { listAll } from "../pagination";
import { serve } from "../serve";
import { serveSigned } from "../signed";
import { challenge, requireOwner, verificationFields, verifyProof } from "./sign-in";

const ofPasskey = { notIn: { type: ["EMAIL_OTP", "SMS_OTP", "OAUTH"] } };

const registration = {
  type: requiredField(enumOf(credentialTypes)),
  accountId: requiredField(nonEmptyText),
  // An OAUTH credential without an e-mail claim takes it, too.
  nickname: { ...freeText, notIn: { type: ["EMAIL_OTP", "SMS_OTP"] } },
  oidcToken: { ...nonEmptyText, notIn: { type: ["EMAIL_OTP", "SMS_OTP", "PASSKEY"] } },
  challenge: { ...nonEmptyText, ...ofPasskey },
  attestation: {
    ...closedObject({
      credentialId: requiredField(nonEmptyText),
      clientDataJson: requiredField(nonEmptyText),
      attestationObject: requiredField(nonEmptyText),
      transports: arrayOf(freeText),
    }),
    ...ofPasskey,
  },
};

/** The account of a list. The contract has no 404 for these lists, so an unknown account is an invalid parameter. */
function knownAccount(world: World, accountId: string): string {
  if (world.internalAccounts.has(accountId)) return accountId;
  throw invalidInput(`No internal account has the id ${accountId}`, { field: "accountId" });
}

/** Registers the first credential of a wallet at once, and every other one after a signed retry. */
function addCredential(world: World, body: RegistrationRequest & { accountId: string }) {
  if (body.type === "PASSKEY") checkContract(newPasskey, body);
  const wallet = credentials.walletOf(world, body.accountId);
  const isFirst = () => world.credentials.by("accountId", wallet.id).length === 0;
  return {
    async actUnsigned() {
      if (!isFirst()) return undefined;
      const proof = await credentials.prepareRegistration(world, wallet, body);
      // Another first credential may have arrived during the checks.
      return isFirst() ? credentials.authMethodView(credentials.register(world, wallet, proof)) : undefined;
    },
    prepare: async () => ({
      action: "ADD_CREDENTIAL",
      accountId: wallet.id,
      type: body.type,
      intent: { credentialType: body.type },
      data: await credentials.prepareRegistration(world, wallet, body),
    }),
    perform: (proof: Proof) => credentials.challengedView(world, credentials.register(world, wallet, proof)),
  };
}

/** The type of the newest active session, or else of the oldest credential (OP-11). A wallet with neither can only be exported in the sandbox. */
function challengeType(world: World, accountId: string): AuthMethodType {
  const session = credentials.activeSessions(world, accountId).at(-1);
  return session?.type ?? world.credentials.by("accountId", accountId)[0]?.type ?? "EMAIL_OTP";
}

/** A wallet that its owner may export to an unused key. */
function exportableWallet(world: World, id: string, key: ClientKey): string {
  const { id: walletId } = credentials.walletOf(world, id);
  requireOwner(world, walletId);
  credentials.requireUnusedKey(world, key);
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

/** An active session that an unused key may follow. */
function refreshable(world: World, id: string, key: ClientKey): SessionRecord {
  const session = credentials.activeSession(world, id);
  requireOwner(world, session.accountId);
  credentials.requireUnusedKey(world, key);
  return session;
}

/** Credentials, sessions and export (specification, "Embedded wallet authentication"). */
export const walletRoutes = [
  serveSigned(CREDENTIALS.create, { status: 201, refusals: [404], fields: registration }, (world, { sent }) =>
    addCredential(world, sent),
  ),
  listAll(CREDENTIALS.list, { accountId: requiredField(nonEmptyText) }, (world, { accountId }) =>
    world.credentials
      .by("accountId", knownAccount(world, accountId))
      .map((one) => credentials.listedView(world, one)),
  ),
  // The signature must come from a session of another credential of the wallet.
  serveSigned(CREDENTIALS.revoke, {}, (world, { params }) => ({
    prepare() {
      const credential = world.credentials.get(params.id);
      credentials.requireAnotherCredential(world, credential);
      const { id: credentialId, accountId, type } = credential;
      return { action: "REVOKE_CREDENTIAL", accountId, type, intent: { credentialId }, data: null };
    },
    mayBeSignedBy: ({ credentialId }) => credentialId !== params.id,
    perform() {
      credentials.requireAnotherCredential(world, world.credentials.get(params.id));
      world.credentials.delete(params.id);
      for (const { id } of world.sessions.by("credentialId", params.id)) world.sessions.delete(id);
    },
  })),
  serve(
    CREDENTIALS.challenge,
    // Only a passkey needs the key.
    { permission: "TRANSACT", unmodelled: [429], fields: { clientPublicKey: anyValue } },
    (world, { params, sent }) => challenge(world, world.credentials.get(params.id), sent.clientPublicKey),
  ),
  serveSigned(
    newest.verifyCredentialNewest,
    { refusals: [429], fields: verificationFields },
    (world, { request, params, sent }) =>
      verifyProof(world, world.credentials.get(params.id), sent, request.headers.get("Request-Id") ?? ""),
  ),
  listAll(SESSIONS.list, { accountId: requiredField(nonEmptyText) }, (world, { accountId }) =>
    credentials.activeSessions(world, knownAccount(world, accountId)).map(credentials.sessionView),
  ),
  // Any active session of the wallet may sign, even the one that ends.
  serveSigned(SESSIONS.revoke, {}, (world, { params }) => ({
    prepare() {
      const { accountId, type, id: sessionId } = credentials.activeSession(world, params.id);
      return { action: "REVOKE_SESSION", accountId, type, intent: { sessionId }, data: null };
    },
    perform() {
      world.sessions.delete(credentials.activeSession(world, params.id).id);
    },
  })),
  serveSigned(
    newest.NEWEST_SESSIONS.refresh,
    { status: 201, fields: { clientPublicKey: requiredField(sessionKey) } },
    (world, { params, sent: { clientPublicKey: key } }) => ({
      prepare() {
        const { accountId, type, id: sessionId } = refreshable(world, params.id, key);
        const intent = { sessionId, clientPublicKey: key.hex };
        return { action: "REFRESH_SESSION", accountId, type, intent, data: null };
      },
      mayBeSignedBy: ({ id }) => id === params.id,
      perform() {
        return credentials.openSession(world, refreshable(world, params.id, key), key);
      },
    }),
  ),
  serveSigned(
    INTERNAL_ACCOUNTS.export,
    { fields: { clientPublicKey: requiredField(clientKey) } },
    (world, { params, sent: { clientPublicKey: key } }) => ({
      prepare() {
        const accountId = exportableWallet(world, params.id, key);
        const type = challengeType(world, accountId);
        const intent = { clientPublicKey: key.hex };
        return { action: "EXPORT_WALLET", accountId, type, intent, data: null };
      },
      perform: () => exportWallet(world, exportableWallet(world, params.id, key), key),
    }),
  ),
];
