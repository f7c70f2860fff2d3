import { onMounted, onUnmounted, shallowReadonly, shallowRef } from "vue";
import type { ShallowRef } from "vue";
import type { Wallet, WalletState } from "payments-sdk/wallet";

/** The state of a wallet. Once the page is there, it has what the device kept. */
export function useWallet(wallet: Wallet): Readonly<ShallowRef<WalletState>> {
  // What a server renders. The state of the browser shows after hydration.
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
