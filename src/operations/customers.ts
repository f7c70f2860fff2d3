import type { BulkImportAccepted, BulkImportJob, CustomersFile } from "../models/bulk-import";
import type {
  Customer,
  CustomerCreateParams,
  CustomerListParams,
  CustomerUpdateParams,
  KycLink,
  KycLinkParams,
} from "../models/customer";
import { CUSTOMER, SAME_ID } from "./always";
import { anything, text } from "../options/kinds";
import { CREATED_AND_UPDATED, optional, PAGING } from "./parameter-kinds";
import { filters, given, group, one, operation, pageOf } from "./operation";

export const CUSTOMERS = group("customers", {
  create: operation("POST /customers", {
    body: given<CustomerCreateParams>(),
    result: one<Customer>(CUSTOMER, { platformCustomerId: "platformCustomerId" }),
  }),
  retrieve: operation("GET /customers/{customerId}", {
    id: "Customer",
    result: one<Customer>(CUSTOMER, SAME_ID),
  }),
  update: operation("PATCH /customers/{customerId}", {
    id: "Customer",
    body: given<CustomerUpdateParams>(),
    result: one<Customer>({ ...CUSTOMER, mayAskToSign: true }, SAME_ID),
  }),
  list: operation("GET /customers", {
    query: filters<CustomerListParams>({
      ...PAGING,
      platformCustomerId: optional(text),
      customerType: anything,
      ...CREATED_AND_UPDATED,
      region: anything,
      currency: anything,
      umaAddress: optional(text),
      isIncludingDeleted: anything,
    }),
    result: pageOf<Customer>(),
  }),
  delete: operation("DELETE /customers/{customerId}", {
    id: "Customer",
    result: one<Customer>(CUSTOMER, SAME_ID),
  }),
  kycLink: operation("GET /customers/kyc-link", {
    query: filters<KycLinkParams>({ platformCustomerId: text, redirectUri: anything }),
    result: one<KycLink>({}),
  }),
});

export const BULK_CUSTOMERS = group("customers.bulk", {
  upload: operation("POST /customers/bulk/csv", {
    form: given<CustomersFile>(),
    result: one<BulkImportAccepted>({ fields: ["jobId"] }),
  }),
  retrieve: operation("GET /customers/bulk/jobs/{jobId}", {
    id: "job",
    result: one<BulkImportJob>({}, SAME_ID),
  }),
});

export const CUSTOMER_GROUPS = [CUSTOMERS, BULK_CUSTOMERS];
