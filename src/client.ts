import { commonConfig, overriddenOptions, resolveConfig } from "./config";
import type { ClientOptions, ClientOverrides } from "./config";
import { refuse } from "./core/errors";
import { traced } from "./core/call-site";
import { rememberCredentials } from "./core/client-secrets";
import { HttpCore } from "./core/http-core";
import { checkedPath } from "./core/path";
import { anything } from "./core/recognition";
import type { Call, RequestOptions } from "./core/types";
import { check, object, optional } from "./resources/checks";
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
import { UmaProviders } from "./resources/uma-providers";
import { Verifications } from "./resources/verifications";

/** Options of {@link PaymentsClient.request}. */
export interface RawRequestOptions extends RequestOptions {
  /** Query parameters; absent fields are left out, arrays repeat, dates are sent in UTC. */
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart/form-data. */
  form?: FormData | undefined;
}

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
   * Calls any path of the service with the same core: authentication, deadlines, retries, idempotency and errors.
   *
   * The shape of the response is yours to check. A POST is repeated only when it carries an idempotency key: one of the four
   * operations that take one, or a call to which you pass `idempotencyKey`.
   *
   * @example
   * ```ts
   * const { data } = await payments.request<{ data: unknown[] }>("GET", "/new-resources", { query: { limit: 100 } });
   * ```
   * @param path below the base address, each segment already percent-encoded
   * @throws {InvalidRequestError} when the method or the path is invalid
   */
  async request<T = unknown>(
    method: Call<T>["method"],
    path: string,
    options?: RawRequestOptions,
  ): Promise<T> {
    // `null` comes from JavaScript.
    check("request", { options }, { options: optional(object) });
    const { query, body, form, ...rest } = options ?? {};
    return traced(this.request, async () => {
      const call = {
        operation: "request",
        method: checkedMethod(method),
        path: checkedPath(path),
        query,
        body,
        form,
        mayCarryKey: true,
        response: anything,
      };
      return this.#core.request<T>(call, rest);
    });
  }
}

const METHODS: readonly Call<unknown>["method"][] = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** A method in any case: the idempotency key of a payment must not depend on it. */
function checkedMethod(method: unknown): Call<unknown>["method"] {
  const known = METHODS.find((candidate) => typeof method === "string" && candidate === method.toUpperCase());
  return known ?? refuse("method", `must be one of ${METHODS.join(", ")}`, "request");
}
