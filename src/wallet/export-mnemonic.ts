import { responseOf } from "../core/response-of";
import type { WalletContext } from "./context";
import { afterExecution, generateClientKeyPair, loadHpke } from "./crypto";
import type { WalletCall } from "./wallet-call";

/** Exports the recovery phrase, sealed to a new key pair, and opens it. */
export async function exportMnemonic(context: WalletContext, call: WalletCall): Promise<string> {
  const { api, authorization, accountId, exportOptions } = context;
  const { readWalletExport, requireIssuerPoints, requireIssuerPolicy } = await call.wait(loadHpke);
  // Checked before the export: the wallet would discard an export that it cannot verify.
  requireIssuerPolicy(exportOptions);
  requireIssuerPoints("wallet export", exportOptions.trustedIssuerKeys);
  return authorization.run(call, {}, async (session) => {
    const keyPair = await generateClientKeyPair();
    const params = { clientPublicKey: keyPair.publicKey };
    const signer = context.payloads.signer(call, session);
    const sealed = await api.internalAccounts.export(accountId, params, { ...call.request(), signer });
    const facts = { operation: call.operation, requestId: responseOf(sealed)?.requestId };
    return readWalletExport(sealed.encryptedWalletCredentials, keyPair, exportOptions).catch(
      (error: unknown) => {
        throw afterExecution(error, facts);
      },
    );
  });
}
