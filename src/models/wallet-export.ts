import type { InternalAccountId } from "./ids";
import { model, string } from "./schema";

/** Parameters of `internalAccounts.export`. */
export interface WalletExportParams {
  /**
   * A fresh P-256 public key for this export, SEC1 in hexadecimal. Uncompressed: 130 characters, starting
   * with `04`. Compressed: 66 characters, starting with `02` or `03`.
   */
  clientPublicKey: string;
}

/** The sealed recovery phrase of an embedded wallet. */
export interface WalletExport {
  id: InternalAccountId;
  /**
   * JSON text with the phrase, sealed to `clientPublicKey`, and the issuer's signature. `openWalletExport` of
   * this package checks the signature first.
   */
  encryptedWalletCredentials: string;
}

export const walletExportSchema = /* @__PURE__ */ model<WalletExport>({
  id: string,
  encryptedWalletCredentials: string,
});
