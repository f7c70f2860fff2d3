import { ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { readClientKey, refuseSpentKey, spendClientKey } from "../state/client-keys";
import { credentialsOf, findWallet } from "../state/credentials";
import type { CredentialType } from "../state/credentials";
import { activeSessionsOf } from "../state/sessions";
import { signedRetry } from "../state/signed-retry";
import { reader } from "../read";
import { sealWalletExport } from "../wallet/export-bundle";
import type { World } from "../world";

/** The type of the newest active session, else of the oldest credential (OP-11). A wallet without any can only be exported in sandbox. */
function challengeType(world: World, accountId: string): CredentialType {
  return (
    activeSessionsOf(world, accountId).at(-1)?.type ?? credentialsOf(world, accountId)[0]?.type ?? "EMAIL_OTP"
  );
}

/** Seals the wallet's phrase to the client key that the text to be signed names (WEX-03). */
function exportWallet(context: Context): Promise<Reply> {
  const { world, request } = context;
  return signedRetry(context, () => {
    const wallet = findWallet(world, parameter(context, "id"));
    const clientKey = readClientKey(reader(request.body));
    refuseSpentKey(world, clientKey);
    return {
      accountId: wallet.id,
      type: challengeType(world, wallet.id),
      intent: { action: "EXPORT_WALLET", clientPublicKey: clientKey.text },
      perform: async () => {
        refuseSpentKey(world, clientKey);
        spendClientKey(world, clientKey);
        const { environment } = world.options;
        const encryptedWalletCredentials = await sealWalletExport({
          mnemonic: world.walletAuthority.mnemonic(wallet.id),
          clientPublicKey: clientKey.point,
          organizationId: world.walletAuthority.organizationId,
          entropy: world.random.bytes(32),
          issuer: environment === "production" ? world.walletAuthority.exportIssuer : undefined,
        });
        return ok({ id: wallet.id, encryptedWalletCredentials });
      },
    };
  });
}

export const exportRoutes: Route[] = [route("POST", "/internal-accounts/{id}/export", exportWallet)];
