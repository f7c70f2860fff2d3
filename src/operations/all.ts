import {
  createExternalAccount,
  createPlatformExternalAccount,
  deleteExternalAccount,
  deletePlatformExternalAccount,
  exportWallet,
  listExternalAccounts,
  listInternalAccounts,
  listPlatformExternalAccounts,
  listPlatformInternalAccounts,
  retrieveExternalAccount,
  retrievePlatformExternalAccount,
} from "./accounts";
import {
  challengeCredential,
  createCredential,
  listCredentials,
  listSessions,
  revokeCredential,
  revokeSession,
  verifyCredential,
} from "./auth";
import {
  createCustomer,
  createKycLink,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  retrieveImport,
  updateCustomer,
  uploadCustomers,
} from "./customers";
import {
  approveTransaction,
  createQuote,
  estimateWithdrawalFee,
  executeQuote,
  listExchangeRates,
  listTransactions,
  lookupExternalAccount,
  lookupUma,
  rejectTransaction,
  retrieveQuote,
  retrieveTransaction,
  transferIn,
  transferOut,
} from "./money";
import {
  createBeneficialOwner,
  createVerification,
  deleteDocument,
  listBeneficialOwners,
  listDocuments,
  listVerifications,
  replaceDocument,
  retrieveBeneficialOwner,
  retrieveDocument,
  retrieveVerification,
  updateBeneficialOwner,
  uploadDocument,
} from "./onboarding";
import {
  cancelInvitation,
  claimInvitation,
  createInvitation,
  createToken,
  deleteToken,
  listDiscoveries,
  listTokens,
  listUmaProviders,
  retrieveConfig,
  retrieveInvitation,
  retrieveToken,
  updateConfig,
} from "./platform";
import { fundAccount, receivePayment, sendPayment, testWebhook } from "./sandbox";
import type { Operation } from "./operation";

/** Every operation of the service. */
export const OPERATIONS = [
  createCustomer,
  retrieveCustomer,
  updateCustomer,
  listCustomers,
  deleteCustomer,
  createKycLink,
  uploadCustomers,
  retrieveImport,
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
  createVerification,
  retrieveVerification,
  listVerifications,
  createBeneficialOwner,
  retrieveBeneficialOwner,
  updateBeneficialOwner,
  listBeneficialOwners,
  uploadDocument,
  listDocuments,
  retrieveDocument,
  replaceDocument,
  deleteDocument,
  createQuote,
  retrieveQuote,
  executeQuote,
  transferIn,
  transferOut,
  listTransactions,
  retrieveTransaction,
  approveTransaction,
  rejectTransaction,
  lookupUma,
  lookupExternalAccount,
  listExchangeRates,
  estimateWithdrawalFee,
  createCredential,
  listCredentials,
  challengeCredential,
  verifyCredential,
  revokeCredential,
  listSessions,
  revokeSession,
  retrieveConfig,
  updateConfig,
  listDiscoveries,
  listUmaProviders,
  createInvitation,
  retrieveInvitation,
  claimInvitation,
  cancelInvitation,
  createToken,
  listTokens,
  retrieveToken,
  deleteToken,
  fundAccount,
  sendPayment,
  receivePayment,
  testWebhook,
] as const;

const KEYED = /* @__PURE__ */ OPERATIONS.filter((operation: Operation) => operation.keyed);

/** Whether the service reads an `Idempotency-Key` at an address such as `/quotes/Quote%3A1/execute`. */
export function readsKey(method: string, path: string): boolean {
  const segments = `${method} ${path}`.split("/");
  return KEYED.some(({ http }) => {
    const template = http.split("/");
    return (
      template.length === segments.length &&
      template.every((part, index) => part.startsWith("{") || part === segments[index])
    );
  });
}
