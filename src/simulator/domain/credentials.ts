import { invalidInput } from "./problem";
import type { CredentialRecord } from "./records/wallets";
import type { World } from "./world";

/** The AuthMethod of the specification. */
export function authMethodView(credential: CredentialRecord) {
  const { id, accountId, type, nickname, createdAt, updatedAt } = credential;
  return { id, accountId, type, nickname, createdAt, updatedAt };
}

/** An embedded wallet and its owner. */
export interface Wallet {
  id: string;
  customerId: string;
}

/** @throws {Problem} when the request is refused: 404 without such an internal account; 400 when it is not an embedded wallet (OP-66) */
export function walletOf(world: World, accountId: string): Wallet {
  const { id, type, customerId } = world.internalAccounts.get(accountId);
  if (type === "EMBEDDED_WALLET" && customerId !== null) return { id, customerId };
  throw invalidInput(`${accountId} is not an embedded wallet`, { accountId: `has the type ${type}` });
}

/** The credentials of a wallet, oldest first. */
export function credentialsOf(world: World, accountId: string): CredentialRecord[] {
  return world.credentials.by("accountId", accountId);
}

/** @throws {Problem} when the request is refused: 400 when the wallet would be left without a credential */
export function requireAnotherCredential(world: World, { accountId }: CredentialRecord): void {
  if (credentialsOf(world, accountId).length === 1) {
    throw invalidInput("The only credential of a wallet cannot be revoked: register another one first");
  }
}
