import { secretsOfClient } from "../core/client-secrets";
import { textOf } from "../core/fields";
import { isSignedRetryChallenge } from "../core/judge";
import { secretFinder } from "../core/redaction";
import { readBody } from "./body";
import type { RelayEvent, RelayOperation } from "./event";
import { IDENTIFIER, responseOfDenial } from "./forward";
import { readRelayOptions } from "./options";
import type { RelayOptions, RelayUser } from "./options";
import { corsHeaders, preflightHeaders, requireOwnPage } from "./origin";
import { BeyondRelay, requireWithinLimit, userOf } from "./platform";
import { badGateway, missingResource, OtherUser, responseOfError, toResponse } from "./problem";
import type { PlainResponse } from "./problem";
import { findOperation, operationsAt, readHeaders, readQuery } from "./routing";

/** The known facts of a call so far. */
interface KnownCall {
  user?: RelayUser;
  operation?: RelayOperation;
  accountId?: string | undefined;
  /** Whether the call itself has been sent, not only ownership checks. */
  isSent?: boolean;
  /** Whether the call names a wallet of another user. */
  isOtherUser?: boolean;
}

/** The outcome of a call. A challenge requests a signature: nothing was executed. */
function outcomeOf({ status, body, outcome }: PlainResponse): RelayEvent["outcome"] {
  return outcome ?? (status === 202 && isSignedRetryChallenge(body) ? "not-executed" : "executed");
}

/** Describes a call and its response. */
function eventOf(known: KnownCall, response: PlainResponse, durationMs: number): RelayEvent {
  const { user, operation, accountId } = known;
  const { status, body, requestId, platformProblem } = response;
  return {
    userId: user?.userId,
    customerId: user?.customerId,
    operation,
    accountId,
    status,
    code: status >= 400 ? textOf(body, "code") : undefined,
    outcome: known.isSent ? outcomeOf(response) : "not-executed",
    requestId,
    platformProblem,
    durationMs,
  };
}

/**
 * Creates the backend of a browser wallet: a handler between a `Wallet` with the option `relay` and the service. It runs
 * wherever `Request` and `Response` exist: Node, Bun, Deno, workers, Hono, Next.
 *
 * It serves only the operations that a wallet page needs. Any other call is a 404. Before it forwards a call, it checks that
 * every credential, session, quote and account in it belongs to the user. It adds your API credentials. From the page, it
 * forwards only the operation's own fields and headers. It returns the service's status and body. Errors are JSON of the form
 * `{ status, code, message }`.
 *
 * **Warning**: it trusts `authenticate` to identify the user. It limits no rates without the option `limit`.
 *
 * @throws {ConfigurationError} when an option is missing or malformed
 * @example
 * ```ts
 * import { PaymentsClient } from "payments-sdk";
 * import { createWalletRelay } from "payments-sdk/relay";
 *
 * const relay = createWalletRelay({
 *   client: new PaymentsClient(),
 *   authenticate: async (request) => findUser(request.headers.get("cookie")), // { accountIds, customerId }, or undefined
 *   origins: ["https://app.example.com"],
 *   secret, // 32 random bytes or more, the same on every instance
 * });
 * app.all("/wallet/*", (context) => relay(context.req.raw));
 * ```
 */
export function createWalletRelay(options: RelayOptions): (request: Request) => Promise<Response> {
  const settings = readRelayOptions(options);
  const { client, basePath, onEvent } = settings;

  /** Runs a call's checks, and records what they find. */
  async function respond(request: Request, known: KnownCall): Promise<PlainResponse> {
    const { pathname, searchParams } = new URL(request.url);
    let carriesProof = false;
    try {
      requireOwnPage(request, settings);
      const { operation, parameter } = findOperation(request.method, pathname, basePath);
      known.operation = operation.name;
      carriesProof = operation.carriesProof;
      const query = readQuery(operation, searchParams);
      const headers = readHeaders(operation, request.headers);
      const user = await userOf(settings, request);
      known.user = user;
      await requireWithinLimit(settings, { user, operation: operation.name, request });
      const body = await readBody(request, operation, settings.bodyLimits);
      const prepared = await operation.prepare({
        settings,
        operation,
        user,
        parameter,
        query,
        body,
        headers,
      });
      known.accountId = prepared.accountId;
      known.isSent = true;
      return await prepared.send();
    } catch (error) {
      known.isOtherUser = error instanceof OtherUser;
      const proof = carriesProof && known.isSent ? known.accountId : undefined;
      const response = (await responseOfDenial(error, client, proof)) ?? responseOfError(error);
      if (response === undefined) throw error;
      return response;
    }
  }

  /** What a page may see of a response. */
  function shown(result: PlainResponse): PlainResponse {
    const hidden = { ...badGateway().response, requestId: result.requestId };
    try {
      if (!secretFinder(secretsOfClient(client))(result.body)) return result;
      return { ...hidden, outcome: outcomeOf(result), platformProblem: "SECRET_IN_RESPONSE" };
    } catch {
      // The body is nested too deeply to be written as JSON.
      return hidden;
    }
  }

  function preflight(request: Request): Response {
    const found = operationsAt(new URL(request.url).pathname, basePath);
    const cors = corsHeaders(request, settings);
    if (Object.keys(cors).length === 0 || found.length === 0) return toResponse(missingResource().response);
    const allowed = preflightHeaders(
      found.map(({ operation }) => operation.method),
      settings,
    );
    return toResponse({ status: 204, body: undefined }, { ...cors, ...allowed });
  }

  return async (request) => {
    if (request.method === "OPTIONS") return preflight(request);
    const startedAt = performance.now();
    const known: KnownCall = {};
    /** The hook cannot change or delay the call: an audit log may hang. */
    const tell = (response: PlainResponse) =>
      void (async () => onEvent?.(eventOf(known, response, performance.now() - startedAt)))().catch(() => {});
    let result: PlainResponse;
    try {
      result = await respond(request, known);
    } catch (error) {
      tell({ status: 500, body: undefined, outcome: "unknown" });
      throw error instanceof BeyondRelay ? error.cause : error;
    }
    const serviceTime = client.serviceTime();
    const { accountId = "" } = known;
    const headers = {
      ...corsHeaders(request, settings),
      // Sessions and challenges expire by this clock.
      ...(serviceTime === undefined ? {} : { date: new Date(serviceTime).toUTCString() }),
      // A wallet believes that something is gone only if this user still owns it. The relay's own refusals say nothing. Only
      // the wallet of the call: a user may have thousands, and servers refuse long headers.
      ...(known.isSent === true && IDENTIFIER.test(accountId) && { "wallet-account": accountId }),
      ...(known.isOtherUser === true && { "wallet-account": "none" }),
    };
    result = shown(result);
    const response = toResponse(result, headers);
    tell(result);
    return response;
  };
}
