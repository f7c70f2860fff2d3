import type { BulkImportAccepted, BulkImportJob, CustomersFile } from "../models/bulk-import";
import type {
  Customer,
  CustomerCreateParams,
  CustomerListParams,
  CustomerUpdateParams,
  KycLink,
  KycLinkParams,
} from "../models/customer";
import { CUSTOMER } from "./always";
import { anything, text } from "../options/kinds";
import { CREATED_AND_UPDATED, PAGING } from "./parameter-kinds";
import { filters, given, one, operation, pageOf } from "./operation";

export const createCustomer = operation("customers.create", "POST /customers", {
  body: given<CustomerCreateParams>(),
  result: one<Customer>(CUSTOMER, { platformCustomerId: "platformCustomerId" }),
});

export const retrieveCustomer = operation("customers.retrieve", "GET /customers/{customerId}", {
  id: "Customer",
  result: one<Customer>(CUSTOMER, { id: "{customerId}" }),
});

export const updateCustomer = operation("customers.update", "PATCH /customers/{customerId}", {
  id: "Customer",
  body: given<CustomerUpdateParams>(),
  result: one<Customer>(CUSTOMER, { id: "{customerId}" }),
});

export const listCustomers = operation("customers.list", "GET /customers", {
  query: filters<CustomerListParams>({
    ...PAGING,
    platformCustomerId: anything,
    customerType: anything,
    ...CREATED_AND_UPDATED,
    region: anything,
    currency: anything,
    umaAddress: anything,
    isIncludingDeleted: anything,
  }),
  result: pageOf<Customer>(),
});

export const deleteCustomer = operation("customers.delete", "DELETE /customers/{customerId}", {
  id: "Customer",
  result: one<Customer>(CUSTOMER, { id: "{customerId}" }),
});

export const createKycLink = operation("customers.kycLink", "GET /customers/kyc-link", {
  query: filters<KycLinkParams>({ platformCustomerId: text, redirectUri: anything }),
  result: one<KycLink>({}),
});

export const uploadCustomers = operation("customers.bulk.upload", "POST /customers/bulk/csv", {
  form: given<CustomersFile>(),
  result: one<BulkImportAccepted>({ fields: ["jobId"] }),
});

export const retrieveImport = operation("customers.bulk.retrieve", "GET /customers/bulk/jobs/{jobId}", {
  id: "job",
  result: one<BulkImportJob>({}, { id: "{jobId}" }),
});

/** Every operation of this file. */
export const CUSTOMERS = [
  createCustomer,
  retrieveCustomer,
  updateCustomer,
  listCustomers,
  deleteCustomer,
  createKycLink,
  uploadCustomers,
  retrieveImport,
] as const;
