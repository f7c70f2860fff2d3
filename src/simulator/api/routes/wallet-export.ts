import { sealWalletExport } from "../../crypto/export-bundle";
import type { ClientKey } from "../../domain/client-keys";
import { walletOf } from "../../domain/credentials";
import type { CredentialType } from "../../domain/credentials";
import type { Domain } from "../../domain/domain";
import { requireCustomer } from "../../domain/eligibility";
import type { RouteResponse } from "../../runtime/wire";
import { clientKey } from "../formats";
import { bodyReader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";
import { signed } from "../wallet-requests";
import type { Signing } from "../wallet-requests";

type Needs = Pick<
  Domain,
  "accounts" | "clientKeys" | "credentials" | "customers" | "keys" | "options" | "random" | "sessions"
> &
  Signing;

/** The type of the newest active session, else of the oldest credential (OP-11). A wallet without any can only be exported in sandbox. */
function challengeType({ sessions, credentials }: Needs, accountId: string): CredentialType {
  return sessions.activeOf(accountId).at(-1)?.type ?? credentials.of(accountId)[0]?.type ?? "EMAIL_OTP";
}

/** Seals the wallet's phrase to the client key that the text to be signed names. */
function exportWallet(needs: Needs): (call: Call) => Promise<RouteResponse> {
  const { accounts, clientKeys, customers, keys, options, random, signedRequests } = needs;
  const requireOwner = (walletId: string): void => {
    requireCustomer("POST /internal-accounts/{id}/export", customers.ownerOf(accounts.get(walletId)));
  };
  const exportTo = signedRequests.define("EXPORT_WALLET", {
    perform: async ({ walletId, key }: { walletId: string; key: ClientKey }) => {
      requireOwner(walletId);
      clientKeys.requireUnused(key);
      clientKeys.spend(key);
      const encryptedWalletCredentials = await sealWalletExport({
        mnemonic: keys.mnemonic(walletId),
        clientPublicKey: key.point,
        organizationId: keys.organizationId,
        entropy: random.bytes(32),
        issuer: options.environment === "production" ? keys.exportIssuer : undefined,
      });
      return ok({ id: walletId, encryptedWalletCredentials });
    },
  });
  return (call) =>
    signed(needs, call, () => {
      const { id: walletId } = walletOf(accounts, parameter(call, "id"));
      requireOwner(walletId);
      const key = bodyReader(call.request.body).required("clientPublicKey", clientKey);
      clientKeys.requireUnused(key);
      return exportTo({
        accountId: walletId,
        type: challengeType(needs, walletId),
        intent: { clientPublicKey: key.text },
        data: { walletId, key },
      });
    });
}

/** The export of a wallet (specification, "Wallet export"). */
export const exportRoutes = (needs: Needs): Route[] => [
  route("POST", "/internal-accounts/{id}/export", exportWallet(needs)),
];
