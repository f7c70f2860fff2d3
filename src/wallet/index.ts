/**
 * An embedded wallet for its owner, in a page, a script or a test.
 *
 * @module payments-sdk/wallet
 */
/*
 * Values by the part of a page that uses them. The build keeps each group apart, so a page loads only what it imports, and
 * `parts.ts` says what comes later.
 */
export * from "./public/building-blocks";
export * from "./public/errors";
export * from "./public/first-load";

export type { CodeProblem } from "./code-problem";
export type { WalletCredentials } from "./credentials";
export type { RegisterParams } from "./register";
export type { PasskeyRegistration, PreparedRegistration } from "./passkey-registration";
export type { StoredSessionKey } from "./crypto/session-key";
export type { WalletExportOptions } from "./crypto/signed-values";
export type { VerifiedStamp } from "./crypto/stamp";
export type { WalletDevice } from "./devices";
export type { ExecuteQuoteOptions } from "./execute-quote";
export type {
  WalletExternalAccounts,
  WalletQuotes,
  WalletReceivers,
  WalletTransactionListParams,
  WalletTransactions,
} from "./wallet-resources";
export type { WalletClientOptions, WalletOptions, WalletRelayOptions } from "./options";
export type { PasskeyCeremony, PasskeyCreationOptions, PasskeyRequestOptions } from "./passkey-ceremony";
export type { BrowserPasskeysOptions } from "./passkeys/browser-passkeys";
export type { PayParams } from "./pay";
export type { PaymentProgress, PendingPayment, WalletPayments } from "./payment-watch";
export type { PasskeyFailureReason } from "./passkeys/passkey-error";
export type { WalletSessions } from "./sessions";
export type { PasskeySignIn, PreparedSignIn, SignInParams } from "./sign-in-params";
export type { WalletState } from "./state";
export type { IndexedDbStoreOptions } from "./stores/indexed-db-store";
export type { SeenPayload, StoredPayment, StoreTables, WalletStore } from "./stores/wallet-store";
export type { WalletRequestOptions } from "./wallet-call";
export type { CustomerWords, WalletWords } from "./words";
export type { StoredSession } from "./wallet-session";
