import type { WalletOptions } from "./options";
import { PaymentWatch } from "./payment-watch";
import { resolveWalletOptions } from "./resolve-options";
import { Rows } from "./rows";
import { SessionManager } from "./session-manager";
import type { SessionContext } from "./session-manager";
import { WalletStateWatch } from "./state";

/** What a wallet has before it makes a call: the checked options, the stored sessions, and what a page shows. */
export interface WalletShell extends SessionContext {
  readonly watch: Readonly<PaymentWatch>;
  readonly state: WalletStateWatch;
}

/**
 * Checks the options and creates the first parts of a wallet. A part looks at the others only when it works.
 *
 * @param loadRevive loads what a stored session needs
 */
export function createShell(options: WalletOptions, loadRevive: () => Promise<unknown>): WalletShell {
  const shell = resolveWalletOptions(options) as WalletShell;
  return Object.assign(shell, {
    rows: new Rows(shell),
    sessionManager: new SessionManager(shell, loadRevive),
    watch: new PaymentWatch(shell),
    state: new WalletStateWatch(shell),
  });
}
