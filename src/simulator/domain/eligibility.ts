import { invalidField, problem, Problem } from "./problem";
import type { ExternalAccountRecord } from "./records/accounts";
import type { CustomerRecord } from "./records/customers";
import type { World } from "./world";

const expectedCustomer = "a customer who was not deleted";

/** A deleted customer does nothing any more; kycStatus decides nothing without the option `approvedOnly` (OP-69). */
export function requireCustomer(customer: CustomerRecord | undefined): void {
  if (customer?.isDeleted) throw problem(404, "USER_NOT_FOUND", `Expected ${expectedCustomer}`);
}

/** The same for a customer who is named in a request. `field` is the name there. */
export function requireParty(customer: CustomerRecord | undefined, field: string, code?: string): void {
  if (customer?.isDeleted) throw invalidField(field, expectedCustomer, code);
}

/** A customer who pays or receives. With `approvedOnly`, the check must have approved it. */
export function requirePayer(
  { options }: World,
  customer: CustomerRecord | undefined,
  field: string,
  code?: string,
): void {
  requireParty(customer, field, code);
  if (!options.approvedOnly || !customer || customer.kycStatus === "APPROVED") return;
  const check = customer.customerType === "BUSINESS" ? "KYB" : "KYC";
  throw new Problem({
    status: 403,
    code: "USER_NOT_READY",
    message: `${field}: the ${check} of ${customer.id} is ${customer.kycStatus}, expected APPROVED`,
    details: { field, kycStatus: customer.kycStatus },
  });
}

/** An INACTIVE external account neither pays nor receives (OP-69). */
export function requireActive({ status }: ExternalAccountRecord, field = "accountId"): void {
  if (status === "INACTIVE")
    throw invalidField(field, "an external account that is not INACTIVE", "INVALID_BANK_ACCOUNT");
}
