import { addressSchema } from "./address";
import type { Address, AddressParams } from "./address";
import { beneficialOwnerSchema } from "./onboarding";
import type { BeneficialOwner, KybStatus, KycStatus } from "./onboarding";
import type { CurrencyCode } from "./currency";
import type { CustomerId } from "./ids";
import type { Input, Nullish, Open } from "./open";
import type { PageParams } from "./page";
import { boolean, list, model, union, nullish, nullishString, record, string } from "./schema";

/** Whether a customer is a person or a business. */
export type CustomerType = "INDIVIDUAL" | "BUSINESS";

/** The industry of a business. */
export type BusinessType = Open<
  | "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING"
  | "MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION"
  | "UTILITIES"
  | "CONSTRUCTION"
  | "MANUFACTURING"
  | "WHOLESALE_TRADE"
  | "RETAIL_TRADE"
  | "TRANSPORTATION_AND_WAREHOUSING"
  | "INFORMATION"
  | "FINANCE_AND_INSURANCE"
  | "REAL_ESTATE_AND_RENTAL_AND_LEASING"
  | "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES"
  | "MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES"
  | "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES"
  | "EDUCATIONAL_SERVICES"
  | "HEALTH_CARE_AND_SOCIAL_ASSISTANCE"
  | "ARTS_ENTERTAINMENT_AND_RECREATION"
  | "ACCOMMODATION_AND_FOOD_SERVICES"
  | "OTHER_SERVICES"
  | "PUBLIC_ADMINISTRATION"
>;

/** What a business uses its account for. */
export type PurposeOfAccount = Open<
  | "CONTRACTOR_PAYOUTS"
  | "CREATOR_PAYOUTS"
  | "EMPLOYEE_PAYOUTS"
  | "MARKETPLACE_SELLER_PAYOUTS"
  | "SUPPLIER_PAYMENTS"
  | "CROSS_BORDER_B2B"
  | "AR_AUTOMATION"
  | "AP_AUTOMATION"
  | "EMBEDDED_PAYMENTS"
  | "PLATFORM_FEE_COLLECTION"
  | "P2P_TRANSFERS"
  | "CHARITABLE_DONATIONS"
  | "OTHER"
>;

/** The data of a business. Fields newer than this package are kept. */
export interface BusinessInfo {
  // April: required in customers.create
  legalName?: Nullish<string>;
  /** The trading name, if it differs from the legal name. */
  doingBusinessAs?: Nullish<string>;
  /** Country of incorporation, ISO 3166-1 alpha-2. */
  country?: Nullish<string>;
  /** In the sandbox, the last three digits choose the outcome: 001 PENDING, 002 REJECTED, otherwise APPROVED. */
  registrationNumber?: Nullish<string>;
  /** Date of incorporation, `YYYY-MM-DD`. */
  incorporatedOn?: Nullish<string>;
  entityType?: Nullish<
    Open<
      "SOLE_PROPRIETORSHIP" | "PARTNERSHIP" | "LLC" | "CORPORATION" | "S_CORPORATION" | "NON_PROFIT" | "OTHER"
    >
  >;
  taxId?: Nullish<string>;
  /** ISO 3166-1 alpha-2 codes. */
  countriesOfOperation?: Nullish<string[]>;
  /** The industry, for example `INFORMATION`. */
  businessType?: Nullish<BusinessType>;
  /** The purpose of the account, for example `CONTRACTOR_PAYOUTS`. */
  purposeOfAccount?: Nullish<PurposeOfAccount>;
  sourceOfFunds?: Nullish<string>;
  expectedMonthlyTransactionCount?: Nullish<
    Open<"COUNT_UNDER_10" | "COUNT_10_TO_100" | "COUNT_100_TO_500" | "COUNT_500_TO_1000" | "COUNT_OVER_1000">
  >;
  expectedMonthlyTransactionVolume?: Nullish<
    Open<
      "VOLUME_UNDER_10K" | "VOLUME_10K_TO_100K" | "VOLUME_100K_TO_1M" | "VOLUME_1M_TO_10M" | "VOLUME_OVER_10M"
    >
  >;
  /** ISO 3166-1 alpha-2 codes. */
  expectedRecipientJurisdictions?: Nullish<string[]>;
}

/** The fields that every customer has. */
interface CustomerBase {
  // April: optional
  id: CustomerId;
  /** The platform's own id of the customer. The service generates it if you pass none. */
  platformCustomerId: string;
  /** The customer's UMA address. It starts with `$`. */
  umaAddress: string;
  /** The regulatory jurisdiction, ISO 3166-1 alpha-2. It never changes. */
  region?: Nullish<string>;
  /** The enabled currencies. */
  currencies?: Nullish<CurrencyCode[]>;
  email?: Nullish<string>;
  address?: Nullish<Address>;
  /** The outcome of a person's identity check. A business has `kybStatus` instead. */
  kycStatus?: Nullish<KycStatus>;
  /** ISO 8601 date-time in UTC. */
  createdAt?: Nullish<string>;
  /** ISO 8601 date-time in UTC. */
  updatedAt?: Nullish<string>;
  isDeleted?: Nullish<boolean>;
}

/** A customer who is a person. */
export interface IndividualCustomer extends CustomerBase {
  customerType: "INDIVIDUAL";
  fullName?: Nullish<string>;
  /** `YYYY-MM-DD`. */
  birthDate?: Nullish<string>;
  /** ISO 3166-1 alpha-2. */
  nationality?: Nullish<string>;
}

/** A customer that is a business. */
export interface BusinessCustomer extends CustomerBase {
  customerType: "BUSINESS";
  kybStatus?: Nullish<KybStatus>;
  businessInfo?: Nullish<BusinessInfo>;
  beneficialOwners?: Nullish<BeneficialOwner[]>;
}

/** A customer. `customerType` is the kind. */
export type Customer = IndividualCustomer | BusinessCustomer;

interface CustomerParamsBase {
  /** An update replaces the whole list. On creation, the default depends on the region. */
  currencies?: CurrencyCode[] | undefined;
  email?: string | undefined;
  /** E.164, for example `+15551234567`. The newest service sends codes by SMS to it. */
  // April: absent
  phoneNumber?: string | undefined;
  /** Starts with `$`. On creation, the service generates it if you omit it. */
  umaAddress?: string | undefined;
  kycStatus?: KycStatus | undefined;
  address?: AddressParams | undefined;
}

/** The fields of a person that you can set. */
export interface IndividualCustomerUpdateParams extends CustomerParamsBase {
  customerType: "INDIVIDUAL";
  fullName?: string | undefined;
  /** `YYYY-MM-DD`. */
  birthDate?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  nationality?: string | undefined;
}

/** The fields of a business that you can set. */
export interface BusinessCustomerUpdateParams extends CustomerParamsBase {
  customerType: "BUSINESS";
  kybStatus?: KybStatus | undefined;
  businessInfo?: Input<BusinessInfo> | undefined;
}

interface CreationParams {
  /** The platform's own id. The service generates it if you omit it. */
  platformCustomerId?: string | undefined;
  /**
   * The regulatory jurisdiction, ISO 3166-1 alpha-2. Required if the currencies have different requirements
   * across regions. You cannot change it later.
   */
  region?: string | undefined;
}

/** Parameters for creating a person as a customer. */
export interface IndividualCustomerCreateParams extends IndividualCustomerUpdateParams, CreationParams {}

/** Parameters for creating a business as a customer. */
export interface BusinessCustomerCreateParams extends BusinessCustomerUpdateParams, CreationParams {}

/** Parameters of `customers.create`. */
export type CustomerCreateParams = IndividualCustomerCreateParams | BusinessCustomerCreateParams;

/** Parameters of `customers.update`. Omitted fields stay unchanged. `customerType` is required and cannot change. */
export type CustomerUpdateParams = IndividualCustomerUpdateParams | BusinessCustomerUpdateParams;

/** Filters of `customers.list`. They combine with "and". */
export interface CustomerListParams extends PageParams {
  platformCustomerId?: string | undefined;
  customerType?: CustomerType | undefined;
  /** Inclusive. A string is an ISO 8601 date-time. */
  createdAfter?: Date | string | undefined;
  /** Inclusive. A string is an ISO 8601 date-time. */
  createdBefore?: Date | string | undefined;
  /** Inclusive. A string is an ISO 8601 date-time. */
  updatedAfter?: Date | string | undefined;
  /** Inclusive. A string is an ISO 8601 date-time. */
  updatedBefore?: Date | string | undefined;
  /** ISO 3166-1 alpha-2. */
  region?: string | undefined;
  /** Matches customers with this currency enabled. */
  currency?: CurrencyCode | undefined;
  umaAddress?: string | undefined;
  /** Whether to include deleted customers. Default of the service: false. */
  isIncludingDeleted?: boolean | undefined;
}

/** Parameters of `customers.kycLink`. */
export interface KycLinkParams {
  /** The platform's own id of the customer. */
  platformCustomerId: string;
  /** Where the customer's browser goes after the check. */
  redirectUri?: string | undefined;
}

/** A link to a page where a customer verifies their identity. */
export interface KycLink {
  /** The URL of the page. */
  // April: optional
  kycUrl: string;
  platformCustomerId?: Nullish<string>;
  customerId?: Nullish<CustomerId>;
}

const commonShape = {
  id: string,
  platformCustomerId: string,
  umaAddress: string,
  region: nullishString,
  currencies: /* @__PURE__ */ nullish(/* @__PURE__ */ list(string)),
  email: nullishString,
  address: /* @__PURE__ */ nullish(addressSchema),
  kycStatus: nullishString,
  createdAt: nullishString,
  updatedAt: nullishString,
  isDeleted: /* @__PURE__ */ nullish(boolean),
};

export const customerSchema = /* @__PURE__ */ union<Customer, "customerType">("customerType", {
  INDIVIDUAL: /* @__PURE__ */ model<Omit<IndividualCustomer, "customerType">>({
    ...commonShape,
    fullName: nullishString,
    birthDate: nullishString,
    nationality: nullishString,
  }),
  BUSINESS: /* @__PURE__ */ model<Omit<BusinessCustomer, "customerType">>({
    ...commonShape,
    kybStatus: nullishString,
    businessInfo: /* @__PURE__ */ nullish(record),
    beneficialOwners: /* @__PURE__ */ nullish(/* @__PURE__ */ list(beneficialOwnerSchema)),
  }),
});

export const kycLinkSchema = /* @__PURE__ */ model<KycLink>({
  kycUrl: string,
  platformCustomerId: nullishString,
  customerId: nullishString,
});
