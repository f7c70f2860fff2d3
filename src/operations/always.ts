import type { AuthMethod } from "../models/auth";
import type { BeneficialOwner, UploadedDocument, Verification } from "../models/onboarding";
import type { Customer } from "../models/customer";
import type { ExternalAccount, InternalAccount } from "../models/accounts";
import type { PlatformConfig, UmaInvitation } from "../models/platform";
import type { Quote } from "../models/quote";
import type { Transaction } from "../models/transaction";
import type { Always } from "./operation";

/*
 * What the service always gives with each model. The specification and both contracts, April and August, give these fields in
 * every response.
 */

/** The contract requires no `id`. */
export const CUSTOMER: Always<Customer> = {
  kind: "Customer",
  fields: ["customerType", "platformCustomerId"],
};

export const INTERNAL_ACCOUNT: Always<InternalAccount> = {
  kind: "InternalAccount",
  fields: ["id", "balance"],
};

export const EXTERNAL_ACCOUNT: Always<ExternalAccount> = {
  kind: "ExternalAccount",
  fields: ["id", "currency"],
};

export const QUOTE: Always<Quote> = {
  kind: "Quote",
  fields: ["id", "source", "destination"],
  known: {
    status: ["PENDING", "PENDING_AUTHORIZATION", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED"],
    "source.sourceType": ["ACCOUNT", "REALTIME_FUNDING", "UMA_ADDRESS"],
    "destination.destinationType": ["ACCOUNT", "UMA_ADDRESS"],
  },
};

export const TRANSACTION = {
  kind: "Transaction",
  fields: ["id", "type"],
  known: {
    type: ["INCOMING", "OUTGOING", "CARD"],
    status: ["CREATED", "PENDING", "PENDING_AUTHORIZATION", "PROCESSING", "COMPLETED", "REJECTED", "FAILED"],
  },
} as const satisfies Always<Transaction>;

export const VERIFICATION: Always<Verification> = { kind: "Verification", fields: ["id", "customerId"] };

export const BENEFICIAL_OWNER: Always<BeneficialOwner> = {
  kind: "BeneficialOwner",
  fields: ["id", "customerId"],
};

export const AUTH_METHOD: Always<AuthMethod> = { kind: "AuthMethod", fields: ["id", "accountId", "type"] };

export const DOCUMENT: Always<UploadedDocument> = { fields: ["id", "documentHolder"] };

export const INVITATION: Always<UmaInvitation> = { fields: ["code", "inviterUma"] };

/** The contract requires no field of the settings. One that no other model has is enough. */
export const PLATFORM_CONFIG: Always<PlatformConfig> = {
  someOf: [
    "umaDomain",
    "webhookEndpoint",
    "supportedCurrencies",
    "proxyUmaSubdomain",
    "isRegulatedFinancialInstitution",
  ],
};

/** The response is about the thing that the template names. */
export const SAME_ID = { id: "{id}" } as const;

/** The two parties of a payment. */
export const PARTIES = {
  "source.accountId": "source.accountId",
  "source.umaAddress": "source.umaAddress",
  "destination.accountId": "destination.accountId",
  "destination.umaAddress": "destination.umaAddress",
} as const;
