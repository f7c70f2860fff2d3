import { Authorization } from "./authorization";
import { AutoRefresh, refresh } from "./refresh";
import { CodeTargets } from "./code-targets";
import type { WalletContext } from "./context";
import type { WalletOptions } from "./options";
import { PasskeyRecords } from "./passkey-records";
import { PayloadGuard } from "./payload-check";
import { PaymentLog } from "./payment-log";
import { PaymentWatch } from "./payment-watch";
import { resolveWalletOptions } from "./resolve-options";
import { SessionManager } from "./session-manager";
import { hasEnded } from "./sign-out";
import { WalletStateWatch } from "./state";
import { WalletCall } from "./wallet-call";

/** Checks the options and creates the parts of a wallet. */
export function assemble(options: WalletOptions): {
  readonly context: WalletContext;
  readonly state: WalletStateWatch;
} {
  const onChange = () => {
    state.changed();
    autoRefresh?.look();
  };
  const onStored = () => state.announce({ event: "sessions-stored", hasEnded: sessionManager.hasEnded });
  const resolved = resolveWalletOptions(options, (error) => state.callEnded(error));
  const sessionManager = new SessionManager({ ...resolved, onChange, onStored });
  const watch = new PaymentWatch(onChange);
  const state: WalletStateWatch = new WalletStateWatch({ ...resolved, sessionManager, watch, onChange });
  const authorization = new Authorization({
    ...resolved,
    sessionManager,
    hasEnded: (session, call, refusal) => hasEnded(resolved, session, call, refusal),
  });
  const payments: PaymentLog = new PaymentLog({
    ...resolved,
    sessionManager,
    onStored: () => {
      watch.set({ isCurrent: false, forgetsOnReload: payments.forgetsOnReload });
      state.announce({ event: "payments-stored" });
    },
  });
  const passkeyRecords = new PasskeyRecords(resolved);
  const codeTargets = new CodeTargets(resolved);
  const payloads = new PayloadGuard({ ...resolved, sessionManager });
  const shared = { sessionManager, authorization, payments, watch, passkeyRecords, codeTargets, payloads };
  const context: WalletContext = { ...resolved, ...shared };
  const renew = () => refresh(context, new WalletCall("wallet.refresh"));
  const autoRefresh =
    resolved.autoRefreshMs > 0 ? new AutoRefresh({ ...resolved, sessionManager, refresh: renew }) : undefined;
  return { context, state };
}
