import { resolveWalletOptions } from "./wallet-options";
import type { ResolvedWalletOptions, SimulatorWalletOptions } from "./wallet-options";
import { resolveMoneyOptions } from "./money-options";
import type { MoneyOptions, ResolvedMoneyOptions } from "./money-options";
import { findCurrency } from "./state/currencies";

/** An API token that the simulator accepts (specification, Authentication). */
export interface SimulatorToken {
  /** The token id: the username of HTTP Basic. It has no colon. */
  clientId: string;
  /** The client secret: the password of HTTP Basic. */
  clientSecret: string;
  /** The environment that the token belongs to. Default: the simulator's own. */
  environment?: SimulatorEnvironment;
}

/**
 * `sandbox` accepts the specification's magic values and nothing else; `production` checks signatures, passkeys, OIDC
 * tokens and one-time codes for real.
 */
export type SimulatorEnvironment = "sandbox" | "production";

/** Options of a {@link Simulator}. All have defaults. */
export interface SimulatorOptions extends SimulatorWalletOptions, MoneyOptions {
  /** Default `"sandbox"`. */
  environment?: SimulatorEnvironment | undefined;
  /** Decides every identifier, code and key, so that a run can be repeated. Default `"payments-simulator"`. */
  seed?: string | number | undefined;
  /** The instant at which the clock starts; it then stands still until `clock.advance`. Default: the clock follows the real time. */
  now?: Date | string | number | undefined;
  /** Real milliseconds before every answer. Default 0. */
  latency?: number | undefined;
  /** The base address, with the version segment. Default `https://api.payments.test/2025-10-13`. */
  baseUrl?: string | undefined;
  /** The accepted API tokens; `clientOptions()` uses the first of the simulator's environment. Default: one made from the seed. */
  tokens?: readonly SimulatorToken[] | undefined;
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
  /** What happens when an idempotency key comes again with another body: the first answer (the specification's words), or 409. Default `"replay"`. */
  idempotencyMismatch?: "replay" | "reject" | undefined;
  /** The most bytes of a request body that is no document: 413 above it. Default 1 MiB. */
  maxBodyBytes?: number | undefined;
  /** The most bytes of a document (OP-65). Default 10,485,760. */
  maxDocumentBytes?: number | undefined;
  /** Keep secrets (Authorization, signatures, one-time codes, tokens) in the request log. Default `false`. */
  logSecrets?: boolean | undefined;
}

/** Every option with its value. */
export interface ResolvedOptions extends ResolvedWalletOptions, ResolvedMoneyOptions {
  environment: SimulatorEnvironment;
  seed: string;
  startMs: number | undefined;
  latency: number;
  baseUrl: URL;
  tokens: readonly Required<SimulatorToken>[] | undefined;
  platformId: string | undefined;
  platformCurrencies: readonly string[];
  umaDomain: string;
  regionCurrencies: Readonly<Record<string, readonly string[]>>;
  incompatibleCurrencies: readonly (readonly string[])[];
  regionRequired: readonly string[];
  customerCryptoCurrencies: readonly string[];
  walletCurrency: string;
  idempotencyMismatch: "replay" | "reject";
  maxBodyBytes: number;
  maxDocumentBytes: number;
  logSecrets: boolean;
}

const regionCurrencies: Readonly<Record<string, readonly string[]>> = {
  AE: ["AED"],
  BR: ["BRL"],
  CA: ["CAD"],
  DE: ["EUR"],
  DK: ["DKK"],
  ES: ["EUR"],
  FR: ["EUR"],
  GB: ["GBP"],
  IN: ["INR"],
  IT: ["EUR"],
  KE: ["KES"],
  MX: ["MXN"],
  NG: ["NGN"],
  NL: ["EUR"],
  PH: ["PHP"],
  US: ["USD"],
  ZA: ["ZAR"],
};

function instant(now: Date | string | number): number {
  const ms = new Date(now).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`\`now\` is no point in time: ${String(now)}`);
  return ms;
}

function token(given: SimulatorToken, environment: SimulatorEnvironment): Required<SimulatorToken> {
  if (given.clientId === "" || given.clientId.includes(":")) {
    throw new TypeError("`tokens`: a clientId is a non-empty text without a colon");
  }
  return { environment, ...given };
}

function knownCurrencies(option: string, codes: readonly string[]): readonly string[] {
  const unknown = codes.find((code) => findCurrency(code) === undefined);
  if (unknown !== undefined) throw new TypeError(`\`${option}\` names an unknown currency: ${unknown}`);
  return codes;
}

/** @throws {TypeError | RangeError} when an option has a value it cannot have. */
export function resolveOptions(options: SimulatorOptions): ResolvedOptions {
  const environment = options.environment ?? "sandbox";
  if (environment !== "sandbox" && environment !== "production") {
    throw new TypeError(`\`environment\` is "sandbox" or "production", got ${JSON.stringify(environment)}`);
  }
  const walletCurrency = options.walletCurrency ?? "USDC";
  knownCurrencies("walletCurrency", [walletCurrency]);
  const currenciesByRegion = options.regionCurrencies ?? regionCurrencies;
  knownCurrencies("regionCurrencies", Object.values(currenciesByRegion).flat());
  return {
    ...resolveMoneyOptions(options),
    environment,
    seed: String(options.seed ?? "payments-simulator"),
    startMs: options.now === undefined ? undefined : instant(options.now),
    latency: options.latency ?? 0,
    baseUrl: new URL(options.baseUrl ?? "https://api.payments.test/2025-10-13"),
    tokens: options.tokens?.map((given) => token(given, environment)),
    platformId: options.platformId,
    platformCurrencies: knownCurrencies(
      "platformCurrencies",
      options.platformCurrencies ?? ["USD", "EUR", "GBP", "BRL", "MXN", "BTC", "USDC"],
    ),
    umaDomain: options.umaDomain ?? "sandbox.payments.test",
    regionCurrencies: currenciesByRegion,
    incompatibleCurrencies: options.incompatibleCurrencies ?? [],
    regionRequired: options.regionRequired ?? [],
    customerCryptoCurrencies: knownCurrencies(
      "customerCryptoCurrencies",
      options.customerCryptoCurrencies ?? ["USDC"],
    ),
    walletCurrency,
    idempotencyMismatch: options.idempotencyMismatch ?? "replay",
    maxBodyBytes: options.maxBodyBytes ?? 1_048_576,
    maxDocumentBytes: options.maxDocumentBytes ?? 10_485_760,
    logSecrets: options.logSecrets ?? false,
    ...resolveWalletOptions(options, environment),
  };
}
