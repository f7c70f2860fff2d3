import type { CurrencyCode } from "./currency";
import type { Nullish, Open } from "./open";
import { counterpartyFieldSchema } from "./receiver";
import type { CounterpartyField, CustomerInfoFieldName } from "./receiver";
import { boolean, exactInteger, list, model, nullish, nullishString, string } from "./schema";
import type { TransactionType } from "./transaction";

/** A currency of the platform, as you send it. */
export interface PlatformCurrencyParams {
  currencyCode: CurrencyCode;
  /** The smallest payment: integer in the smallest unit of the currency. */
  minAmount: number;
  /** The largest payment: integer in the smallest unit of the currency. */
  maxAmount: number;
  /** The data that the platform requires about the counterparty. */
  requiredCounterpartyFields: CounterpartyField[];
  /** The directions that the currency is enabled for. */
  enabledTransactionTypes: Open<TransactionType>[];
}

/** A currency that the platform supports. */
export interface PlatformCurrency extends PlatformCurrencyParams {
  /** The customer data that the provider requires before payments in this currency. */
  providerRequiredCustomerFields?: Nullish<CustomerInfoFieldName[]>;
  /** The data that the provider requires about the counterparty's customer. */
  providerRequiredCounterpartyCustomerFields?: Nullish<CustomerInfoFieldName[]>;
}

/** The settings of the platform. */
export interface PlatformConfig {
  id?: Nullish<string>;
  /** The domain of the customers' UMA addresses. */
  umaDomain?: Nullish<string>;
  proxyUmaSubdomain?: Nullish<string>;
  /** The URL that receives events. */
  webhookEndpoint?: Nullish<string>;
  supportedCurrencies?: Nullish<PlatformCurrency[]>;
  isRegulatedFinancialInstitution?: Nullish<boolean>;
  /** ISO 8601 date-time in UTC. */
  createdAt?: Nullish<string>;
  /** ISO 8601 date-time in UTC. */
  updatedAt?: Nullish<string>;
}

/** Parameters of `config.update`. Omitted fields stay unchanged. */
export interface PlatformConfigUpdateParams {
  /** The domain of the customers' UMA addresses. */
  umaDomain?: string | undefined;
  /** The URL that receives events. */
  webhookEndpoint?: string | undefined;
  supportedCurrencies?: PlatformCurrencyParams[] | undefined;
}

const optionalTexts = /* @__PURE__ */ nullish(/* @__PURE__ */ list(string));

export const platformConfigSchema = /* @__PURE__ */ model<PlatformConfig>({
  id: nullishString,
  umaDomain: nullishString,
  proxyUmaSubdomain: nullishString,
  webhookEndpoint: nullishString,
  supportedCurrencies: /* @__PURE__ */ nullish(
    /* @__PURE__ */ list(
      /* @__PURE__ */ model<PlatformCurrency>({
        currencyCode: string,
        minAmount: exactInteger,
        maxAmount: exactInteger,
        requiredCounterpartyFields: /* @__PURE__ */ list(counterpartyFieldSchema),
        enabledTransactionTypes: /* @__PURE__ */ list(string),
        providerRequiredCustomerFields: optionalTexts,
        providerRequiredCounterpartyCustomerFields: optionalTexts,
      }),
    ),
  ),
  isRegulatedFinancialInstitution: /* @__PURE__ */ nullish(boolean),
  createdAt: nullishString,
  updatedAt: nullishString,
});
