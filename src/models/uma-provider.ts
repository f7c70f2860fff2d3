import { currencySchema } from "./currency";
import type { Currency, CurrencyCode } from "./currency";
import type { Nullish } from "./open";
import type { PageParams } from "./page";
import { boolean, list, model, nullish, nullishString, string } from "./schema";

/** An institution that offers UMA addresses to its customers. */
export interface UmaProvider {
  name?: Nullish<string>;
  /** ISO 3166-1 alpha-2 codes. */
  supportedRegions?: Nullish<string[]>;
  /** The domain of its UMA addresses. */
  domain?: Nullish<string>;
  logoUrl?: Nullish<string>;
  supportedCurrencies?: Nullish<Currency[]>;
  /** Legal entity identifier (ISO 17442). */
  lei?: Nullish<string>;
  /** Whether the platform's payments may involve this provider. */
  allowListStatus?: Nullish<boolean>;
}

/** Filters of `umaProviders.list`. */
export interface UmaProviderListParams extends PageParams {
  /** ISO 3166-1 alpha-2. */
  countryCode?: string | undefined;
  currencyCode?: CurrencyCode | undefined;
  /** Whether to include providers that are not allowed. */
  hasBlockedProviders?: boolean | undefined;
  /** Default of the service: `desc`. */
  sortOrder?: "asc" | "desc" | undefined;
}

export const umaProviderSchema = /* @__PURE__ */ model<UmaProvider>({
  name: nullishString,
  supportedRegions: /* @__PURE__ */ nullish(/* @__PURE__ */ list(string)),
  domain: nullishString,
  logoUrl: nullishString,
  supportedCurrencies: /* @__PURE__ */ nullish(/* @__PURE__ */ list(currencySchema)),
  lei: nullishString,
  allowListStatus: /* @__PURE__ */ nullish(boolean),
});
