import { invalidInput } from "../problem";
import { reader } from "../read";
import { created, noContent, ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { readClientKey, refuseSpentKey, spendClientKey } from "../state/client-keys";
import { authMethodView, credentialsOf, credentialTypes, findWallet } from "../state/credentials";
import type { CredentialRecord } from "../state/credentials";
import { sendOneTimeCode } from "../state/one-time-codes";
import { checkProof, issuePasskeyChallenge } from "../state/proofs";
import { prepareRegistration } from "../state/registrations";
import { openSession } from "../state/sessions";
import { signedRetry } from "../state/signed-retry";
import type { World } from "../world";
import { accountOfQuery } from "./auth-sessions";

/** The first credential of a wallet is registered at once, every other one after a signed retry (CRD-09, CRD-10). */
async function create(context: Context): Promise<Reply> {
  const { world } = context;
  const body = reader(context.request.body);
  const type = body.enum("type", credentialTypes);
  const wallet = findWallet(world, body.string("accountId"));
  const isFirst = () => credentialsOf(world, wallet.id).length === 0;
  if (isFirst()) {
    const register = await prepareRegistration(world, wallet, type, body);
    // Another first credential may have come in while this one was being checked.
    if (isFirst()) return created(authMethodView(register()));
  }
  return signedRetry(context, async () => {
    const register = await prepareRegistration(world, wallet, type, body);
    return {
      accountId: wallet.id,
      type,
      intent: { action: "ADD_CREDENTIAL", credentialType: type },
      perform: () => created(authMethodView(register())),
    };
  });
}

function list(context: Context): Reply {
  return ok({ data: credentialsOf(context.world, accountOfQuery(context)).map(authMethodView) });
}

function challenge(context: Context): Reply {
  const { world, request } = context;
  const credential = world.credential(parameter(context, "id"));
  switch (credential.type) {
    case "EMAIL_OTP":
      sendOneTimeCode(world, credential);
      return ok(authMethodView(credential));
    case "PASSKEY": {
      const clientKey = readClientKey(reader(request.body));
      refuseSpentKey(world, clientKey);
      const issued = issuePasskeyChallenge(world, credential, clientKey);
      const expiresAt = world.clock.iso(issued.expiresAtMs);
      return ok({
        ...authMethodView(credential),
        challenge: issued.challenge,
        requestId: issued.requestId,
        expiresAt,
      });
    }
    case "OAUTH":
      throw invalidInput("An OAUTH credential needs no challenge: verify it with a fresh token");
  }
}

async function verify(context: Context): Promise<Reply> {
  const { world, request } = context;
  const credential = world.credential(parameter(context, "id"));
  const body = reader(request.body);
  if (body.enum("type", credentialTypes) !== credential.type) {
    throw body.refuse("type", `${credential.type}, the type of the credential`);
  }
  const clientKey = readClientKey(body);
  const accept = await checkProof(world, credential, {
    body,
    clientKey,
    requestId: request.headers.get("Request-Id"),
  });
  // From here on nothing waits. Another request may have changed something during the checks: all of it is looked at again.
  world.credential(credential.id);
  refuseSpentKey(world, clientKey);
  accept();
  spendClientKey(world, clientKey);
  return ok(await openSession(world, credential, clientKey));
}

function refuseLast(world: World, credential: CredentialRecord): void {
  if (credentialsOf(world, credential.accountId).length === 1) {
    throw invalidInput("The only credential of a wallet cannot be revoked: register another one first");
  }
}

/** The signature has to come from a session of another credential of the wallet (CRD-25). */
function revoke(context: Context): Promise<Reply> {
  const { world } = context;
  return signedRetry(context, () => {
    const credential = world.credential(parameter(context, "id"));
    refuseLast(world, credential);
    return {
      accountId: credential.accountId,
      type: credential.type,
      intent: { action: "REVOKE_CREDENTIAL", credentialId: credential.id },
      mayBeSignedBy: (session) => session.credentialId !== credential.id,
      perform: () => {
        refuseLast(world, world.credential(credential.id));
        world.credentials.delete(credential.id);
        for (const session of [...world.sessions.values()]) {
          if (session.credentialId === credential.id) world.sessions.delete(session.id);
        }
        return noContent();
      },
    };
  });
}

export const credentialRoutes: Route[] = [
  route("POST", "/auth/credentials", create),
  route("GET", "/auth/credentials", list),
  route("DELETE", "/auth/credentials/{id}", revoke),
  route("POST", "/auth/credentials/{id}/challenge", challenge),
  route("POST", "/auth/credentials/{id}/verify", verify),
];
