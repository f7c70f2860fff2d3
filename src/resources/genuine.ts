import { valueAt } from "../core/fields";
import { listOf, one } from "../core/recognition";
import { apiTokenSchema, createdApiTokenSchema } from "../models/api-token";
import { authMethodSchema, passkeyAuthChallengeSchema } from "../models/auth-method";
import { beneficialOwnerSchema } from "../models/beneficial-owner";
import { bulkImportAcceptedSchema } from "../models/bulk-import";
import { customerSchema } from "../models/customer";
import { discoverySchema } from "../models/discovery";
import { documentSchema } from "../models/document";
import { exchangeRateSchema } from "../models/exchange-rate";
import { externalAccountSchema } from "../models/external-account";
import { internalAccountSchema } from "../models/internal-account";
import { umaInvitationSchema } from "../models/invitation";
import { listSchema, pageSchema } from "../models/page";
import { platformConfigSchema } from "../models/platform-config";
import { quoteSchema } from "../models/quote";
import { webhookTestSchema } from "../models/sandbox";
import type { Schema } from "../models/schema";
import { sessionSchema } from "../models/session";
import { transactionSchema } from "../models/transaction";
import { verificationSchema } from "../models/verification";
import { walletExportSchema } from "../models/wallet-export";
import { umaProviderSchema } from "../models/uma-provider";
import { withdrawalFeeEstimateSchema } from "../models/withdrawal-fee";

/*
 * The fields that each operation's genuine response must have. The specification and both contracts, April
 * and August, always give these `fields`. Optional fields are absent here, so that the client never refuses a
 * genuine response.
 */

/** Values that the response must repeat from the request, by path. */
type Same = Readonly<Record<string, unknown>>;

/** Reads the values at some paths of the parameters. */
export function valuesAt(params: unknown, ...paths: string[]): Same {
  return Object.fromEntries(paths.map((path) => [path, valueAt(params, path)]));
}

/** The two parties of a payment. */
export const PARTIES = [
  "source.accountId",
  "source.umaAddress",
  "destination.accountId",
  "destination.umaAddress",
];

const pageOf = <Item>(item: Schema<Item>) => listOf(pageSchema(item));

/** A list without pages. */
const wholeOf = <Item>(item: Schema<Item>) => listOf(listSchema(item));

/** The contract requires no `id`. */
export const customer = (same: Same) =>
  one(customerSchema, { kind: "Customer", fields: ["customerType", "platformCustomerId"], same });

export const internalAccount = (same: Same) =>
  one(internalAccountSchema, { kind: "InternalAccount", fields: ["id", "balance"], same });

export const externalAccount = (same: Same) =>
  one(externalAccountSchema, { kind: "ExternalAccount", fields: ["id", "currency"], same });

export const quote = (same: Same, amounts: Same = {}) =>
  one(quoteSchema, { kind: "Quote", fields: ["id", "source", "destination"], same, amounts });

export const transaction = <T>(schema: Schema<T>, same: Same, amounts: Same = {}) =>
  one(schema, { kind: "Transaction", fields: ["id", "type"], same, amounts });

export const verification = (same: Same) =>
  one(verificationSchema, { kind: "Verification", fields: ["id", "customerId"], same });

export const beneficialOwner = (same: Same) =>
  one(beneficialOwnerSchema, { kind: "BeneficialOwner", fields: ["id", "customerId"], same });

export const authMethod = (same: Same) =>
  one(authMethodSchema, { kind: "AuthMethod", fields: ["id", "accountId", "type"], same });

export const passkeyAuthChallenge = (same: Same) =>
  one(passkeyAuthChallengeSchema, { kind: "AuthMethod", fields: ["challenge", "requestId"], same });

export const session = /* @__PURE__ */ one(sessionSchema, {
  kind: "Session",
  fields: ["id", "accountId", "expiresAt"],
});

export const walletExport = (same: Same) =>
  one(walletExportSchema, { kind: "InternalAccount", fields: ["encryptedWalletCredentials"], same });

export const document = (same: Same) => one(documentSchema, { fields: ["id", "documentHolder"], same });

export const invitation = (same: Same) => one(umaInvitationSchema, { fields: ["code", "inviterUma"], same });

export const createdApiToken = /* @__PURE__ */ one(createdApiTokenSchema, { fields: ["id", "clientId"] });

export const bulkImportAccepted = /* @__PURE__ */ one(bulkImportAcceptedSchema, { fields: ["jobId"] });

export const webhookTest = /* @__PURE__ */ one(webhookTestSchema, { fields: ["response_status"] });

export const withdrawalFeeEstimate = /* @__PURE__ */ one(withdrawalFeeEstimateSchema, {
  fields: ["totalFee", "netAmount"],
});

/** The contract requires no field of the settings: one of them is enough. */
export const platformConfig = (same: Same) =>
  one(platformConfigSchema, { someOf: ["umaDomain", "webhookEndpoint", "supportedCurrencies"], same });

export const apiTokenPage = /* @__PURE__ */ pageOf(apiTokenSchema);
export const beneficialOwnerPage = /* @__PURE__ */ pageOf(beneficialOwnerSchema);
export const customerPage = /* @__PURE__ */ pageOf(customerSchema);
export const documentPage = /* @__PURE__ */ pageOf(documentSchema);
export const externalAccountPage = /* @__PURE__ */ pageOf(externalAccountSchema);
export const internalAccountPage = /* @__PURE__ */ pageOf(internalAccountSchema);
export const transactionPage = /* @__PURE__ */ pageOf(transactionSchema);
export const verificationPage = /* @__PURE__ */ pageOf(verificationSchema);

export const credentialList = /* @__PURE__ */ wholeOf(authMethodSchema);
export const discoveryList = /* @__PURE__ */ wholeOf(discoverySchema);
export const exchangeRateList = /* @__PURE__ */ wholeOf(exchangeRateSchema);
export const externalAccountList = /* @__PURE__ */ wholeOf(externalAccountSchema);
export const internalAccountList = /* @__PURE__ */ wholeOf(internalAccountSchema);
export const sessionList = /* @__PURE__ */ wholeOf(sessionSchema);
/** The contract requires no field of the page. */
export const umaProviderPage = /* @__PURE__ */ wholeOf(umaProviderSchema);
