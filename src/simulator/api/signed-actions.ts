import { sealWalletExport } from "../crypto/export-bundle";
import { requireUnusedKey, spendKey } from "../domain/client-keys";
import { authMethodView, requireAnotherCredential } from "../domain/credentials";
import { ownerOf } from "../domain/customers";
import { requireCustomer } from "../domain/eligibility";
import type { SessionRecord } from "../domain/records/wallets";
import { register } from "../domain/registrations";
import type { PreparedRegistration } from "../domain/registrations";
import { activeSession, endSessions } from "../domain/sessions";
import type { World } from "../domain/world";
import type { RouteResponse } from "../runtime/wire";
import { clientKey } from "./formats";
import { parse } from "./reader";
import { created, noContent, ok } from "./route";

/** What each action needs to be carried out. */
export interface SignedActionData {
  ADD_CREDENTIAL: PreparedRegistration;
  REVOKE_CREDENTIAL: { credentialId: string };
  REVOKE_SESSION: { sessionId: string };
  EXPORT_WALLET: { walletId: string; clientPublicKey: string };
}

interface Definition<Data> {
  /** Which of the wallet's active sessions may sign. Default: each. */
  mayBeSignedBy?: (session: SessionRecord, data: Data) => boolean;
  /** Carries the action out. It checks again what may have changed since the initial request. */
  perform: (world: World, data: Data) => RouteResponse | Promise<RouteResponse>;
}

/** Everything that the owner of a wallet signs in the signed-retry pattern, by the name in the text to be signed. */
export const signedActions: { [Name in keyof SignedActionData]: Definition<SignedActionData[Name]> } = {
  ADD_CREDENTIAL: {
    perform: (world, prepared) => created(authMethodView(register(world, prepared))),
  },
  REVOKE_CREDENTIAL: {
    mayBeSignedBy: (session, { credentialId }) => session.credentialId !== credentialId,
    perform: (world, { credentialId }) => {
      requireAnotherCredential(world, world.credentials.get(credentialId));
      world.credentials.delete(credentialId);
      endSessions(world, credentialId);
      return noContent();
    },
  },
  REVOKE_SESSION: {
    perform: (world, { sessionId }) => {
      world.sessions.delete(activeSession(world, sessionId).id);
      return noContent();
    },
  },
  /** Seals the wallet's phrase to the client key that the text to be signed names. */
  EXPORT_WALLET: {
    perform: async (world, { walletId, clientPublicKey }) => {
      requireWalletOwner(world, walletId);
      const key = parse(clientPublicKey, "clientPublicKey", clientKey);
      requireUnusedKey(world, key);
      spendKey(world, key);
      const { keys, options, random } = world;
      const encryptedWalletCredentials = await sealWalletExport({
        mnemonic: keys.mnemonic(walletId),
        clientPublicKey: key.point,
        organizationId: keys.organizationId,
        entropy: random.bytes(32),
        issuer: options.environment === "production" ? keys.exportIssuer : undefined,
      });
      return ok({ id: walletId, encryptedWalletCredentials });
    },
  },
};

/** @throws {Problem} when the request is refused: the owner of the wallet was deleted */
export function requireWalletOwner(world: World, walletId: string): void {
  const owner = ownerOf(world, world.internalAccounts.get(walletId));
  requireCustomer("POST /internal-accounts/{id}/export", owner);
}
