import { sealWalletExport } from "../../crypto/export-bundle";
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
function exportWallet(needs: Needs, call: Call): Promise<RouteResponse> {
  const { accounts, clientKeys, customers, keys, options, random } = needs;
  return signed(needs, call, () => {
    const wallet = walletOf(accounts, parameter(call, "id"));
    const requireOwner = () => {
      requireCustomer("POST /internal-accounts/{id}/export", customers.get(wallet.customerId));
    };
    requireOwner();
    const key = bodyReader(call.request.body).required("clientPublicKey", clientKey);
    clientKeys.requireUnused(key);
    return {
      accountId: wallet.id,
      type: challengeType(needs, wallet.id),
      intent: { action: "EXPORT_WALLET", clientPublicKey: key.text },
      perform: async () => {
        requireOwner();
        clientKeys.requireUnused(key);
        clientKeys.spend(key);
        const encryptedWalletCredentials = await sealWalletExport({
          mnemonic: keys.mnemonic(wallet.id),
          clientPublicKey: key.point,
          organizationId: keys.organizationId,
          entropy: random.bytes(32),
          issuer: options.environment === "production" ? keys.exportIssuer : undefined,
        });
        return ok({ id: wallet.id, encryptedWalletCredentials });
      },
    };
  });
}

/** The export of a wallet (specification, "Wallet export"). */
export const exportRoutes = (needs: Needs): Route[] => [
  route("POST", "/internal-accounts/{id}/export", (call) => exportWallet(needs, call)),
];
