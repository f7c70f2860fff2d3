import { secretsOfClient } from "../core/client-secrets";
import { secretFinder } from "../core/redaction";
import { readBody } from "./body";
import { BeyondRelay } from "./beyond-relay";
import { responseOfDenial } from "./denied-credentials";
import { eventOf, outcomeOf, report } from "./event";
import type { KnownCall } from "./event";
import { IDENTIFIER } from "./forward";
import { requireWithinLimit } from "./limit";
import { readRelayOptions } from "./options";
import type { RelayOptions } from "./options";
import { corsHeaders, preflightHeaders, requireOwnPage } from "./origin";
import { badGateway, missingResource, responseOfError } from "./problem";
import type { PlainResponse } from "./problem";
import { toResponse } from "./response";
import { senderInformationOf } from "./sender-information";
import { findOperation, operationsAt, readHeaders, readQuery } from "./routing";
import { userOf } from "./user";

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
 * import { createWalletRelay, memoryLimit } from "payments-sdk/relay";
 *
 * const relay = createWalletRelay({
 *   client: new PaymentsClient(),
 *   authenticate: async (request) => findUser(request.headers.get("cookie")), // { accountIds, customerId }, or undefined
 *   origins: ["https://app.example.com"],
 *   secret, // 32 random bytes or more, the same on every instance
 *   limit: memoryLimit(),
 * });
 * app.all("/wallet/*", (context) => relay(context.req.raw));
 * ```
 */
export function createWalletRelay(options: RelayOptions): (request: Request) => Promise<Response> {
  const settings = readRelayOptions(options);
  const { client, challenges, origins, topOrigins, basePath, limit, onEvent } = settings;
  const pages = { origins: origins.all, topOrigins };

  /** Runs a call's checks, and records what they find. */
  async function respond(request: Request, known: KnownCall): Promise<PlainResponse> {
    const { pathname, searchParams } = new URL(request.url);
    let carriesProof = false;
    try {
      requireOwnPage(request, origins);
      const { operation, parameter } = findOperation(request.method, pathname, basePath);
      known.operation = operation.name;
      carriesProof = operation.carriesProof;
      const query = readQuery(operation, searchParams);
      const headers = readHeaders(operation, request.headers);
      const user = await userOf(request, settings.authenticate, settings.authenticateTimeoutMs);
      known.user = user;
      if (limit !== undefined) {
        const call = { user, operation: operation.name, request };
        await requireWithinLimit(limit, call, settings.authenticateTimeoutMs);
      }
      const body = await readBody(request, operation, settings.bodyLimits);
      const senderInformation = () =>
        senderInformationOf(settings.senderCustomerInfo, user, settings.authenticateTimeoutMs);
      const call = { client, challenges, pages, user, senderInformation, parameter, query, body, headers };
      const prepared = await operation.prepare(call);
      known.accountId = prepared.accountId;
      known.isSent = true;
      return await prepared.send();
    } catch (error) {
      const proof = carriesProof && known.isSent ? known.accountId : undefined;
      const response = (await responseOfDenial(error, client, proof)) ?? responseOfError(error);
      if (response === undefined) throw error;
      return response;
    }
  }

  function preflight(request: Request): Response {
    const found = operationsAt(new URL(request.url).pathname, basePath);
    const cors = corsHeaders(request, origins);
    if (Object.keys(cors).length === 0 || found.length === 0) return toResponse(missingResource().response);
    const methods = found.map(({ operation }) => operation.method);
    const allowed = preflightHeaders(methods, settings.allowAuthorization);
    return toResponse({ status: 204, body: undefined }, { ...cors, ...allowed });
  }

  return async (request) => {
    if (request.method === "OPTIONS") return preflight(request);
    const startedAt = performance.now();
    const known: KnownCall = {};
    const tell = (response: PlainResponse) =>
      report(onEvent, () => eventOf(known, response, performance.now() - startedAt));
    let result: PlainResponse;
    try {
      result = await respond(request, known);
    } catch (error) {
      tell({ status: 500, body: undefined, outcome: "unknown" });
      throw error instanceof BeyondRelay ? error.reason : error;
    }
    const serviceTime = client.serviceTime();
    const { accountId = "" } = known;
    const headers = {
      ...corsHeaders(request, origins),
      // Sessions and challenges expire by this clock.
      ...(serviceTime === undefined ? {} : { date: new Date(serviceTime).toUTCString() }),
      // A wallet believes that something is gone only if this user still owns it. The relay's own refusals say nothing. Only
      // the wallet of the call: a user may have thousands, and servers refuse long headers.
      ...(known.isSent === true && IDENTIFIER.test(accountId) && { "wallet-account": accountId }),
    };
    let response: Response;
    try {
      if (secretFinder(secretsOfClient(client))(result.body)) {
        const { requestId } = result;
        const facts = { outcome: outcomeOf(result), requestId };
        result = { ...badGateway().response, ...facts, platformProblem: "SECRET_IN_RESPONSE" };
      }
      response = toResponse(result, headers);
    } catch {
      // The body is nested too deeply to be written as JSON.
      result = { ...badGateway().response, requestId: result.requestId };
      response = toResponse(result, headers);
    }
    tell(result);
    return response;
  };
}
