import { Authorization } from "./authorization";
import { CodeTargets } from "./code-targets";
import type { WalletOptions } from "./options";
import { PasskeyRecords } from "./passkey-records";
import { PayloadGuard } from "./payload-check";
import { PaymentLog } from "./payment-log";
import { PaymentWatch } from "./payment-watch";
import { resolveWalletOptions } from "./resolve-options";
import { Rows } from "./rows";
import { SessionManager } from "./session-manager";
import type { SessionContext } from "./session-manager";
import { WalletStateWatch } from "./state";

/** What the actions of a wallet share: the checked options, and its parts. */
export interface WalletContext extends SessionContext {
  readonly payments: PaymentLog;
  readonly watch: Readonly<PaymentWatch>;
  readonly state: WalletStateWatch;
  readonly passkeyRecords: PasskeyRecords;
  readonly codeTargets: CodeTargets;
  readonly payloads: PayloadGuard;
  readonly authorization: Authorization;
}

/**
 * Checks the options and creates the parts of a wallet. A part looks at the others only when it works.
 *
 * @param onChange called when something may have changed
 */
export function createContext(options: WalletOptions, onChange: () => void): WalletContext {
  const settings = resolveWalletOptions(options, (error, sentMs) => context.state.callEnded(error, sentMs));
  const context = settings as WalletContext;
  return Object.assign(context, {
    rows: new Rows(context),
    sessionManager: new SessionManager(context),
    watch: new PaymentWatch(context),
    payments: new PaymentLog(context),
    state: new WalletStateWatch(context, onChange),
    passkeyRecords: new PasskeyRecords(context),
    codeTargets: new CodeTargets(context),
    payloads: new PayloadGuard(context),
    authorization: new Authorization(context),
  });
}
