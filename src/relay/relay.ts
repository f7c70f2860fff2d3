import type { PaymentsClient } from "../client";
import { ConfigurationError } from "../core/errors";
import { readJson } from "./body";
import { checkedOrigins, corsHeaders, preflightHeaders, requireOwnPage } from "./origin";
import type { RelayVisitor } from "./ownership";
import { answerOfError, badRequest, notFound, Problem } from "./problem";
import type { Answer } from "./problem";
import { RegistrationChallenges } from "./registration-challenge";
import { findOperation, operationsAt, readHeaders, readQuery } from "./routing";

/** Options of {@link createWalletRelay}. */
export interface RelayOptions {
  /** Calls the service with the platform's credentials. */
  client: PaymentsClient;
  /**
   * Your own sign-in: says who sent a request and which embedded wallets are theirs, or `undefined` for nobody (401). Looks at
   * the headers and leaves the body alone. What it throws passes through, to your framework's error handling.
   */
  authenticate: (
    request: Request,
  ) => RelayVisitor | null | undefined | Promise<RelayVisitor | null | undefined>;
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
  /** The current time in milliseconds since the epoch, for registration challenges. Default `Date.now`. */
  now?: (() => number) | undefined;
}

const SECRET_BYTES = 32;

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

function positive(option: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1)
    throw new ConfigurationError(option, "must be a positive integer");
  return value;
}

function checkedVisitor(visitor: RelayVisitor | null | undefined): RelayVisitor {
  if (visitor === undefined || visitor === null) {
    throw new Problem(401, "NOT_SIGNED_IN", "Nobody is signed in");
  }
  if (!Array.isArray(visitor.accountIds)) {
    throw new ConfigurationError("authenticate", "must answer with `accountIds`, or with undefined");
  }
  return visitor;
}

/**
 * Makes the backend half of a browser wallet: a handler between a `Wallet` with the option `relay` and the service. It runs
 * wherever `Request` and `Response` are: Node, Bun, Deno, workers, Hono, Next.
 *
 * It mirrors the operations that a wallet page needs and answers 404 to everything else. Before it forwards a call it finds
 * out, at the service, that every credential, session, quote and account in it is the visitor's. It adds the platform's
 * credentials, forwards nothing of the visitor's request but the operation's own members and headers, and passes back status
 * and body. Errors are JSON of the form `{ status, code, message }`.
 *
 * **Warning**: it trusts `authenticate` alone about who the visitor is. It limits no rates: that is your framework's or your
 * gateway's part.
 *
 * @throws {ConfigurationError} when an option is missing or malformed
 * @example
 * ```ts
 * import { PaymentsClient } from "payments-sdk";
 * import { createWalletRelay } from "payments-sdk/relay";
 *
 * const relay = createWalletRelay({ client: new PaymentsClient(), authenticate, origins, secret });
 * app.all("/wallet/*", (context) => relay(context.req.raw));
 * ```
 * @see Specification, "Embedded-wallet authentication": the client talks to the integrator's backend, which relays
 */
export function createWalletRelay(options: RelayOptions): (request: Request) => Promise<Response> {
  const { client, now = Date.now } = options;
  if (typeof client?.request !== "function") {
    throw new ConfigurationError("client", "must be a PaymentsClient");
  }
  const authenticate = checkedFunction("authenticate", options.authenticate);
  const origins = checkedOrigins(options.origins);
  const basePath = checkedBasePath(options.basePath ?? "/wallet");
  const maxBodyBytes = positive("maxBodyBytes", options.maxBodyBytes ?? 65_536);
  const lifetimeMs = positive("challengeTtlMs", options.challengeTtlMs ?? 300_000);
  const challenges = new RegistrationChallenges(checkedSecret(options.secret), lifetimeMs, now);

  async function answer(request: Request): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url);
    let carriesProof = false;
    try {
      requireOwnPage(request, origins);
      const { operation, parameter } = findOperation(request.method, pathname, basePath);
      carriesProof = operation.carriesProof;
      const query = readQuery(operation, searchParams);
      const headers = readHeaders(operation, request.headers);
      const visitor = checkedVisitor(await authenticate(request));
      const body = operation.method === "GET" ? undefined : await readJson(request, maxBodyBytes);
      if (body !== undefined && !operation.takesBody) throw badRequest("The call takes no body");
      return await operation.handle({
        client,
        challenges,
        origins,
        visitor,
        parameter,
        query,
        body,
        headers,
      });
    } catch (error) {
      const known = answerOfError(error, carriesProof);
      if (known === undefined) throw error;
      return known;
    }
  }

  function preflight(request: Request): Response {
    const found = operationsAt(new URL(request.url).pathname, basePath);
    const cors = corsHeaders(request, origins);
    if (Object.keys(cors).length === 0 || found.length === 0) {
      return response(notFound().answer, {});
    }
    const methods = found.map(({ operation }) => operation.method);
    return response({ status: 204, body: undefined }, { ...cors, ...preflightHeaders(methods) });
  }

  return async (request) => {
    if (request.method === "OPTIONS") return preflight(request);
    const result = await answer(request);
    const serviceTime = client.serviceTime();
    return response(result, {
      ...corsHeaders(request, origins),
      // By this clock sessions and challenges expire.
      ...(serviceTime === undefined ? {} : { date: new Date(serviceTime).toUTCString() }),
    });
  };
}

/** Status and body, and headers of the relay's own making: none of the service's. */
function response({ status, body, retryAfter }: Answer, headers: Record<string, string>): Response {
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
