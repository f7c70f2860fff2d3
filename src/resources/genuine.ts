import { valueAt } from "../core/fields";
import { one } from "../core/recognition";
import type { Genuine } from "../core/recognition";
import { createdApiTokenSchema } from "../models/api-token";
import type { CreatedApiToken } from "../models/api-token";
import { authMethodSchema, passkeyAuthChallengeSchema } from "../models/auth-method";
import type { AuthMethod, PasskeyAuthChallenge } from "../models/auth-method";
import { beneficialOwnerSchema } from "../models/beneficial-owner";
import type { BeneficialOwner } from "../models/beneficial-owner";
import { bulkImportAcceptedSchema } from "../models/bulk-import";
import type { BulkImportAccepted } from "../models/bulk-import";
import { customerSchema } from "../models/customer";
import type { Customer } from "../models/customer";
import { documentSchema } from "../models/document";
import type { UploadedDocument } from "../models/document";
import { externalAccountSchema } from "../models/external-account";
import type { ExternalAccount } from "../models/external-account";
import { internalAccountSchema } from "../models/internal-account";
import type { InternalAccount } from "../models/internal-account";
import { umaInvitationSchema } from "../models/invitation";
import type { UmaInvitation } from "../models/invitation";
import { platformConfigSchema } from "../models/platform-config";
import type { PlatformConfig } from "../models/platform-config";
import { quoteSchema } from "../models/quote";
import type { Quote } from "../models/quote";
import { webhookTestSchema } from "../models/sandbox";
import type { WebhookTest } from "../models/sandbox";
import type { Schema } from "../models/schema";
import { sessionSchema } from "../models/session";
import type { Session } from "../models/session";
import { verificationSchema } from "../models/verification";
import type { Verification } from "../models/verification";
import { walletExportSchema } from "../models/wallet-export";
import type { WalletExport } from "../models/wallet-export";
import { withdrawalFeeEstimateSchema } from "../models/withdrawal-fee";
import type { WithdrawalFeeEstimate } from "../models/withdrawal-fee";

/*
 * What the genuine response of each operation carries. `fields` are given by the specification and by both contracts, April and
 * August. For what a contract leaves optional, fewer fields stand here: a genuine response must never be refused.
 */

/** Values that the response must repeat, by path. */
type Same = Readonly<Record<string, unknown>>;

/** The values at some paths of the parameters. */
export function valuesAt(params: unknown, ...paths: string[]): Same {
  return Object.fromEntries(paths.map((path) => [path, valueAt(params, path)]));
}

/** A payment is between these ids and addresses (specification, "Quote" and "Transaction"). */
export const PARTIES = [
  "source.accountId",
  "source.umaAddress",
  "destination.accountId",
  "destination.umaAddress",
];

/** A customer. The contract requires no `id`. */
export const customer = (same: Same): Genuine<Customer> =>
  one(customerSchema, { kind: "Customer", fields: ["customerType", "platformCustomerId"], same });

/** An internal account. */
export const internalAccount = (same: Same): Genuine<InternalAccount> =>
  one(internalAccountSchema, { kind: "InternalAccount", fields: ["id", "balance"], same });

/** An external account. */
export const externalAccount = (same: Same): Genuine<ExternalAccount> =>
  one(externalAccountSchema, { kind: "ExternalAccount", fields: ["id", "currency"], same });

/** A quote between the parties of the request. */
export const quote = (same: Same, amounts: Same = {}): Genuine<Quote> =>
  one(quoteSchema, { kind: "Quote", fields: ["id", "source", "destination"], same, amounts });

/** A transaction. */
export const transaction = <T>(schema: Schema<T>, same: Same, amounts: Same = {}): Genuine<T> =>
  one(schema, { kind: "Transaction", fields: ["id", "type"], same, amounts });

/** A verification. */
export const verification = (same: Same): Genuine<Verification> =>
  one(verificationSchema, { kind: "Verification", fields: ["id", "customerId"], same });

/** A beneficial owner. */
export const beneficialOwner = (same: Same): Genuine<BeneficialOwner> =>
  one(beneficialOwnerSchema, { kind: "BeneficialOwner", fields: ["id", "customerId"], same });

/** A credential of a wallet. */
export const authMethod = (same: Same): Genuine<AuthMethod> =>
  one(authMethodSchema, { kind: "AuthMethod", fields: ["id", "accountId", "type"], same });

/** The challenge of a passkey sign-in. */
export const passkeyAuthChallenge = (same: Same): Genuine<PasskeyAuthChallenge> =>
  one(passkeyAuthChallengeSchema, { kind: "AuthMethod", fields: ["challenge", "requestId"], same });

/** A session of a wallet. */
export const session: Genuine<Session> = /* @__PURE__ */ one(sessionSchema, {
  kind: "Session",
  fields: ["id", "expiresAt"],
});

/** A sealed wallet export. */
export const walletExport = (same: Same): Genuine<WalletExport> =>
  one(walletExportSchema, { kind: "InternalAccount", fields: ["encryptedWalletCredentials"], same });

/** An uploaded document. */
export const document = (same: Same): Genuine<UploadedDocument> =>
  one(documentSchema, { fields: ["id", "documentHolder"], same });

/** An invitation. */
export const invitation = (same: Same): Genuine<UmaInvitation> =>
  one(umaInvitationSchema, { fields: ["code", "inviterUma"], same });

/** A new API token. */
export const createdApiToken: Genuine<CreatedApiToken> = /* @__PURE__ */ one(createdApiTokenSchema, {
  fields: ["id", "clientId"],
});

/** The job of a bulk import. */
export const bulkImportAccepted: Genuine<BulkImportAccepted> = /* @__PURE__ */ one(bulkImportAcceptedSchema, {
  fields: ["jobId"],
});

/** The result of a test delivery. */
export const webhookTest: Genuine<WebhookTest> = /* @__PURE__ */ one(webhookTestSchema, {
  fields: ["response_status"],
});

/** The estimated fee of a withdrawal. */
export const withdrawalFeeEstimate: Genuine<WithdrawalFeeEstimate> = /* @__PURE__ */ one(
  withdrawalFeeEstimateSchema,
  { fields: ["totalFee", "netAmount"] },
);

/** The contract requires no field of the settings: one of them is enough. */
export const platformConfig = (same: Same): Genuine<PlatformConfig> =>
  one(platformConfigSchema, {
    someOf: ["umaDomain", "webhookEndpoint", "supportedCurrencies"],
    same,
  });
