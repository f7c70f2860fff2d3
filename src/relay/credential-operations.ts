import type { PaymentsClient } from "../client";
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
import { forward } from "./forward";
import { signedInputs, ONCE } from "./operation";
import type { OperationRow, PreparedCall, RelayCall } from "./operation";
import { isRow, requireAccount, requireCredential, requireSession } from "./ownership";
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

/** Forwards a call about one credential or session, after the user's wallet that has it was found. */
async function forwardOwned(
  call: RelayCall,
  find: typeof requireCredential,
  method: "POST" | "DELETE",
  address: string,
  body?: unknown,
): Promise<PreparedCall> {
  const accountId = await find(call.client, call.user, call.parameter);
  return { accountId, send: () => forward(call, method, address, { body }) };
}

/** Lists what one wallet has, without paging. Keeps the rows that name the wallet. */
const listOf = (
  list: (client: PaymentsClient, accountId: string) => PromiseLike<{ data: readonly unknown[] }>,
) => ({
  query: ["accountId"],
  prepare: ({ client, user, query }: RelayCall): PreparedCall => {
    const accountId = requireAccount(user, query["accountId"]);
    const send = async () => {
      const { data } = await list(client, accountId);
      return { status: 200, body: { data: data.filter((row) => isRow(row, { accountId })) } };
    };
    return { accountId, send };
  },
});

async function verify(call: RelayCall): Promise<PreparedCall> {
  const body = fieldsOf(verification, call.body);
  if (body.type === "PASSKEY" && isFramedByStranger(body.assertion.clientDataJson, call.pages)) {
    throw foreignFrame();
  }
  return forwardOwned(
    call,
    requireCredential,
    "POST",
    path`/auth/credentials/${call.parameter}/verify`,
    body,
  );
}

/** The operations on credentials, sessions and the recovery phrase. */
export const credentialOperations = {
  "POST /registration-challenge": { takesBody: true, prepare: issueChallenge },
  "GET /auth/credentials": listOf(({ auth }, accountId) => auth.credentials.list({ accountId }, ONCE)),
  "POST /auth/credentials": { ...signedInputs, takesBody: true, prepare: createCredential },
  "POST /auth/credentials/{id}/challenge": {
    takesBody: true,
    prepare: (call) => {
      const body = fieldsOf(credentialChallenge, call.body);
      const address = path`/auth/credentials/${call.parameter}/challenge`;
      return forwardOwned(call, requireCredential, "POST", address, body);
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
    prepare: (call) =>
      forwardOwned(call, requireCredential, "DELETE", path`/auth/credentials/${call.parameter}`),
  },
  "GET /auth/sessions": listOf(({ auth }, accountId) => auth.sessions.list({ accountId }, ONCE)),
  "DELETE /auth/sessions/{id}": {
    ...signedInputs,
    prepare: (call) => forwardOwned(call, requireSession, "DELETE", path`/auth/sessions/${call.parameter}`),
  },
  "POST /auth/sessions/{id}/refresh": {
    ...signedInputs,
    takesBody: true,
    prepare: (call) => {
      const body = fieldsOf(freshKey, call.body);
      return forwardOwned(call, requireSession, "POST", path`/auth/sessions/${call.parameter}/refresh`, body);
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
