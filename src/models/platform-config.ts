import type { CurrencyCode } from "./currency";
import type { Nullish, Open } from "./open";
import { counterpartyFieldSchema } from "./receiver";
import type { CounterpartyField, CustomerInfoFieldName } from "./receiver";
import { boolean, integer, list, object, optional, optionalText, text } from "./schema";
import type { TransactionType } from "./transaction";

/** A currency of the platform, as sent. */
export interface PlatformCurrencyParams {
  currencyCode: CurrencyCode;
  /** Least amount of a payment: integer in the smallest unit of the currency. */
  minAmount: number;
  /** Most amount of a payment: integer in the smallest unit of the currency. */
  maxAmount: number;
  /** What the platform asks to know of the other side. */
  requiredCounterpartyFields: CounterpartyField[];
  /** Directions in which the currency can be used. */
  enabledTransactionTypes: Open<TransactionType>[];
}

/** A currency of the platform. */
export interface PlatformCurrency extends PlatformCurrencyParams {
  /** What the provider asks to know of a customer before payments in this currency. */
  providerRequiredCustomerFields?: Nullish<CustomerInfoFieldName[]>;
  /** What the provider asks to know of the other side's customer. */
  providerRequiredCounterpartyCustomerFields?: Nullish<CustomerInfoFieldName[]>;
}

/** The settings of the platform. */
export interface PlatformConfig {
  id?: Nullish<string>;
  /** The domain of the customers' UMA addresses. */
  umaDomain?: Nullish<string>;
  proxyUmaSubdomain?: Nullish<string>;
  /** The address to which events are delivered. */
  webhookEndpoint?: Nullish<string>;
  supportedCurrencies?: Nullish<PlatformCurrency[]>;
  isRegulatedFinancialInstitution?: Nullish<boolean>;
  /** ISO 8601 date-time in UTC. */
  createdAt?: Nullish<string>;
  /** ISO 8601 date-time in UTC. */
  updatedAt?: Nullish<string>;
}

/** Parameters of `config.update`: what is left out stays as it is. */
export interface PlatformConfigUpdateParams {
  /** The domain of the customers' UMA addresses. */
  umaDomain?: string | undefined;
  /** The address to which events are delivered. */
  webhookEndpoint?: string | undefined;
  supportedCurrencies?: PlatformCurrencyParams[] | undefined;
}

const optionalTexts = /* @__PURE__ */ optional(/* @__PURE__ */ list(text));

export const platformConfigSchema = /* @__PURE__ */ object<PlatformConfig>({
  id: optionalText,
  umaDomain: optionalText,
  proxyUmaSubdomain: optionalText,
  webhookEndpoint: optionalText,
  supportedCurrencies: /* @__PURE__ */ optional(
    /* @__PURE__ */ list(
      /* @__PURE__ */ object<PlatformCurrency>({
        currencyCode: text,
        minAmount: integer,
        maxAmount: integer,
        requiredCounterpartyFields: /* @__PURE__ */ list(counterpartyFieldSchema),
        enabledTransactionTypes: /* @__PURE__ */ list(text),
        providerRequiredCustomerFields: optionalTexts,
        providerRequiredCounterpartyCustomerFields: optionalTexts,
      }),
    ),
  ),
  isRegulatedFinancialInstitution: /* @__PURE__ */ optional(boolean),
  createdAt: optionalText,
  updatedAt: optionalText,
});
