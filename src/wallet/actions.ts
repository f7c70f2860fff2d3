/*
 * What a wallet does: everything that makes a call. `parts.ts` says when it is loaded.
 */
import { createContext } from "./context";
import type { WalletContext } from "./context";
import { autoRefresh } from "./refresh";
import type { WalletShell } from "./shell";

export { devicesOf } from "./devices";
export { executeFromWallet } from "./execute-quote";
export { exportMnemonic } from "./export-mnemonic";
export { prepareSignIn } from "./passkey-sign-in";
export { preparePasskey } from "./passkey-registration";
export { dismissPayment, pay, pendingPayments } from "./pay";
export { refresh } from "./refresh";
export { registerCredential, revokeCredential } from "./register";
export { registerOrSignIn } from "./register-or-sign-in";
export { createQuote, readBalance } from "./requests";
export { canAutofill, createPasskey, getPasskey } from "./passkeys/browser-ceremony";
export { requestCode, signIn } from "./sign-in";
export { revokeSession, signOut } from "./sign-out";

/** Connects a wallet to the service. From now on, it refreshes its session, if an option asks for that. */
export function connectWallet(shell: WalletShell): WalletContext {
  const context = createContext(shell);
  shell.state.onChange = autoRefresh(context);
  return context;
}
