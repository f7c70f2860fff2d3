import { instant, instantOf, oneOf } from "../../options/kinds";
import type { Kind, Kinds } from "../../options/kinds";
import { approval, delays, quotes } from "./options/money";
import type { SimulatorApprovalOptions, SimulatorDelays, SimulatorQuoteOptions } from "./options/money";
import { customers, externalAccounts, platform } from "./options/parties";
import type {
  SimulatorCustomerOptions,
  SimulatorExternalAccountOptions,
  SimulatorPlatformOptions,
} from "./options/parties";
import { msOf, readSimulatorOptions, realDuration, seed as seedKind } from "./options/reader";
import { keep, requests } from "./options/requests";
import type { SimulatorKeep, SimulatorRequestOptions } from "./options/requests";
import { environments, resolveTokens, tokensKind } from "./options/tokens";
import type { SimulatorEnvironment, SimulatorToken } from "./options/tokens";
import { wallet } from "./options/wallet";
import type { SimulatorWalletOptions } from "./options/wallet";
import { webhooks } from "./options/webhooks";
import type { SimulatorWebhookOptions } from "./options/webhooks";

export type { SimulatorEnvironment } from "./options/tokens";
export type { OidcClaims } from "./options/wallet";

/** Options of a {@link Simulator}. All have defaults. */
export interface SimulatorOptions {
  /** `"sandbox"` accepts the magic values only. `"production"` checks signatures, passkeys, codes and tokens. Default `"sandbox"`. */
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
  /** New external accounts. */
  externalAccounts?: SimulatorExternalAccountOptions | undefined;
  /** Quotes, their fees, and exchange rates. */
  quotes?: SimulatorQuoteOptions | undefined;
  /** How long the sandbox's slow outcomes take. */
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

const httpAddress: Kind = (value, path) =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? undefined
    : { path, message: "must be an http or https address" };

/** Known options. The compiler keeps this list complete. */
const OPTIONS: Kinds<SimulatorOptions> = {
  environment: oneOf(...environments),
  seed: seedKind,
  now: instant,
  latency: realDuration,
  baseUrl: httpAddress,
  tokens: tokensKind,
  keep: keep.kind,
  platform: platform.kind,
  customers: customers.kind,
  externalAccounts: externalAccounts.kind,
  quotes: quotes.kind,
  delays: delays.kind,
  approval: approval.kind,
  wallet: wallet.kind,
  webhooks: webhooks.kind,
  requests: requests.kind,
};

/** Every option with its value, under the name that the rules use. */
export function resolveOptions(options: SimulatorOptions) {
  const given = readSimulatorOptions(options, OPTIONS);
  const environment = given.environment ?? "sandbox";
  const seed = String(given.seed ?? "payments-simulator");
  return {
    environment,
    seed,
    startMs: given.now === undefined ? undefined : instantOf(given.now),
    latencyMs: msOf(given.latency ?? 0),
    baseUrl: new URL(given.baseUrl ?? "https://api.payments.test/2025-10-13"),
    tokens: resolveTokens(given.tokens, environment, seed),
    keep: keep.read(given.keep),
    ...platform.read(given.platform),
    ...customers.read(given.customers),
    ...externalAccounts.read(given.externalAccounts),
    ...quotes.read(given.quotes),
    ...delays.read(given.delays),
    ...approval.read(given.approval),
    ...wallet.read(given.wallet, environment === "production"),
    ...webhooks.read(given.webhooks),
    ...requests.read(given.requests),
  };
}

/** Every option with its value. */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;
