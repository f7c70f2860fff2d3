import type * as Sdk from "../../src/index";

/** A header of the operations that run once for each key. */
export interface KeyHeaders {
  /** Identifies the request. A second request with the same key gets the first response again. */
  "Idempotency-Key"?: string;
}

/** A header that names a challenge. */
export interface ChallengeHeaders {
  /** The `requestId` of the challenge. */
  "Request-Id"?: string;
}

/** The headers of a signed request. The initial request has neither. */
export interface SignatureHeaders extends ChallengeHeaders {
  /** A stamp over `payloadToSign` of the challenge, made with the key of a session. */
  "Service-Wallet-Signature"?: string;
}

/** The headers that execute a quote. */
export interface ExecutionHeaders extends KeyHeaders {
  /** A stamp over `payloadToSign` of the quote's payment instructions. Required if the source is an embedded wallet. */
  "Service-Wallet-Signature"?: string;
}

/** One page of a list. */
export interface PageOf<Item> {
  data: Item[];
  /** Whether more rows follow. */
  hasMore: boolean;
  /** The cursor of the next page. */
  nextCursor?: string | null;
  /** Number of matches over all pages. */
  totalCount?: number | null;
}

/** A list without pages. */
export interface ListOf<Item> {
  data: Item[];
}

/** A CSV file of customers. */
export interface CustomersFile {
  /** A CSV file with one customer in each row. */
  file: Sdk.UploadFile;
}

/** A challenge for a passkey repeats the credential. */
export interface PasskeyChallenge extends Omit<Sdk.PasskeyAuthChallenge, "type"> {
  type: "PASSKEY";
}

/** A credential that was sent a new code, or that needs no challenge. */
export interface ChallengedCredential extends Sdk.AuthMethod {
  type: "EMAIL_OTP" | "OAUTH";
}

type Page<Query, Item> = { query: Query; 200: PageOf<Item> };

/**
 * Every operation of the service. `method` is the method of the client that calls it. `query`, `headers`, `body` (JSON) and
 * `form` (multipart/form-data) are the request. A number is a success, and its type is the body. `fails` lists the error
 * statuses that do not follow from the request: see `failures` in document.ts.
 *
 * `npm run openapi` writes the OpenAPI document from it.
 */
export interface Operations {
  "POST /customers": {
    method: "customers.create";
    fails: 409 | 501;
    body: Sdk.CustomerCreateParams;
    201: Sdk.Customer;
  };
  "GET /customers": Page<Sdk.CustomerListParams, Sdk.Customer> & { method: "customers.list" };
  "GET /customers/{customerId}": { method: "customers.retrieve"; 200: Sdk.Customer };
  "PATCH /customers/{customerId}": {
    method: "customers.update";
    body: Sdk.CustomerUpdateParams;
    200: Sdk.Customer;
  };
  "GET /customers/internal-accounts": Page<Sdk.InternalAccountListParams, Sdk.InternalAccount> & {
    method: "internalAccounts.list";
  };
  "POST /internal-accounts/{id}/export": {
    method: "internalAccounts.export";
    headers: SignatureHeaders;
    body: Sdk.WalletExportParams;
    200: Sdk.WalletExport;
    202: Sdk.SignedRetryChallenge;
  };
  "POST /customers/external-accounts": {
    method: "externalAccounts.create";
    fails: 409;
    body: Sdk.ExternalAccountCreateParams;
    201: Sdk.ExternalAccount;
  };
  "GET /customers/external-accounts": Page<Sdk.ExternalAccountListParams, Sdk.ExternalAccount> & {
    method: "externalAccounts.list";
  };
  "GET /customers/external-accounts/{externalAccountId}": {
    method: "externalAccounts.retrieve";
    200: Sdk.ExternalAccount;
  };
  "DELETE /customers/external-accounts/{externalAccountId}": { method: "externalAccounts.delete"; 204: void };
  "GET /platform/internal-accounts": {
    method: "platform.internalAccounts.list";
    query: Sdk.PlatformInternalAccountListParams;
    200: ListOf<Sdk.InternalAccount>;
  };
  "POST /platform/external-accounts": {
    method: "platform.externalAccounts.create";
    fails: 409;
    body: Sdk.PlatformExternalAccountCreateParams;
    201: Sdk.ExternalAccount;
  };
  "GET /platform/external-accounts": {
    method: "platform.externalAccounts.list";
    query: Sdk.PlatformExternalAccountListParams;
    200: ListOf<Sdk.ExternalAccount>;
  };
  "GET /platform/external-accounts/{externalAccountId}": {
    method: "platform.externalAccounts.retrieve";
    200: Sdk.ExternalAccount;
  };
  "DELETE /platform/external-accounts/{externalAccountId}": {
    method: "platform.externalAccounts.delete";
    204: void;
  };
  "POST /verifications": {
    method: "verifications.create";
    fails: 404;
    body: Sdk.VerificationCreateParams;
    200: Sdk.Verification;
  };
  "GET /verifications": Page<Sdk.VerificationListParams, Sdk.Verification> & { method: "verifications.list" };
  "GET /verifications/{verificationId}": { method: "verifications.retrieve"; 200: Sdk.Verification };
  "POST /beneficial-owners": {
    method: "beneficialOwners.create";
    fails: 404;
    body: Sdk.BeneficialOwnerCreateParams;
    201: Sdk.BeneficialOwner;
  };
  "GET /beneficial-owners": Page<Sdk.BeneficialOwnerListParams, Sdk.BeneficialOwner> & {
    method: "beneficialOwners.list";
  };
  "GET /beneficial-owners/{beneficialOwnerId}": {
    method: "beneficialOwners.retrieve";
    200: Sdk.BeneficialOwner;
  };
  "PATCH /beneficial-owners/{beneficialOwnerId}": {
    method: "beneficialOwners.update";
    body: Sdk.BeneficialOwnerUpdateParams;
    200: Sdk.BeneficialOwner;
  };
  "POST /documents": {
    method: "documents.upload";
    fails: 404;
    form: Sdk.DocumentUploadParams;
    201: Sdk.UploadedDocument;
  };
  "GET /documents": Page<Sdk.DocumentListParams, Sdk.UploadedDocument> & { method: "documents.list" };
  "GET /documents/{documentId}": { method: "documents.retrieve"; 200: Sdk.UploadedDocument };
  "DELETE /documents/{documentId}": { method: "documents.delete"; fails: 409; 204: void };
  "GET /receiver/uma/{receiverUmaAddress}": {
    method: "receivers.lookupUma";
    fails: 412 | 424;
    query: Sdk.ReceiverLookupParams;
    200: Sdk.UmaLookup;
  };
  "GET /receiver/external-account/{accountId}": {
    method: "receivers.lookupExternalAccount";
    fails: 412 | 424;
    query: Sdk.ReceiverLookupParams;
    200: Sdk.ExternalAccountLookup;
  };
  "POST /quotes": {
    method: "quotes.create";
    fails: 412 | 424 | 501;
    headers: KeyHeaders;
    body: Sdk.QuoteCreateParams;
    201: Sdk.Quote;
  };
  "GET /quotes/{quoteId}": { method: "quotes.retrieve"; 200: Sdk.Quote };
  "POST /quotes/{quoteId}/execute": {
    method: "quotes.execute";
    fails: 409;
    headers: ExecutionHeaders;
    200: Sdk.Quote;
  };
  "POST /transfer-in": {
    method: "transfers.in";
    fails: 404;
    headers: KeyHeaders;
    body: Sdk.TransferInParams;
    201: Sdk.Transaction;
  };
  "POST /transfer-out": {
    method: "transfers.out";
    fails: 404;
    headers: KeyHeaders;
    body: Sdk.TransferOutParams;
    201: Sdk.Transaction;
  };
  "GET /transactions": Page<Sdk.TransactionListParams, Sdk.Transaction> & { method: "transactions.list" };
  "GET /transactions/{transactionId}": { method: "transactions.retrieve"; 200: Sdk.Transaction };
  "POST /transactions/{transactionId}/approve": {
    method: "transactions.approve";
    fails: 409;
    body?: Sdk.TransactionApproveParams;
    200: Sdk.IncomingTransaction;
  };
  "POST /transactions/{transactionId}/reject": {
    method: "transactions.reject";
    fails: 409;
    body?: Sdk.TransactionRejectParams;
    200: Sdk.IncomingTransaction;
  };
  "POST /auth/credentials": {
    method: "auth.credentials.create";
    fails: 404;
    headers: SignatureHeaders;
    body: Sdk.CredentialCreateParams;
    201: Sdk.AuthMethod;
    202: Sdk.SignedRetryChallenge;
  };
  "GET /auth/credentials": {
    method: "auth.credentials.list";
    query: Sdk.CredentialListParams;
    200: ListOf<Sdk.AuthMethod>;
  };
  "POST /auth/credentials/{id}/challenge": {
    method: "auth.credentials.challenge";
    fails: 429;
    body?: Partial<Sdk.CredentialChallengeParams>;
    200: ChallengedCredential | PasskeyChallenge;
  };
  "POST /auth/credentials/{id}/verify": {
    method: "auth.credentials.verify";
    headers: ChallengeHeaders;
    body: Sdk.CredentialVerifyParams;
    200: Sdk.Session;
  };
  "DELETE /auth/credentials/{id}": {
    method: "auth.credentials.revoke";
    headers: SignatureHeaders;
    202: Sdk.SignedRetryChallenge;
    204: void;
  };
  "GET /auth/sessions": {
    method: "auth.sessions.list";
    query: Sdk.SessionListParams;
    200: ListOf<Sdk.Session>;
  };
  "DELETE /auth/sessions/{id}": {
    method: "auth.sessions.revoke";
    headers: SignatureHeaders;
    202: Sdk.SignedRetryChallenge;
    204: void;
  };
  "POST /sandbox/internal-accounts/{accountId}/fund": {
    method: "sandbox.fund";
    fails: 403;
    body: Sdk.SandboxFundParams;
    200: Sdk.InternalAccount;
  };
  "POST /sandbox/send": {
    method: "sandbox.send";
    fails: 403 | 404;
    body: Sdk.SandboxSendParams;
    200: Sdk.OutgoingTransaction;
  };
  "POST /sandbox/uma/receive": {
    method: "sandbox.receiveUma";
    fails: 403 | 404;
    body: Sdk.SandboxReceiveUmaParams;
    200: Sdk.IncomingTransaction;
  };
  "GET /config": { method: "config.retrieve"; 200: Sdk.PlatformConfig };
  "PATCH /config": {
    method: "config.update";
    fails: 501;
    body: Sdk.PlatformConfigUpdateParams;
    200: Sdk.PlatformConfig;
  };
  "GET /exchange-rates": {
    method: "exchangeRates.list";
    query: Sdk.ExchangeRateListParams;
    200: ListOf<Sdk.ExchangeRate>;
  };
  "GET /discoveries": {
    method: "discoveries.list";
    query: Sdk.DiscoveryListParams;
    200: ListOf<Sdk.Discovery>;
  };
  "GET /uma-providers": Page<Sdk.UmaProviderListParams, Sdk.UmaProvider> & { method: "umaProviders.list" };
  "DELETE /customers/{customerId}": { method: "customers.delete"; fails: 410; 200: Sdk.Customer };
  "GET /customers/kyc-link": { method: "customers.kycLink"; query: Sdk.KycLinkParams; 200: Sdk.KycLink };
  "POST /customers/bulk/csv": {
    method: "customers.bulk.upload";
    form: CustomersFile;
    202: Sdk.BulkImportAccepted;
  };
  "GET /customers/bulk/jobs/{jobId}": { method: "customers.bulk.retrieve"; 200: Sdk.BulkImportJob };
  "PUT /documents/{documentId}": {
    method: "documents.replace";
    form: Sdk.DocumentReplaceParams;
    200: Sdk.UploadedDocument;
  };
  "POST /crypto/estimate-withdrawal-fee": {
    method: "crypto.estimateWithdrawalFee";
    fails: 404;
    body: Sdk.WithdrawalFeeEstimateParams;
    200: Sdk.WithdrawalFeeEstimate;
  };
  "POST /sandbox/webhooks/test": { method: "sandbox.webhooks.test"; 200: Sdk.WebhookTest };
  "POST /invitations": {
    method: "invitations.create";
    body: Sdk.UmaInvitationCreateParams;
    201: Sdk.UmaInvitation;
  };
  "GET /invitations/{invitationCode}": { method: "invitations.retrieve"; 200: Sdk.UmaInvitation };
  "POST /invitations/{invitationCode}/claim": {
    method: "invitations.claim";
    body: Sdk.UmaInvitationClaimParams;
    200: Sdk.UmaInvitation;
  };
  "POST /invitations/{invitationCode}/cancel": {
    method: "invitations.cancel";
    fails: 403;
    200: Sdk.UmaInvitation;
  };
  "POST /tokens": { method: "tokens.create"; body: Sdk.ApiTokenCreateParams; 201: Sdk.CreatedApiToken };
  "GET /tokens": Page<Sdk.ApiTokenListParams, Sdk.ApiToken> & { method: "tokens.list" };
  "GET /tokens/{tokenId}": { method: "tokens.retrieve"; 200: Sdk.ApiToken };
  "DELETE /tokens/{tokenId}": { method: "tokens.delete"; 204: void };
}
