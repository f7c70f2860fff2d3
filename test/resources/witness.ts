/*
 * What the specification and the contract say of each operation, written by hand. Nothing here derives from the sources, and no
 * source derives from it. So a mistake in a declaration cannot hide: `witness.test.ts` compares the package with this table.
 *
 * - `keyed`: reads `Idempotency-Key` (specification, "Conventions").
 * - `signed`: may ask for a signed retry (specification, "Embedded-wallet authentication").
 * - `paged`: takes `limit` and `cursor`.
 *
 * The statuses are those of April. Only the 429 of `auth.credentials.verify` is of August.
 */
const TABLE = `
customers.create                    POST   /customers                                       -       201 400 401 409 500 501
customers.retrieve                  GET    /customers/{customerId}                          -       200 401 404 500
customers.update                    PATCH  /customers/{customerId}                          -       200 400 401 404 500
customers.list                      GET    /customers                                       paged   200 400 401 500
customers.delete                    DELETE /customers/{customerId}                          -       200 401 404 410 500
customers.kycLink                   GET    /customers/kyc-link                              -       200 401 500
customers.bulk.upload               POST   /customers/bulk/csv                              -       202 401 500
customers.bulk.retrieve             GET    /customers/bulk/jobs/{jobId}                     -       200 401 404 500
internalAccounts.list               GET    /customers/internal-accounts                     paged   200 400 401 500
internalAccounts.export             POST   /internal-accounts/{id}/export                   signed  200 202 400 401 404 500
externalAccounts.create             POST   /customers/external-accounts                     -       201 400 401 409 500
externalAccounts.retrieve           GET    /customers/external-accounts/{externalAccountId} -       200 401 404 500
externalAccounts.list               GET    /customers/external-accounts                     paged   200 400 401 500
externalAccounts.delete             DELETE /customers/external-accounts/{externalAccountId} -       204 401 404 500
platform.internalAccounts.list      GET    /platform/internal-accounts                      -       200 400 401 500
platform.externalAccounts.create    POST   /platform/external-accounts                      -       201 400 401 409 500
platform.externalAccounts.list      GET    /platform/external-accounts                      -       200 400 401 500
platform.externalAccounts.retrieve  GET    /platform/external-accounts/{externalAccountId}  -       200 401 404 500
platform.externalAccounts.delete    DELETE /platform/external-accounts/{externalAccountId}  -       204 401 404 500
verifications.create                POST   /verifications                                   -       200 400 401 404 500
verifications.retrieve              GET    /verifications/{verificationId}                  -       200 401 404 500
verifications.list                  GET    /verifications                                   paged   200 400 401 500
beneficialOwners.create             POST   /beneficial-owners                               -       201 400 401 404 500
beneficialOwners.retrieve           GET    /beneficial-owners/{beneficialOwnerId}           -       200 401 404 500
beneficialOwners.update             PATCH  /beneficial-owners/{beneficialOwnerId}           -       200 400 401 404 500
beneficialOwners.list               GET    /beneficial-owners                               paged   200 400 401 500
receivers.lookupUma                 GET    /receiver/uma/{receiverUmaAddress}               -       200 400 401 404 412 424 500
receivers.lookupExternalAccount     GET    /receiver/external-account/{accountId}           -       200 400 401 404 412 424 500
quotes.create                       POST   /quotes                                          keyed   201 400 401 412 424 500 501
quotes.retrieve                     GET    /quotes/{quoteId}                                -       200 401 404 500
quotes.execute                      POST   /quotes/{quoteId}/execute                        keyed   200 400 401 404 409 500
transfers.in                        POST   /transfer-in                                     keyed   201 400 401 404 500
transfers.out                       POST   /transfer-out                                    keyed   201 400 401 404 500
transactions.list                   GET    /transactions                                    paged   200 400 401 500
transactions.retrieve               GET    /transactions/{transactionId}                    -       200 401 404 500
transactions.approve                POST   /transactions/{transactionId}/approve            -       200 400 401 404 409 500
transactions.reject                 POST   /transactions/{transactionId}/reject             -       200 400 401 404 409 500
auth.credentials.create             POST   /auth/credentials                                signed  201 202 400 401 404 500
auth.credentials.list               GET    /auth/credentials                                -       200 400 401 500
auth.credentials.challenge          POST   /auth/credentials/{id}/challenge                 -       200 400 401 404 429 500
auth.credentials.verify             POST   /auth/credentials/{id}/verify                    -       200 400 401 404 429 500
auth.credentials.revoke             DELETE /auth/credentials/{id}                           signed  202 204 400 401 404 500
auth.sessions.list                  GET    /auth/sessions                                   -       200 400 401 500
auth.sessions.revoke                DELETE /auth/sessions/{id}                              signed  202 204 400 401 404 500
documents.upload                    POST   /documents                                       -       201 400 401 404 500
documents.list                      GET    /documents                                       paged   200 400 401 500
documents.retrieve                  GET    /documents/{documentId}                          -       200 401 404 500
documents.replace                   PUT    /documents/{documentId}                          -       200 400 401 404 500
documents.delete                    DELETE /documents/{documentId}                          -       204 401 404 409 500
config.retrieve                     GET    /config                                          -       200 401 500
config.update                       PATCH  /config                                          -       200 400 401 500 501
exchangeRates.list                  GET    /exchange-rates                                  -       200 400 401 500
discoveries.list                    GET    /discoveries                                     -       200 400 401 500
crypto.estimateWithdrawalFee        POST   /crypto/estimate-withdrawal-fee                  -       200 400 401 404 500
umaProviders.list                   GET    /uma-providers                                   paged   200 401 500
invitations.create                  POST   /invitations                                     -       201 400 401 500
invitations.retrieve                GET    /invitations/{invitationCode}                    -       200 401 404 500
invitations.claim                   POST   /invitations/{invitationCode}/claim              -       200 400 401 404 500
invitations.cancel                  POST   /invitations/{invitationCode}/cancel             -       200 400 401 403 404 500
tokens.create                       POST   /tokens                                          -       201 400 401 500
tokens.list                         GET    /tokens                                          paged   200 400 401 500
tokens.retrieve                     GET    /tokens/{tokenId}                                -       200 401 404 500
tokens.delete                       DELETE /tokens/{tokenId}                                -       204 400 401 404 500
sandbox.fund                        POST   /sandbox/internal-accounts/{accountId}/fund      -       200 400 401 403 404 500
sandbox.send                        POST   /sandbox/send                                    -       200 400 401 403 404 500
sandbox.receiveUma                  POST   /sandbox/uma/receive                             -       200 400 401 403 404 500
sandbox.webhooks.test               POST   /sandbox/webhooks/test                           -       200 400 401 500
`;

/** What the documents say of one operation. */
export interface Witness {
  /** The client's method. */
  readonly name: string;
  readonly method: string;
  readonly template: string;
  /** The method and the template. */
  readonly http: string;
  readonly isKeyed: boolean;
  readonly isSigned: boolean;
  readonly isPaged: boolean;
  readonly statuses: readonly string[];
}

/** Every operation of the service. */
export const WITNESS: readonly Witness[] = TABLE.trim()
  .split("\n")
  .map((row) => {
    const [name = "", method = "", template = "", trait, ...statuses] = row.split(/\s+/);
    return {
      name,
      method,
      template,
      http: `${method} ${template}`,
      isKeyed: trait === "keyed",
      isSigned: trait === "signed",
      isPaged: trait === "paged",
      statuses,
    };
  });

/** The method and the template of every operation. */
export const OPERATIONS: readonly string[] = WITNESS.map(({ http }) => http);

const isOf = (operation: string, request: string) =>
  new RegExp(`^${operation.replace(/\{\w+\}/g, "[^/]+")}$`).test(request);

/** The operation of a request such as `GET /customers/Customer%3A1?a=1`. A path without parameters takes precedence. */
export function operationOf(request: string): string | undefined {
  const [address = ""] = request.split("?");
  return OPERATIONS.includes(address) ? address : OPERATIONS.find((operation) => isOf(operation, address));
}
