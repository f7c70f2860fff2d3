import type { PasskeyAssertion, PasskeyAttestation } from "../../crypto/web-authn";
import type { ClientKey } from "../../domain/client-keys";
import { authMethodView, credentialTypes, walletOf } from "../../domain/credentials";
import type { CredentialRecord, CredentialType } from "../../domain/credentials";
import type { Domain } from "../../domain/domain";
import { requireCustomer } from "../../domain/eligibility";
import type { Operation } from "../../domain/eligibility";
import { invalidInput } from "../../domain/problem";
import type { AcceptProof } from "../../domain/proofs";
import type { PreparedRegistration, RegistrationRequest } from "../../domain/registrations";
import type { RouteResponse } from "../../runtime/wire";
import { clientKey, freeText, oneOf, text, texts } from "../formats";
import { bodyReader, object } from "../reader";
import type { Reader } from "../reader";
import { created, noContent, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";
import { accountOfQuery, signed } from "../wallet-requests";
import type { Signing } from "../wallet-requests";

type Needs = Pick<
  Domain,
  | "accounts"
  | "clientKeys"
  | "clock"
  | "credentials"
  | "customers"
  | "oneTimeCodes"
  | "options"
  | "passkeyChallenges"
  | "proofs"
  | "registrations"
  | "sessions"
> &
  Signing;

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

/** @throws {Problem} when the request is refused: the owner of the wallet cannot sign in. */
function requireOwner(
  { accounts, customers }: Needs,
  operation: Operation,
  { accountId }: CredentialRecord,
): void {
  requireCustomer(operation, customers.ownerOf(accounts.get(accountId)));
}

type Actions = ReturnType<typeof defineActions>;

/** What a signed request carries out. */
function defineActions({ credentials, registrations, sessions, signedRequests }: Needs) {
  return {
    register: signedRequests.define("ADD_CREDENTIAL", {
      perform: (prepared: PreparedRegistration) => created(authMethodView(registrations.register(prepared))),
    }),
    revoke: signedRequests.define("REVOKE_CREDENTIAL", {
      mayBeSignedBy: (session, { credentialId }: { credentialId: string }) =>
        session.credentialId !== credentialId,
      perform: ({ credentialId }) => {
        credentials.requireAnother(credentials.get(credentialId));
        credentials.delete(credentialId);
        sessions.endOf(credentialId);
        return noContent();
      },
    }),
  };
}

/** The first credential of a wallet is registered at once, every other one after a signed retry. */
async function create(needs: Needs & { actions: Actions }, call: Call): Promise<RouteResponse> {
  const { accounts, actions, credentials, registrations } = needs;
  const body = bodyReader(call.request.body);
  const type = body.required("type", typeFormat);
  const wallet = walletOf(accounts, body.required("accountId", text));
  const prepare = () => registrations.prepare(wallet, readRegistration(body, type));
  const isFirst = () => credentials.of(wallet.id).length === 0;
  if (isFirst()) {
    const prepared = await prepare();
    // Another first credential may have come in while this one was being checked.
    if (isFirst()) return created(authMethodView(registrations.register(prepared)));
  }
  return signed(needs, call, async () =>
    actions.register({
      accountId: wallet.id,
      type,
      intent: { credentialType: type },
      data: await prepare(),
    }),
  );
}

function list({ accounts, credentials }: Needs, call: Call): RouteResponse {
  return ok({ data: credentials.of(accountOfQuery(accounts, call)).map(authMethodView) });
}

function challenge(needs: Needs, call: Call): RouteResponse {
  const credential = needs.credentials.get(parameter(call, "id"));
  requireOwner(needs, "POST /auth/credentials/{id}/challenge", credential);
  switch (credential.type) {
    case "EMAIL_OTP":
      needs.oneTimeCodes.send(credential);
      return ok(authMethodView(credential));
    case "PASSKEY": {
      const key = bodyReader(call.request.body).required("clientPublicKey", clientKey);
      needs.clientKeys.requireUnused(key);
      const issued = needs.passkeyChallenges.issue(credential, key);
      return ok({
        ...authMethodView(credential),
        challenge: issued.challenge,
        requestId: issued.requestId,
        expiresAt: needs.clock.iso(issued.expiresAtMs),
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
  { options, proofs }: Needs,
  credential: CredentialRecord,
  { body, key, requestId }: { body: Reader; key: ClientKey; requestId: string },
): Promise<AcceptProof> {
  switch (credential.type) {
    case "EMAIL_OTP":
      return proofs.email(credential, body.required("otp", text));
    case "OAUTH":
      return proofs.oauth(credential, body.required("oidcToken", text));
    case "PASSKEY": {
      const assertion = body.required("assertion", object);
      if (requestId === "") {
        throw invalidInput("The header Request-Id is required for a passkey", { header: "Request-Id" });
      }
      return proofs.passkey(credential, {
        requestId,
        clientKey: key,
        signature: assertion.required("signature", text),
        assertion: options.environment === "production" ? readAssertion(assertion) : undefined,
      });
    }
  }
}

async function verify(needs: Needs, call: Call): Promise<RouteResponse> {
  const { clientKeys, credentials, sessions } = needs;
  const credential = credentials.get(parameter(call, "id"));
  requireOwner(needs, "POST /auth/credentials/{id}/verify", credential);
  const body = bodyReader(call.request.body);
  if (body.required("type", typeFormat) !== credential.type) {
    throw body.invalid("type", `${credential.type}, the type of the credential`);
  }
  const key = body.required("clientPublicKey", clientKey);
  const requestId = call.request.headers.get("Request-Id") ?? "";
  const accept = await prove(needs, credential, { body, key, requestId });
  // From here on nothing waits. Another request may have changed something during the checks: all of it is looked at again.
  credentials.get(credential.id);
  requireOwner(needs, "POST /auth/credentials/{id}/verify", credential);
  clientKeys.requireUnused(key);
  accept();
  clientKeys.spend(key);
  return ok(await sessions.open(credential, key));
}

/** The signature has to come from a session of another credential of the wallet. */
function revoke(needs: Needs & { actions: Actions }, call: Call): Promise<RouteResponse> {
  const { actions, credentials } = needs;
  return signed(needs, call, () => {
    const credential = credentials.get(parameter(call, "id"));
    credentials.requireAnother(credential);
    return actions.revoke({
      accountId: credential.accountId,
      type: credential.type,
      intent: { credentialId: credential.id },
      data: { credentialId: credential.id },
    });
  });
}

/** Credentials (specification, "Embedded wallet authentication"). */
export function credentialRoutes(needs: Needs): Route[] {
  const withActions = { ...needs, actions: defineActions(needs) };
  return [
    route("POST", "/auth/credentials", (call) => create(withActions, call)),
    route("GET", "/auth/credentials", (call) => list(needs, call)),
    route("DELETE", "/auth/credentials/{id}", (call) => revoke(withActions, call)),
    route("POST", "/auth/credentials/{id}/challenge", (call) => challenge(needs, call)),
    route("POST", "/auth/credentials/{id}/verify", (call) => verify(needs, call)),
  ];
}
