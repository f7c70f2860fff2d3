import { bundle } from "./bundle.mjs";
import { optionalPeers } from "./entries.mjs";

/** A page with a sign-in by passkey and a payment. */
const page = `
  import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";
  const wallet = new Wallet({ relay: "/wallet", accountId, store: indexedDbStore(), passkeys: browserPasskeys() });
  wallet.subscribe(show);
  await wallet.restore();
  show(wallet.state);
  signInButton.onclick = () => wallet.signIn({ type: "PASSKEY" });
  payButton.onclick = () => wallet.pay(payment);`;

/**
 * The most bytes of each case, gzipped. The first is its target. The others stand 5 % above what is
 * (docs/maintainers/decisions/0009-size.md).
 */
export const pageBudgets = { first: 20_000, held: 73_600, sealed: 87_800 };

/**
 * Measures what a wallet page loads of the package, gzipped: without a session (`first`), and with everything, by the kind of its
 * session keys.
 *
 * @param {string} folder where `payments-sdk` is found
 */
export async function walletPage(folder) {
  const load = (unused = []) => bundle(page, folder, [...optionalPeers, ...unused, "node:*"]);
  // Only a browser that derives no public keys loads P-256.
  const sealed = await load(["./library-p256-*"]);
  // With held keys, a page never loads HPKE (test/wallet/held-keys-size.slow.test.ts).
  const held = await load(["./library-hpke-*", "./library-p256-*"]);
  return {
    first: sealed.gzip,
    held: held.gzip + held.lazy.gzip,
    sealed: sealed.gzip + sealed.lazy.gzip,
    files: sealed.files,
  };
}
