import type { ErrorFacts } from "../core/errors";
import { onDemand } from "../core/load-on-demand";
import type * as actions from "./actions";
import { loadOpener } from "./crypto/load-hpke";
import type { WalletContext } from "./context";
import type { WalletOptions } from "./options";
import { createShell } from "./shell";
import type { WalletShell } from "./shell";

/*
 * What a page loads of the wallet, and when.
 *
 * 1. With the import: the class `Wallet` and the classes of its fields, which pass each call on (`wallet.ts`,
 *    `credentials.ts`, `sessions.ts`, `wallet-resources.ts`), and the shell: options, state and stored rows (`shell.ts`).
 *    This is all that a page without a session needs.
 * 2. With the first call, and before `restore` resolves to a session: the actions (`actions.ts`), with the client, the checks of
 *    responses, the payments and the dialogs for passkeys.
 * 3. With the actions, if the session keys are sealed: what opens them (`crypto/load-hpke.ts`), and P-256 where the browser cannot
 *    derive a public key (`crypto/load-p256.ts`).
 * 4. With an export or a sealed code: what opens or seals it.
 *
 * `signIn` and `restore` resolve when everything is there that a payment, a refresh or a sign-out needs. Nothing of the first group
 * may import anything of the others, except types: `test/package/tarball/load.test.ts` measures it.
 */

type Actions = typeof actions;

const loadActions = /* @__PURE__ */ onDemand<Actions>(() => import("./actions"));

/** A wallet that can make calls. */
export interface LoadedWallet {
  readonly actions: Actions;
  readonly context: WalletContext;
}

/** The parts of one wallet. */
export class WalletParts {
  /** What is always there. */
  readonly shell: WalletShell;
  /** What is there after the first call. */
  loaded: LoadedWallet | undefined;

  constructor(options: WalletOptions) {
    this.shell = createShell(options, () => this.loadAll());
  }

  /**
   * Loads the actions.
   *
   * @throws {ConnectionError} when they cannot be loaded (`PART_NOT_LOADED`)
   */
  async load(facts?: ErrorFacts): Promise<LoadedWallet> {
    const loaded = await loadActions(facts);
    return (this.loaded ??= { actions: loaded, context: loaded.connectWallet(this.shell) });
  }

  /**
   * Loads what a payment, a refresh and a sign-out need, unless a sign-in has loaded it.
   *
   * @throws {ConnectionError} when it cannot be loaded (`PART_NOT_LOADED`)
   */
  async loadAll(): Promise<void> {
    // A held key is made and signs in WebCrypto.
    const opener = this.shell.sessionKeys === "held" ? undefined : loadOpener();
    await Promise.all([this.load(), opener]);
  }
}
