import { commonConfig, overriddenOptions, resolveConfig } from "./config";
import type { ClientOptions, ClientOverrides } from "./config";
import { refuse } from "./core/errors";
import { callSite, startingAt, traced } from "./core/call-site";
import { rememberCredentials } from "./core/client-secrets";
import { HttpCore } from "./core/http-core";
import type { Paginator, WirePage } from "./core/pagination";
import { rawCall } from "./resources/raw-call";
import type { RawListOptions, RawRequestOptions } from "./resources/raw-call";
import type { Call } from "./core/types";
import { Auth } from "./resources/auth";
import { BeneficialOwners } from "./resources/beneficial-owners";
import { Config } from "./resources/config";
import { CryptoWithdrawals } from "./resources/crypto-withdrawals";
import { Customers } from "./resources/customers";
import { Discoveries } from "./resources/discoveries";
import { Documents } from "./resources/documents";
import { ExchangeRates } from "./resources/exchange-rates";
import { ExternalAccounts } from "./resources/external-accounts";
import { InternalAccounts } from "./resources/internal-accounts";
import { Invitations } from "./resources/invitations";
import { Platform } from "./resources/platform";
import { Quotes } from "./resources/quotes";
import { Receivers } from "./resources/receivers";
import { Sandbox } from "./resources/sandbox";
import { Tokens } from "./resources/tokens";
import { Transactions } from "./resources/transactions";
import { Transfers } from "./resources/transfers";
import { typedApi } from "./typed";
import type { TypedApi } from "./typed";
import { UmaProviders } from "./resources/uma-providers";
import { Verifications } from "./resources/verifications";

/** The cores of clients that `withOptions` is about to make, by their options. */
const sharedCores = new WeakMap<ClientOptions, HttpCore>();

/**
 * The client of a platform's backend.
 *
 * Safe to share: it keeps no state between calls but the service's clock. Every method rejects with a `PaymentsError`, or
 * with the reason of the signal that aborted it.
 *
 * @example
 * ```ts
 * const payments = new PaymentsClient({ baseUrl, clientId, clientSecret }); // or the variables PAYMENTS_…
 * const customer = await payments.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada Lovelace" });
 * ```
 * @throws {ConfigurationError} when an option or its environment variable is missing or malformed
 */
export class PaymentsClient {
  /** The people and businesses for whom the platform moves money. */
  readonly customers: Customers;
  /** Balances that the service holds for customers, embedded wallets among them. */
  readonly internalAccounts: InternalAccounts;
  /** Bank accounts and wallets of customers elsewhere. */
  readonly externalAccounts: ExternalAccounts;
  /** Accounts of the platform itself, tied to no customer. */
  readonly platform: Platform;
  /** Checks of customers and of what they uploaded (KYC, KYB). */
  readonly verifications: Verifications;
  /** The owners and controllers of business customers. */
  readonly beneficialOwners: BeneficialOwners;
  /** What a payee can receive, looked up before a quote. */
  readonly receivers: Receivers;
  /** Offers at a fixed rate, and their execution: payments across currencies. */
  readonly quotes: Quotes;
  /** Movements in one currency between an internal and an external account. */
  readonly transfers: Transfers;
  /** What was paid and received, and decisions about incoming payments. */
  readonly transactions: Transactions;
  /** Credentials and sessions of embedded wallets. */
  readonly auth: Auth;
  /** Files for verification: PDF, JPEG or PNG, up to 10 MB. */
  readonly documents: Documents;
  /** The settings of the platform: its UMA domain, its currencies and where events go. */
  readonly config: Config;
  /** Rates between currencies, for display. */
  readonly exchangeRates: ExchangeRates;
  /** The banks and other institutions that can be paid. */
  readonly discoveries: Discoveries;
  /** What a withdrawal to a blockchain costs. */
  readonly crypto: CryptoWithdrawals;
  /** The institutions whose customers have UMA addresses. */
  readonly umaProviders: UmaProviders;
  /** Invitations of customers to people without a UMA address. */
  readonly invitations: Invitations;
  /** The credentials with which backends of the platform call the service. */
  readonly tokens: Tokens;
  /** Simulated payments, in the sandbox environment only. */
  readonly sandbox: Sandbox;
  readonly #core: HttpCore;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    const core = sharedCores.get(options) ?? new HttpCore(resolveConfig(options));
    rememberCredentials(this, core.credentials);
    this.#core = core;
    this.#options = { ...options };
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
   * The service's time in milliseconds since the epoch, as its responses tell it, or `undefined` before the first one: the clock
   * by which sessions and challenges expire.
   *
   * @example
   * ```ts
   * const leftMs = Date.parse(quote.expiresAt) - (payments.serviceTime() ?? Date.now());
   * ```
   */
  serviceTime(): number | undefined {
    return this.#core.serviceTime();
  }

  /**
   * Makes a client with other options. It shares connections, credentials, clock, limits and retry budget with this one. Options that you leave
   * out stay as they are. `headers` and `hooks` are added to those of this client.
   *
   * @example
   * ```ts
   * const patient = payments.withOptions({ totalTimeout: 600_000, maxRetries: 10 });
   * ```
   * @throws {ConfigurationError} when an option is malformed or cannot change, such as `baseUrl`
   */
  withOptions(overrides: ClientOverrides): PaymentsClient {
    const options = overriddenOptions(this.#options, overrides);
    sharedCores.set(options, this.#core.withOptions(commonConfig(options)));
    return new PaymentsClient(options);
  }

  /**
   * Calls any operation of the service with the same core: authentication, deadlines, retries, keys, outcomes, signed retries,
   * redaction and hooks. With the types of an OpenAPI document, {@link typed} checks the call.
   *
   * Pass `idempotencyKey` where the operation reads one: a POST without a key is not repeated. Pass `signer` where it asks for a
   * signature: without one, the call resolves to the challenge. Pass `expect` for writes: without it, any JSON of a 2xx counts as
   * the result.
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
   * @param path below the base address: a template, or a path whose segments are already percent-encoded
   * @throws {InvalidRequestError} when the method, the path or an option is invalid
   */
  async request<T = unknown>(
    method: Call<T>["method"],
    path: string,
    options?: RawRequestOptions,
  ): Promise<T> {
    return traced(this.request, async () => {
      const { call, options: rest } = rawCall<T>("request", checkedMethod(method), path, options);
      return this.#core.request(call, rest);
    });
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
   * @throws {PaginationError} when a cursor repeats or is not text, or when there is more but no cursor
   */
  paginate<T = unknown>(path: string, options?: RawListOptions): Paginator<T> {
    const site = callSite(this.paginate);
    try {
      const { call, options: rest } = rawCall<WirePage<T>>("paginate", "GET", path, options);
      return this.#core.list(call, rest, site);
    } catch (error) {
      throw startingAt(site, error);
    }
  }

  /**
   * The operations of any OpenAPI document of the service, typed by what `openapi-typescript` writes for it. Nothing but types: each
   * call is one of {@link request} or {@link paginate}.
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
    return typedApi(this);
  }
}

const METHODS: readonly Call<unknown>["method"][] = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** A method in any case: the idempotency key of a payment must not depend on it. */
function checkedMethod(method: unknown): Call<unknown>["method"] {
  const known = METHODS.find((candidate) => typeof method === "string" && candidate === method.toUpperCase());
  return known ?? refuse("method", `must be one of ${METHODS.join(", ")}`, "request");
}
