import * as kinds from "../../options/kinds";
import type { Kind, Kinds } from "../../options/kinds";
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

const country = kinds.kind('a country code such as "US"', isCountryCode);

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
    incompatibleCurrencies: kinds.listOf(texts),
    regionRequired: texts,
    fullVerification: kinds.flag,
    approvedOnly: kinds.flag,
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
    requiredPayerDataFields: texts,
    purposeRequiredCountries: kinds.listOf(country),
  }),
  delays: objectOf<groups.SimulatorDelays>({ payout: duration }),
  approval: objectOf<groups.SimulatorApprovalOptions>({
    mode: kinds.oneOf("automatic", "manual", "webhook"),
    decide: kinds.callback,
    timeout: duration,
  }),
  wallet: objectOf<groups.SimulatorWalletOptions>({
    sessionKey: kinds.oneOf("sealed", "opaque"),
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
  }),
  requests: objectOf<groups.SimulatorRequestOptions>({
    idempotencyMismatch: kinds.oneOf("replay", "reject"),
    keyedRefusals: kinds.oneOf("stored", "forgotten"),
    unknownFields: kinds.oneOf("ignore", "report", "reject"),
    accountKinds: texts,
    checkDigits: kinds.flag,
    missingAmount: kinds.oneOf("rejected", "whole-balance"),
    missingMoney: kinds.oneOf("amount-out-of-range", "insufficient-balance"),
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
    incompatibleCurrencies: customers?.incompatibleCurrencies ?? [],
    regionRequired: customers?.regionRequired ?? [],
    fullVerification: customers?.fullVerification ?? environment === "production",
    approvedOnly: customers?.approvedOnly ?? false,
    fees: { fixed: quotes?.fees?.fixed ?? 0, rate: quotes?.fees?.rate ?? 0.005 },
    quoteLifetimeMs: msOf(quotes?.lifetime ?? "5m"),
    requiredPayerDataFields: quotes?.requiredPayerDataFields ?? [],
    purposeRequiredCountries: quotes?.purposeRequiredCountries ?? [],
    payoutDelayMs: msOf(given.delays?.payout ?? 0),
    paymentApproval: approval?.mode ?? undefined,
    approvePayment: approval?.decide ?? undefined,
    paymentApprovalTimeoutMs: durationMs(approval?.timeout),
    sessionKey: wallet?.sessionKey ?? "sealed",
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
    idempotencyMismatch: requests?.idempotencyMismatch ?? "replay",
    keyedRefusals: requests?.keyedRefusals ?? "stored",
    unknownFields: requests?.unknownFields ?? "ignore",
    accountKinds: requests?.accountKinds ?? [],
    checkDigits: requests?.checkDigits ?? environment === "production",
    missingAmount: requests?.missingAmount ?? "rejected",
    missingMoney: requests?.missingMoney ?? "amount-out-of-range",
    logSecrets: requests?.logSecrets ?? false,
  };
}

/** Every option with its value. */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;
