import type { PaymentsClient } from "../client";
import { ConfigurationError } from "../core/errors";
import { readJson } from "./body";
import { checkedOrigins, corsHeaders, preflightHeaders, requireOwnPage } from "./origin";
import { badRequest, notFound, responseOfError } from "./problem";
import type { PlainResponse } from "./problem";
import { RegistrationChallenges } from "./registration-challenge";
import { findOperation, operationsAt, readHeaders, readQuery } from "./routing";
import { AuthenticateFailure, userOf } from "./user";
import type { RelayUser } from "./user";

/** Options of {@link createWalletRelay}. */
export interface RelayOptions {
  /** Calls the service with the platform's credentials. */
  client: PaymentsClient;
  /**
   * Your own sign-in: returns who sent a request and which embedded wallets are theirs, or `undefined` when nobody is signed
   * in (401). It reads the headers and leaves the body alone. What it throws passes through, to your framework's error handling,
   * as does a `ConfigurationError` when it returns something that is not a {@link RelayUser}.
   */
  authenticate: (request: Request) => RelayUser | null | undefined | Promise<RelayUser | null | undefined>;
  /**
   * The origins of your wallet pages, as browsers write them: scheme, host and port, for example `https://app.example.com`.
   * Only they may call, and only passkeys made on them are registered. There are no wildcards.
   */
  origins: readonly string[];
  /**
   * Signs registration challenges: at least 32 random bytes, as bytes or as text, the same on every instance. For example the
   * output of `openssl rand -base64 32`, from your secret store.
   */
  secret: string | Uint8Array;
  /** Where the relay is mounted, without a trailing slash; `""` for the root. Default `"/wallet"`. */
  basePath?: string | undefined;
  /** How long a registration challenge is good, in milliseconds. Default 300,000 (5 minutes). */
  challengeTtlMs?: number | undefined;
  /** The longest request body, in bytes. Default 65,536. */
  maxBodyBytes?: number | undefined;
  /**
   * How long `authenticate` may take, in milliseconds. Default 10,000. The page then receives a 503 with `Retry-After`:
   * nothing was done.
   */
  authenticateTimeoutMs?: number | undefined;
  /** How long a whole request body may take to arrive, in milliseconds. Default 10,000. The page then receives a 408. */
  bodyTimeoutMs?: number | undefined;
  /** The current time in milliseconds since the epoch, for registration challenges. Default `Date.now`. */
  now?: (() => number) | undefined;
}

const SECRET_BYTES = 32;

/** Timers of the platform fire at once beyond this (HTML Standard, "Timers"). */
const MAX_TIMEOUT_MS = 2_147_483_647;

function checkedSecret(secret: unknown): Uint8Array<ArrayBuffer> {
  const bytes =
    typeof secret === "string"
      ? new TextEncoder().encode(secret)
      : secret instanceof Uint8Array
        ? Uint8Array.from(secret)
        : undefined;
  if (bytes === undefined || bytes.length < SECRET_BYTES) {
    throw new ConfigurationError("secret", `must be at least ${SECRET_BYTES} bytes, as text or as bytes`);
  }
  return bytes;
}

function checkedBasePath(basePath: unknown): string {
  const isPath = typeof basePath === "string" && /^(?:\/[\w~-][\w.~-]*)*$/.test(basePath);
  if (!isPath) throw new ConfigurationError("basePath", "must be a path such as /wallet, or empty");
  return basePath;
}

function checkedFunction<Value>(option: string, value: Value): Value {
  if (typeof value !== "function") throw new ConfigurationError(option, "must be a function");
  return value;
}

function positive(option: string, value: number, maximum = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isSafeInteger(value) || value < 1 || value > maximum) {
    throw new ConfigurationError(option, `must be an integer from 1 to ${maximum}`);
  }
  return value;
}

const timeout = (option: string, value = 10_000): number => positive(option, value, MAX_TIMEOUT_MS);

/**
 * Makes the backend half of a browser wallet: a handler between a `Wallet` with the option `relay` and the service. It runs
 * wherever `Request` and `Response` are: Node, Bun, Deno, workers, Hono, Next.
 *
 * It mirrors the operations that a wallet page needs; everything else is a 404. Before it forwards a call it asks the
 * service whether every credential, session, quote and account in it belongs to the user. It adds the platform's
 * credentials, forwards nothing of the page's request but the operation's own fields and headers, and passes back status
 * and body. Errors are JSON of the form `{ status, code, message }`.
 *
 * **Warning**: it trusts `authenticate` alone about who the user is. It limits no rates: your framework or your gateway
 * has to.
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
 * @see specification, "Embedded-wallet authentication"
 */
export function createWalletRelay(options: RelayOptions): (request: Request) => Promise<Response> {
  const { client, now = Date.now } = options;
  if (typeof client?.request !== "function") {
    throw new ConfigurationError("client", "must be a PaymentsClient");
  }
  const authenticate = checkedFunction("authenticate", options.authenticate);
  const origins = checkedOrigins(options.origins);
  const basePath = checkedBasePath(options.basePath ?? "/wallet");
  const authenticateTimeoutMs = timeout("authenticateTimeoutMs", options.authenticateTimeoutMs);
  const bodyLimits = {
    maxBytes: positive("maxBodyBytes", options.maxBodyBytes ?? 65_536),
    timeoutMs: timeout("bodyTimeoutMs", options.bodyTimeoutMs),
  };
  const lifetimeMs = positive("challengeTtlMs", options.challengeTtlMs ?? 300_000);
  const challenges = new RegistrationChallenges(checkedSecret(options.secret), lifetimeMs, now);

  async function respond(request: Request): Promise<PlainResponse> {
    const { pathname, searchParams } = new URL(request.url);
    let carriesProof = false;
    try {
      requireOwnPage(request, origins);
      const { operation, parameter } = findOperation(request.method, pathname, basePath);
      carriesProof = operation.carriesProof;
      const query = readQuery(operation, searchParams);
      const headers = readHeaders(operation, request.headers);
      const user = await userOf(request, authenticate, authenticateTimeoutMs);
      const body = operation.method === "GET" ? undefined : await readJson(request, bodyLimits);
      if (body !== undefined && !operation.takesBody) throw badRequest("The call takes no body");
      return await operation.handle({ client, challenges, origins, user, parameter, query, body, headers });
    } catch (error) {
      if (error instanceof AuthenticateFailure) throw error.reason;
      const known = responseOfError(error, carriesProof);
      if (known === undefined) throw error;
      return known;
    }
  }

  function preflight(request: Request): Response {
    const found = operationsAt(new URL(request.url).pathname, basePath);
    const cors = corsHeaders(request, origins);
    if (Object.keys(cors).length === 0 || found.length === 0) {
      return toResponse(notFound().response, {});
    }
    const methods = found.map(({ operation }) => operation.method);
    return toResponse({ status: 204, body: undefined }, { ...cors, ...preflightHeaders(methods) });
  }

  return async (request) => {
    if (request.method === "OPTIONS") return preflight(request);
    const result = await respond(request);
    const serviceTime = client.serviceTime();
    return toResponse(result, {
      ...corsHeaders(request, origins),
      // By this clock sessions and challenges expire.
      ...(serviceTime === undefined ? {} : { date: new Date(serviceTime).toUTCString() }),
    });
  };
}

/** Status and body, with headers of the relay's own making and none of the service's. */
function toResponse({ status, body, retryAfter }: PlainResponse, headers: Record<string, string>): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter)) }),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      vary: "Origin",
      ...headers,
    },
  });
}
