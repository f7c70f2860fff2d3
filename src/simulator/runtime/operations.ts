import { distance } from "../../options/nearest";

/** The operations of the service by the name of the client's method, each with its method and path template. */
export const operationsByName = {
  "customers.create": "POST /customers",
  "customers.retrieve": "GET /customers/{customerId}",
  "customers.update": "PATCH /customers/{customerId}",
  "customers.list": "GET /customers",
  "customers.delete": "DELETE /customers/{customerId}",
  "customers.kycLink": "GET /customers/kyc-link",
  "customers.bulk.upload": "POST /customers/bulk/csv",
  "customers.bulk.retrieve": "GET /customers/bulk/jobs/{jobId}",
  "internalAccounts.list": "GET /customers/internal-accounts",
  "internalAccounts.export": "POST /internal-accounts/{id}/export",
  "externalAccounts.create": "POST /customers/external-accounts",
  "externalAccounts.retrieve": "GET /customers/external-accounts/{externalAccountId}",
  "externalAccounts.list": "GET /customers/external-accounts",
  "externalAccounts.delete": "DELETE /customers/external-accounts/{externalAccountId}",
  "platform.internalAccounts.list": "GET /platform/internal-accounts",
  "platform.externalAccounts.create": "POST /platform/external-accounts",
  "platform.externalAccounts.list": "GET /platform/external-accounts",
  "platform.externalAccounts.retrieve": "GET /platform/external-accounts/{externalAccountId}",
  "platform.externalAccounts.delete": "DELETE /platform/external-accounts/{externalAccountId}",
  "verifications.create": "POST /verifications",
  "verifications.retrieve": "GET /verifications/{verificationId}",
  "verifications.list": "GET /verifications",
  "beneficialOwners.create": "POST /beneficial-owners",
  "beneficialOwners.retrieve": "GET /beneficial-owners/{beneficialOwnerId}",
  "beneficialOwners.update": "PATCH /beneficial-owners/{beneficialOwnerId}",
  "beneficialOwners.list": "GET /beneficial-owners",
  "receivers.lookupUma": "GET /receiver/uma/{receiverUmaAddress}",
  "receivers.lookupExternalAccount": "GET /receiver/external-account/{accountId}",
  "quotes.create": "POST /quotes",
  "quotes.retrieve": "GET /quotes/{quoteId}",
  "quotes.execute": "POST /quotes/{quoteId}/execute",
  "transfers.in": "POST /transfer-in",
  "transfers.out": "POST /transfer-out",
  "transactions.list": "GET /transactions",
  "transactions.retrieve": "GET /transactions/{transactionId}",
  "transactions.approve": "POST /transactions/{transactionId}/approve",
  "transactions.reject": "POST /transactions/{transactionId}/reject",
  "auth.credentials.create": "POST /auth/credentials",
  "auth.credentials.list": "GET /auth/credentials",
  "auth.credentials.challenge": "POST /auth/credentials/{id}/challenge",
  "auth.credentials.verify": "POST /auth/credentials/{id}/verify",
  "auth.credentials.revoke": "DELETE /auth/credentials/{id}",
  "auth.sessions.list": "GET /auth/sessions",
  "auth.sessions.revoke": "DELETE /auth/sessions/{id}",
  "documents.upload": "POST /documents",
  "documents.list": "GET /documents",
  "documents.retrieve": "GET /documents/{documentId}",
  "documents.replace": "PUT /documents/{documentId}",
  "documents.delete": "DELETE /documents/{documentId}",
  "config.retrieve": "GET /config",
  "config.update": "PATCH /config",
  "exchangeRates.list": "GET /exchange-rates",
  "discoveries.list": "GET /discoveries",
  "crypto.estimateWithdrawalFee": "POST /crypto/estimate-withdrawal-fee",
  "umaProviders.list": "GET /uma-providers",
  "invitations.create": "POST /invitations",
  "invitations.retrieve": "GET /invitations/{invitationCode}",
  "invitations.claim": "POST /invitations/{invitationCode}/claim",
  "invitations.cancel": "POST /invitations/{invitationCode}/cancel",
  "tokens.create": "POST /tokens",
  "tokens.list": "GET /tokens",
  "tokens.retrieve": "GET /tokens/{tokenId}",
  "tokens.delete": "DELETE /tokens/{tokenId}",
  "sandbox.fund": "POST /sandbox/internal-accounts/{accountId}/fund",
  "sandbox.send": "POST /sandbox/send",
  "sandbox.receiveUma": "POST /sandbox/uma/receive",
  "sandbox.webhooks.test": "POST /sandbox/webhooks/test",
} as const;

/** The name of an operation as the client's errors and hooks show it, for example `quotes.create`. */
export type OperationName = keyof typeof operationsByName;

/** An operation by method and path template, for example `POST /quotes/{quoteId}/execute`. */
export type HttpOperation = (typeof operationsByName)[OperationName];

/** One operation that is served: a method and a path template such as `/quotes/{quoteId}`. */
export interface Operation {
  method: string;
  template: string;
}

/** What the operation of a fault names. */
export interface WantedOperation {
  /** Any method when `undefined`. */
  method: string | undefined;
  /** A path or a template. */
  path: string;
}

/** Reads `"quotes.create"`, `"POST /quotes"` or `"/quotes"`; `undefined` for anything else. */
export function readOperation(text: string): WantedOperation | undefined {
  const operation = Object.hasOwn(operationsByName, text) ? operationsByName[text as OperationName] : text;
  const [, method, path] = /^(?:([A-Z]+) )?(\/.*)$/.exec(operation) ?? [];
  return path === undefined ? undefined : { method, path };
}

function fits(template: string, path: string): boolean {
  const pattern = template.split("/");
  const segments = path.split("/");
  return (
    pattern.length === segments.length &&
    pattern.every((segment, index) =>
      /^\{\w+\}$/.test(segment) ? segments[index] !== "" : segment === segments[index],
    )
  );
}

/** Whether a method and a path, or a template, name this operation. */
export const servesOperation = ({ method, template }: Operation, wanted: WantedOperation): boolean =>
  (wanted.method === undefined || wanted.method === method) && fits(template, wanted.path);

/** The operation whose name is nearest to the given text. */
export function nearestOperation(operations: readonly Operation[], text: string): string {
  const served = operations.map(({ method, template }) => {
    const name = `${method} ${template}`;
    return { name, spelling: text.startsWith("/") ? template : name };
  });
  const named = Object.keys(operationsByName).map((name) => ({ name, spelling: name }));
  const ranked = [...served, ...named].map(({ name, spelling }) => ({
    name,
    edits: distance(spelling, text),
  }));
  return ranked.sort((left, right) => left.edits - right.edits)[0]?.name ?? "";
}
