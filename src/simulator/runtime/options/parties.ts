/** The platform: the business that calls the API. */
export interface SimulatorPlatformOptions {
  /** The platform's own id, the `customerId` of transactions without a customer. Default: from the seed. */
  id?: string | undefined;
  /** The currencies of the platform's internal accounts. Default USD, EUR, GBP, BRL, MXN, BTC, USDC. */
  currencies?: readonly string[] | undefined;
  /** The domain of generated UMA addresses and of the sandbox's magic addresses. Default `sandbox.payments.test`. */
  umaDomain?: string | undefined;
}

/** New customers, bulk imports and invitations. */
export interface SimulatorCustomerOptions {
  /**
   * The currencies of a customer who names only a region. Default: the local currency of 17 countries, USD elsewhere.
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
  /** The rows of a bulk import in a second of the simulator's clock. Default 100. */
  importRowsPerSecond?: number | undefined;
  /** `false` refuses new invitations with 400 INVITATIONS_NOT_CONFIGURED. Default `true`. */
  invitations?: boolean | undefined;
}

/** The currency of a customer who names a region and no currencies. */
export const REGION_CURRENCIES: Readonly<Record<string, readonly string[]>> = {
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
