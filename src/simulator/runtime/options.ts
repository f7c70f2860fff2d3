import * as kinds from "../../options/kinds";
import type { Kind, Kinds } from "../../options/kinds";
import { kindOf } from "../../options/describe";
import { objectOf } from "../../options/read";
import { durationMs } from "./clock";
import type * as groups from "./options/simulator-options";
import type { SimulatorOptions } from "./options/simulator-options";
import {
  count,
  duration,
  httpAddress,
  isCountryCode,
  msOf,
  readSimulatorOptions,
  realDuration,
  seed as seedKind,
  texts,
} from "./options/reader";
import { environments, resolveTokens, tokensKind } from "./options/tokens";
import { words } from "./words";

const country = kinds.kind('a country code such as "US"', isCountryCode);

const textsByRegion: Kind = (value, path) =>
  kinds.isObject(value)
    ? Object.entries(value)
        .map(([region, codes]) => country(region, `${path}.${region}`) ?? texts(codes, `${path}.${region}`))
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
  keep: objectOf<groups.SimulatorKeep>({ log: count, responses: count, challenges: count }),
  platform: objectOf<groups.SimulatorPlatformOptions>({
    id: kinds.text,
    currencies: texts,
    umaDomain: kinds.text,
  }),
  customers: objectOf<groups.SimulatorCustomerOptions>({
    regionCurrencies: textsByRegion,
    incompatibleCurrencies: kinds.listOf(texts),
    regionRequired: texts,
    cryptoCurrencies: texts,
    walletCurrency: kinds.text,
    // A row a day. With far fewer, the last row of a large file would be due behind every date.
    importRowsPerSecond: kinds.numberThat("a number of at least 0.00001", (rows) => rows >= 0.00001),
    invitations: kinds.flag,
  }),
  quotes: objectOf<groups.SimulatorQuoteOptions>({
    fees: objectOf<groups.SimulatorFees>({
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
    purposeRequiredCountries: kinds.listOf(country),
    rateSeed: seedKind,
  }),
  delays: objectOf<groups.SimulatorDelays>({ payout: duration }),
  approval: objectOf<groups.SimulatorApprovalOptions>({
    mode: kinds.oneOf("automatic", "manual", "webhook"),
    decide: kinds.callback,
    timeout: duration,
  }),
  wallet: objectOf<groups.SimulatorWalletOptions>({
    sessionKey: kinds.oneOf("sealed", "opaque"),
    requireSession: kinds.flag,
    strictClientKeys: kinds.flag,
    newestAccounts: kinds.flag,
    sessionLifetime: duration,
    oidcIssuers: issuers,
    verifyOidcToken: kinds.callback,
    webAuthn: objectOf<groups.SimulatorWebAuthn>({
      rpId: kinds.text,
      origins: texts,
      topOrigins: texts,
      verifier: kinds.methods("verifyRegistrationResponse", "verifyAuthenticationResponse"),
    }),
  }),
  webhooks: objectOf<groups.SimulatorWebhookOptions>({
    url: httpAddress,
    fetch: kinds.callback,
    retries: kinds.listOf(duration),
    timeout: webhookTimeout,
    signatureFormat: kinds.oneOf("base64", "json"),
  }),
  requests: objectOf<groups.SimulatorRequestOptions>({
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

/** The currency of a customer who names a region and no currencies. A code starts with its country, but that of the euro (ISO 4217). */
const REGION_CURRENCIES: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...words("AED BRL CAD DKK GBP INR KES MXN NGN PHP USD ZAR").map((code) => [code.slice(0, 2), [code]]),
  ...words("DE ES FR IT NL").map((region) => [region, ["EUR"]]),
]);

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
  const { keep, platform, customers, quotes, approval, wallet, webhooks, requests } = given;
  return {
    environment,
    seed,
    startMs: given.now === undefined ? undefined : kinds.instantOf(given.now),
    latencyMs: msOf(given.latency ?? 0),
    baseUrl: new URL(given.baseUrl ?? "https://api.payments.test/2025-10-13"),
    tokens: resolveTokens(given.tokens, environment, seed),
    keep: {
      log: keep?.log ?? 10_000,
      responses: keep?.responses ?? 100_000,
      challenges: keep?.challenges ?? 10_000,
    },
    platformId: platform?.id ?? undefined,
    platformCurrencies: platform?.currencies ?? ["USD", "EUR", "GBP", "BRL", "MXN", "BTC", "USDC"],
    umaDomain: platform?.umaDomain ?? "sandbox.payments.test",
    regionCurrencies: customers?.regionCurrencies ?? REGION_CURRENCIES,
    incompatibleCurrencies: customers?.incompatibleCurrencies ?? [],
    regionRequired: customers?.regionRequired ?? [],
    customerCryptoCurrencies: customers?.cryptoCurrencies ?? ["USDC"],
    walletCurrency: customers?.walletCurrency ?? "USDC",
    bulkImportRowsPerSecond: customers?.importRowsPerSecond ?? 100,
    invitations: customers?.invitations ?? true,
    fees: { fixed: quotes?.fees?.fixed ?? 0, rate: quotes?.fees?.rate ?? 0.005 },
    quoteLifetimeMs: msOf(quotes?.lifetime ?? "5m"),
    quoteTransactionId: quotes?.transactionId ?? "execution",
    requireLookupId: quotes?.requireLookupId ?? false,
    requiredPayerDataFields: quotes?.requiredPayerDataFields ?? [],
    purposeRequiredCountries: quotes?.purposeRequiredCountries ?? [],
    rateSeed: quotes?.rateSeed?.toString(),
    payoutDelayMs: msOf(given.delays?.payout ?? 0),
    paymentApproval: approval?.mode ?? undefined,
    approvePayment: approval?.decide ?? undefined,
    paymentApprovalTimeoutMs: durationMs(approval?.timeout),
    sessionKey: wallet?.sessionKey ?? "sealed",
    requireSession: wallet?.requireSession ?? isProduction,
    strictClientKeys: wallet?.strictClientKeys ?? isProduction,
    newestAccounts: wallet?.newestAccounts ?? false,
    sessionLifetimeMs: msOf(wallet?.sessionLifetime ?? "15m"),
    // How long a signed retry, a one-time code and a passkey challenge stay open (OP-19).
    challengeLifetimeMs: 300_000,
    oidcIssuers: wallet?.oidcIssuers ?? [
      "https://identity.payments.test",
      "https://accounts.google.com",
      "https://appleid.apple.com",
    ],
    verifyOidcToken: wallet?.verifyOidcToken ?? undefined,
    webAuthn: {
      verifier: wallet?.webAuthn?.verifier ?? undefined,
      rpId: wallet?.webAuthn?.rpId ?? "localhost",
      origins: wallet?.webAuthn?.origins ?? undefined,
      topOrigins: wallet?.webAuthn?.topOrigins ?? [],
    },
    webhookUrl: webhooks?.url ?? undefined,
    webhookFetch: webhooks?.fetch ?? ((input: string, init: RequestInit) => fetch(input, init)),
    webhookRetriesMs: webhooks?.retries?.map(msOf) ?? RETRIES_MS,
    webhookTimeoutMs: msOf(webhooks?.timeout ?? "10s"),
    webhookSignatureFormat: webhooks?.signatureFormat ?? "base64",
    maxBodyBytes: requests?.maxBodyBytes ?? 1_048_576,
    maxDocumentBytes: requests?.maxDocumentBytes ?? 10_485_760,
    idempotencyMismatch: requests?.idempotencyMismatch ?? "replay",
    keyedRefusals: requests?.keyedRefusals ?? "stored",
    unknownFields: requests?.unknownFields ?? "ignore",
    accountKinds: requests?.accountKinds ?? [],
    contractChecks: requests?.contractChecks ?? true,
    missingAmount: requests?.missingAmount ?? "rejected",
    logSecrets: requests?.logSecrets ?? false,
  };
}

/** Every option with its value. */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;
