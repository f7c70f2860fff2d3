import { hex } from "@scure/base";
import { customRoute } from "./api/custom-route";
import type { CustomHandler } from "./api/custom-route";
import { clientOptionsOf } from "./client-options";
import type { SimulatorClientOptions } from "./client-options";
import type { IdentityProviderKey, OidcTokenRequest, OpenIdConfiguration } from "./crypto/identity-provider";
import { markCustomerDeleted } from "./domain/customers";
import type { SignedEvent, WebhookDelivery } from "./domain/deliveries";
import { askForReceiver } from "./domain/incoming-payments";
import { totals } from "./domain/ledger";
import type { CurrencyTotals } from "./domain/ledger";
import { requireEligibleParties } from "./domain/parties";
import { payQuote } from "./domain/quotes";
import type { ExternalAccountStatus, LedgerEntry } from "./domain/records/accounts";
import type { VerificationStatus } from "./domain/records/onboarding";
import { seedWorld } from "./domain/seed";
import type { SeededRecords } from "./domain/seed";
import { setTransactionStatus } from "./domain/settlement";
import { firstToken } from "./domain/tokens";
import { setVerificationStatus } from "./domain/onboarding";
import { clockOf, eventsOf, faultsOf, outboxOf, webhooksOf } from "./handles";
import type {
  SimulatorClock,
  SimulatorEvents,
  SimulatorFaults,
  SimulatorOutbox,
  SimulatorWebhooks,
} from "./handles";
import { Host } from "./host";
import type { SimulatorEvent, SimulatorEventHandler, SimulatorEventType } from "./runtime/events";
import { resolveOptions } from "./runtime/options";
import type { SimulatorOptions } from "./runtime/options";
import { readListenOptions } from "./runtime/options/listen";
import type { ListenOptions } from "./runtime/options/listen";
import { requireFunction } from "./runtime/options/reader";
import { readSeedOptions } from "./runtime/options/seed";
import type { SeedOptions } from "./runtime/options/seed";
import type { Exchange, ExchangeListener } from "./runtime/recorder";
import type { SimulatorSnapshot } from "./runtime/snapshot";
import { fetchFrom } from "./transports/fetch";
import type { Pages, SimulatorServer } from "./transports/http-server";
import { mswHandlers } from "./transports/msw";
import type { MswHttp } from "./transports/msw";

/**
 * The payments service in memory: a stand-in for tests, demos and offline work that keeps the service's rules (states,
 * sandbox outcomes, errors, idempotency, balances) on a clock of its own, without any network. No simulator shares anything
 * with another one; the same options and the same calls give the same identifiers.
 *
 * @example
 * ```ts
 * const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
 * const payments = new PaymentsClient(simulator.clientOptions());
 * ```
 */
export class Simulator {
  /** Carries out `fetch` calls in this process. Pass it wherever a `fetch` is taken. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The service's time. */
  readonly clock: SimulatorClock;
  /** The newest events: what the service would send as webhooks. */
  readonly events: SimulatorEvents;
  /** The e-mails with one-time codes. */
  readonly outbox: SimulatorOutbox;
  /** The deliveries of events to the platform's endpoint (option `webhookUrl`). */
  readonly webhooks: SimulatorWebhooks;
  /** How calls are told to fail. */
  readonly faults: SimulatorFaults;
  readonly #host: Host;

  /**
   * Opens a world of its own.
   *
   * @throws {TypeError} when an option has a value of the wrong kind
   * @throws {RangeError} when a number, a date or a duration is out of range
   */
  constructor(options: SimulatorOptions = {}) {
    this.#host = new Host(resolveOptions(options));
    const { service } = this.#host;
    this.fetch = (input, init) => fetchFrom(service, input, init);
    this.clock = clockOf(this.#host);
    this.events = eventsOf(this.#host);
    this.outbox = outboxOf(this.#host);
    this.webhooks = webhooksOf(this.#host);
    this.faults = faultsOf(this.#host);
  }

  /**
   * A simulator that goes on where the snapshot was taken: the same calls get the same responses. Handlers and custom
   * routes are not in a snapshot: add them again.
   *
   * A clock that stands still (option `now`) goes on at the saved instant. One that follows the real time does so as well;
   * what fell due in the meantime runs before the next call, or with `clock.runDue()`, in order and each at its own time.
   *
   * @param snapshot what `snapshot()` gave, or the same read from JSON.
   * @param options those of the simulator that the snapshot was taken of.
   * @throws {TypeError} when the snapshot is damaged, or of another version, environment, seed or platform.
   * @example
   * ```ts
   * const options = { seed: "my-test" };
   * const saved = JSON.stringify(new Simulator(options).snapshot());
   * const restored = Simulator.restore(JSON.parse(saved), options);
   * ```
   */
  static restore(snapshot: SimulatorSnapshot, options: SimulatorOptions = {}): Simulator {
    const simulator = new Simulator(options);
    simulator.#host.restore(snapshot);
    return simulator;
  }

  /**
   * The whole world as JSON values: every resource, balance, event, message, stored response, fault, the clock and what it
   * has in store. Take it between calls, not in a handler: a call under way is in it as far as it has come. It contains
   * secrets such as one-time codes.
   */
  snapshot(): SimulatorSnapshot {
    // What it was made of a moment ago: a snapshot of this simulator.
    return JSON.parse(this.snapshotText()) as SimulatorSnapshot;
  }

  /**
   * The same as JSON, for a file or a network: cheaper than to write `snapshot()` down.
   *
   * @throws {RangeError} when the state has more than 512 MB.
   */
  snapshotText(): string {
    return this.#host.save();
  }

  /**
   * The options of a client that talks to this simulator in this process: with the first token of the start, also when
   * that was deleted.
   */
  clientOptions(): SimulatorClientOptions {
    return clientOptionsOf(this.#host.options.baseUrl, firstToken(this.#host.options), this.fetch);
  }

  /**
   * Request handlers for msw, for programs whose `fetch` cannot be replaced. msw is passed in, so that this package needs
   * no copy of it.
   *
   * @example
   * ```ts
   * import { http } from "msw";
   * import { setupServer } from "msw/node";
   *
   * const server = setupServer(...simulator.handlers(http));
   * ```
   */
  handlers<RequestHandler>(http: MswHttp<RequestHandler>): RequestHandler[] {
    return mswHandlers(http, this.clientOptions().baseUrl, this.fetch);
  }

  /**
   * Serves HTTP on 127.0.0.1, in Node and what is compatible with it. The path is that of `baseUrl`.
   *
   * @throws {TypeError} when an option is not known or of a wrong kind, a RangeError when `port` is none; EADDRINUSE when it is taken.
   */
  async listen(options: ListenOptions = {}): Promise<SimulatorServer> {
    const { serve } = await import("./transports/http-server");
    const { port, statusPage } = readListenOptions(options);
    const basePath = this.#host.options.baseUrl.pathname.replace(/\/+$/, "");
    const pages = statusPage ? await this.#statusPage(basePath) : undefined;
    const server = await serve(this.#host.service, { port, basePath, pages });
    return {
      ...server,
      close: () => {
        this.webhooks.stop();
        return server.close();
      },
    };
  }

  async #statusPage(basePath: string): Promise<Pages> {
    const { createStatusPage } = await import("./status-page/status-page");
    return createStatusPage({ basePath, simulator: this, world: () => this.#host.world });
  }

  /** Calls `handler` for each event of a kind, or of every kind with `"*"`. Returns the unsubscription. */
  on(type: SimulatorEventType | "*" | (string & {}), handler: SimulatorEventHandler): () => void {
    requireFunction("handler", handler);
    return this.#host.handlers.add(type, handler);
  }

  /** The key that signs deliveries, as PEM (SPKI): one of the `publicKeys` of `verifyWebhook`. It comes from the seed. */
  get webhookPublicKey(): string {
    return this.#host.signer.publicKeyPem;
  }

  /** The same key as an uncompressed SEC1 point in hexadecimal, which fits into one line. */
  get webhookPublicKeyHex(): string {
    return this.#host.signer.publicKeyHex;
  }

  /**
   * An event as it is delivered, for tests of your own handler without a server. It may be one of `events.list` or your own.
   *
   * @example
   * ```ts
   * const { body, headers } = simulator.signEvent(event);
   * const response = await handler(new Request("https://shop.example/webhooks", { method: "POST", body, headers }));
   * ```
   */
  signEvent(event: SimulatorEvent): SignedEvent {
    return this.#host.deliveries.signed(event);
  }

  /**
   * Delivers an event again, once, whatever became of it before.
   *
   * @throws {RangeError} when there is no event with the id, or no endpoint.
   */
  redeliver(eventId: string): Promise<WebhookDelivery> {
    return this.#host.deliveries.redeliver(eventId);
  }

  /** The newest requests and their responses, oldest first (option `keep`). */
  get requests(): readonly Exchange[] {
    return this.#host.service.recorder.list;
  }

  /** Calls `listener` with each request and its response. Returns the unsubscription. */
  onExchange(listener: ExchangeListener): () => void {
    return this.#host.service.recorder.on(listener);
  }

  /** The platform's own id, the `customerId` of transactions without a customer. */
  get platformId(): string {
    return this.#host.world.platformId;
  }

  /**
   * A signed OIDC token of the simulator's identity provider, which production accepts.
   *
   * @throws {TypeError} when a field is not known or of a wrong kind, and a RangeError for a wrong date.
   */
  issueOidcToken(request: OidcTokenRequest): string {
    return this.#host.world.keys.identityProvider.issueToken(request);
  }

  /** The published keys of the identity provider (RFC 7517). */
  get oidcKeys(): { keys: IdentityProviderKey[] } {
    return this.#host.world.keys.identityProvider.jwks;
  }

  /** What an issuer publishes about itself (OpenID Connect Discovery). Default: the first of the option `oidcIssuers`. */
  openIdConfiguration(issuer?: string): OpenIdConfiguration {
    return this.#host.world.keys.identityProvider.configuration(issuer);
  }

  /** The organization that wallet exports name, for pinning. */
  get organizationId(): string {
    return this.#host.world.keys.organizationId;
  }

  /** The key that signs wallet exports in production, for pinning: uncompressed SEC1, hexadecimal. */
  get walletExportIssuerKey(): string {
    return hex.encode(this.#host.world.keys.exportIssuer.publicKey);
  }

  /** The books, currency by currency. */
  totals(): CurrencyTotals[] {
    return totals(this.#host.world);
  }

  /** The newest entries of the books, oldest first (option `keep`): each sums to zero in each of its currencies. */
  ledgerEntries(): readonly LedgerEntry[] {
    return this.#host.world.ledgerEntries.list;
  }

  /**
   * Adds a route, or replaces one: for endpoints that the simulator does not serve. Its calls need a valid token like all
   * others, and the token's permission where the contract has the operation.
   *
   * @param template for example `/reports/{reportId}`.
   * @throws {TypeError} when the method, the template or the handler is none.
   */
  route(method: string, template: string, handler: CustomHandler): void {
    this.#host.service.addRoute(customRoute(method, template, handler));
  }

  /**
   * Adds many customers, external accounts and transactions at once, spread over the time before now. The books are exact.
   * Seeded records come without events, deliveries and requests.
   *
   * @throws {TypeError} when an option is not known or of a wrong kind
   * @throws {RangeError} when a number or a duration is out of range
   * @example
   * ```ts
   * const simulator = new Simulator();
   * const { customerIds } = simulator.seed({ customers: 20, transactions: 50_000 });
   * ```
   */
  seed(options: SeedOptions = {}): SeededRecords {
    const request = readSeedOptions(options);
    this.#host.scheduler.runDue();
    return seedWorld(this.#host.world, request);
  }

  /**
   * Forgets everything and starts again from the options: clock, identifiers, faults, logs, deliveries. Handlers and custom
   * routes stay.
   */
  reset(): void {
    this.#host.reset();
  }

  /** Deletes a customer, as `DELETE /customers/{customerId}` does: it stays readable, with `isDeleted`. */
  markDeleted(customerId: string): void {
    markCustomerDeleted(this.#host.world, customerId);
  }

  /** Sets the status of an external account, whose transitions the specification does not show. */
  setExternalAccountStatus(externalAccountId: string, status: ExternalAccountStatus): void {
    this.#host.world.externalAccounts.get(externalAccountId).status = status;
  }

  /** Brings a verification to a status; the customer's own status and the events follow. */
  setVerificationStatus(verificationId: string, status: VerificationStatus): void {
    const { world } = this.#host;
    setVerificationStatus(world, world.verifications.get(verificationId), status);
  }

  /**
   * Brings a transaction to a status of its kind; its quote, its money and the events follow.
   *
   * @param failureReason for a status that has one. Default: QUOTE_EXECUTION_FAILED, or QUOTE_EXPIRED for EXPIRED.
   */
  setTransactionStatus(transactionId: string, status: string, failureReason?: string): void {
    setTransactionStatus(this.#host.world, transactionId, status, failureReason);
  }

  /** Pays a quote according to its payment instructions: `POST /sandbox/send` for the production environment. */
  payQuote(quoteId: string): void {
    const { world } = this.#host;
    const quote = world.quotes.get(quoteId);
    requireEligibleParties(world, "POST /sandbox/send", quote);
    void askForReceiver(world, payQuote(world, quote));
  }
}
