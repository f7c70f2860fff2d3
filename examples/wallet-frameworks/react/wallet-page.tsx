import { type ReactNode, useState } from "react";
import { formatAmount, parseAmount } from "payments-sdk";
import { useBalance, useDevices, usePayment, usePendingPayments } from "payments-sdk/react";
import { useTransactions, useWallet, WalletProvider } from "payments-sdk/react";
import { describe, describeActivity, describeDevice, describePayment } from "../wallet-basics.js";
import { describeProgress, dismissalOf, explain, openWallet } from "../wallet-basics.js";
import { type PlatformUser, UNREADABLE } from "../wallet-basics.js";

export function WalletPage({ user, children }: { user: PlatformUser; children?: ReactNode }) {
  const [wallet] = useState(() => openWallet(user));
  return (
    <WalletProvider wallet={wallet}>
      <Panel user={user} />
      {children}
    </WalletProvider>
  );
}

/** Stays mounted, so the customer keeps what they typed. Keys replace texts that the browser has translated. */
function Panel({ user }: { user: PlatformUser }) {
  const { wallet, state } = useWallet();
  const { balance, refresh } = useBalance();
  const { payments, dismiss, error, refresh: readPayments } = usePendingPayments();
  const { transactions } = useTransactions();
  const { devices, refresh: readDevices } = useDevices();
  const payment = usePayment();
  const [amount, setAmount] = useState("1");
  const [problem, setProblem] = useState("");
  const fail = (error: unknown) => setProblem(explain(error));
  const button = (name: string, action: () => unknown) => {
    const click = () => (async () => action())().then(() => setProblem(""), fail);
    return <button key={name} onClick={click} children={name} />;
  };
  const line = (text?: string) => <span key={text}>{text}</span>;
  const pay = () => {
    const lockedCurrencyAmount = parseAmount(amount, "USDC");
    const destination = { destinationType: "ACCOUNT", accountId: user.payeeId } as const;
    return payment.pay({ destination, lockedCurrencySide: "SENDING", lockedCurrencyAmount });
  };
  const addPasskey = () =>
    wallet.credentials.register({ type: "PASSKEY", nickname: "My laptop" }).then(readDevices);
  return (
    <>
      <p role="status">{line(describe(state))}</p>
      {"until" in state
        ? button("Sign out", () => wallet.signOut())
        : button("Sign in with a passkey", () => wallet.signIn({ type: "PASSKEY" }))}
      {button("Add a passkey", addPasskey)}
      <p>{line(balance && `Balance: ${formatAmount(balance.amount, balance.currency)}`)}</p>
      {button("Refresh", () => Promise.all([refresh(), readPayments()]))}
      <input aria-label="Amount in USDC" value={amount} onChange={(event) => setAmount(event.target.value)} />
      {button("Pay", pay)}
      <p>{line(describeProgress(payment))}</p>
      {payment.status === "confirm" && button("Confirm", payment.confirm)}
      {payment.status === "confirm" && button("Decline", payment.decline)}
      {payments.map((past) => (
        <p key={past.quoteId}>
          {line(describePayment(past))} {past.outcome === "unknown" && button("Finish it", past.finish)}
          {button(dismissalOf(past), () => dismiss(past))}
        </p>
      ))}
      <ul aria-label="Activity">
        {transactions.map((transaction) => (
          <li key={transaction.id}>{line(describeActivity(transaction, user))}</li>
        ))}
      </ul>
      <ul aria-label="Devices">
        {devices.map((device) => (
          <li key={device.id}>
            {line(describeDevice(device))} {button("Remove", () => device.remove().then(readDevices))}
          </li>
        ))}
      </ul>
      <p role="alert">{line(problem || (error === undefined ? "" : UNREADABLE))}</p>
    </>
  );
}
