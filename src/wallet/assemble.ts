import { Authorization } from "./authorization";
import type { WalletContext } from "./context";
import type { WalletOptions } from "./options";
import { PaymentLog } from "./payment-log";
import { PlatformSignIn } from "./platform-sign-in";
import { resolveWalletOptions } from "./resolve-options";
import { SessionManager } from "./session-manager";
import { isKnown } from "./sign-out";
import { WalletStateWatch } from "./state";

/** Checks the options and creates the parts of a wallet. */
export function assemble(options: WalletOptions): {
  readonly context: WalletContext;
  readonly state: WalletStateWatch;
} {
  const onChange = () => state.changed();
  const onStored = () => state.announce({ event: "sessions-stored", hasEnded: sessionManager.hasEnded });
  const platformSignIn = new PlatformSignIn((isFollowing) => {
    onChange();
    if (!isFollowing) state.announce({ event: "platform-sign-in", isRequired: platformSignIn.isRequired });
  });
  const resolved = resolveWalletOptions(options, platformSignIn);
  const { accountId, environment, store, hasStore, expiryNoticeMs, clock, log, onSessionRequired } = resolved;
  const sessionManager = new SessionManager({
    accountId,
    environment,
    store,
    hasStore,
    expiryNoticeMs,
    clock,
    log,
    onChange,
    onStored,
  });
  const state = new WalletStateWatch({ accountId, sessionManager, platformSignIn, log });
  const authorization = new Authorization({
    sessionManager,
    onSessionRequired,
    isKnown: (session, call) => isKnown(resolved, session, call),
  });
  const payments = new PaymentLog({ accountId, sessionManager, log });
  return { context: { ...resolved, sessionManager, authorization, payments }, state };
}
