/**
 * An embedded wallet for its owner, in a page, a script or a test.
 *
 * @module payments-sdk/wallet
 */
export { PlatformSignInRequiredError } from "../core/api-errors";
export { codeProblemOf } from "./code-problem";
export type { CodeProblem } from "./code-problem";
export type * from "./credentials";
export type { PasskeyRegistration, PreparedRegistration } from "./passkey-registration";
export { ClientKeyPair, generateClientKeyPair } from "./crypto/client-key-pair";
export {
  CryptoUnavailableError,
  DecryptionError,
  InvalidKeyError,
  MalformedBundleError,
  SignatureVerificationError,
} from "./crypto/errors";
export { openSessionBundle, openWalletExport } from "./crypto/open-sealed";
export { SessionKey } from "./crypto/session-key";
export type { StoredSessionKey } from "./crypto/session-key";
export type { WalletExportOptions } from "./crypto/signed-values";
export { verifyStamp } from "./crypto/stamp";
export type { VerifiedStamp } from "./crypto/stamp";
export type { WalletDevice } from "./devices";
export * from "./errors";
export type { ExecuteQuoteOptions } from "./execute-quote";
export type {
  WalletExternalAccountListParams,
  WalletExternalAccountParams,
  WalletExternalAccounts,
  WalletQuoteParams,
  WalletQuotes,
  WalletReceivers,
  WalletTransactionListParams,
  WalletTransactions,
} from "./wallet-resources";
export type {
  PayloadCheck,
  PayloadIntent,
  RelyingParty,
  SessionRequest,
  SessionRequiredHandler,
  WalletClientOptions,
  WalletOptions,
  WalletRelayOptions,
} from "./options";
export type {
  AcceptedPasskeys,
  PasskeyCeremony,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UnknownPasskey,
} from "./passkey-ceremony";
export { browserPasskeys } from "./passkeys/browser-passkeys";
export type { BrowserPasskeysOptions, PasskeyStorage } from "./passkeys/browser-passkeys";
export type { PayParams } from "./pay";
export type { PaymentProgress, PendingPayment, WalletPayments } from "./payment-watch";
export { PasskeyError } from "./passkeys/passkey-error";
export type { PasskeyFailureReason } from "./passkeys/passkey-error";
export { toAssertion, toAttestation } from "./passkey-mapping";
export type { AuthenticationCredential, RegistrationCredential } from "./passkey-mapping";
export { sandboxOidcToken, sandboxPasskeys, sandboxSigner, sandboxValues } from "./sandbox";
export type { WalletEnvironment } from "./sandbox";
export type { SignInKey } from "./session-keys";
export type { WalletSessions } from "./sessions";
export type * from "./sign-in-params";
export type { WalletListener, WalletState } from "./state";
export { indexedDbStore } from "./stores/indexed-db-store";
export type { IndexedDbStoreOptions } from "./stores/indexed-db-store";
export { memoryStore } from "./stores/memory-store";
export type {
  KnownQuote,
  SeenPayload,
  StoreCondition,
  StoredPayment,
  StoreTables,
  WalletStore,
} from "./stores/wallet-store";
export { Wallet } from "./wallet";
export type { WalletRequestOptions } from "./wallet-call";
export { WalletSession } from "./wallet-session";
export { englishWords, wordsFor } from "./words";
export type { CustomerWords, WalletWords } from "./words";
export type { StoredSession } from "./wallet-session";
