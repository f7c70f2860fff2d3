import type * as z from "zod/mini";
import { fieldOf } from "../core/fields";
import { findPayloadToSign } from "../resources/quotes";
import {
  credentialChallenge,
  freshKey,
  newCredential,
  newQuote,
  registrationChallengeRequest,
  verification,
} from "./bodies";
import { fieldsOf } from "./body";
import { isFramedByStranger, isRegistrationFor } from "./client-data";
import type { RelayOperation } from "./event";
import { forward, pageForUser } from "./forward";
import { IDEMPOTENCY_KEY, REQUEST_ID, SIGNATURE } from "./operation";
import type { OperationRow, PreparedCall, RelayCall, ServedOperation } from "./operation";
import {
  isRow,
  ownedBy,
  requireAccount,
  requireCustomerId,
  requireOwned,
  requirePayableAccount,
  requireQuote,
} from "./ownership";
import type { Owned } from "./ownership";
import { senderInformationOf } from "./platform";
import { foreignFrame, malformedCall, missingResource, RelayProblem } from "./problem";

type Prepared = PreparedCall | Promise<PreparedCall>;

/** Takes the known fields of a body. */
const takes = <Body>(schema: z.ZodMiniType<Body>, prepare: (call: RelayCall, body: Body) => Prepared) => ({
  takesBody: true,
  prepare: (call: RelayCall) => prepare(call, fieldsOf(schema, call.body)),
});

/** The inputs of an operation with a signed retry. */
const signed = { headers: [SIGNATURE, REQUEST_ID], carriesProof: true } as const;

/** Forwards a call about one wallet, after its owner was checked. */
const forwarded =
  (owner: (call: RelayCall) => string | Promise<string>) =>
  async (call: RelayCall, body?: unknown): Promise<PreparedCall> => {
    const accountId = await owner(call);
    return { accountId, send: () => forward(call, { body }) };
  };

const ofCredential = forwarded((call) => requireOwned(call, "credentials"));
const ofSession = forwarded((call) => requireOwned(call, "sessions"));
const ofWallet = forwarded(({ user, parameter }) => requireAccount(user, parameter));

/** Lists what one wallet has, without paging. */
const listed = (owned: Owned): OperationRow => ({
  query: ["accountId"],
  prepare: ({ settings, user, query }) => {
    const accountId = requireAccount(user, query["accountId"]);
    const send = async () => ({
      status: 200,
      body: { data: await ownedBy(settings.client, owned, accountId) },
    });
    return { accountId, send };
  },
});

/** Lists accounts. The service lists them only by customer. */
const accounts = (
  filters: readonly string[],
  isVisible: (row: object, user: RelayCall["user"]) => boolean,
): OperationRow => ({
  query: filters,
  prepare: (call) => {
    const query = { ...call.query, customerId: requireCustomerId(call.user) };
    return { send: () => pageForUser(forward(call, { query }), (row) => isVisible(row, call.user)) };
  },
});

async function createCredential(
  call: RelayCall,
  credential: z.infer<typeof newCredential>,
): Promise<PreparedCall> {
  const { settings, user } = call;
  const accountId = requireAccount(user, credential.accountId);
  if (credential.type === "PASSKEY") {
    const { challenge, attestation } = credential;
    const isOurs =
      (await settings.challenges.accepts(challenge, accountId)) &&
      isRegistrationFor(attestation.clientDataJson, challenge, settings);
    if (isFramedByStranger(attestation.clientDataJson, settings)) throw foreignFrame();
    if (!isOurs) {
      const message = "The passkey was not created for a current challenge of this wallet: request a new one";
      throw new RelayProblem(400, "INVALID_REGISTRATION_CHALLENGE", message);
    }
  }
  return { accountId, send: () => forward(call, { body: credential }) };
}

async function createQuote(call: RelayCall, fields: z.infer<typeof newQuote>): Promise<PreparedCall> {
  const { settings, user } = call;
  if (fieldOf(call.body, "senderCustomerInfo") != null) {
    throw malformedCall("`senderCustomerInfo` comes from the platform: leave it out");
  }
  const accountId = requireAccount(user, fields.source.accountId);
  const { destination } = fields;
  if (destination.destinationType === "ACCOUNT") await requirePayableAccount(call, destination.accountId);
  const body = { ...fields, senderCustomerInfo: await senderInformationOf(settings, user) };
  return { accountId, send: () => forward(call, { body, accountId }) };
}

async function executeQuote(call: RelayCall): Promise<PreparedCall> {
  const { quote, accountId } = await requireQuote(call);
  // From any other account, the service would pay without a signature. Anyone with the user's cookie could do that.
  if (findPayloadToSign(quote) === undefined) throw missingResource();
  if (call.headers[SIGNATURE] === undefined) throw malformedCall("`Service-Wallet-Signature` is missing");
  return { accountId, send: () => forward(call, { accountId }) };
}

/**
 * Whether a transaction is a record of the account. A payment between two customers has a record for each, and both records
 * name both sides. The sender's is OUTGOING, the recipient's INCOMING. A payment with real-time funding has no source
 * account.
 */
function isRecordOf(accountId: string, transaction: object): boolean {
  const source = fieldOf(transaction, "source");
  const type = fieldOf(transaction, "type");
  if (isRow(source, { accountId })) return type !== "INCOMING";
  const isOfAnotherSender = type === "OUTGOING" && fieldOf(source, "accountId") != null;
  return !isOfAnotherSender && isRow(fieldOf(transaction, "destination"), { accountId });
}

/** The operations that a page may call: what each one takes, and for whom. Any other call is a 404. */
const table: Readonly<Record<RelayOperation, OperationRow>> = {
  // The relay makes the challenge itself.
  "POST /registration-challenge": takes(registrationChallengeRequest, ({ settings, user }, fields) => {
    const accountId = requireAccount(user, fields.accountId);
    return {
      accountId,
      send: async () => ({ status: 200, body: await settings.challenges.issue(accountId) }),
    };
  }),
  "GET /auth/credentials": listed("credentials"),
  "POST /auth/credentials": { ...signed, ...takes(newCredential, createCredential) },
  "POST /auth/credentials/{id}/challenge": takes(credentialChallenge, ofCredential),
  // A passkey names its challenge. A sealed code is signed.
  "POST /auth/credentials/{id}/verify": {
    ...signed,
    ...takes(verification, (call, body) => {
      if (body.type === "PASSKEY" && isFramedByStranger(body.assertion.clientDataJson, call.settings))
        throw foreignFrame();
      return ofCredential(call, body);
    }),
  },
  "DELETE /auth/credentials/{id}": { ...signed, prepare: ofCredential },
  "GET /auth/sessions": listed("sessions"),
  "DELETE /auth/sessions/{id}": { ...signed, prepare: ofSession },
  "POST /auth/sessions/{id}/refresh": { ...signed, ...takes(freshKey, ofSession) },
  "POST /internal-accounts/{id}/export": { ...signed, ...takes(freshKey, ofWallet) },
  "GET /customers/internal-accounts": accounts(
    ["type", "currency", "limit", "cursor"],
    (row, { accountIds }) => accountIds.some((id) => isRow(row, { id })),
  ),
  "GET /customers/external-accounts": accounts(["currency", "limit", "cursor"], (row, user) =>
    isRow(row, { customerId: requireCustomerId(user) }),
  ),
  "GET /transactions": {
    query: [
      "accountIdentifier",
      "type",
      "status",
      "reference",
      "startDate",
      "endDate",
      "sortOrder",
      "limit",
      "cursor",
    ],
    prepare: (call) => {
      const accountId = requireAccount(call.user, call.query["accountIdentifier"]);
      // The specification does not name the filter. A service that ignores it would list the transactions of everybody.
      return { accountId, send: () => pageForUser(forward(call), (row) => isRecordOf(accountId, row)) };
    },
  },
  // Any address may be paid.
  "GET /receiver/uma/{address}": { prepare: receiver },
  "GET /receiver/external-account/{id}": {
    prepare: async (call) => {
      await requirePayableAccount(call, call.parameter);
      return receiver(call);
    },
  },
  "POST /quotes": { headers: [IDEMPOTENCY_KEY], ...takes(newQuote, createQuote) },
  "GET /quotes/{id}": {
    prepare: async (call) => {
      const { quote, accountId } = await requireQuote(call);
      return { accountId, send: async () => ({ status: 200, body: quote }) };
    },
  },
  "POST /quotes/{id}/execute": {
    headers: [SIGNATURE, IDEMPOTENCY_KEY],
    carriesProof: true,
    prepare: executeQuote,
  },
};

/** Looks up a receiver. The customer comes from the platform. */
function receiver(call: RelayCall): PreparedCall {
  const { customerId } = call.user;
  return { send: () => forward(call, { query: { customerId } }) };
}

/** The table of operations. */
export const operations: readonly ServedOperation[] = Object.entries(table).map(([key, row]) => {
  const name = key as RelayOperation; // `Object.entries` widens the keys to strings.
  const [method, template = ""] = name.split(" ") as [ServedOperation["method"], string];
  return { query: [], headers: [], takesBody: false, carriesProof: false, ...row, name, method, template };
});
