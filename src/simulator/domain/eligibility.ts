import { invalidField, problem } from "./problem";
import type { ExternalAccountRecord } from "./records/accounts";
import type { CustomerRecord } from "./records/customers";

const expectedCustomer = "a customer who was not deleted";

/** A deleted customer does nothing any more; kycStatus decides nothing (OP-69). */
export function requireCustomer(customer: CustomerRecord | undefined): void {
  if (customer?.isDeleted) throw problem(404, "USER_NOT_FOUND", `Expected ${expectedCustomer}`);
}

/** The same for a customer who is a party of a payment. `field` is the party's name in the request. */
export function requireParty(customer: CustomerRecord | undefined, field: string, code?: string): void {
  if (customer?.isDeleted) throw invalidField(field, expectedCustomer, code);
}

/** An INACTIVE external account neither pays nor receives (OP-69). */
export function requireActive({ status }: ExternalAccountRecord, field = "accountId"): void {
  if (status === "INACTIVE")
    throw invalidField(field, "an external account that is not INACTIVE", "INVALID_BANK_ACCOUNT");
}
