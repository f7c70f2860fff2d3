import { addressSchema } from "./address";
import type { Address, AddressParams } from "./address";
import type { KycStatus } from "./kyc-status";
import type { BeneficialOwnerId, CustomerId } from "./ids";
import type { Nullish, Open } from "./open";
import type { PageParams } from "./page";
import { list, number, model, nullish, nullishString, string } from "./schema";

/** The role of a person in a business. */
export type BeneficialOwnerRole =
  "UBO" | "DIRECTOR" | "COMPANY_OFFICER" | "CONTROL_PERSON" | "TRUSTEE" | "GENERAL_PARTNER";

/** The kind of number in `identifier`. */
export type IdentificationType = Open<"SSN" | "ITIN" | "EIN" | "NON_US_TAX_ID">;

/** The person behind a beneficial owner. */
export interface PersonalInfo {
  firstName: string;
  middleName?: Nullish<string>;
  /** In the sandbox, the last three digits choose the outcome: 001 PENDING, 002 REJECTED, otherwise APPROVED. */
  lastName: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  /** ISO 3166-1 alpha-2. */
  nationality: string;
  address: Address;
  idType: IdentificationType;
  /** A number of the kind `idType`. */
  identifier: string;
  email?: Nullish<string>;
  /** E.164, for example `+15551234567`. */
  phoneNumber?: Nullish<string>;
  /** ISO 3166-1 alpha-2. */
  countryOfIssuance?: Nullish<string>;
}

/** An owner, director or officer of a business customer. */
export interface BeneficialOwner {
  id: BeneficialOwnerId;
  /** The business customer. */
  customerId: CustomerId;
  roles: Open<BeneficialOwnerRole>[];
  /** In percent, 0 to 100. Relevant if the roles include `UBO`. */
  ownershipPercentage?: Nullish<number>;
  personalInfo: PersonalInfo;
  kycStatus: KycStatus;
  /** ISO 8601 date-time in UTC. */
  createdAt: string;
  /** ISO 8601 date-time in UTC. */
  updatedAt?: Nullish<string>;
}

/** The person behind a beneficial owner, as you send it. */
export interface PersonalInfoParams {
  firstName: string;
  middleName?: string | undefined;
  lastName: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  /** ISO 3166-1 alpha-2. */
  nationality: string;
  address: AddressParams;
  idType: IdentificationType;
  /** A number of the kind `idType`. */
  identifier: string;
  email?: string | undefined;
  /** E.164, for example `+15551234567`. */
  phoneNumber?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  countryOfIssuance?: string | undefined;
}

/** Parameters of `beneficialOwners.create`. */
export interface BeneficialOwnerCreateParams {
  /** A business customer. */
  customerId: CustomerId;
  roles: BeneficialOwnerRole[];
  /** In percent, 0 to 100. Pass it if the roles include `UBO`. */
  // April: required
  ownershipPercentage?: number | undefined;
  personalInfo: PersonalInfoParams;
}

/** Parameters of `beneficialOwners.update`. Omitted fields stay unchanged. */
export interface BeneficialOwnerUpdateParams {
  roles?: BeneficialOwnerRole[] | undefined;
  /** In percent, 0 to 100. */
  ownershipPercentage?: number | undefined;
  personalInfo?: Partial<PersonalInfoParams> | undefined;
}

/** Filters of `beneficialOwners.list`. */
export interface BeneficialOwnerListParams extends PageParams {
  /** A business customer. */
  customerId: CustomerId;
}

export const beneficialOwnerSchema = /* @__PURE__ */ model<BeneficialOwner>({
  id: string,
  customerId: string,
  roles: /* @__PURE__ */ list(string),
  ownershipPercentage: /* @__PURE__ */ nullish(number),
  personalInfo: /* @__PURE__ */ model<PersonalInfo>({
    firstName: string,
    middleName: nullishString,
    lastName: string,
    birthDate: string,
    nationality: string,
    address: addressSchema,
    idType: string,
    identifier: string,
    email: nullishString,
    phoneNumber: nullishString,
    countryOfIssuance: nullishString,
  }),
  kycStatus: string,
  createdAt: string,
  updatedAt: nullishString,
});
