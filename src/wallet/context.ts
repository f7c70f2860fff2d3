import { Authorization } from "./authorization";
import { CodeTargets } from "./code-targets";
import { connect } from "./connect";
import type { ConnectedContext } from "./connect";
import { PasskeyRecords } from "./passkey-records";
import { PayloadGuard } from "./payload-check";
import { PaymentLog } from "./payment-log";
import { reviveSession } from "./revive-session";
import type { WalletShell } from "./shell";

/** What the actions of a wallet share: its shell, the connection, and its other parts. */
export interface WalletContext extends ConnectedContext, WalletShell {
  readonly state: WalletShell["state"];
  readonly payments: PaymentLog;
  readonly passkeyRecords: PasskeyRecords;
  readonly codeTargets: CodeTargets;
  readonly payloads: PayloadGuard;
  readonly authorization: Authorization;
}

/** Connects a wallet, and adds the parts that make calls. A part looks at the others only when it works. */
export function createContext(shell: WalletShell): WalletContext {
  const connected = connect(shell, (obstacle, sentMs) => shell.state.userTold(obstacle, sentMs));
  const context = shell as WalletContext;
  shell.sessionManager.revive = (entry) => reviveSession(shell, entry);
  return Object.assign(context, connected, {
    payments: new PaymentLog(context),
    passkeyRecords: new PasskeyRecords(context),
    codeTargets: new CodeTargets(context),
    payloads: new PayloadGuard(context),
    authorization: new Authorization(context),
  });
}
