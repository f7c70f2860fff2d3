import { requireUnusedKey } from "../../domain/client-keys";
import { credentialsOf, walletOf } from "../../domain/credentials";
import type { CredentialType } from "../../domain/records/wallets";
import { activeSessions } from "../../domain/sessions";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { clientKey } from "../formats";
import { bodyReader } from "../reader";
import { parameter, route } from "../route";
import type { Call, Route } from "../route";
import { requireWalletOwner } from "../signed-actions";
import { signed } from "../wallet-requests";

/** The type of the newest active session, else of the oldest credential (OP-11). A wallet without any can only be exported in sandbox. */
function challengeType(world: World, accountId: string): CredentialType {
  const session = activeSessions(world, accountId).at(-1);
  return session?.type ?? credentialsOf(world, accountId)[0]?.type ?? "EMAIL_OTP";
}

function exportWallet(world: World, call: Call): Promise<RouteResponse> {
  return signed(world, call, "EXPORT_WALLET", () => {
    const { id: walletId } = walletOf(world, parameter(call, "id"));
    requireWalletOwner(world, walletId);
    const key = bodyReader(call.request.body).required("clientPublicKey", clientKey);
    requireUnusedKey(world, key);
    return {
      accountId: walletId,
      type: challengeType(world, walletId),
      intent: { clientPublicKey: key.hex },
      data: { walletId, clientPublicKey: key.hex },
    };
  });
}

/** The export of a wallet (specification, "Wallet export"). */
export const exportRoutes: readonly Route[] = [
  route("POST", "/internal-accounts/{id}/export", "TRANSACT", exportWallet),
];
