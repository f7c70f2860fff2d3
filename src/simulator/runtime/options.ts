import type { IncomingTransaction } from "../../models/transaction";
import { kindOf } from "../../options/describe";
import { callback, flag, instant, instantOf, isObject, listOf } from "../../options/kinds";
import { LONGEST_TIMER_MS, number, oneOf, text } from "../../options/kinds";
import type { Kind, Kinds } from "../../options/kinds";
import { objectOf } from "../../options/read";
import { accountOptions } from "./options/accounts";
import type { SimulatorAccountOptions } from "./options/accounts";
import { keepOptions, resolveKeep } from "./options/keep";
import type { SimulatorKeepOptions } from "./options/keep";
import { lookupOptions } from "./options/lookups";
import type { LookupOptions } from "./options/lookups";
import { onboardingOptions } from "./options/onboarding";
import type { OnboardingOptions } from "./options/onboarding";
import { rateOptions } from "./options/rates";
import type { SimulatorRateOptions } from "./options/rates";
import { count, duration, msOf, readSimulatorOptions, seed as seedKind, texts } from "./options/reader";
import { environments, resolveTokens, tokenOptions } from "./options/tokens";
import type { SimulatorEnvironment, SimulatorTokenOptions } from "./options/tokens";
import { regionCurrencies } from "./options/region-currencies";
import { resolveWebAuthn, webAuthnKind } from "./options/web-authn";
import type { SimulatorWebAuthn } from "./options/web-authn";
import { resolveWebhookOptions, webhookOptions } from "./options/webhooks";
import type { WebhookOptions } from "./options/webhooks";

export type { SimulatorEnvironment } from "./options/tokens";

/** What the service charges on a quote. Fees are part of `totalSendingAmount`. */
export interface SimulatorFees {
  /** In the smallest unit of the sending currency, whichever that is. Default 0. */
  fixed?: number | undefined;
  /** The share of the sending amount, from 0 to below 1, read to eight decimals. Default 0.005. */
  rate?: number | undefined;
}

/** How long the sandbox's slow outcomes take: milliseconds, or a text such as `"30s"`. */
export interface SimulatorDelays {
  /** Transfers with suffix 005: from pending to failed. Default 30 s. */
  transferFailure?: number | string | undefined;
  /** Quotes with suffix 003: until they complete. Default 6 min. */
  slowPayout?: number | string | undefined;
  /** Quotes with suffix 005: from completed to failed (OP-56). Default 30 s. */
  returnedPayout?: number | string | undefined;
  /** Payments to `pending.long.usd`: until they complete (OP-62). Default 24 h. */
  longPendingPayout?: number | string | undefined;
  /** Every other executed quote: until it completes. Default 0: at once. */
  payout?: number | string | undefined;
}

/** The options of quotes, transfers and incoming payments. */
export interface MoneyOptions {
  /** What quotes cost. Default: 0.5 %. */
  fees?: SimulatorFees | undefined;
  /** How long the slow outcomes take. */
  delays?: SimulatorDelays | undefined;
  /** How long a quote can be executed, milliseconds or a text such as `"90s"`. Default 5 min. */
  quoteLifetime?: number | string | undefined;
  /** From when on a quote shows its `transactionId` (OP-51). Default `"execution"`. */
  quoteTransactionId?: "creation" | "execution" | undefined;
  /** The `accountType`s of external accounts that the service can pull from (OP-60). Default USD_ACCOUNT. */
  pullAccountTypes?: readonly string[] | undefined;
  /** What a receiver lookup asks for and `senderCustomerInfo` must then contain. Default: nothing. */
  requiredPayerDataFields?: readonly string[] | undefined;
  /** The destination countries, ISO 3166-1 alpha-2, for which a quote needs `purposeOfPayment`. Default: none. */
  purposeRequiredCountries?: readonly string[] | undefined;
  /**
   * Who approves an incoming UMA payment: the service by itself; nobody until `POST /transactions/{transactionId}/approve` or
   * `/reject`; or the platform's endpoint by its response to INCOMING_PAYMENT.PENDING (200 approves, 202 leaves it to the
   * two routes, 403 rejects, 422 fails it with MISSING_MANDATORY_PAYEE_DATA, anything else with
   * PAYMENT_APPROVAL_WEBHOOK_ERROR). Default: `"webhook"` while there is an endpoint, else `"automatic"`.
   *
   * @see contract, "incomingPaymentWebhook"
   */
  paymentApproval?: "automatic" | "manual" | "webhook" | undefined;
  /**
   * The platform's decision about incoming UMA payments, instead of `paymentApproval`: `true` approves, `false` rejects, an error makes
   * the payment fail with PAYMENT_APPROVAL_WEBHOOK_ERROR, no decision in time with PAYMENT_APPROVAL_TIMED_OUT. A decision
   * that comes later than at once finds the payment PENDING. Default: see `paymentApproval`.
   */
  approvePayment?: ((transaction: IncomingTransaction) => boolean | Promise<boolean>) | undefined;
  /**
   * How long a payment waits for its approval on the simulator's clock; then it fails with PAYMENT_APPROVAL_TIMED_OUT.
   * Default: 30 s for `approvePayment` and for the endpoint's response, no limit for what is left to the two routes.
   */
  paymentApprovalTimeout?: number | string | undefined;
}

/** What an OIDC token says about its owner (OpenID Connect Core, section 2). */
export interface OidcClaims {
  /** The issuer. */
  iss: string;
  /** The owner's id at the issuer. */
  sub: string;
  /** When the token was issued, in seconds since 1970-01-01 UTC. */
  iat: number;
  /** The owner's e-mail address, which becomes the nickname of the credential. */
  email?: string | undefined;
}

/**
 * Checks the signature of an OIDC token and returns its claims; throws when the token is not genuine. The
 * simulator checks the issuer and the age itself.
 */
export type OidcTokenVerifier = (token: string) => OidcClaims | Promise<OidcClaims>;

/** The options that concern embedded wallets. */
export interface SimulatorWalletOptions {
  /**
   * What a verification in sandbox gives as `encryptedSessionSigningKey`: a bundle that the client key opens, or a fixed
   * text that nothing opens (OP-06). Default `"sealed"`.
   */
  sessionKey?: "sealed" | "opaque" | undefined;
  /** In sandbox the magic signature counts only while the wallet has an active session (OP-12). Default `false`; production always asks for one. */
  requireSession?: boolean | undefined;
  /**
   * Reject a `clientPublicKey` that served before, and a verification whose key is not that of its passkey challenge
   * (OP-20). Default: in production only.
   */
  strictClientKeys?: boolean | undefined;
  /** How long a session lives, in milliseconds or as a text such as `"15m"`. Default 15 min. */
  sessionLifetime?: number | string | undefined;
  /** How long a signed retry, a one-time code and a passkey challenge stay open (OP-19). Default 5 min. */
  challengeLifetime?: number | string | undefined;
  /** The recognized OIDC issuers (OP-16). Default: the simulator's own, Google and Apple. */
  oidcIssuers?: readonly string[] | undefined;
  /** How production checks the signature of an OIDC token. Default: against the published keys of the simulator's identity provider. */
  verifyOidcToken?: OidcTokenVerifier | undefined;
  /** The site that passkeys belong to. */
  webAuthn?: SimulatorWebAuthn | undefined;
}

/** Options of a {@link Simulator}. All have defaults. */
export interface SimulatorOptions
  extends
    SimulatorWalletOptions,
    MoneyOptions,
    LookupOptions,
    SimulatorAccountOptions,
    SimulatorTokenOptions,
    SimulatorRateOptions,
    SimulatorKeepOptions,
    WebhookOptions,
    OnboardingOptions {
  /** Default `"sandbox"`. */
  environment?: SimulatorEnvironment | undefined;
  /** Decides every identifier, code and key, so that a run can be repeated. Default `"payments-simulator"`. */
  seed?: string | number | undefined;
  /** The instant at which the clock starts; it then stands still until `clock.advance`. Default: the clock follows the real time. */
  now?: Date | string | number | undefined;
  /** Real milliseconds before every response. Default 0. */
  latency?: number | undefined;
  /** The base address, with the version segment. Default `https://api.payments.test/2025-10-13`. */
  baseUrl?: string | undefined;
  /** The platform's own id, the `customerId` of transactions without a customer (OP-59). Default: made from the seed. */
  platformId?: string | undefined;
  /** The currencies of the platform's internal accounts. Default USD, EUR, GBP, BRL, MXN, BTC, USDC. */
  platformCurrencies?: readonly string[] | undefined;
  /** The domain of generated UMA addresses and of the sandbox's magic ones. Default `sandbox.payments.test`. */
  umaDomain?: string | undefined;
  /** The currencies of a customer created with a region and without currencies (OP-37). Default: a small table, else USD. */
  regionCurrencies?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Sets of currencies that one customer cannot have together: 400 with `details` (OP-37). Default: none. */
  incompatibleCurrencies?: readonly (readonly string[])[] | undefined;
  /** Currencies for which a customer needs a region (OP-37). Default: none. */
  regionRequired?: readonly string[] | undefined;
  /** The crypto currencies of each new customer's INTERNAL_CRYPTO accounts (OP-38). Default USDC. */
  customerCryptoCurrencies?: readonly string[] | undefined;
  /** The currency of each new customer's embedded wallet (OP-38). Default USDC. */
  walletCurrency?: string | undefined;
  /** What happens when an idempotency key comes again with another body: the first response (the specification's words), or 409. Default `"replay"`. */
  idempotencyMismatch?: "replay" | "reject" | undefined;
  /** The most bytes of a request body other than a document: 413 above it. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** The most bytes of a document (OP-65), or of the file of a bulk import. Default 10,485,760. */
  maxDocumentBytes?: number | undefined;
  /** Keep secrets (Authorization, signatures, one-time codes, tokens) in the request log. Default `false`. */
  logSecrets?: boolean | undefined;
}

const defaultIssuers = [
  "https://identity.payments.test",
  "https://accounts.google.com",
  "https://appleid.apple.com",
];

const httpAddress: Kind = (value, path) =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? undefined
    : { path, message: "must be an http or https address" };

const fees: Kinds<SimulatorFees> = {
  fixed: number(
    "an integer of at least 0, in the smallest unit of the sending currency",
    (value) => Number.isSafeInteger(value) && value >= 0,
  ),
  // Eight decimals count: 0.999999999 would be the whole amount.
  rate: number("a number from 0 to 0.99999999", (value) => value >= 0 && value <= 0.99999999),
};

const delays: Kinds<SimulatorDelays> = {
  transferFailure: duration,
  slowPayout: duration,
  returnedPayout: duration,
  longPendingPayout: duration,
  payout: duration,
};

const textsByRegion: Kind = (value, path) =>
  isObject(value)
    ? Object.entries(value)
        .map(([region, codes]) => texts(codes, `${path}.${region}`))
        .find((problem) => problem !== undefined)
    : { path, message: `must be an object of arrays by region, got ${kindOf(value)}` };

const issuers: Kind = (value, path) =>
  Array.isArray(value) && value.length === 0
    ? { path, message: "must name at least one issuer" }
    : texts(value, path);

/** Known options. The compiler keeps this list complete. */
const OPTIONS: Kinds<SimulatorOptions> = {
  environment: oneOf(...environments),
  seed: seedKind,
  now: instant,
  latency: number(
    "a number of milliseconds of at least 0",
    (value) => value >= 0 && value <= LONGEST_TIMER_MS,
  ),
  baseUrl: httpAddress,
  platformId: text,
  platformCurrencies: texts,
  umaDomain: text,
  regionCurrencies: textsByRegion,
  incompatibleCurrencies: listOf(texts),
  regionRequired: texts,
  customerCryptoCurrencies: texts,
  walletCurrency: text,
  idempotencyMismatch: oneOf("replay", "reject"),
  maxBodyBytes: count,
  maxDocumentBytes: count,
  logSecrets: flag,
  fees: objectOf(fees),
  delays: objectOf(delays),
  quoteLifetime: duration,
  quoteTransactionId: oneOf("creation", "execution"),
  pullAccountTypes: texts,
  requiredPayerDataFields: texts,
  purposeRequiredCountries: texts,
  paymentApproval: oneOf("automatic", "manual", "webhook"),
  approvePayment: callback,
  paymentApprovalTimeout: duration,
  sessionKey: oneOf("sealed", "opaque"),
  requireSession: flag,
  strictClientKeys: flag,
  sessionLifetime: duration,
  challengeLifetime: duration,
  oidcIssuers: issuers,
  verifyOidcToken: callback,
  webAuthn: webAuthnKind,
  ...tokenOptions,
  ...keepOptions,
  ...lookupOptions,
  ...accountOptions,
  ...rateOptions,
  ...webhookOptions,
  ...onboardingOptions,
};

/** The delays in milliseconds. */
function resolveDelays(given: SimulatorDelays = {}): Record<keyof SimulatorDelays, number> {
  return {
    transferFailure: msOf(given.transferFailure ?? "30s"),
    slowPayout: msOf(given.slowPayout ?? "6m"),
    returnedPayout: msOf(given.returnedPayout ?? "30s"),
    longPendingPayout: msOf(given.longPendingPayout ?? "24h"),
    payout: msOf(given.payout ?? 0),
  };
}

const textOf = (value: string | number | undefined) => (value === undefined ? undefined : String(value));

/**
 * Every option with its value.
 *
 * @throws {TypeError} when an option is not known, or has a value of the wrong kind.
 * @throws {RangeError} when a number, a date or a duration is out of range.
 */
export function resolveOptions(options: SimulatorOptions) {
  const given = readSimulatorOptions(options, OPTIONS);
  const environment = given.environment ?? "sandbox";
  const isProduction = environment === "production";
  const seed = String(given.seed ?? "payments-simulator");
  return {
    environment,
    seed,
    startMs: given.now === undefined ? undefined : instantOf(given.now),
    latencyMs: given.latency ?? 0,
    baseUrl: new URL(given.baseUrl ?? "https://api.payments.test/2025-10-13"),
    tokens: resolveTokens(given.tokens, environment, seed),
    platformId: given.platformId,
    platformCurrencies: given.platformCurrencies ?? ["USD", "EUR", "GBP", "BRL", "MXN", "BTC", "USDC"],
    umaDomain: given.umaDomain ?? "sandbox.payments.test",
    regionCurrencies: given.regionCurrencies ?? regionCurrencies,
    incompatibleCurrencies: given.incompatibleCurrencies ?? [],
    regionRequired: given.regionRequired ?? [],
    customerCryptoCurrencies: given.customerCryptoCurrencies ?? ["USDC"],
    walletCurrency: given.walletCurrency ?? "USDC",
    idempotencyMismatch: given.idempotencyMismatch ?? "replay",
    maxBodyBytes: given.maxBodyBytes ?? 1_048_576,
    maxDocumentBytes: given.maxDocumentBytes ?? 10_485_760,
    logSecrets: given.logSecrets ?? false,
    keep: resolveKeep(given.keep),
    requireLookupId: given.requireLookupId ?? false,
    accountChecks: given.accountChecks ?? "contract",
    rateSeed: textOf(given.rateSeed),
    fees: { fixed: given.fees?.fixed ?? 0, rate: given.fees?.rate ?? 0.005 },
    delaysMs: resolveDelays(given.delays),
    quoteLifetimeMs: msOf(given.quoteLifetime ?? "5m"),
    quoteTransactionId: given.quoteTransactionId ?? "execution",
    pullAccountTypes: given.pullAccountTypes ?? ["USD_ACCOUNT"],
    requiredPayerDataFields: given.requiredPayerDataFields ?? [],
    purposeRequiredCountries: given.purposeRequiredCountries ?? [],
    paymentApproval: given.paymentApproval,
    approvePayment: given.approvePayment,
    paymentApprovalTimeoutMs:
      given.paymentApprovalTimeout === undefined ? undefined : msOf(given.paymentApprovalTimeout),
    ...resolveWebhookOptions(given),
    bulkImportRowsPerSecond: given.bulkImportRowsPerSecond ?? 100,
    invitations: given.invitations ?? true,
    sessionKey: given.sessionKey ?? "sealed",
    requireSession: given.requireSession ?? isProduction,
    strictClientKeys: given.strictClientKeys ?? isProduction,
    sessionLifetimeMs: msOf(given.sessionLifetime ?? "15m"),
    challengeLifetimeMs: msOf(given.challengeLifetime ?? "5m"),
    oidcIssuers: given.oidcIssuers ?? defaultIssuers,
    verifyOidcToken: given.verifyOidcToken,
    webAuthn: resolveWebAuthn(given.webAuthn),
  };
}

/** Every option with its value. */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;
