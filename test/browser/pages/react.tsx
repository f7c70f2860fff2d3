import { StrictMode, version } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { useTransactions, useWallet } from "payments-sdk/react";
import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";
import { WalletPage } from "../../../examples/wallet-frameworks/react/wallet-page";
import type { PlatformUser } from "../../../examples/wallet-frameworks/wallet-page";

const element = document.body.appendChild(document.createElement("div"));
/** The states that a component rendered. */
const seen: string[] = [];

function Watched() {
  const { status } = useWallet().state;
  if (seen.at(-1) !== status) seen.push(status);
  return null;
}

/** Two rows a page. */
function Activity() {
  const { transactions, hasMore, loadMore, isLoading } = useTransactions({ limit: 2 });
  return (
    <section>
      <p data-rows={transactions.length}>{isLoading ? "Loading" : "Loaded"}</p>
      {hasMore && <button onClick={loadMore}>More</button>}
    </section>
  );
}

const pageOf = (user: PlatformUser) => (
  <StrictMode>
    <WalletPage user={user}>
      <Watched />
      <Activity />
    </WalletPage>
  </StrictMode>
);

/** What the tests of the hooks do in a page. */
export const program = {
  version: () => version,
  open: (user: PlatformUser) => createRoot(element).render(pageOf(user)),
  /** Takes over what the server rendered. Returns what React says about differences. */
  hydrate: async (markup: string, user: PlatformUser) => {
    const problems: string[] = [];
    // Only the test's page does this. A real page gets its markup from the server.
    element.append(...new DOMParser().parseFromString(markup, "text/html").body.childNodes);
    hydrateRoot(element, <WalletPage user={user} />, {
      onRecoverableError: (error) => void problems.push(String(error)),
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return problems;
  },
  seen: () => seen,
  /** Another wallet of the page, in the same store. */
  signOutElsewhere: async ({ accountId }: PlatformUser) => {
    const wallet = new Wallet({
      relay: "/wallet",
      accountId,
      passkeys: browserPasskeys(),
      store: indexedDbStore(),
    });
    await wallet.signOut();
  },
};

export type ReactProgram = typeof program;
Object.assign(globalThis, { program });
