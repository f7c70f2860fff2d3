import type {
  ExternalAccount,
  ExternalAccountCreateParams,
  ExternalAccountListParams,
  InternalAccount,
  InternalAccountListParams,
  PlatformExternalAccountCreateParams,
  PlatformExternalAccountListParams,
  PlatformInternalAccountListParams,
  WalletExport,
  WalletExportParams,
} from "../models/accounts";
import { EXTERNAL_ACCOUNT, SAME_ID } from "./always";
import { anything } from "../options/kinds";
import { idOf, optional, PAGING, publicKey } from "./parameter-kinds";
import { filters, given, allRowsOf, nothing, group, one, operation, pageOf } from "./operation";

export const INTERNAL_ACCOUNTS = group("internalAccounts", {
  list: operation("GET /customers/internal-accounts", {
    query: filters<InternalAccountListParams>({
      ...PAGING,
      currency: anything,
      customerId: optional(idOf("Customer")),
      type: anything,
    }),
    result: pageOf<InternalAccount>(),
  }),
  export: operation("POST /internal-accounts/{id}/export", {
    id: "InternalAccount",
    // An export changes nothing, so nothing is lost.
    signed: { recovery: "none" },
    body: given<WalletExportParams>({ clientPublicKey: publicKey }),
    result: one<WalletExport>({ kind: "InternalAccount", fields: ["encryptedWalletCredentials"] }, SAME_ID),
  }),
});

export const EXTERNAL_ACCOUNTS = group("externalAccounts", {
  create: operation("POST /customers/external-accounts", {
    body: given<ExternalAccountCreateParams>({ customerId: optional(idOf("Customer")) }),
    result: one<ExternalAccount>(EXTERNAL_ACCOUNT, { customerId: "customerId" }),
  }),
  retrieve: operation("GET /customers/external-accounts/{externalAccountId}", {
    id: "ExternalAccount",
    result: one<ExternalAccount>(EXTERNAL_ACCOUNT, SAME_ID),
  }),
  list: operation("GET /customers/external-accounts", {
    query: filters<ExternalAccountListParams>({
      ...PAGING,
      currency: anything,
      customerId: optional(idOf("Customer")),
    }),
    result: pageOf<ExternalAccount>(),
  }),
  delete: operation("DELETE /customers/external-accounts/{externalAccountId}", {
    id: "ExternalAccount",
    result: nothing,
  }),
});

export const PLATFORM_INTERNAL_ACCOUNTS = group("platform.internalAccounts", {
  list: operation("GET /platform/internal-accounts", {
    query: filters<PlatformInternalAccountListParams>({ currency: anything, type: anything }),
    result: allRowsOf<InternalAccount>(),
  }),
});

export const PLATFORM_EXTERNAL_ACCOUNTS = group("platform.externalAccounts", {
  create: operation("POST /platform/external-accounts", {
    body: given<PlatformExternalAccountCreateParams>(),
    result: one<ExternalAccount>(EXTERNAL_ACCOUNT),
  }),
  list: operation("GET /platform/external-accounts", {
    query: filters<PlatformExternalAccountListParams>({ currency: anything }),
    result: allRowsOf<ExternalAccount>(),
  }),
  retrieve: operation("GET /platform/external-accounts/{externalAccountId}", {
    id: "ExternalAccount",
    result: one<ExternalAccount>(EXTERNAL_ACCOUNT, SAME_ID),
  }),
  delete: operation("DELETE /platform/external-accounts/{externalAccountId}", {
    id: "ExternalAccount",
    result: nothing,
  }),
});

export const ACCOUNT_GROUPS = [
  INTERNAL_ACCOUNTS,
  EXTERNAL_ACCOUNTS,
  PLATFORM_INTERNAL_ACCOUNTS,
  PLATFORM_EXTERNAL_ACCOUNTS,
];
