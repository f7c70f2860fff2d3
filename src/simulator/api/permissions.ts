import { forbidden } from "../domain/problem";
import type { ApiTokenRecord } from "../domain/tokens";
import type { SimulatorTokenPermission } from "../runtime/options/tokens";
import type { Route } from "./route";

/** Reading, which changes nothing. */
const view = [
  "GET /auth/credentials",
  "GET /auth/sessions",
  "GET /beneficial-owners",
  "GET /beneficial-owners/{beneficialOwnerId}",
  "GET /config",
  "GET /customers",
  "GET /customers/bulk/jobs/{jobId}",
  "GET /customers/external-accounts",
  "GET /customers/external-accounts/{externalAccountId}",
  "GET /customers/internal-accounts",
  "GET /customers/{customerId}",
  "GET /discoveries",
  "GET /documents",
  "GET /documents/{documentId}",
  "GET /exchange-rates",
  "GET /invitations/{invitationCode}",
  "GET /platform/external-accounts",
  "GET /platform/external-accounts/{externalAccountId}",
  "GET /platform/internal-accounts",
  "GET /quotes/{quoteId}",
  "GET /receiver/external-account/{accountId}",
  "GET /receiver/uma/{receiverUmaAddress}",
  "GET /tokens",
  "GET /tokens/{tokenId}",
  "GET /transactions",
  "GET /transactions/{transactionId}",
  "GET /uma-providers",
  "GET /verifications",
  "GET /verifications/{verificationId}",
  "POST /crypto/estimate-withdrawal-fee",
];

/** Moving money, and acting for the owner of a wallet, whose own signature or code decides as well. */
const transact = [
  "DELETE /auth/credentials/{id}",
  "DELETE /auth/sessions/{id}",
  "POST /auth/credentials",
  "POST /auth/credentials/{id}/challenge",
  "POST /auth/credentials/{id}/verify",
  "POST /internal-accounts/{id}/export",
  "POST /quotes",
  "POST /quotes/{quoteId}/execute",
  "POST /sandbox/internal-accounts/{accountId}/fund",
  "POST /sandbox/send",
  "POST /sandbox/uma/receive",
  "POST /transactions/{transactionId}/approve",
  "POST /transactions/{transactionId}/reject",
  "POST /transfer-in",
  "POST /transfer-out",
];

/** Administering customers, their accounts elsewhere, and the platform itself. */
const manage = [
  "DELETE /customers/external-accounts/{externalAccountId}",
  "DELETE /customers/{customerId}",
  "DELETE /documents/{documentId}",
  "DELETE /platform/external-accounts/{externalAccountId}",
  "DELETE /tokens/{tokenId}",
  // It opens the onboarding of a customer, which a reader must not.
  "GET /customers/kyc-link",
  "PATCH /beneficial-owners/{beneficialOwnerId}",
  "PATCH /config",
  "PATCH /customers/{customerId}",
  "POST /beneficial-owners",
  "POST /customers",
  "POST /customers/bulk/csv",
  "POST /customers/external-accounts",
  "POST /documents",
  "POST /invitations",
  "POST /invitations/{invitationCode}/cancel",
  "POST /invitations/{invitationCode}/claim",
  "POST /platform/external-accounts",
  "POST /sandbox/webhooks/test",
  "POST /tokens",
  "POST /verifications",
  "PUT /documents/{documentId}",
];

const withPermission =
  (permission: SimulatorTokenPermission) =>
  (operation: string): [string, SimulatorTokenPermission] => [operation, permission];

/** The permission that each operation of the contract needs; neither it nor the specification says which (OP-80). */
export const permissions: ReadonlyMap<string, SimulatorTokenPermission> = new Map([
  ...view.map(withPermission("VIEW")),
  ...transact.map(withPermission("TRANSACT")),
  ...manage.map(withPermission("MANAGE")),
]);

/**
 * Checks whether the token may call the operation. One that is not in the contract, which a user of the simulator added,
 * needs no permission.
 *
 * @throws {Problem} when the request is refused: 403 when the token lacks the permission.
 */
export function requirePermission(token: ApiTokenRecord, { method, template }: Route): void {
  const operation = `${method} ${template}`;
  const permission = permissions.get(operation);
  if (permission === undefined || token.permissions.includes(permission)) return;
  throw forbidden(`${operation} needs the permission ${permission}, which the API token does not have`, {
    permission,
    permissions: token.permissions,
  });
}
