import { flag, isObject, listOf, number, oneOf, text } from "../../../options/kinds";
import type { Kind } from "../../../options/kinds";
import { kindOf } from "../../../options/describe";
import { group, texts } from "./reader";

/** The platform: the business that calls the API. */
export interface SimulatorPlatformOptions {
  /** The platform's own id, the `customerId` of transactions without a customer. Default: from the seed. */
  id?: string | undefined;
  /** The currencies of the platform's internal accounts. Default USD, EUR, GBP, BRL, MXN, BTC, USDC. */
  currencies?: readonly string[] | undefined;
  /** The domain of generated UMA addresses and of the sandbox's magic addresses. Default `sandbox.payments.test`. */
  umaDomain?: string | undefined;
}

export const platform = group(
  { id: text, currencies: texts, umaDomain: text },
  (given: SimulatorPlatformOptions) => ({
    platformId: given.id,
    platformCurrencies: given.currencies ?? ["USD", "EUR", "GBP", "BRL", "MXN", "BTC", "USDC"],
    umaDomain: given.umaDomain ?? "sandbox.payments.test",
  }),
);

/** New customers, bulk imports and invitations. */
export interface SimulatorCustomerOptions {
  /**
   * The currencies of a customer who names a region and no currencies. Default: the local currency of 17 countries,
   * USD elsewhere.
   */
  regionCurrencies?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Sets of currencies that one customer cannot combine: 400 with `details`. Default: none. */
  incompatibleCurrencies?: readonly (readonly string[])[] | undefined;
  /** Currencies for which a customer needs a region. Default: none. */
  regionRequired?: readonly string[] | undefined;
  /** The currencies of a new customer's INTERNAL_CRYPTO accounts. Default USDC. */
  cryptoCurrencies?: readonly string[] | undefined;
  /** The currency of a new customer's embedded wallet. Default USDC. */
  walletCurrency?: string | undefined;
  /** How many rows of a bulk import the simulator processes in a second of its clock. Default 100. */
  importRowsPerSecond?: number | undefined;
  /** `false` refuses new invitations with 400 INVITATIONS_NOT_CONFIGURED. Default `true`. */
  invitations?: boolean | undefined;
}

/** The currency of a customer who names a region and no currencies. */
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

const textsByRegion: Kind = (value, path) =>
  isObject(value)
    ? Object.entries(value)
        .map(([region, codes]) => texts(codes, `${path}.${region}`))
        .find((problem) => problem !== undefined)
    : { path, message: `must be an object of arrays by region, got ${kindOf(value)}` };

export const customers = group(
  {
    regionCurrencies: textsByRegion,
    incompatibleCurrencies: listOf(texts),
    regionRequired: texts,
    cryptoCurrencies: texts,
    walletCurrency: text,
    importRowsPerSecond: number("a number above 0", (rows) => rows > 0),
    invitations: flag,
  },
  (given: SimulatorCustomerOptions) => ({
    regionCurrencies: given.regionCurrencies ?? regionCurrencies,
    incompatibleCurrencies: given.incompatibleCurrencies ?? [],
    regionRequired: given.regionRequired ?? [],
    customerCryptoCurrencies: given.cryptoCurrencies ?? ["USDC"],
    walletCurrency: given.walletCurrency ?? "USDC",
    bulkImportRowsPerSecond: given.importRowsPerSecond ?? 100,
    invitations: given.invitations ?? true,
  }),
);

/** New external accounts. */
export interface SimulatorExternalAccountOptions {
  /**
   * What the simulator checks. `"contract"`: every field, pattern, length and value of the account's kind, its beneficiary and
   * its currency. `"specification"`: the primary identifier only. Default `"contract"`.
   */
  checks?: "contract" | "specification" | undefined;
}

export const externalAccounts = group(
  { checks: oneOf("contract", "specification") },
  (given: SimulatorExternalAccountOptions) => ({ accountChecks: given.checks ?? "contract" }),
);
