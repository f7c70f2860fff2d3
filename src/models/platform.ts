import { currencyAmountSchema, currencySchema } from "./currency";
import type { Currency, CurrencyAmount, CurrencyCode } from "./currency";
import type { Nullish, Open } from "./open";
import type { PageParams } from "./page";
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

/** A bank or another institution that you can pay. */
export interface Discovery {
  /** The name to send as `bankName` of an external account. */
  bankName: string;
  /** The name for display. */
  displayName: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  currency: CurrencyCode;
}

/** Filters of `discoveries.list`. */
export interface DiscoveryListParams {
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
  currency?: CurrencyCode | undefined;
}

export const discoverySchema = /* @__PURE__ */ model<Discovery>({
  bankName: string,
  displayName: string,
  country: string,
  currency: string,
});

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

/** An invitation to get a UMA address. */
export interface UmaInvitation {
  code: string;
  /** The page where the invited person claims it. */
  url: string;
  inviterUma: string;
  inviteeUma?: Nullish<string>;
  status: Open<"PENDING" | "CLAIMED" | "EXPIRED" | "CANCELLED">;
  firstName?: Nullish<string>;
  amountToSend?: Nullish<CurrencyAmount>;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  claimedAt?: Nullish<string>;
  /** ISO 8601 date-time in UTC. */
  expiresAt?: Nullish<string>;
}

/** Parameters of `invitations.create`. */
export interface UmaInvitationCreateParams {
  /** The UMA address of the inviting customer. Starts with `$`. */
  inviterUma: string;
  /** The first name of the invited person. */
  firstName?: string | undefined;
  /** Integer in the smallest unit of the currency. */
  amountToSend?: number | undefined;
  /** A string is an ISO 8601 date-time. */
  expiresAt?: Date | string | undefined;
}

/** Parameters of `invitations.claim`. */
export interface UmaInvitationClaimParams {
  /** The UMA address of the invited person. Starts with `$`. */
  inviteeUma: string;
}

export const umaInvitationSchema = /* @__PURE__ */ model<UmaInvitation>({
  code: string,
  url: string,
  inviterUma: string,
  inviteeUma: nullishString,
  status: string,
  firstName: nullishString,
  amountToSend: /* @__PURE__ */ nullish(currencyAmountSchema),
  createdAt: string,
  claimedAt: nullishString,
  expiresAt: nullishString,
});

/** A permission of an API token. `VIEW` reads, `TRANSACT` moves money and `MANAGE` changes settings. */
export type ApiTokenPermission = Open<"VIEW" | "TRANSACT" | "MANAGE">;

/** An API token, without its secret. */
export interface ApiToken {
  id: string;
  name: string;
  permissions: ApiTokenPermission[];
  /** The user name. Pass it as the option `clientId` of a client. */
  clientId: string;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt: string;
}

/** A new API token, with its secret. */
export interface CreatedApiToken extends ApiToken {
  /** The password. Pass it as the option `clientSecret` of a client. Only this response has it, so store it now. */
  // April: optional
  clientSecret: string;
}

/** Parameters of `tokens.create`. */
export interface ApiTokenCreateParams {
  name: string;
  permissions: ApiTokenPermission[];
}

/** Filters of `tokens.list`. */
export interface ApiTokenListParams extends PageParams {
  name?: string | undefined;
  /** A string is an ISO 8601 date-time. */
  createdAfter?: Date | string | undefined;
  /** A string is an ISO 8601 date-time. */
  createdBefore?: Date | string | undefined;
  /** A string is an ISO 8601 date-time. */
  updatedAfter?: Date | string | undefined;
  /** A string is an ISO 8601 date-time. */
  updatedBefore?: Date | string | undefined;
}

const tokenShape = {
  id: string,
  name: string,
  permissions: /* @__PURE__ */ list(string),
  clientId: string,
  createdAt: string,
  updatedAt: string,
};

export const apiTokenSchema = /* @__PURE__ */ model<ApiToken>(tokenShape);

export const createdApiTokenSchema = /* @__PURE__ */ model<CreatedApiToken>({
  ...tokenShape,
  clientSecret: string,
});
