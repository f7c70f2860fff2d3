import { path } from "../core/path";
import {
  credentialChallenge,
  newCredential,
  registrationChallengeRequest,
  verification,
  freshKey,
} from "./bodies";
import { fieldsOf } from "./body";
import { isFramedByStranger, isRegistrationFor } from "./client-data";
import { forward, listForUser } from "./forward";
import { signedInputs, ONCE } from "./operation";
import type { OperationRow, PreparedCall, RelayCall } from "./operation";
import { requireAccount, requireCredential, requireSession } from "./ownership";
import { foreignFrame, RelayProblem } from "./problem";

function issueChallenge({ body, challenges, user }: RelayCall): PreparedCall {
  const fields = fieldsOf(registrationChallengeRequest, body);
  const accountId = requireAccount(user, fields.accountId);
  return { accountId, send: async () => ({ status: 200, body: await challenges.issue(accountId) }) };
}

async function createCredential(call: RelayCall): Promise<PreparedCall> {
  const credential = fieldsOf(newCredential, call.body);
  const accountId = requireAccount(call.user, credential.accountId);
  if (credential.type === "PASSKEY") {
    const { challenge, attestation } = credential;
    const isOurs =
      (await call.challenges.accepts(challenge, accountId)) &&
      isRegistrationFor(attestation.clientDataJson, challenge, call.pages);
    if (isFramedByStranger(attestation.clientDataJson, call.pages)) throw foreignFrame();
    if (!isOurs) {
      const message = "The passkey was not created for a current challenge of this wallet: request a new one";
      throw new RelayProblem(400, "INVALID_REGISTRATION_CHALLENGE", message);
    }
  }
  return { accountId, send: () => forward(call, "POST", "/auth/credentials", { body: credential }) };
}

async function verify(call: RelayCall): Promise<PreparedCall> {
  const { client, user, pages, parameter: id } = call;
  const body = fieldsOf(verification, call.body);
  if (body.type === "PASSKEY" && isFramedByStranger(body.assertion.clientDataJson, pages)) {
    throw foreignFrame();
  }
  const accountId = await requireCredential(client, user, id);
  return { accountId, send: () => forward(call, "POST", path`/auth/credentials/${id}/verify`, { body }) };
}

/** The operations on credentials, sessions and the recovery phrase. */
export const credentialOperations = {
  "POST /registration-challenge": { takesBody: true, prepare: issueChallenge },
  "GET /auth/credentials": {
    query: ["accountId"],
    prepare: ({ client, user, query }) => {
      const accountId = requireAccount(user, query["accountId"]);
      return {
        accountId,
        send: () => listForUser(accountId, client.auth.credentials.list({ accountId }, ONCE)),
      };
    },
  },
  "POST /auth/credentials": { ...signedInputs, takesBody: true, prepare: createCredential },
  "POST /auth/credentials/{id}/challenge": {
    takesBody: true,
    prepare: async (call) => {
      const { client, user, parameter: id } = call;
      const body = fieldsOf(credentialChallenge, call.body);
      const accountId = await requireCredential(client, user, id);
      const address = path`/auth/credentials/${id}/challenge`;
      return { accountId, send: () => forward(call, "POST", address, { body }) };
    },
  },
  "POST /auth/credentials/{id}/verify": {
    // A passkey names its challenge. A sealed code is signed.
    ...signedInputs,
    takesBody: true,
    prepare: verify,
  },
  "DELETE /auth/credentials/{id}": {
    ...signedInputs,
    prepare: async (call) => {
      const { client, user, parameter: id } = call;
      const accountId = await requireCredential(client, user, id);
      return { accountId, send: () => forward(call, "DELETE", path`/auth/credentials/${id}`) };
    },
  },
  "GET /auth/sessions": {
    query: ["accountId"],
    prepare: ({ client, user, query }) => {
      const accountId = requireAccount(user, query["accountId"]);
      return {
        accountId,
        send: () => listForUser(accountId, client.auth.sessions.list({ accountId }, ONCE)),
      };
    },
  },
  "DELETE /auth/sessions/{id}": {
    ...signedInputs,
    prepare: async (call) => {
      const { client, user, parameter: id } = call;
      const accountId = await requireSession(client, user, id);
      return { accountId, send: () => forward(call, "DELETE", path`/auth/sessions/${id}`) };
    },
  },
  "POST /auth/sessions/{id}/refresh": {
    ...signedInputs,
    takesBody: true,
    prepare: async (call) => {
      const { client, user, parameter: id } = call;
      const body = fieldsOf(freshKey, call.body);
      const accountId = await requireSession(client, user, id);
      return { accountId, send: () => forward(call, "POST", path`/auth/sessions/${id}/refresh`, { body }) };
    },
  },
  "POST /internal-accounts/{id}/export": {
    ...signedInputs,
    takesBody: true,
    prepare: (call) => {
      const body = fieldsOf(freshKey, call.body);
      const accountId = requireAccount(call.user, call.parameter);
      const address = path`/internal-accounts/${accountId}/export`;
      return { accountId, send: () => forward(call, "POST", address, { body }) };
    },
  },
} as const satisfies Record<string, OperationRow>;
