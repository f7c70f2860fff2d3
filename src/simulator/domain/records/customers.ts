import type { Address } from "../../../models/address";

export const checkStatuses = ["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"] as const;

export type CheckStatus = (typeof checkStatuses)[number];

export const customerTypes = ["INDIVIDUAL", "BUSINESS"] as const;

export type CustomerType = (typeof customerTypes)[number];

/** A customer as the service keeps and shows it (specification, "Customer"). */
export interface CustomerRecord {
  id: `Customer:${string}`;
  platformCustomerId: string;
  customerType: CustomerType;
  umaAddress: string;
  region?: string;
  currencies: string[];
  email?: string;
  kycStatus: CheckStatus;
  /** Businesses only; the same as `kycStatus` (OP-32). */
  kybStatus?: CheckStatus;
  fullName?: string;
  birthDate?: string;
  nationality?: string;
  address?: Address;
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
