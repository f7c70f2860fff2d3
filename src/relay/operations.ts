import type { PaymentsClient } from "../client";
import { deriveIdempotencyKey } from "../core/idempotency";
import { path } from "../core/path";
import { responseOf } from "../core/response-of";
import { findPayloadToSign } from "../resources/quotes";
import {
  credentialChallenge,
  newCredential,
  newQuote,
  registrationChallengeRequest,
  verification,
  walletExport,
} from "./bodies";
import { fieldsOf } from "./body";
import {
  isRow,
  requireAccount,
  requireCredential,
  requirePayableAccount,
  requireQuote,
  requireSession,
} from "./ownership";
import { badGateway, badRequest, notFound, Problem } from "./problem";
import type { PlainResponse } from "./problem";
import { isRegistrationFor } from "./registration-challenge";
import type { RegistrationChallenges } from "./registration-challenge";
import type { RelayUser } from "./user";

/*
 * Everything that a page may ask for. What is not in this table is 404.
 *
 * | operation                                | allowed for                             | forwarded                              |
 * |------------------------------------------|-----------------------------------------|----------------------------------------|
 * | POST /registration-challenge             | a wallet of the user                 | nothing: the relay makes the challenge |
 * | GET /auth/credentials                    | `accountId`: a wallet of the user    | accountId                              |
 * | POST /auth/credentials                   | a wallet; a challenge of this relay     | body by type, signature and request id |
 * | POST /auth/credentials/{id}/challenge    | a credential of a wallet                | clientPublicKey                        |
 * | POST /auth/credentials/{id}/verify       | a credential of a wallet                | body by type, request id               |
 * | DELETE /auth/credentials/{id}            | a credential of a wallet                | signature and request id               |
 * | GET /auth/sessions                       | `accountId`: a wallet of the user    | accountId                              |
 * | DELETE /auth/sessions/{id}               | a session of a wallet                   | signature and request id               |
 * | POST /internal-accounts/{id}/export      | a wallet of the user                 | clientPublicKey, signature, request id |
 * | GET /customers/internal-accounts         | the customer; only their wallets come   | type, currency, limit, cursor          |
 * | GET /transactions                        | `accountIdentifier`: a wallet           | that, and the other filters            |
 * | GET /receiver/uma/{address}              | any address                             | the customer's id, from `authenticate` |
 * | GET /receiver/external-account/{id}      | an external account of the customer     | the customer's id, from `authenticate` |
 * | POST /quotes                             | out of a wallet, to an own account or   | fields of the body, derived key        |
 * |                                          | to a UMA address                        |                                        |
 * | GET /quotes/{id}                         | a quote out of a wallet                 | -                                      |
 * | POST /quotes/{id}/execute                | a quote that a wallet has to sign       | signature, derived key                 |
 */

/** One call of a page that has passed every general check. */
export interface RelayCall {
  /** Calls the service with the platform's credentials. */
  readonly client: PaymentsClient;
  /** Makes and checks the challenges of passkey registrations. */
  readonly challenges: RegistrationChallenges;
  /** The origins of the platform's wallet pages. */
  readonly origins: ReadonlySet<string>;
  /** Who sent the call. */
  readonly user: RelayUser;
  /** The decoded path parameter; empty where the operation has none. */
  readonly parameter: string;
  /** The query parameters that the operation takes, each at most once. */
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON, or `undefined`. */
  readonly body: unknown;
  /** The headers that the operation takes, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** One row of the table: what it takes from the page, and what it does. */
export interface Operation {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "DELETE";
  /** For example `/auth/credentials/{id}/verify`. */
  readonly template: string;
  /** The names of the query parameters that it takes. */
  readonly query: readonly string[];
  /** The names of the headers that it takes, in lower case. */
  readonly headers: readonly string[];
  /** Whether it takes a JSON body. */
  readonly takesBody: boolean;
  /** Whether the user's proof or signature is part of it: a 401 of the service is then about that. */
  readonly carriesProof: boolean;
  /** Checks the owner, then forwards the call. */
  readonly handle: (call: RelayCall) => Promise<PlainResponse>;
}

const SIGNATURE = "service-wallet-signature";
const REQUEST_ID = "request-id";
const IDEMPOTENCY_KEY = "idempotency-key";

/** Every header that some operation takes. */
export const forwardedHeaders: readonly string[] = [SIGNATURE, REQUEST_ID, IDEMPOTENCY_KEY];

interface Forwarded {
  query?: object;
  body?: unknown;
  idempotencyKey?: string | undefined;
}

/** Makes the call with the platform's credentials. Only a read is repeated here: writes are repeated by the page, which knows their keys. */
async function forward(
  { client, headers }: RelayCall,
  method: Operation["method"],
  address: string,
  { query, body, idempotencyKey }: Forwarded = {},
): Promise<PlainResponse> {
  const { [IDEMPOTENCY_KEY]: _, ...proof } = headers;
  const value = await client.request(method, address, {
    query,
    body,
    headers: proof,
    idempotencyKey,
    ...(method === "GET" ? {} : { maxRetries: 0 }),
  });
  if (value === undefined) return { status: 204, body: undefined };
  if (typeof value !== "object" || value === null) throw badGateway();
  const meta = responseOf(value);
  // Without its status a challenge to sign would read as a result.
  if (meta === undefined) {
    throw new TypeError(
      "`client` comes from another copy of payments-sdk than the relay: import both as ES modules, or require both",
    );
  }
  return { status: meta.status, body: value };
}

/**
 * The key under which the service remembers the call. All users share the platform's credentials, and with them one space
 * of keys. The forwarded key is made from the account and the page's key, so that two users never share one.
 */
function keyFor({ headers }: RelayCall, accountId: string): string | undefined {
  const given = headers[IDEMPOTENCY_KEY];
  return given === undefined ? undefined : deriveIdempotencyKey("wallet relay", accountId, given);
}

/** A list without paging, with the rows that name the account. */
async function listOf(
  accountId: string,
  list: PromiseLike<{ data: readonly unknown[] }>,
): Promise<PlainResponse> {
  const { data } = await list;
  return { status: 200, body: { data: data.filter((row) => isRow(row, { accountId })) } };
}

/** A page of the service with the rows that the user may see. `totalCount` is left out: it may count others' rows. */
async function pageOf(
  forwarding: Promise<PlainResponse>,
  isVisible: (row: object) => boolean,
): Promise<PlainResponse> {
  const { status, body } = await forwarding;
  const { data, hasMore, nextCursor }: Record<string, unknown> = { ...(body ?? {}) };
  if (!Array.isArray(data)) throw badGateway();
  const rows = data.filter((row: unknown) => typeof row === "object" && row !== null && isVisible(row));
  return { status, body: { data: rows, hasMore, nextCursor } };
}

async function issueChallenge({ body, challenges, user }: RelayCall): Promise<PlainResponse> {
  const { accountId } = fieldsOf(registrationChallengeRequest, body);
  return { status: 200, body: await challenges.issue(requireAccount(user, accountId)) };
}

async function createCredential(call: RelayCall): Promise<PlainResponse> {
  const credential = fieldsOf(newCredential, call.body);
  const accountId = requireAccount(call.user, credential.accountId);
  if (credential.type === "PASSKEY") {
    const { challenge, attestation } = credential;
    const isOurs =
      (await call.challenges.accepts(challenge, accountId)) &&
      isRegistrationFor(attestation.clientDataJson, challenge, call.origins);
    if (!isOurs) {
      const message = "The passkey was not made for a current challenge of this wallet: ask for a new one";
      throw new Problem(400, "INVALID_REGISTRATION_CHALLENGE", message);
    }
  }
  return forward(call, "POST", "/auth/credentials", { body: credential });
}

async function createQuote(call: RelayCall): Promise<PlainResponse> {
  const quote = fieldsOf(newQuote, call.body);
  const accountId = requireAccount(call.user, quote.source.accountId);
  const { destination } = quote;
  if (destination.destinationType === "ACCOUNT") {
    await requirePayableAccount(call.client, call.user, destination.accountId);
  }
  return forward(call, "POST", "/quotes", { body: quote, idempotencyKey: keyFor(call, accountId) });
}

async function executeQuote(call: RelayCall): Promise<PlainResponse> {
  const { parameter: id } = call;
  const { quote, accountId } = await requireQuote(call.client, call.user, id);
  // From any other account the service would pay without a signature, for whoever has the user's cookie.
  if (findPayloadToSign(quote) === undefined) throw notFound();
  if (call.headers[SIGNATURE] === undefined) throw badRequest("`Service-Wallet-Signature` is missing");
  return forward(call, "POST", path`/quotes/${id}/execute`, { idempotencyKey: keyFor(call, accountId) });
}

function operation(
  method: Operation["method"],
  template: string,
  handle: Operation["handle"],
  { query = [], headers = [], takesBody = false, carriesProof = false }: Partial<Operation> = {},
): Operation {
  return { method, template, handle, query, headers, takesBody, carriesProof };
}

const signed = { headers: [SIGNATURE, REQUEST_ID], carriesProof: true };

/** The table of operations. */
export const operations: readonly Operation[] = [
  operation("POST", "/registration-challenge", issueChallenge, { takesBody: true }),
  operation(
    "GET",
    "/auth/credentials",
    async ({ client, user, query }) => {
      const accountId = requireAccount(user, query["accountId"]);
      return listOf(accountId, client.auth.credentials.list({ accountId }));
    },
    { query: ["accountId"] },
  ),
  operation("POST", "/auth/credentials", createCredential, { ...signed, takesBody: true }),
  operation(
    "POST",
    "/auth/credentials/{id}/challenge",
    async (call) => {
      const body = fieldsOf(credentialChallenge, call.body);
      await requireCredential(call.client, call.user, call.parameter);
      return forward(call, "POST", path`/auth/credentials/${call.parameter}/challenge`, { body });
    },
    { takesBody: true },
  ),
  operation(
    "POST",
    "/auth/credentials/{id}/verify",
    async (call) => {
      const body = fieldsOf(verification, call.body);
      await requireCredential(call.client, call.user, call.parameter);
      return forward(call, "POST", path`/auth/credentials/${call.parameter}/verify`, { body });
    },
    { headers: [REQUEST_ID], takesBody: true, carriesProof: true },
  ),
  operation(
    "DELETE",
    "/auth/credentials/{id}",
    async (call) => {
      await requireCredential(call.client, call.user, call.parameter);
      return forward(call, "DELETE", path`/auth/credentials/${call.parameter}`);
    },
    signed,
  ),
  operation(
    "GET",
    "/auth/sessions",
    async ({ client, user, query }) => {
      const accountId = requireAccount(user, query["accountId"]);
      return listOf(accountId, client.auth.sessions.list({ accountId }));
    },
    { query: ["accountId"] },
  ),
  operation(
    "DELETE",
    "/auth/sessions/{id}",
    async (call) => {
      await requireSession(call.client, call.user, call.parameter);
      return forward(call, "DELETE", path`/auth/sessions/${call.parameter}`);
    },
    signed,
  ),
  operation(
    "POST",
    "/internal-accounts/{id}/export",
    async (call) => {
      const body = fieldsOf(walletExport, call.body);
      const accountId = requireAccount(call.user, call.parameter);
      return forward(call, "POST", path`/internal-accounts/${accountId}/export`, { body });
    },
    { ...signed, takesBody: true },
  ),
  operation(
    "GET",
    "/customers/internal-accounts",
    async (call) => {
      const { accountIds, customerId } = call.user;
      if (customerId === undefined) throw notFound();
      const query = { ...call.query, customerId };
      const page = forward(call, "GET", "/customers/internal-accounts", { query });
      return pageOf(page, (row) => accountIds.some((id) => isRow(row, { id })));
    },
    { query: ["type", "currency", "limit", "cursor"] },
  ),
  operation(
    "GET",
    "/transactions",
    async (call) => {
      const accountId = requireAccount(call.user, call.query["accountIdentifier"]);
      // The filter's name is not in the specification: a service that has another name for it would list everybody's.
      return pageOf(forward(call, "GET", "/transactions", { query: call.query }), (row) =>
        [Reflect.get(row, "source"), Reflect.get(row, "destination")].some((side) =>
          isRow(side, { accountId }),
        ),
      );
    },
    {
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
    },
  ),
  operation("GET", "/receiver/uma/{address}", async (call) => {
    const query = { customerId: call.user.customerId };
    return forward(call, "GET", path`/receiver/uma/${call.parameter}`, { query });
  }),
  operation("GET", "/receiver/external-account/{id}", async (call) => {
    await requirePayableAccount(call.client, call.user, call.parameter);
    const query = { customerId: call.user.customerId };
    return forward(call, "GET", path`/receiver/external-account/${call.parameter}`, { query });
  }),
  operation("POST", "/quotes", createQuote, { headers: [IDEMPOTENCY_KEY], takesBody: true }),
  operation("GET", "/quotes/{id}", async ({ client, user, parameter }) => {
    const { quote } = await requireQuote(client, user, parameter);
    return { status: 200, body: quote };
  }),
  operation("POST", "/quotes/{id}/execute", executeQuote, {
    headers: [SIGNATURE, IDEMPOTENCY_KEY],
    carriesProof: true,
  }),
];
