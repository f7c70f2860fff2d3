import type { BusinessInfo } from "../../models/customer";
import { accountKinds } from "../domain/account-kinds";
import { enumOf, nonEmptyText, wordOf } from "../domain/format";
import { customerTypes } from "../domain/records/customers";
import { openObject, readFields, requiredField, requiring } from "./fields";
import type { Field, Fields } from "./fields";
import { address, country, date, freeText, arrayOf, phone } from "./formats";

/** Checks a part of a body by the contract, where the specification is silent. */
export function checkContract(fields: Fields, part: object | undefined, path?: string): void {
  if (part) readFields(fields, part, path);
}

/** The business of a customer (contract, BusinessInfoUpdate). */
export const businessInfo = {
  legalName: freeText,
  doingBusinessAs: freeText,
  country,
  registrationNumber: freeText,
  incorporatedOn: date,
  entityType: wordOf("SOLE_PROPRIETORSHIP PARTNERSHIP LLC CORPORATION S_CORPORATION NON_PROFIT OTHER"),
  taxId: freeText,
  countriesOfOperation: arrayOf(country),
  businessType: wordOf(
    "AGRICULTURE_FORESTRY_FISHING_AND_HUNTING MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION UTILITIES",
    "CONSTRUCTION MANUFACTURING WHOLESALE_TRADE RETAIL_TRADE TRANSPORTATION_AND_WAREHOUSING",
    "INFORMATION FINANCE_AND_INSURANCE REAL_ESTATE_AND_RENTAL_AND_LEASING",
    "PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES",
    "ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES EDUCATIONAL_SERVICES",
    "HEALTH_CARE_AND_SOCIAL_ASSISTANCE ARTS_ENTERTAINMENT_AND_RECREATION",
    "ACCOMMODATION_AND_FOOD_SERVICES OTHER_SERVICES PUBLIC_ADMINISTRATION",
  ),
  purposeOfAccount: wordOf(
    "CONTRACTOR_PAYOUTS CREATOR_PAYOUTS EMPLOYEE_PAYOUTS MARKETPLACE_SELLER_PAYOUTS",
    "SUPPLIER_PAYMENTS CROSS_BORDER_B2B AR_AUTOMATION AP_AUTOMATION EMBEDDED_PAYMENTS",
    "PLATFORM_FEE_COLLECTION P2P_TRANSFERS CHARITABLE_DONATIONS OTHER",
  ),
  sourceOfFunds: freeText,
  expectedMonthlyTransactionCount: wordOf(
    "COUNT_UNDER_10 COUNT_10_TO_100 COUNT_100_TO_500 COUNT_500_TO_1000 COUNT_OVER_1000",
  ),
  expectedMonthlyTransactionVolume: wordOf(
    "VOLUME_UNDER_10K VOLUME_10K_TO_100K VOLUME_100K_TO_1M VOLUME_1M_TO_10M VOLUME_OVER_10M",
  ),
  expectedRecipientJurisdictions: arrayOf(country),
} satisfies Record<keyof BusinessInfo, Field<unknown>>;

/** The same as responses have it: after a change, too, it has a name (contract, BusinessInfo). */
export const keptBusinessInfo = { ...businessInfo, legalName: requiredField(freeText) };

/** The same of a new customer, whose name is not empty. */
export const newBusinessInfo = { ...businessInfo, legalName: requiredField(nonEmptyText) };

/** The person behind a business (contract, BeneficialOwnerPersonalInfoUpdate). */
export const ownerInfo = {
  idType: enumOf(["SSN", "ITIN", "EIN", "NON_US_TAX_ID"]),
  identifier: nonEmptyText,
  phoneNumber: phone,
};

/** The same of a new owner (contract, BeneficialOwnerPersonalInfo). */
export const newOwnerInfo = requiring({ ...ownerInfo, birthDate: date, nationality: country, address }, [
  "birthDate",
  "nationality",
  "address",
  "idType",
  "identifier",
]);

/** The change of a customer names its type (contract, CustomerUpdateRequest). */
export const customerChange = { customerType: requiredField(enumOf(customerTypes)) };

/** The paying side of a quote (contract, QuoteSourceOneOf, and UMA_ADDRESS of the specification). */
export const quoteSource = { sourceType: enumOf(["ACCOUNT", "UMA_ADDRESS", "REALTIME_FUNDING"]) };

/** The receiving side of a quote (contract, QuoteDestinationOneOf and PaymentRail). */
export const quoteDestination = {
  destinationType: enumOf(["ACCOUNT", "UMA_ADDRESS"]),
  paymentRail: enumOf([...new Set(Object.values(accountKinds).flatMap(({ rails }) => rails))]),
};

/** A new passkey (contract, PasskeyCredentialCreateRequestFields). */
export const newPasskey = {
  nickname: requiredField(freeText),
  attestation: openObject({ transports: arrayOf(enumOf(["usb", "nfc", "ble", "internal", "hybrid"])) }),
};
