import type { PasskeyAssertion, PasskeyAttestation } from "../../crypto/web-authn";
import {
  authMethodView,
  credentialsOf,
  prepareRegistration,
  register,
  requireAnotherCredential,
  requireUnusedKey,
  spendKey,
  walletOf,
} from "../../domain/credentials";
import type { RegistrationRequest } from "../../domain/credentials";
import { ownerOf } from "../../domain/customers";
import { requireCustomer } from "../../domain/eligibility";
import type { Operation } from "../../domain/eligibility";
import { invalidInput } from "../../domain/problem";
import { issueChallenge, proveEmail, proveOauth, provePasskey, sendCode } from "../../domain/proofs";
import type { AcceptProof } from "../../domain/proofs";
import { credentialTypes } from "../../domain/records/wallets";
import type { ClientKey, CredentialRecord, CredentialType } from "../../domain/records/wallets";
import { activeSession, activeSessions, openSession, sessionView } from "../../domain/sessions";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { clientKey, freeText, oneOf, text, texts } from "../formats";
import { bodyReader, object } from "../reader";
import type { Reader } from "../reader";
import { created, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";
import { accountOfQuery, requireWalletOwner, signed } from "../signed-actions";

const typeFormat = oneOf<CredentialType>(credentialTypes);

function readAttestation(body: Reader): PasskeyAttestation {
  const attestation = body.required("attestation", object);
  return {
    credentialId: attestation.required("credentialId", text),
    clientDataJson: attestation.required("clientDataJson", text),
    attestationObject: attestation.required("attestationObject", text),
    transports: attestation.optional("transports", texts) ?? [],
  };
}

function readRegistration(body: Reader, type: CredentialType): RegistrationRequest {
  const nickname = body.optional("nickname", freeText);
  switch (type) {
    case "EMAIL_OTP":
      return { type };
    case "OAUTH":
      return { type, nickname, oidcToken: body.required("oidcToken", text) };
    case "PASSKEY":
      return {
        type,
        nickname,
        challenge: body.required("challenge", text),
        attestation: readAttestation(body),
      };
  }
}

function requireOwner(world: World, operation: Operation, { accountId }: CredentialRecord): void {
  requireCustomer(operation, ownerOf(world, world.internalAccounts.get(accountId)));
}

/** The first credential of a wallet is registered at once, every other one after a signed retry. */
async function addCredential(world: World, call: Call): Promise<RouteResponse> {
  const body = bodyReader(call.request.body);
  const type = body.required("type", typeFormat);
  const wallet = walletOf(world, body.required("accountId", text));
  const prepare = () => prepareRegistration(world, wallet, readRegistration(body, type));
  const isFirst = () => credentialsOf(world, wallet.id).length === 0;
  if (isFirst()) {
    const prepared = await prepare();
    call.allRead();
    // Another first credential may have come in while this one was being checked.
    if (isFirst()) return created(authMethodView(register(world, prepared)));
  }
  return signed(world, call, "ADD_CREDENTIAL", async () => ({
    accountId: wallet.id,
    type,
    intent: { credentialType: type },
    data: await prepare(),
  }));
}

function listCredentials(world: World, call: Call): RouteResponse {
  return ok({ data: credentialsOf(world, accountOfQuery(world, call)).map(authMethodView) });
}

function challenge(world: World, call: Call): RouteResponse {
  const credential = world.credentials.get(parameter(call, "id"));
  requireOwner(world, "POST /auth/credentials/{id}/challenge", credential);
  const { body } = call.request;
  if (body !== undefined) bodyReader(body).allow("clientPublicKey");
  switch (credential.type) {
    case "EMAIL_OTP":
      call.allRead();
      sendCode(world, credential);
      return ok(authMethodView(credential));
    case "PASSKEY": {
      const key = bodyReader(body).required("clientPublicKey", clientKey);
      requireUnusedKey(world, key);
      call.allRead();
      const issued = issueChallenge(world, credential, key);
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

function readAssertion(assertion: Reader): PasskeyAssertion {
  return {
    credentialId: assertion.required("credentialId", text),
    clientDataJson: assertion.required("clientDataJson", text),
    authenticatorData: assertion.required("authenticatorData", text),
    signature: assertion.required("signature", text),
    userHandle: assertion.optional("userHandle", freeText),
  };
}

async function prove(
  world: World,
  credential: CredentialRecord,
  { body, key, requestId }: { body: Reader; key: ClientKey; requestId: string },
): Promise<AcceptProof> {
  switch (credential.type) {
    case "EMAIL_OTP":
      return proveEmail(world, credential, body.required("otp", text));
    case "OAUTH":
      return proveOauth(world, credential, body.required("oidcToken", text));
    case "PASSKEY": {
      const assertion = body.required("assertion", object);
      if (requestId === "") {
        throw invalidInput("The header Request-Id is required for a passkey", { header: "Request-Id" });
      }
      const isProduction = world.options.environment === "production";
      // The sandbox accepts the rest of the assertion as it is.
      if (!isProduction) assertion.allow();
      return provePasskey(world, credential, {
        requestId,
        clientKey: key,
        signature: assertion.required("signature", text),
        assertion: isProduction ? readAssertion(assertion) : undefined,
      });
    }
  }
}

async function verify(world: World, call: Call): Promise<RouteResponse> {
  const credential = world.credentials.get(parameter(call, "id"));
  requireOwner(world, "POST /auth/credentials/{id}/verify", credential);
  const body = bodyReader(call.request.body);
  if (body.required("type", typeFormat) !== credential.type) {
    throw body.invalid("type", `${credential.type}, the type of the credential`);
  }
  const key = body.required("clientPublicKey", clientKey);
  const requestId = call.request.headers.get("Request-Id") ?? "";
  const accept = await prove(world, credential, { body, key, requestId });
  // From here on nothing waits. Another request may have changed something during the checks: all of it is looked at again.
  world.credentials.get(credential.id);
  requireOwner(world, "POST /auth/credentials/{id}/verify", credential);
  requireUnusedKey(world, key);
  call.allRead();
  accept();
  spendKey(world, key);
  return ok(await openSession(world, credential, key));
}

/** The signature has to come from a session of another credential of the wallet. */
function revokeCredential(world: World, call: Call): Promise<RouteResponse> {
  return signed(world, call, "REVOKE_CREDENTIAL", () => {
    const credential = world.credentials.get(parameter(call, "id"));
    requireAnotherCredential(world, credential);
    return {
      accountId: credential.accountId,
      type: credential.type,
      intent: { credentialId: credential.id },
      data: { credentialId: credential.id },
    };
  });
}

function listSessions(world: World, call: Call): RouteResponse {
  return ok({ data: activeSessions(world, accountOfQuery(world, call)).map(sessionView) });
}

/** Any active session of the wallet may sign, the one that ends included. */
function revokeSession(world: World, call: Call): Promise<RouteResponse> {
  return signed(world, call, "REVOKE_SESSION", () => {
    const { accountId, type, id: sessionId } = activeSession(world, parameter(call, "id"));
    return { accountId, type, intent: { sessionId }, data: { sessionId } };
  });
}

/** The type of the newest active session, else of the oldest credential (OP-11). A wallet without any can only be exported in sandbox. */
function challengeType(world: World, accountId: string): CredentialType {
  const session = activeSessions(world, accountId).at(-1);
  return session?.type ?? credentialsOf(world, accountId)[0]?.type ?? "EMAIL_OTP";
}

function exportWallet(world: World, call: Call): Promise<RouteResponse> {
  return signed(world, call, "EXPORT_WALLET", () => {
    const { id: walletId } = walletOf(world, parameter(call, "id"));
    requireWalletOwner(world, walletId);
    const key = bodyReader(call.request.body).required("clientPublicKey", clientKey);
    requireUnusedKey(world, key);
    return {
      accountId: walletId,
      type: challengeType(world, walletId),
      intent: { clientPublicKey: key.hex },
      data: { walletId, clientPublicKey: key.hex },
    };
  });
}

/** Credentials, sessions and export (specification, "Embedded wallet authentication"). */
export const walletRoutes: readonly Route[] = [
  route("POST", "/auth/credentials", "TRANSACT", addCredential),
  route("GET", "/auth/credentials", "VIEW", listCredentials),
  route("DELETE", "/auth/credentials/{id}", "TRANSACT", revokeCredential),
  route("POST", "/auth/credentials/{id}/challenge", "TRANSACT", challenge),
  route("POST", "/auth/credentials/{id}/verify", "TRANSACT", verify),
  route("GET", "/auth/sessions", "VIEW", listSessions),
  route("DELETE", "/auth/sessions/{id}", "TRANSACT", revokeSession),
  route("POST", "/internal-accounts/{id}/export", "TRANSACT", exportWallet),
];
