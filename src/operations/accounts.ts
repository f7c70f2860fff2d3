import type {
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
  PlatformExternalAccountCreateParams,
  PlatformExternalAccountListParams,
} from "../models/external-account";
import type {
  InternalAccount,
  InternalAccountListParams,
  PlatformInternalAccountListParams,
} from "../models/internal-account";
import type { WalletExport, WalletExportParams } from "../models/wallet-export";
import { EXTERNAL_ACCOUNT } from "./always";
import { anything } from "../options/kinds";
import { idOf, optional, PAGING, publicKey } from "./parameter-kinds";
import { filters, given, allRowsOf, nothing, one, operation, pageOf } from "./operation";

export const listInternalAccounts = operation("internalAccounts.list", "GET /customers/internal-accounts", {
  query: filters<InternalAccountListParams>({
    ...PAGING,
    currency: anything,
    customerId: optional(idOf("Customer")),
    type: anything,
  }),
  result: pageOf<InternalAccount>(),
});

export const exportWallet = operation("internalAccounts.export", "POST /internal-accounts/{id}/export", {
  id: "InternalAccount",
  // An export changes nothing, so nothing is lost.
  signed: { recovery: "none" },
  body: given<WalletExportParams>({ clientPublicKey: publicKey }),
  result: one<WalletExport>(
    { kind: "InternalAccount", fields: ["encryptedWalletCredentials"] },
    { id: "{id}" },
  ),
});

export const createExternalAccount = operation(
  "externalAccounts.create",
  "POST /customers/external-accounts",
  {
    body: given<ExternalAccountCreateParams>({ customerId: optional(idOf("Customer")) }),
    result: one<ExternalAccount>(EXTERNAL_ACCOUNT, { customerId: "customerId" }),
  },
);

export const retrieveExternalAccount = operation(
  "externalAccounts.retrieve",
  "GET /customers/external-accounts/{externalAccountId}",
  {
    id: "ExternalAccount",
    result: one<ExternalAccount>(EXTERNAL_ACCOUNT, { id: "{externalAccountId}" }),
  },
);

export const listExternalAccounts = operation("externalAccounts.list", "GET /customers/external-accounts", {
  query: filters<ExternalAccountListParams>({
    ...PAGING,
    currency: anything,
    customerId: optional(idOf("Customer")),
  }),
  result: pageOf<ExternalAccount>(),
});

export const deleteExternalAccount = operation(
  "externalAccounts.delete",
  "DELETE /customers/external-accounts/{externalAccountId}",
  { id: "ExternalAccount", result: nothing },
);

export const listPlatformInternalAccounts = operation(
  "platform.internalAccounts.list",
  "GET /platform/internal-accounts",
  {
    query: filters<PlatformInternalAccountListParams>({ currency: anything, type: anything }),
    result: allRowsOf<InternalAccount>(),
  },
);

export const createPlatformExternalAccount = operation(
  "platform.externalAccounts.create",
  "POST /platform/external-accounts",
  {
    body: given<PlatformExternalAccountCreateParams>(),
    result: one<ExternalAccount>(EXTERNAL_ACCOUNT),
  },
);

export const listPlatformExternalAccounts = operation(
  "platform.externalAccounts.list",
  "GET /platform/external-accounts",
  {
    query: filters<PlatformExternalAccountListParams>({ currency: anything }),
    result: allRowsOf<ExternalAccount>(),
  },
);

export const retrievePlatformExternalAccount = operation(
  "platform.externalAccounts.retrieve",
  "GET /platform/external-accounts/{externalAccountId}",
  {
    id: "ExternalAccount",
    result: one<ExternalAccount>(EXTERNAL_ACCOUNT, { id: "{externalAccountId}" }),
  },
);

export const deletePlatformExternalAccount = operation(
  "platform.externalAccounts.delete",
  "DELETE /platform/external-accounts/{externalAccountId}",
  { id: "ExternalAccount", result: nothing },
);

/** Every operation of this file. */
export const ACCOUNTS = [
  listInternalAccounts,
  exportWallet,
  createExternalAccount,
  retrieveExternalAccount,
  listExternalAccounts,
  deleteExternalAccount,
  listPlatformInternalAccounts,
  createPlatformExternalAccount,
  listPlatformExternalAccounts,
  retrievePlatformExternalAccount,
  deletePlatformExternalAccount,
] as const;
