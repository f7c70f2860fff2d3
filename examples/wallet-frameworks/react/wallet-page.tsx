import { type ReactNode, useState } from "react";
import { formatAmount, parseAmount } from "payments-sdk";
import { useBalance, usePayment, usePendingPayments, useWallet, WalletProvider } from "payments-sdk/react";
import { describe, openWallet, type PlatformUser, question } from "../wallet-page.js";

export function WalletPage({ user, children }: { user: PlatformUser; children?: ReactNode }) {
  const [wallet] = useState(() => openWallet(user));
  return (
    <WalletProvider wallet={wallet}>
      <Panel payeeId={user.payeeId} />
      {children}
    </WalletProvider>
  );
}

/** Stays mounted when the session ends, so the customer keeps what they typed. */
function Panel({ payeeId }: { payeeId: string }) {
  const { wallet, state } = useWallet();
  const { balance, refresh } = useBalance();
  const { payments, dismiss } = usePendingPayments();
  const payment = usePayment();
  const [amount, setAmount] = useState("1");
  const [problem, setProblem] = useState("");
  const button = (name: string, action: () => unknown) => {
    const run = async () => action();
    const fail = (error: Error) => setProblem(error.message);
    return <button onClick={() => run().then(() => setProblem(""), fail)}>{name}</button>;
  };
  const pay = () => {
    const lockedCurrencyAmount = parseAmount(amount, "USDC");
    const destination = { destinationType: "ACCOUNT", accountId: payeeId } as const;
    return payment.pay({ destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount });
  };
  const addPasskey = () => wallet.credentials.register({ type: "PASSKEY", nickname: "This device" });
  return (
    <>
      <p role="status">{describe(state)}</p>
      {"until" in state
        ? button("Sign out", () => wallet.signOut())
        : button("Sign in with a passkey", () => wallet.signIn({ type: "PASSKEY" }))}
      {button("Add a passkey", addPasskey)}
      <p>Balance: {balance && formatAmount(balance.amount, balance.currency)}</p>
      {button("Refresh", refresh)}
      <input aria-label="Amount in USDC" value={amount} onChange={(event) => setAmount(event.target.value)} />
      {button("Pay", pay)}
      {payment.status === "confirm" && <p>{question(payment.quote)}</p>}
      {payment.status === "confirm" && button("Confirm", payment.confirm)}
      {payment.status === "confirm" && button("Decline", payment.decline)}
      {payment.status === "sent" && <p>Paid.</p>}
      {payment.status === "failed" && <p>Nothing was paid. {String(payment.error ?? "")}</p>}
      {payments.map((past) => (
        <p key={past.quoteId}>
          Your last payment: {past.outcome} {past.outcome === "unknown" && button("Finish it", past.finish)}
          {past.outcome !== "unknown" && button("OK", () => dismiss(past))}
        </p>
      ))}
      <p role="alert">{problem}</p>
    </>
  );
}
