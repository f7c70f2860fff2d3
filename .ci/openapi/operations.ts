import type * as Sdk from "../../src/models/index";

/** The bytes of a file. @format binary */
export type Binary = string;

/** The header of the operations that the service repeats only once. */
export interface KeyHeaders {
  /** Up to 255 characters. A repeated request with the same key has the result of the first one. */
  "Idempotency-Key"?: string;
}

/** The header that repeats a passkey's challenge. */
export interface ChallengeHeaders {
  /** The `requestId` of the challenge. */
  "Request-Id"?: string;
}

/** The headers of a signed request; the first request has neither. */
export interface SignatureHeaders extends ChallengeHeaders {
  /** A stamp over `payloadToSign` of the challenge, made with the key of a session. */
  "Service-Wallet-Signature"?: string;
}

/** The headers of the execution of a quote. */
export interface ExecutionHeaders extends KeyHeaders {
  /** A stamp over `payloadToSign` of the quote's instruction, where the source is an embedded wallet. */
  "Service-Wallet-Signature"?: string;
}

/** One page of a list. */
export interface PageOf<Item> {
  data: Item[];
  /** Whether there are rows after these. */
  hasMore: boolean;
  /** The cursor of the next page. */
  nextCursor?: string | null;
  /** Integer: the matches over all pages. */
  totalCount?: number | null;
}

/** A list without paging. */
export interface ListOf<Item> {
  data: Item[];
}

type Page<Query, Item> = { query: Query; 200: PageOf<Item> };
type Upload<Params> = Omit<Params, "file" | "fileName"> & { file: Binary };

/**
 * Every operation of the service: the method of the client that calls it, what is sent (`query`, `headers`, `body` as JSON, `form`
 * as multipart/form-data) and what comes back, by status. `void` is a response without a body.
 *
 * `npm run openapi` writes the OpenAPI document from it. A test compares it with the client's methods and the simulator's routes.
 */
export interface Operations {
  "POST /customers": { method: "customers.create"; body: Sdk.CustomerCreateParams; 201: Sdk.Customer };
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
    body: Sdk.VerificationCreateParams;
    200: Sdk.Verification;
  };
  "GET /verifications": Page<Sdk.VerificationListParams, Sdk.Verification> & { method: "verifications.list" };
  "GET /verifications/{verificationId}": { method: "verifications.retrieve"; 200: Sdk.Verification };
  "POST /beneficial-owners": {
    method: "beneficialOwners.create";
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
    form: Upload<Sdk.DocumentUploadParams>;
    201: Sdk.UploadedDocument;
  };
  "GET /documents": Page<Sdk.DocumentListParams, Sdk.UploadedDocument> & { method: "documents.list" };
  "GET /documents/{documentId}": { method: "documents.retrieve"; 200: Sdk.UploadedDocument };
  "DELETE /documents/{documentId}": { method: "documents.delete"; 204: void };
  "GET /receiver/uma/{receiverUmaAddress}": {
    method: "receivers.lookupUma";
    query: Sdk.ReceiverLookupParams;
    200: Sdk.UmaLookup;
  };
  "GET /receiver/external-account/{accountId}": {
    method: "receivers.lookupExternalAccount";
    query: Sdk.ReceiverLookupParams;
    200: Sdk.ExternalAccountLookup;
  };
  "POST /quotes": {
    method: "quotes.create";
    headers: KeyHeaders;
    body: Sdk.QuoteCreateParams;
    201: Sdk.Quote;
  };
  "GET /quotes/{quoteId}": { method: "quotes.retrieve"; 200: Sdk.Quote };
  "POST /quotes/{quoteId}/execute": { method: "quotes.execute"; headers: ExecutionHeaders; 200: Sdk.Quote };
  "POST /transfer-in": {
    method: "transfers.in";
    headers: KeyHeaders;
    body: Sdk.TransferInParams;
    201: Sdk.Transaction;
  };
  "POST /transfer-out": {
    method: "transfers.out";
    headers: KeyHeaders;
    body: Sdk.TransferOutParams;
    201: Sdk.Transaction;
  };
  "GET /transactions": Page<Sdk.TransactionListParams, Sdk.Transaction> & { method: "transactions.list" };
  "GET /transactions/{transactionId}": { method: "transactions.retrieve"; 200: Sdk.Transaction };
  "POST /transactions/{transactionId}/approve": {
    method: "transactions.approve";
    body?: Sdk.TransactionApproveParams;
    200: Sdk.IncomingTransaction;
  };
  "POST /transactions/{transactionId}/reject": {
    method: "transactions.reject";
    body?: Sdk.TransactionRejectParams;
    200: Sdk.IncomingTransaction;
  };
  "POST /auth/credentials": {
    method: "auth.credentials.create";
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
    body?: Partial<Sdk.CredentialChallengeParams>;
    200: Sdk.AuthMethod | Sdk.PasskeyAuthChallenge;
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
    body: Sdk.SandboxFundParams;
    200: Sdk.InternalAccount;
  };
  "POST /sandbox/send": {
    method: "sandbox.send";
    body: Sdk.SandboxSendParams;
    200: Sdk.OutgoingTransaction;
  };
  "POST /sandbox/uma/receive": {
    method: "sandbox.receiveUma";
    body: Sdk.SandboxReceiveUmaParams;
    200: Sdk.IncomingTransaction;
  };
  "GET /config": { method: "config.retrieve"; 200: Sdk.PlatformConfig };
  "PATCH /config": { method: "config.update"; body: Sdk.PlatformConfigUpdateParams; 200: Sdk.PlatformConfig };
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
  "DELETE /customers/{customerId}": { method: "customers.delete"; 200: Sdk.Customer };
  "GET /customers/kyc-link": { method: "customers.kycLink"; query: Sdk.KycLinkParams; 200: Sdk.KycLink };
  "POST /customers/bulk/csv": {
    method: "customers.bulk.upload";
    form: { file: Binary };
    202: Sdk.BulkImportAccepted;
  };
  "GET /customers/bulk/jobs/{jobId}": { method: "customers.bulk.retrieve"; 200: Sdk.BulkImportJob };
  "PUT /documents/{documentId}": {
    method: "documents.replace";
    form: Upload<Sdk.DocumentReplaceParams>;
    200: Sdk.UploadedDocument;
  };
  "POST /crypto/estimate-withdrawal-fee": {
    method: "crypto.estimateWithdrawalFee";
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
  "POST /invitations/{invitationCode}/cancel": { method: "invitations.cancel"; 200: Sdk.UmaInvitation };
  "POST /tokens": { method: "tokens.create"; body: Sdk.ApiTokenCreateParams; 201: Sdk.CreatedApiToken };
  "GET /tokens": Page<Sdk.ApiTokenListParams, Sdk.ApiToken> & { method: "tokens.list" };
  "GET /tokens/{tokenId}": { method: "tokens.retrieve"; 200: Sdk.ApiToken };
  "DELETE /tokens/{tokenId}": { method: "tokens.delete"; 204: void };
}
