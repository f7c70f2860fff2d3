import type { BusinessCustomer, CustomerType, IndividualCustomer } from "../../../models/customer";
import type { KycStatus } from "../../../models/onboarding";
import type { Known } from "../../../models/open";
import type { Kept } from "./kept";

export type CheckStatus = Known<KycStatus>;

export const checkStatuses: readonly CheckStatus[] = ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"];

export const customerTypes: readonly CustomerType[] = ["INDIVIDUAL", "BUSINESS"];

/** The fields of every customer. `beneficialOwners` are records of their own. */
type CustomerFields = Omit<Kept<IndividualCustomer>, "customerType"> &
  Omit<Kept<BusinessCustomer>, "customerType" | "businessInfo" | "beneficialOwners">;

/**
 * A customer as the service keeps and shows it (specification, "Customer"). Its optional fields are those of the model. Only
 * businesses have `kybStatus`, the same as `kycStatus` (OP-32).
 */
export interface CustomerRecord extends CustomerFields {
  customerType: CustomerType;
  currencies: string[];
  kycStatus: CheckStatus;
  /** The newest service sends codes to it. */
  phoneNumber?: string;
  businessInfo?: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  isDeleted: boolean;
}

/** UMA addresses are compared in lower case, and shown as they were sent. */
export const umaKey = (umaAddress: string): string => umaAddress.toLowerCase();

export const customerIndexes = {
  umaAddress: ({ umaAddress }: CustomerRecord) => umaKey(umaAddress),
  platformCustomerId: ({ platformCustomerId }: CustomerRecord) => platformCustomerId,
  customerType: ({ customerType }: CustomerRecord) => customerType,
  region: ({ region }: CustomerRecord) => region,
  currency: ({ currencies }: CustomerRecord) => currencies,
  existence: ({ isDeleted }: CustomerRecord) => (isDeleted ? "deleted" : "active"),
};

type Decided = "id" | "platformCustomerId" | "createdAt" | "updatedAt" | "isDeleted";

/** What a request can say about a customer. The service or the creation decides the rest. */
export type CustomerChanges = Partial<Omit<CustomerRecord, Decided>>;

export interface NewCustomer extends CustomerChanges {
  customerType: CustomerType;
  platformCustomerId?: string;
}
