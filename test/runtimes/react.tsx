// The code of a strict user of React 18 or 19. Compiled with the types of both, but never run.
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { formatAmount } from "payments-sdk";
import {
  useBalance,
  usePayment,
  usePendingPayments,
  useTransactions,
  useWallet,
  WalletProvider,
} from "payments-sdk/react";
import { Wallet } from "payments-sdk/wallet";

export function Page({ children }: { children?: ReactNode }): ReactElement {
  const [wallet] = useState(() => new Wallet({ relay: "/wallet", accountId: "InternalAccount:1" }));
  return (
    <WalletProvider wallet={wallet}>
      <Panel />
      {children}
    </WalletProvider>
  );
}

function Panel() {
  const { state } = useWallet();
  const { balance, refresh } = useBalance();
  const { payments, dismiss } = usePendingPayments();
  const { transactions, loadMore } = useTransactions({ limit: 20 });
  const payment = usePayment();
  return (
    <main>
      <p>{state.status === "signed-in" ? state.until : state.status}</p>
      <p>{balance && formatAmount(balance.amount, balance.currency)}</p>
      <button onClick={refresh}>Refresh</button>
      {payment.status === "confirm" && <button onClick={payment.confirm}>Confirm</button>}
      {payments.map((past) => (
        <button key={past.quoteId} onClick={() => dismiss(past)}>
          {past.outcome}
        </button>
      ))}
      {transactions.map(({ id }) => (
        <button key={id} onClick={loadMore}>
          {id}
        </button>
      ))}
    </main>
  );
}

// @ts-expect-error a number is no wallet: the declarations are not silently `any`
export const wrong = <WalletProvider wallet={1} />;
