import { hex } from "@scure/base";
import type { VerificationIssue, VerificationStatus } from "../models/onboarding";
import { callback } from "../options/kinds";
import { customRoute } from "./api/custom-route";
import type { CustomHandler } from "./api/custom-route";
import type { TypedRoutes } from "./api/typed-routes";
import * as controls from "./api/controls";
import type { SimulatorClientOptions } from "./client-options";
import type { IdentityProviderKey, OidcTokenRequest, OpenIdConfiguration } from "./crypto/identity-provider";
import { pemOf } from "./crypto/p256";
import { markCustomerDeleted } from "./domain/customers";
import type { SignedEvent, WebhookDelivery } from "./domain/deliveries";
import { totals } from "./domain/ledger";
import type { CurrencyTotals } from "./domain/ledger";
import type { AccountStatus, LedgerEntry } from "./domain/records/accounts";
import type { SeededRecords } from "./domain/seed";
import { firstToken } from "./domain/platform";
import * as handles from "./api/handles";
import { Host } from "./api/host";
import { listen } from "./listen";
import type { SimulatorEvent, SimulatorEventHandler, SimulatorEventType } from "./runtime/events";
import { resolveOptions } from "./runtime/options";
import type { SimulatorOptions } from "./runtime/options/simulator-options";
import type { ListenOptions } from "./runtime/options/listen";
import { requireValue } from "./runtime/options/reader";
import type { SeedOptions } from "./runtime/options/seed";
import type { Exchange, ExchangeListener } from "./runtime/recorder";
import type { SimulatorSnapshot } from "./runtime/snapshot";
import { fetchFrom } from "./transports/fetch";
import type { SimulatorServer } from "./transports/http-server";
import { mswHandlers } from "./transports/msw";
import type { MswHttp } from "./transports/msw";

/** The inside of a simulator. The playground of the site shows it. */
export let hostOf: (simulator: Simulator) => Host;

/**
 * The payments service in memory, for tests, demos and offline work. It has the service's rules and a clock of its own. It
 * needs no network. Simulators share nothing, and the same options and calls give the same identifiers.
 *
 * @example
 * ```ts
 * const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
 * const payments = new PaymentsClient(simulator.clientOptions());
 * ```
 */
export class Simulator {
  static {
    hostOf = (simulator) => simulator.#host;
  }

  /** A `fetch` that reaches this simulator, without a network. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The service's time. */
  readonly clock: handles.SimulatorClock;
  /** The newest events. The service sends them as webhooks. */
  readonly events: handles.SimulatorEvents;
  /** The e-mails with one-time codes. */
  readonly outbox: handles.SimulatorOutbox;
  /** The deliveries of events to your endpoint (option `webhooks.url`). */
  readonly webhooks: handles.SimulatorWebhooks;
  /** Makes calls fail. */
  readonly faults: handles.SimulatorFaults;
  readonly #host: Host;

  /**
   * Creates a simulator without customers.
   *
   * @throws {TypeError} when an option has a value of the wrong kind
   * @throws {RangeError} when a number, a date or a duration is out of range
   */
  constructor(options: SimulatorOptions = {}) {
    this.#host = new Host(resolveOptions(options));
    const { service } = this.#host;
    this.fetch = (input, init) => fetchFrom(service, input, init);
    this.clock = handles.clockOf(this.#host);
    this.events = handles.eventsOf(this.#host);
    this.outbox = handles.outboxOf(this.#host);
    this.webhooks = handles.webhooksOf(this.#host);
    this.faults = handles.faultsOf(this.#host);
  }

  /**
   * Restores a simulator from a snapshot. The same calls then get the same responses. Handlers and custom routes are not in
   * a snapshot: add them again.
   *
   * The clock continues at the saved instant. If it follows the real time, work that became due meanwhile runs before the next call, in order.
   *
   * @param snapshot what `snapshot()` gave, or the same read from JSON.
   * @param options the options of the saved simulator.
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
   * The whole state as JSON values. Take it between calls, not in a handler: it has a running call's changes so far. It
   * contains secrets, such as one-time codes.
   */
  snapshot(): SimulatorSnapshot {
    return JSON.parse(this.snapshotText()) as SimulatorSnapshot;
  }

  /**
   * The snapshot as JSON text. It is cheaper than `JSON.stringify(simulator.snapshot())`.
   *
   * @throws {RangeError} when the text would exceed 512 MB.
   */
  snapshotText(): string {
    return this.#host.save();
  }

  /** The options of a client that talks to this simulator in this process. They contain the first API token. */
  clientOptions(): SimulatorClientOptions {
    const { href, protocol } = this.#host.options.baseUrl;
    const { clientId, clientSecret } = firstToken(this.#host.world);
    const insecure = protocol === "http:" && { allowInsecureHttp: true };
    return { baseUrl: href.replace(/\/+$/, ""), ...insecure, clientId, clientSecret, fetch: this.fetch };
  }

  /**
   * Request handlers for msw, for programs with a `fetch` that you cannot replace. Pass msw's own `http`.
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
   * Serves HTTP under the path of `baseUrl`, in Node, Bun and Deno. On 127.0.0.1, requests must name this machine. If the port is
   * taken, it rejects with `EADDRINUSE`.
   *
   * @throws {TypeError} when an option is unknown or has a value of the wrong kind
   * @throws {RangeError} when `port` is not an integer from 0 to 65535
   */
  listen(options: ListenOptions = {}): Promise<SimulatorServer> {
    return listen(this.#host, options);
  }

  /** Calls `handler` for each event of a type, or with `"*"` for all. Returns a function that unsubscribes. */
  on(type: SimulatorEventType | "*", handler: SimulatorEventHandler): () => void {
    requireValue(callback, "handler", handler);
    return this.#host.handlers.add(type, handler);
  }

  /** The key that verifies deliveries, as PEM (SPKI), for the `publicKeys` of `verifyWebhook`. It comes from the seed. */
  get webhookPublicKey(): string {
    return pemOf(this.#host.world.keys.webhooks());
  }

  /** The same key on one line: an uncompressed SEC1 point in hexadecimal. */
  get webhookPublicKeyHex(): string {
    return hex.encode(this.#host.world.keys.webhooks().publicKey);
  }

  /**
   * Signs an event of `events.list` or your own. Use it to test your webhook handler without a server.
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
   * Delivers an event once more.
   *
   * @throws {Error} when no kept event has the id
   * @throws {RangeError} when no endpoint is set
   */
  redeliver(eventId: string): Promise<WebhookDelivery> {
    return this.#host.deliveries.redeliver(eventId);
  }

  /** The newest requests and their responses, oldest first (option `keep`). */
  get requests(): readonly Exchange[] {
    return this.#host.service.recorder.log.list;
  }

  /** Calls `listener` with each request and its response. Returns a function that unsubscribes. */
  onExchange(listener: ExchangeListener): () => void {
    return this.#host.service.recorder.on(listener);
  }

  /** The platform's own id, the `customerId` of transactions without a customer. */
  get platformId(): string {
    return this.#host.world.platformId;
  }

  /**
   * Issues a signed OIDC token of the simulator's identity provider. Production accepts it.
   *
   * @throws {TypeError} when a field is unknown or has a value of the wrong kind
   * @throws {RangeError} when a date is out of range
   */
  issueOidcToken(request: OidcTokenRequest): string {
    return this.#host.world.keys.identityProvider().issueToken(request);
  }

  /** The published keys of the identity provider (RFC 7517). */
  get oidcKeys(): { keys: IdentityProviderKey[] } {
    return this.#host.world.keys.identityProvider().jwks;
  }

  /** The configuration that an issuer publishes (OpenID Connect Discovery). Default: the first of `wallet.oidcIssuers`. */
  openIdConfiguration(issuer?: string): OpenIdConfiguration {
    return this.#host.world.keys.identityProvider().configuration(issuer);
  }

  /** The organization that wallet exports name, for pinning. */
  get organizationId(): string {
    return this.#host.world.keys.organizationId;
  }

  /** The key that signs wallet exports in production, for pinning: uncompressed SEC1, hexadecimal. */
  get walletExportIssuerKey(): string {
    return hex.encode(this.#host.world.keys.exportIssuer().publicKey);
  }

  /** The key that signs the targets of one-time codes, for pinning: uncompressed SEC1, hexadecimal. */
  get oneTimeCodeIssuerKey(): string {
    return hex.encode(this.#host.world.keys.codeIssuer().publicKey);
  }

  /** The sums of the books, by currency. */
  totals(): CurrencyTotals[] {
    return totals(this.#host.world);
  }

  /** The newest entries of the books, oldest first (option `keep`). Each one sums to zero in each currency. */
  ledgerEntries(): readonly LedgerEntry[] {
    return this.#host.world.ledgerEntries.list;
  }

  /**
   * Adds or replaces a route, for endpoints that the simulator does not serve. Its calls need a valid token, as all others
   * do. For an operation of the contract, the token also needs its permission. A call with an `Idempotency-Key` acts once:
   * the next one gets the stored response.
   *
   * @param template for example `/reports/{reportId}`.
   * @throws {TypeError} when the method, the template or the handler is invalid.
   */
  route(method: string, template: string, handler: CustomHandler): void {
    this.#host.service.addRoute(customRoute(method, template, handler));
  }

  /**
   * Adds routes as {@link route} does, by operation, with the types that `openapi-typescript` writes for a document.
   *
   * @example
   * ```ts
   * import type { paths } from "./newest-service";
   *
   * simulator.routes<paths>({ "DELETE /agents/{agentId}": () => ({ status: 204 }) });
   * ```
   */
  routes<Paths>(handlers: TypedRoutes<Paths>): void {
    for (const [name, handler] of Object.entries<unknown>(handlers)) {
      const [method = "", template = ""] = name.split(" ");
      // Fields are not checked, so a typed handler takes every request.
      this.route(method, template, handler as CustomHandler);
    }
  }

  /**
   * Adds many customers, external accounts and transactions at once, spread over the time before now. Balances match the
   * transactions. Seeding emits no events. Open payments continue with the clock, and then emit events.
   *
   * @throws {TypeError} when an option is unknown or has a value of the wrong kind
   * @throws {RangeError} when a number or a duration is out of range
   * @example
   * ```ts
   * const simulator = new Simulator();
   * const { customerIds } = simulator.seed({ customers: 20, transactions: 50_000 });
   * ```
   */
  seed(options: SeedOptions = {}): SeededRecords {
    return controls.seedHost(this.#host, options);
  }

  /** Starts again from the options. Your handlers and routes stay. All records, logs, faults and deliveries go. */
  reset(): void {
    this.#host.reset();
  }

  /** Deletes a customer, as `DELETE /customers/{customerId}` does. A deleted customer stays readable. */
  markDeleted(customerId: string): void {
    markCustomerDeleted(this.#host.world, customerId);
  }

  /** Sets the status of an external account. No operation of the service does this. */
  setExternalAccountStatus(externalAccountId: string, status: AccountStatus): void {
    controls.putStatus["external-accounts"](this.#host.world, externalAccountId, status);
  }

  /**
   * Sets the status of a verification. The customer's status and the events follow.
   *
   * @param errors the issues, such as `{ type: "EXPIRED_DOCUMENT", resourceId: documentId }`. Default: what is missing.
   */
  setVerificationStatus(
    verificationId: string,
    status: VerificationStatus,
    { errors }: { errors?: readonly VerificationIssue[] | undefined } = {},
  ): void {
    controls.putVerification(this.#host.world, verificationId, status, errors);
  }

  /**
   * Sets the status of a transaction. Its quote, its money and the events follow.
   *
   * @param failureReason for a status with a failure. Default: QUOTE_EXECUTION_FAILED for FAILED, QUOTE_EXPIRED for EXPIRED.
   */
  setTransactionStatus(transactionId: string, status: string, failureReason?: string): void {
    controls.putStatus.transactions(this.#host.world, transactionId, status, failureReason);
  }

  /**
   * Sets an exchange rate for the quotes from now on. Quotes that exist keep theirs.
   *
   * @param perUsd whole units of the currency for one US dollar: a decimal such as `"0.95"`.
   */
  setRate(currency: string, perUsd: string): void {
    controls.setRate(this.#host.world, currency, perUsd);
  }

  /** Pays a quote by its payment instructions, as `POST /sandbox/send` does. Works in production, too. */
  payQuote(quoteId: string): void {
    controls.payByInstructions(this.#host.world, quoteId);
  }
}
