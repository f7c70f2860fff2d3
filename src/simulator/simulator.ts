import { hex } from "@scure/base";
import type { VirtualClock } from "./clock";
import type { EventLog, SimulatorEventHandler, SimulatorEventType } from "./events";
import type { Faults } from "./faults";
import { fetchFrom } from "./fetch-transport";
import { routes } from "./handlers/index";
import type { ListenOptions, SimulatorServer } from "./http-server";
import { resolveOptions } from "./options";
import type { ResolvedOptions, SimulatorOptions, SimulatorToken } from "./options";
import type { Outbox } from "./outbox";
import { SeededRandom } from "./random";
import type { Exchange, ExchangeListener } from "./recorder";
import { route } from "./route";
import type { Handler, Reply } from "./route";
import { bodyLimit, Service } from "./service";
import { markDeleted } from "./state/customers";
import type { ExternalAccountStatus } from "./state/external-accounts";
import type { CurrencyTotals, LedgerEntry } from "./state/ledger";
import { payQuote } from "./state/quotes";
import { setTransactionStatus } from "./state/settlement";
import { setVerificationStatus } from "./state/verifications";
import type { VerificationStatus } from "./state/verifications";
import type { IdentityProviderKey, OidcTokenRequest, OpenIdConfiguration } from "./wallet/identity-provider";
import { createSurroundings, World } from "./world";
import type { Surroundings } from "./world";

/** What a client needs to talk to the simulator; spread it into the options of a `PaymentsClient`. */
export interface SimulatorClientOptions {
  /** With the version segment. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** A request to a custom route. */
export interface CustomRequest {
  method: string;
  /** Decoded, relative to the base address. */
  path: string;
  /** The decoded path parameters. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed JSON body; `undefined` when there is none. */
  body: unknown;
}

/** Answers the requests of a route that a test adds. */
export type CustomHandler = (request: CustomRequest) => Reply | Promise<Reply>;

/** The part of msw's `http` that `Simulator.handlers` uses. */
export interface MswHttp<RequestHandler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): RequestHandler;
}

/** An API token for the simulator's environment, made from the seed. */
function defaultToken({ environment, seed }: ResolvedOptions): Required<SimulatorToken> {
  const random = new SeededRandom(`${seed}:token`);
  return { clientId: `${environment}-${random.text(12)}`, clientSecret: random.text(40), environment };
}

/**
 * The payments service in memory: a stand-in for tests, demos and offline work that keeps the service's rules (states,
 * sandbox outcomes, errors, idempotency, balances) on a clock of its own, without any network.
 *
 *     const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
 *     const payments = new PaymentsClient(simulator.clientOptions());
 *
 * Each simulator is a world of its own; the same options and the same calls give the same identifiers.
 */
export class Simulator {
  /** Answers `fetch` calls in this process; pass it wherever a `fetch` is taken. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly #options: ResolvedOptions;
  readonly #surroundings: Surroundings;
  readonly #token: Required<SimulatorToken>;
  readonly #service: Service;
  #world: World;

  /** @throws {TypeError | RangeError} when an option has a value it cannot have. */
  constructor(options: SimulatorOptions = {}) {
    this.#options = resolveOptions(options);
    const { environment, tokens = [defaultToken(this.#options)] } = this.#options;
    const token = tokens.find((candidate) => candidate.environment === environment);
    if (token === undefined)
      throw new TypeError(`\`tokens\` needs at least one token of the ${environment} environment`);
    this.#token = token;
    this.#surroundings = createSurroundings(this.#options);
    this.#world = new World(this.#options, this.#surroundings);
    this.#service = new Service(this.#world, routes, tokens);
    this.fetch = (input, init) => fetchFrom(this.#service, input, init);
  }

  /** The options of a client that talks to this simulator in this process. */
  clientOptions(): SimulatorClientOptions {
    const { clientId, clientSecret } = this.#token;
    return {
      baseUrl: this.#options.baseUrl.href.replace(/\/+$/, ""),
      clientId,
      clientSecret,
      fetch: this.fetch,
    };
  }

  /**
   * Request handlers for msw, for programs whose `fetch` cannot be replaced. msw is passed in, so that this package needs
   * no copy of it:
   *
   *     import { http } from "msw";
   *     const server = setupServer(...simulator.handlers(http));
   */
  handlers<RequestHandler>(http: MswHttp<RequestHandler>): RequestHandler[] {
    const resolver = async ({ request }: { request: Request }): Promise<Response> => {
      try {
        return await this.fetch(request);
      } catch (error) {
        // msw turns an error response into a failed connection and any other error into a 500.
        if (error instanceof TypeError) return Response.error();
        throw error;
      }
    };
    return [http.all(`${this.clientOptions().baseUrl}/*`, resolver)];
  }

  /**
   * Serves HTTP on 127.0.0.1, in Node and what is compatible with it. The path is that of `baseUrl`.
   *
   * @throws the system's error, for example EADDRINUSE.
   */
  async listen(options: ListenOptions = {}): Promise<SimulatorServer> {
    const { serve } = await import("./http-server");
    const basePath = this.#options.baseUrl.pathname.replace(/\/+$/, "");
    return serve(this.#service, { ...options, basePath, limit: bodyLimit(this.#options) });
  }

  /** The service's time. */
  get clock(): VirtualClock {
    return this.#surroundings.clock;
  }

  /** Every event so far: what the service would send as webhooks. */
  get events(): EventLog {
    return this.#surroundings.events;
  }

  /** Calls `handler` for each event of a kind, or of every kind with `"*"`. Returns the unsubscription. */
  on(type: SimulatorEventType | "*" | (string & {}), handler: SimulatorEventHandler): () => void {
    return this.events.on(type, handler);
  }

  /** The e-mails with one-time codes. */
  get outbox(): Outbox {
    return this.#surroundings.outbox;
  }

  /** How calls are told to fail. */
  get faults(): Faults {
    return this.#service.faults;
  }

  /** The newest requests (at least the last 10,000) and their answers, oldest first. */
  get requests(): readonly Exchange[] {
    return this.#service.recorder.list;
  }

  /** Calls `listener` with each request and its answer. Returns the unsubscription. */
  onExchange(listener: ExchangeListener): () => void {
    return this.#service.recorder.on(listener);
  }

  /** The platform's own id, the `customerId` of transactions without a customer. */
  get platformId(): string {
    return this.#world.platformId;
  }

  /** A signed OIDC token of the simulator's identity provider, which production accepts. */
  issueOidcToken(request: OidcTokenRequest): string {
    return this.#world.walletAuthority.identityProvider.issueToken(request);
  }

  /** The published keys of the identity provider (RFC 7517). */
  get oidcKeys(): { keys: IdentityProviderKey[] } {
    return this.#world.walletAuthority.identityProvider.jwks;
  }

  /** What an issuer publishes about itself (OpenID Connect Discovery). Default: the first of the option `oidcIssuers`. */
  openIdConfiguration(issuer?: string): OpenIdConfiguration {
    return this.#world.walletAuthority.identityProvider.configuration(issuer);
  }

  /** The organization that wallet exports name, for pinning. */
  get organizationId(): string {
    return this.#world.walletAuthority.organizationId;
  }

  /** The key that signs wallet exports in production, for pinning: uncompressed SEC1, hexadecimal. */
  get walletExportIssuerKey(): string {
    return hex.encode(this.#world.walletAuthority.exportIssuer.publicKey);
  }

  /** The books, currency by currency. */
  totals(): CurrencyTotals[] {
    return this.#world.ledger.totals();
  }

  /** Every entry of the books, oldest first: each sums to zero in each of its currencies. */
  ledgerEntries(): readonly LedgerEntry[] {
    return this.#world.ledger.entries();
  }

  /**
   * Adds a route, or replaces one: for endpoints that the simulator does not serve. Its calls need a valid token like all
   * others.
   *
   * @param template for example `/tokens/{tokenId}`.
   */
  route(method: string, template: string, handler: CustomHandler): void {
    const adapter: Handler = ({ request: { method, path, query, headers, body }, params }) =>
      handler({ method, path, query, headers, body, params });
    this.#service.router.add(route(method.toUpperCase(), template, adapter, { custom: true }));
  }

  /** Forgets everything and starts again from the options: clock, identifiers, faults, logs. Handlers and custom routes stay. */
  reset(): void {
    this.#surroundings.clock.reset();
    this.#surroundings.random.reset();
    this.#surroundings.events.clear();
    this.#surroundings.outbox.clear();
    this.#world = new World(this.#options, this.#surroundings);
    this.#service.reset(this.#world);
  }

  /** Deletes a customer, for which the specification has no operation: it stays readable, with `isDeleted`. */
  markDeleted(customerId: string): void {
    markDeleted(this.#world, customerId);
  }

  /** Sets the status of an external account, whose transitions the specification does not show. */
  setExternalAccountStatus(externalAccountId: string, status: ExternalAccountStatus): void {
    this.#world.externalAccount(externalAccountId).status = status;
  }

  /** Brings a verification to a status; the customer's own status and the events follow. */
  setVerificationStatus(verificationId: string, status: VerificationStatus): void {
    setVerificationStatus(this.#world, this.#world.verification(verificationId), status);
  }

  /**
   * Brings a transaction to a status of its kind; its quote, its money and the events follow.
   *
   * @param failureReason for a status that has one. Default: QUOTE_EXECUTION_FAILED, or QUOTE_EXPIRED for EXPIRED.
   */
  setTransactionStatus(transactionId: string, status: string, failureReason?: string): void {
    setTransactionStatus(this.#world, transactionId, status, failureReason);
  }

  /** Pays a quote according to its payment instructions: `POST /sandbox/send` for the production environment. */
  payQuote(quoteId: string): void {
    payQuote(this.#world, this.#world.quote(quoteId));
  }
}
