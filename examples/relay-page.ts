import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";

/** Opens the wallet of the customer who is signed in to this page. */
export function openWallet(accountId: string): Wallet {
  return new Wallet({ relay: "/wallet", accountId, passkeys: browserPasskeys(), store: indexedDbStore() });
}
