"use client";

import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";
import { useState, useSyncExternalStore } from "react";

const openWallet = () =>
  new Wallet({
    relay: "/wallet",
    accountId: "InternalAccount:one",
    passkeys: browserPasskeys(),
    store: indexedDbStore(),
  });

/** Made when Next loads the module, in the build too. */
const wallet = openWallet();

function useStatus(shown: Wallet): string {
  const status = () => shown.state.status;
  return useSyncExternalStore(shown.subscribe, status, () => "signed-out");
}

/** Two wallets in what a server renders: one of the module, one of the component. */
export function WalletStatus() {
  const [own] = useState(openWallet);
  const statuses = [useStatus(wallet), useStatus(own)];
  return <p>{statuses.join(" and ")}</p>;
}
