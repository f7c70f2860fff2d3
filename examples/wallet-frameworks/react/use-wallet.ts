import { useEffect, useSyncExternalStore } from "react";
import type { Wallet, WalletState } from "payments-sdk/wallet";

const onServer: WalletState = { status: "signed-out" };

/** The state of a wallet. Once the page is there, it has what the device kept. */
export function useWallet(wallet: Wallet): WalletState {
  useEffect(() => void wallet.restore(), [wallet]);
  return useSyncExternalStore(
    wallet.subscribe,
    () => wallet.state,
    () => onServer,
  );
}
