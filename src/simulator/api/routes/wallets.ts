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
import type { ClientKey, CredentialRecord, CredentialType } from "../../domain/records/wallets";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { anything, object, openObject, parse, readFields, required } from "../fields";
import type { Values } from "../fields";
import { clientKey, freeText, listOf } from "../formats";
import { created, noContent, ok, route } from "../route";
import type { Route, SimRequest } from "../route";
import { signed } from "../signed";

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
async function addCredential(
  world: World,
  request: SimRequest,
  body: RegistrationRequest & { accountId: string },
): Promise<RouteResponse> {
  const wallet = walletOf(world, body.accountId);
  const isFirst = () => credentialsOf(world, wallet.id).length === 0;
  if (isFirst()) {
    const proof = await prepareRegistration(world, wallet, body);
    // Another first credential may have arrived during the checks.
    if (isFirst()) return created(authMethodView(register(world, wallet, proof)));
  }
  return signed(world, request, {
    prepare: async () => ({
      action: "ADD_CREDENTIAL",
      accountId: wallet.id,
      type: body.type,
      intent: { credentialType: body.type },
      data: await prepareRegistration(world, wallet, body),
    }),
    perform: (proof) => created(authMethodView(register(world, wallet, proof))),
  });
}

function challenge(world: World, credential: CredentialRecord, key: unknown): RouteResponse {
  requireOwner(world, credential.accountId);
  switch (credential.type) {
    case "EMAIL_OTP":
      sendCode(world, credential);
      return ok(authMethodView(credential));
    case "PASSKEY": {
      const sealedTo = parse(given(key, "clientPublicKey", clientKey.expected), "clientPublicKey", clientKey);
      requireUnusedKey(world, sealedTo);
      const issued = issueChallenge(world, credential, sealedTo);
      return ok({
        ...authMethodView(credential),
        challenge: issued.challenge,
        requestId: issued.requestId,
        expiresAt: world.clock.iso(issued.expiresAtMs),
      });
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
): Promise<RouteResponse> {
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
  return ok(await openSession(world, credential, body.clientPublicKey));
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

async function exportWallet(world: World, walletId: string, key: ClientKey): Promise<RouteResponse> {
  world.usedClientKeys.set(key.hex, true);
  const { keys, options, random } = world;
  const encryptedWalletCredentials = await sealWalletExport({
    mnemonic: keys.mnemonic(walletId),
    clientPublicKey: key.point,
    organizationId: keys.organizationId,
    entropy: random.bytes(32),
    issuer: options.environment === "production" ? keys.exportIssuer() : undefined,
  });
  return ok({ id: walletId, encryptedWalletCredentials });
}

/** Credentials, sessions and export (specification, "Embedded wallet authentication"). */
export const routes: readonly Route[] = [
  route("POST /auth/credentials", "TRANSACT", { body: registration }, (world, { request, body }) =>
    addCredential(world, request, body),
  ),
  route("GET /auth/credentials", "VIEW", { query: { accountId: required(text) } }, (world, { query }) =>
    ok({ data: credentialsOf(world, knownAccount(world, query.accountId)).map(authMethodView) }),
  ),
  // The signature must come from a session of another credential of the wallet.
  route("DELETE /auth/credentials/{id}", "TRANSACT", {}, (world, { request, params }) =>
    signed(world, request, {
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
        return noContent();
      },
    }),
  ),
  route(
    "POST /auth/credentials/{id}/challenge",
    "TRANSACT",
    // Only a passkey needs it.
    { body: { clientPublicKey: anything }, bodyOptional: true },
    (world, { params, body }) => challenge(world, world.credentials.get(params.id), body.clientPublicKey),
  ),
  route(
    "POST /auth/credentials/{id}/verify",
    "TRANSACT",
    { body: verification },
    (world, { request, params, body }) =>
      verify(world, world.credentials.get(params.id), body, request.headers.get("Request-Id") ?? ""),
  ),
  route("GET /auth/sessions", "VIEW", { query: { accountId: required(text) } }, (world, { query }) =>
    ok({ data: activeSessions(world, knownAccount(world, query.accountId)).map(sessionView) }),
  ),
  // Any active session of the wallet may sign, even the one that ends.
  route("DELETE /auth/sessions/{id}", "TRANSACT", {}, (world, { request, params }) =>
    signed(world, request, {
      prepare() {
        const { accountId, type: kind, id: sessionId } = activeSession(world, params.id);
        return { action: "REVOKE_SESSION", accountId, type: kind, intent: { sessionId }, data: null };
      },
      perform() {
        world.sessions.delete(activeSession(world, params.id).id);
        return noContent();
      },
    }),
  ),
  route(
    "POST /internal-accounts/{id}/export",
    "TRANSACT",
    { body: { clientPublicKey: required(clientKey) } },
    (world, { request, params, body: { clientPublicKey: key } }) =>
      signed(world, request, {
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
