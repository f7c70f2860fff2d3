import * as kinds from "../../options/kinds";
import type { Kind, Kinds } from "../../options/kinds";
import { kindOf } from "../../options/describe";
import { objectOf } from "../../options/read";
import type {
  SimulatorApprovalOptions,
  SimulatorDelays,
  SimulatorFees,
  SimulatorQuoteOptions,
} from "./options/money";
import { REGION_CURRENCIES } from "./options/parties";
import type { SimulatorCustomerOptions, SimulatorPlatformOptions } from "./options/parties";
import {
  count,
  duration,
  groupOf,
  httpAddress,
  msOf,
  readSimulatorOptions,
  realDuration,
  seed as seedKind,
  texts,
} from "./options/reader";
import type { SimulatorKeep, SimulatorRequestOptions } from "./options/requests";
import { environments, resolveTokens, tokensKind } from "./options/tokens";
import type { SimulatorEnvironment, SimulatorToken } from "./options/tokens";
import type { SimulatorWalletOptions, SimulatorWebAuthn } from "./options/wallet";
import type { SimulatorWebhookOptions } from "./options/webhooks";

/** Options of a {@link Simulator}. All have defaults. */
export interface SimulatorOptions {
  /** `"sandbox"` accepts the magic values only, `"production"` checks signatures, passkeys, codes and tokens. Default `"sandbox"`. */
  environment?: SimulatorEnvironment | undefined;
  /** Decides every identifier, code and key: the same seed repeats a run. Default `"payments-simulator"`. */
  seed?: string | number | undefined;
  /** The time at which the clock stands until `clock.advance` moves it. Default: the clock follows the real time. */
  now?: Date | string | number | undefined;
  /** The wait before every response, in real time: milliseconds, or a string such as `"2s"`. Default 0. */
  latency?: number | string | undefined;
  /** The base address, with the version segment. Default `https://api.payments.test/2025-10-13`. */
  baseUrl?: string | undefined;
  /**
   * The API tokens that exist at the start. `clientOptions()` uses the first one of the simulator's environment.
   * `POST /tokens` adds more. Default: one from the seed.
   */
  tokens?: readonly SimulatorToken[] | undefined;
  /** How much of the past the simulator keeps. */
  keep?: SimulatorKeep | undefined;
  /** The platform: its id, currencies and UMA domain. */
  platform?: SimulatorPlatformOptions | undefined;
  /** New customers, bulk imports and invitations. */
  customers?: SimulatorCustomerOptions | undefined;
  /** Quotes, their fees, and exchange rates. */
  quotes?: SimulatorQuoteOptions | undefined;
  /** How long payments take. */
  delays?: SimulatorDelays | undefined;
  /** Who approves incoming UMA payments. */
  approval?: SimulatorApprovalOptions | undefined;
  /** Embedded wallets: sessions, passkeys and identity tokens. */
  wallet?: SimulatorWalletOptions | undefined;
  /** How the simulator delivers its events to your endpoint. */
  webhooks?: SimulatorWebhookOptions | undefined;
  /** Limits, idempotency keys and the request log. */
  requests?: SimulatorRequestOptions | undefined;
}

const textsByRegion: Kind = (value, path) =>
  kinds.isObject(value)
    ? Object.entries(value)
        .map(([region, codes]) => texts(codes, `${path}.${region}`))
        .find((problem) => problem !== undefined)
    : { path, message: `must be an object of arrays by region, got ${kindOf(value)}` };

const issuers: Kind = (value, path) =>
  Array.isArray(value) && value.length === 0
    ? { path, message: "must name at least one issuer" }
    : texts(value, path);

/** Above 0: at 0, no response would be in time. */
const webhookTimeout: Kind = (value, path) =>
  realDuration(value, path) ??
  (msOf(value as number | string) > 0 ? undefined : { path, message: "must be above 0", isRange: true });

/** Known options. The compiler keeps this list complete. */
export const simulatorOptions: Kinds<SimulatorOptions> = {
  environment: kinds.oneOf(...environments),
  seed: seedKind,
  now: kinds.instant,
  latency: realDuration,
  baseUrl: httpAddress,
  tokens: tokensKind,
  keep: objectOf<SimulatorKeep>({ log: count, responses: count, challenges: count }),
  platform: objectOf<SimulatorPlatformOptions>({ id: kinds.text, currencies: texts, umaDomain: kinds.text }),
  customers: objectOf<SimulatorCustomerOptions>({
    regionCurrencies: textsByRegion,
    incompatibleCurrencies: kinds.listOf(texts),
    regionRequired: texts,
    cryptoCurrencies: texts,
    walletCurrency: kinds.text,
    importRowsPerSecond: kinds.numberThat("a number above 0", (rows) => rows > 0),
    invitations: kinds.flag,
  }),
  quotes: objectOf<SimulatorQuoteOptions>({
    fees: objectOf<SimulatorFees>({
      fixed: kinds.numberThat(
        "an integer of at least 0, in the smallest unit of the sending currency",
        (value) => Number.isSafeInteger(value) && value >= 0,
      ),
      // Eight decimals count: 0.999999999 would be the whole amount.
      rate: kinds.numberThat("a number from 0 to 0.99999999", (value) => value >= 0 && value <= 0.99999999),
    }),
    lifetime: duration,
    transactionId: kinds.oneOf("creation", "execution"),
    requireLookupId: kinds.flag,
    requiredPayerDataFields: texts,
    purposeRequiredCountries: texts,
    rateSeed: seedKind,
  }),
  delays: objectOf<SimulatorDelays>({ payout: duration }),
  approval: objectOf<SimulatorApprovalOptions>({
    mode: kinds.oneOf("automatic", "manual", "webhook"),
    decide: kinds.callback,
    timeout: duration,
  }),
  wallet: objectOf<SimulatorWalletOptions>({
    sessionKey: kinds.oneOf("sealed", "opaque"),
    requireSession: kinds.flag,
    strictClientKeys: kinds.flag,
    newestAccounts: kinds.flag,
    sessionLifetime: duration,
    oidcIssuers: issuers,
    verifyOidcToken: kinds.callback,
    webAuthn: objectOf<SimulatorWebAuthn>({
      rpId: kinds.text,
      origins: texts,
      topOrigins: texts,
      verifier: kinds.methods("verifyRegistrationResponse", "verifyAuthenticationResponse"),
    }),
  }),
  webhooks: objectOf<SimulatorWebhookOptions>({
    url: httpAddress,
    fetch: kinds.callback,
    retries: kinds.listOf(duration),
    timeout: webhookTimeout,
    signatureFormat: kinds.oneOf("base64", "json"),
  }),
  requests: objectOf<SimulatorRequestOptions>({
    maxBodyBytes: count,
    maxDocumentBytes: count,
    idempotencyMismatch: kinds.oneOf("replay", "reject"),
    keyedRefusals: kinds.oneOf("stored", "forgotten"),
    unknownFields: kinds.oneOf("ignore", "report", "reject"),
    accountKinds: texts,
    contractChecks: kinds.flag,
    missingAmount: kinds.oneOf("rejected", "whole-balance"),
    logSecrets: kinds.flag,
  }),
};

const HALF_HOUR_MS = 1_800_000;

/** Growing pauses of at most 30 minutes, for 7 days (contract, webhooks). */
const RETRIES_MS: readonly number[] = [
  5000,
  30_000,
  120_000,
  600_000,
  ...Array<number>(335).fill(HALF_HOUR_MS),
];

/** Every option with its value, under the name that the rules use. */
export function resolveOptions(options: SimulatorOptions) {
  const given = readSimulatorOptions(options, simulatorOptions);
  const environment = given.environment ?? "sandbox";
  const isProduction = environment === "production";
  const seed = String(given.seed ?? "payments-simulator");
  const keep = groupOf(given.keep);
  const platform = groupOf(given.platform);
  const customers = groupOf(given.customers);
  const quotes = groupOf(given.quotes);
  const fees = groupOf(quotes.fees);
  const approval = groupOf(given.approval);
  const wallet = groupOf(given.wallet);
  const webAuthn = groupOf(wallet.webAuthn);
  const webhooks = groupOf(given.webhooks);
  const requests = groupOf(given.requests);
  return {
    environment,
    seed,
    startMs: given.now === undefined ? undefined : kinds.instantOf(given.now),
    latencyMs: msOf(given.latency ?? 0),
    baseUrl: new URL(given.baseUrl ?? "https://api.payments.test/2025-10-13"),
    tokens: resolveTokens(given.tokens, environment, seed),
    keep: {
      log: keep.log ?? 10_000,
      responses: keep.responses ?? 100_000,
      challenges: keep.challenges ?? 10_000,
    },
    platformId: platform.id,
    platformCurrencies: platform.currencies ?? ["USD", "EUR", "GBP", "BRL", "MXN", "BTC", "USDC"],
    umaDomain: platform.umaDomain ?? "sandbox.payments.test",
    regionCurrencies: customers.regionCurrencies ?? REGION_CURRENCIES,
    incompatibleCurrencies: customers.incompatibleCurrencies ?? [],
    regionRequired: customers.regionRequired ?? [],
    customerCryptoCurrencies: customers.cryptoCurrencies ?? ["USDC"],
    walletCurrency: customers.walletCurrency ?? "USDC",
    bulkImportRowsPerSecond: customers.importRowsPerSecond ?? 100,
    invitations: customers.invitations ?? true,
    fees: { fixed: fees.fixed ?? 0, rate: fees.rate ?? 0.005 },
    quoteLifetimeMs: msOf(quotes.lifetime ?? "5m"),
    quoteTransactionId: quotes.transactionId ?? "execution",
    requireLookupId: quotes.requireLookupId ?? false,
    requiredPayerDataFields: quotes.requiredPayerDataFields ?? [],
    purposeRequiredCountries: quotes.purposeRequiredCountries ?? [],
    rateSeed: quotes.rateSeed === undefined ? undefined : String(quotes.rateSeed),
    payoutDelayMs: msOf(groupOf(given.delays).payout ?? 0),
    paymentApproval: approval.mode,
    approvePayment: approval.decide,
    paymentApprovalTimeoutMs: approval.timeout === undefined ? undefined : msOf(approval.timeout),
    sessionKey: wallet.sessionKey ?? "sealed",
    requireSession: wallet.requireSession ?? isProduction,
    strictClientKeys: wallet.strictClientKeys ?? isProduction,
    newestAccounts: wallet.newestAccounts ?? false,
    sessionLifetimeMs: msOf(wallet.sessionLifetime ?? "15m"),
    // How long a signed retry, a one-time code and a passkey challenge stay open (OP-19).
    challengeLifetimeMs: 300_000,
    oidcIssuers: wallet.oidcIssuers ?? [
      "https://identity.payments.test",
      "https://accounts.google.com",
      "https://appleid.apple.com",
    ],
    verifyOidcToken: wallet.verifyOidcToken,
    webAuthn: { ...webAuthn, rpId: webAuthn.rpId ?? "localhost" },
    webhookUrl: webhooks.url,
    webhookFetch: webhooks.fetch ?? ((input: string, init: RequestInit) => fetch(input, init)),
    webhookRetriesMs: webhooks.retries?.map(msOf) ?? RETRIES_MS,
    webhookTimeoutMs: msOf(webhooks.timeout ?? "10s"),
    webhookSignatureFormat: webhooks.signatureFormat ?? "base64",
    maxBodyBytes: requests.maxBodyBytes ?? 1_048_576,
    maxDocumentBytes: requests.maxDocumentBytes ?? 10_485_760,
    idempotencyMismatch: requests.idempotencyMismatch ?? "replay",
    keyedRefusals: requests.keyedRefusals ?? "stored",
    unknownFields: requests.unknownFields ?? "ignore",
    accountKinds: requests.accountKinds ?? [],
    contractChecks: requests.contractChecks ?? true,
    missingAmount: requests.missingAmount ?? "rejected",
    logSecrets: requests.logSecrets ?? false,
  };
}

/** Every option with its value. */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;
