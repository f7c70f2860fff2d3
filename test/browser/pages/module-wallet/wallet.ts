import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";

/** Made when the module is loaded, by a server too. */
export const wallet = new Wallet({
  relay: "/wallet",
  accountId: "InternalAccount:one",
  passkeys: browserPasskeys(),
  store: indexedDbStore(),
});
