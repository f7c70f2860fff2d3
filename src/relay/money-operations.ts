import { fieldOf } from "../core/fields";
import { path } from "../core/path";
import { findPayloadToSign } from "../resources/quotes";
import { newQuote } from "./bodies";
import { fieldsOf } from "./body";
import { forward, keyFor, pageForUser } from "./forward";
import { IDEMPOTENCY_KEY, SIGNATURE } from "./operation";
import type { OperationRow, PreparedCall, RelayCall } from "./operation";
import { isRow, requireAccount, requireCustomerId, requirePayableAccount, requireQuote } from "./ownership";
import { malformedCall, missingResource } from "./problem";

/** Lists the accounts of the user's customer. The service lists them only by customer. */
function listAccounts(
  call: RelayCall,
  address: string,
  isVisible: (row: object, customerId: string) => boolean,
): PreparedCall {
  const customerId = requireCustomerId(call.user);
  const query = { ...call.query, customerId };
  return {
    send: () => pageForUser(forward(call, "GET", address, { query }), (row) => isVisible(row, customerId)),
  };
}

async function createQuote(call: RelayCall): Promise<PreparedCall> {
  const fields = fieldsOf(newQuote, call.body);
  if (fieldOf(call.body, "senderCustomerInfo") != null) {
    throw malformedCall("`senderCustomerInfo` comes from the platform: leave it out");
  }
  const accountId = requireAccount(call.user, fields.source.accountId);
  const { destination } = fields;
  if (destination.destinationType === "ACCOUNT") {
    await requirePayableAccount(call.client, call.user, destination.accountId);
  }
  const body = { ...fields, senderCustomerInfo: await call.senderInformation() };
  const idempotencyKey = keyFor(call, accountId);
  return { accountId, send: () => forward(call, "POST", "/quotes", { body, idempotencyKey }) };
}

async function executeQuote(call: RelayCall): Promise<PreparedCall> {
  const { parameter: id } = call;
  const { quote, accountId } = await requireQuote(call.client, call.user, id);
  // From any other account, the service would pay without a signature. Anyone with the user's cookie could do that.
  if (findPayloadToSign(quote) === undefined) throw missingResource();
  if (call.headers[SIGNATURE] === undefined) throw malformedCall("`Service-Wallet-Signature` is missing");
  const idempotencyKey = keyFor(call, accountId);
  return { accountId, send: () => forward(call, "POST", path`/quotes/${id}/execute`, { idempotencyKey }) };
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

/** The operations on balances, payees, activity and payments. */
export const moneyOperations = {
  "GET /customers/internal-accounts": {
    query: ["type", "currency", "limit", "cursor"],
    prepare: (call) =>
      listAccounts(call, "/customers/internal-accounts", (row) =>
        call.user.accountIds.some((id) => isRow(row, { id })),
      ),
  },
  "GET /customers/external-accounts": {
    query: ["currency", "limit", "cursor"],
    prepare: (call) =>
      listAccounts(call, "/customers/external-accounts", (row, customerId) => isRow(row, { customerId })),
  },
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
      const isVisible = (row: object) => isRecordOf(accountId, row);
      const send = () => pageForUser(forward(call, "GET", "/transactions", { query: call.query }), isVisible);
      return { accountId, send };
    },
  },
  "GET /receiver/uma/{address}": {
    prepare: (call) => {
      const query = { customerId: call.user.customerId };
      return { send: () => forward(call, "GET", path`/receiver/uma/${call.parameter}`, { query }) };
    },
  },
  "GET /receiver/external-account/{id}": {
    prepare: async (call) => {
      const { client, user, parameter: id } = call;
      await requirePayableAccount(client, user, id);
      const query = { customerId: user.customerId };
      return { send: () => forward(call, "GET", path`/receiver/external-account/${id}`, { query }) };
    },
  },
  "POST /quotes": { headers: [IDEMPOTENCY_KEY], takesBody: true, prepare: createQuote },
  "GET /quotes/{id}": {
    prepare: async ({ client, user, parameter }) => {
      const { quote, accountId } = await requireQuote(client, user, parameter);
      return { accountId, send: async () => ({ status: 200, body: quote }) };
    },
  },
  "POST /quotes/{id}/execute": {
    headers: [SIGNATURE, IDEMPOTENCY_KEY],
    carriesProof: true,
    prepare: executeQuote,
  },
} as const satisfies Record<string, OperationRow>;
