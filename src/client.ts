import { overridden, resolveConfig } from "./config/client-options";
import type { ClientOptions, ClientOverrides } from "./config/client-options";
import { refuse } from "./core/errors";
import { traced } from "./core/call-site";
import { rememberConfig } from "./core/client-secrets";
import { HttpCore } from "./core/http-core";
import type { Paginator, WirePage } from "./core/pagination";
import { readArguments } from "./core/read-options";
import type { LeftCall } from "./core/running-calls";
import { milliseconds } from "./options/kinds";
import { rawCall } from "./resources/raw-call";
import type { RawListOptions, RawRequestOptions } from "./resources/raw-call";
import type { HttpMethod } from "./core/types";
import { Auth } from "./resources/auth";
import { BeneficialOwners, Documents, Verifications } from "./resources/onboarding";
import { Config, Discoveries, Invitations, Tokens, UmaProviders } from "./resources/platform";
import { CryptoWithdrawals, ExchangeRates } from "./resources/rates";
import { Customers } from "./resources/customers";
import { ExternalAccounts, InternalAccounts, Platform } from "./resources/accounts";
import { Quotes } from "./resources/quotes";
import { Receivers } from "./resources/receivers";
import { Sandbox } from "./resources/sandbox";
import { Transactions, Transfers } from "./resources/transactions";
import { typedApi } from "./resources/typed-api";
import type { TypedApi } from "./resources/typed-api";

/**
 * The client for a platform's backend.
 *
 * Share one client across your program. Between calls it keeps only its credentials, limits, retry budget and
 * the service's clock. Methods reject with a `PaymentsError`, or with the error of your own `signer` or
 * callback. If your signal aborts a call, the error is an `AbortedError`.
 *
 * @example
 * ```ts
 * const payments = new PaymentsClient({ baseUrl, clientId, clientSecret }); // or the variables PAYMENTS_…
 * const customer = await payments.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada Lovelace" });
 * ```
 * @throws {ConfigurationError} when an option or its environment variable is missing or malformed
 */
export class PaymentsClient {
  /** The people and businesses that the platform moves money for. */
  readonly customers: Customers;
  /** Accounts that the service holds for customers, including embedded wallets. */
  readonly internalAccounts: InternalAccounts;
  /** Customers' bank accounts and wallets outside the service. */
  readonly externalAccounts: ExternalAccounts;
  /** The platform's own accounts. */
  readonly platform: Platform;
  /** Identity checks of people (KYC) and businesses (KYB). */
  readonly verifications: Verifications;
  /** Owners, directors and officers of business customers. */
  readonly beneficialOwners: BeneficialOwners;
  /** Looks up what a receiver can be paid in. */
  readonly receivers: Receivers;
  /** Quotes move money across currencies at a fixed rate. */
  readonly quotes: Quotes;
  /** Transfers move money within one currency. */
  readonly transfers: Transfers;
  /** Payments sent and received. Approves or rejects incoming payments. */
  readonly transactions: Transactions;
  /** Credentials and sessions of embedded wallets. */
  readonly auth: Auth;
  /** Documents for verification: PDF, JPEG or PNG, up to 10 MB. */
  readonly documents: Documents;
  /** The settings of the platform: UMA domain, currencies and webhook endpoint. */
  readonly config: Config;
  /** Indicative rates between currencies, for display. */
  readonly exchangeRates: ExchangeRates;
  /** Banks and other institutions that you can pay. */
  readonly discoveries: Discoveries;
  /** Fees of withdrawals to blockchain addresses. */
  readonly crypto: CryptoWithdrawals;
  /** Institutions that offer UMA addresses to their customers. */
  readonly umaProviders: UmaProviders;
  /** Invitations from customers to people without a UMA address. */
  readonly invitations: Invitations;
  /** API tokens with which the platform's backends call the service. */
  readonly tokens: Tokens;
  /** Simulates payments, in the sandbox environment only. */
  readonly sandbox: Sandbox;
  readonly #core: HttpCore;

  constructor(options?: ClientOptions);
  /** `withOptions` passes the core that the new client shares. */
  constructor(options?: ClientOptions, shared?: HttpCore) {
    const core = shared ?? new HttpCore(resolveConfig(options));
    rememberConfig(this, core.config);
    this.#core = core;
    this.customers = new Customers(core);
    this.internalAccounts = new InternalAccounts(core);
    this.externalAccounts = new ExternalAccounts(core);
    this.platform = new Platform(core);
    this.verifications = new Verifications(core);
    this.beneficialOwners = new BeneficialOwners(core);
    this.receivers = new Receivers(core);
    this.quotes = new Quotes(core);
    this.transfers = new Transfers(core);
    this.transactions = new Transactions(core);
    this.auth = new Auth(core);
    this.documents = new Documents(core);
    this.config = new Config(core);
    this.exchangeRates = new ExchangeRates(core);
    this.discoveries = new Discoveries(core);
    this.crypto = new CryptoWithdrawals(core);
    this.umaProviders = new UmaProviders(core);
    this.invitations = new Invitations(core);
    this.tokens = new Tokens(core);
    this.sandbox = new Sandbox(core);
  }

  /**
   * Takes no new call, and waits for the running ones. Call it before your process ends. Clients made by {@link withOptions} close,
   * too. Afterwards every call rejects with an `AbortedError` (`outcome: "not-executed"`, `advice: "retry"`).
   *
   * @returns the calls that had not ended within `timeout`, in milliseconds (default 30,000). They go on. Repeat each with its key
   * after the restart
   *
   * @example
   * ```ts
   * process.once("SIGTERM", async () => {
   *   for (const { operation, idempotencyKey } of await payments.close({ timeout: 20_000 }))
   *     console.warn("still running:", operation, idempotencyKey);
   *   process.exit();
   * });
   * ```
   * @throws {InvalidRequestError} when `timeout` is malformed
   */
  async close(options?: { timeout?: number | undefined }): Promise<LeftCall[]> {
    const { timeout = 30_000 } = readArguments(options, CLOSE_OPTIONS, "close");
    return this.#core.close(timeout);
  }

  /**
   * Returns the service's time in milliseconds since the epoch, from the `Date` headers of its responses.
   * Returns `undefined` before the first response. Sessions and challenges expire by this clock.
   *
   * @param isCertain returns the time that has certainly passed: two responses, or one and this computer's clock, agree on it.
   * Ask for it before you end or delete something. A cache or a gateway may send a wrong `Date`.
   *
   * @example
   * ```ts
   * const leftMs = Date.parse(quote.expiresAt) - (payments.serviceTime() ?? Date.now());
   * ```
   */
  serviceTime(isCertain?: boolean): number | undefined {
    return this.#core.clock.known(isCertain);
  }

  /**
   * Returns a client with other options. It shares connections, credentials, clock, limits and retry budget
   * with this one. Other options keep their values. `headers` and `hooks` add to those of this client.
   *
   * @example
   * ```ts
   * const patient = payments.withOptions({ totalTimeout: 600_000, maxRetries: 10 });
   * ```
   * @throws {ConfigurationError} when an option is malformed or cannot change, such as `baseUrl`
   */
  withOptions(overrides: ClientOverrides): PaymentsClient {
    const Derived: new (options: undefined, shared: HttpCore) => PaymentsClient = PaymentsClient;
    const core = this.#core;
    return new Derived(undefined, core.withOptions(overridden(core.config, overrides)));
  }

  /**
   * Calls any operation of the service, also one without a method here. The call gets the same authentication, timeouts,
   * retries, outcomes, redaction and hooks. To check the call against an OpenAPI document, use {@link typed}.
   *
   * - Pass `idempotencyKey` if the operation reads one. The client does not retry a POST without a key.
   * - Pass `signer` if the operation needs a signature. Without one, the call resolves to the challenge.
   * - Pass `expect` for writes. Without it, any JSON of a 2xx response is the result.
   *
   * @example
   * ```ts
   * const path = { id: "Card:1" };
   * const card = await payments.request<{ id: string; state: string }>("GET", "/cards/{id}", { path });
   * const frozen = await payments.request("PATCH", "/cards/{id}", {
   *   path,
   *   body: { state: "FROZEN" },
   *   expect: { kind: "Card", fields: ["state"], same: path },
   * });
   * ```
   * @param path relative to the base URL: a template, or a path with percent-encoded segments
   * @throws {InvalidRequestError} when the method, the path or an option is invalid
   */
  async request<T = unknown>(method: HttpMethod, path: string, options?: RawRequestOptions): Promise<T> {
    return traced(async () => this.#request<T>(method, path, options));
  }

  /**
   * Reads any list of the service that takes `limit` and `cursor`, page by page.
   *
   * @example
   * ```ts
   * for await (const card of payments.paginate<{ id: string }>("/cards", { query: { state: "ACTIVE" } })) {
   *   console.log(card.id);
   * }
   * ```
   * @param path as in {@link request}
   * @throws {InvalidRequestError} when the path or an option is invalid
   * @throws {PaginationError} when a cursor repeats or is not text, or `hasMore` has no cursor
   */
  paginate<T = unknown>(path: string, options?: RawListOptions): Paginator<T> {
    return this.#paginate<T>(path, options);
  }

  /**
   * Returns the operations of an OpenAPI document, typed by the output of `openapi-typescript`. Only the
   * types differ: each call is a {@link request} or a {@link paginate}.
   *
   * @example
   * ```ts
   * import type { paths } from "./newest-service"; // npx openapi-typescript service.json --output newest-service.ts
   *
   * const api = payments.typed<paths>();
   * const card = await api.get("/cards/{id}", { path: { id: "Card:1" } });
   * for await (const each of api.list("/cards", { query: { cardholderId: card.cardholderId } })) console.log(each.state);
   * ```
   */
  typed<Paths>(): TypedApi<Paths> {
    return typedApi({
      request: (method, path, options) => this.#request(method, path, options, true),
      paginate: (path, options) => this.#paginate(path, options, true),
    });
  }

  #request<T>(
    method: HttpMethod,
    path: string,
    options: RawRequestOptions | undefined,
    isTemplate?: boolean,
  ): Promise<T> {
    return this.#core.request(
      rawCall<T>("request", checkedMethod(method), path, options, isTemplate),
      options,
    );
  }

  #paginate<T>(path: string, options: RawListOptions | undefined, isTemplate?: boolean): Paginator<T> {
    return this.#core.list(rawCall<WirePage<T>>("paginate", "GET", path, options, isTemplate), options);
  }
}

const CLOSE_OPTIONS = { timeout: /* @__PURE__ */ milliseconds(0, 2_147_483_647) };

const METHODS: readonly HttpMethod[] = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** Upper case, because the idempotency key of a payment must not depend on the case. */
function checkedMethod(method: unknown): HttpMethod {
  const known = METHODS.find((candidate) => candidate === String(method).toUpperCase());
  return known ?? refuse("method", `must be one of ${METHODS.join(", ")}`, "request");
}
