import { createSubscriber } from "svelte/reactivity";
import type { Wallet, WalletState } from "payments-sdk/wallet";

/** The state of a wallet, for a template, `$derived` or `$effect`. In the browser, it includes the stored session. */
export function useWallet(wallet: Wallet): { readonly state: WalletState } {
  const subscribe = createSubscriber((update) => {
    const stop = wallet.subscribe(update);
    void wallet.restore();
    return stop;
  });
  return {
    get state() {
      subscribe();
      return wallet.state;
    },
  };
}
