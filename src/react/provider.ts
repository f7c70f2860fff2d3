import { createContext, createElement, useContext, useEffect, useSyncExternalStore } from "react";
import type { ReactElement, ReactNode } from "react";
import type { WalletState } from "../wallet/state";
import type { Wallet } from "../wallet/wallet";
import { storeOf } from "./store";

const WalletContext = /* @__PURE__ */ createContext<Wallet | undefined>(undefined);
const ON_SERVER: WalletState = { status: "restoring" };
const stateOnServer = () => ON_SERVER;

/** Properties of {@link WalletProvider}. */
export interface WalletProviderProps {
  /** The wallet. Create it once, outside the component or in `useState`. */
  wallet: Wallet;
  /** The components that use the hooks. */
  children?: ReactNode;
}

/**
 * Provides a wallet to the hooks of the components inside it. Restores the session of an earlier visit.
 *
 * @example
 * ```ts
 * import { createElement } from "react";
 *
 * const wallet = new Wallet({ relay: "/wallet", accountId, passkeys: browserPasskeys(), store: indexedDbStore() });
 * const page = createElement(WalletProvider, { wallet }, "the components of the page");
 * ```
 */
export function WalletProvider({ wallet, children }: WalletProviderProps): ReactElement {
  useEffect(() => {
    void wallet.restore();
    return storeOf(wallet).retryOnChange();
  }, [wallet]);
  return createElement(WalletContext.Provider, { value: wallet }, children);
}

/** What {@link useWallet} returns. */
export interface WalletView {
  /** The wallet of the provider. */
  readonly wallet: Wallet;
  /** The state of the wallet. A server always renders `restoring`. */
  readonly state: WalletState;
}

/**
 * Returns the wallet and its state. The component renders again after each change, including changes from other tabs.
 *
 * @example
 * ```ts
 * const { wallet, state } = useWallet();
 * const signOut = () => wallet.signOut();
 * ```
 *
 * @throws {Error} when no `WalletProvider` surrounds the component.
 */
export function useWallet(): WalletView {
  const wallet = useProvidedWallet();
  const state = useSyncExternalStore(wallet.subscribe, () => wallet.state, stateOnServer);
  return { wallet, state };
}

/** The wallet of the provider, without its state: the component renders for its own data only. */
export function useProvidedWallet(): Wallet {
  const wallet = useContext(WalletContext);
  if (wallet === undefined) throw new Error("The wallet hooks need a <WalletProvider> around the component.");
  return wallet;
}
