import { responseOf } from "../core/response-of";
import type { WalletContext } from "./context";
import { generateClientKeyPair } from "./crypto/client-key-pair";
import { afterExecution } from "./crypto/errors";
import { loadHpke } from "./crypto/load-hpke";
import { loadP256 } from "./crypto/load-p256";
import type { WalletCall } from "./wallet-call";

/** Exports the recovery phrase, sealed to a new key pair, and opens it. */
export async function exportMnemonic(context: WalletContext, call: WalletCall): Promise<string> {
  const { api, authorization, accountId, payloads, trustedIssuerKeys } = context;
  const { readWalletExport, requireIssuerPoints, requireIssuerPolicy } = await call.wait(async () => {
    const [library] = await Promise.all([loadHpke(), loadP256()]);
    return library;
  });
  // Checked before the export: the wallet would discard an export that it cannot verify.
  requireIssuerPolicy(context);
  requireIssuerPoints("wallet export", trustedIssuerKeys);
  return authorization.run(call, {}, async (session) => {
    const keyPair = await generateClientKeyPair();
    const params = { clientPublicKey: keyPair.publicKey };
    const sealed = await api.internalAccounts.export(accountId, params, payloads.signed(call, session));
    const facts = { operation: call.operation, requestId: responseOf(sealed)?.requestId };
    return readWalletExport(sealed.encryptedWalletCredentials, keyPair, context).catch((error: unknown) => {
      throw afterExecution(error, facts);
    });
  });
}
