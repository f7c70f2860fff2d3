import { onMounted, onUnmounted, shallowReadonly, shallowRef } from "vue";
import type { ShallowRef } from "vue";
import type { Wallet, WalletState } from "payments-sdk/wallet";

/** The state of a wallet. After mounting, it includes the stored session. */
export function useWallet(wallet: Wallet): Readonly<ShallowRef<WalletState>> {
  // A server renders this state. The browser replaces it after hydration.
  const state = shallowRef<WalletState>({ status: "restoring" });
  let stop = () => {};
  onMounted(() => {
    const follow = () => {
      state.value = wallet.state;
    };
    stop = wallet.subscribe(follow);
    follow();
    void wallet.restore();
  });
  onUnmounted(() => stop());
  return shallowReadonly(state);
}
