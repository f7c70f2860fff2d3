import type { Quote } from "payments-sdk";
import type { Wallet } from "payments-sdk/wallet";

/** What the page shows and asks. */
export interface PaymentDialogs {
  /** Shows the price; resolves to `true` when the customer wants to pay. */
  confirm(quote: Quote): Promise<boolean>;
  tell(message: string): void;
}

/** Pays to one of the customer's accounts. */
export async function payOut(wallet: Wallet, accountId: string, amount: number, dialogs: PaymentDialogs) {
  const paid = await wallet.pay({
    destination: { destinationType: "ACCOUNT", accountId },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: amount,
    confirm: (quote) => dialogs.confirm(quote),
  });
  dialogs.tell(paid === undefined ? "Nothing was paid." : "Paid.");
}

/** When the page opens: what became of the payments whose response was lost. */
export async function finishPayments(wallet: Wallet, dialogs: PaymentDialogs) {
  for (const payment of await wallet.pending()) {
    if (payment.outcome === "executed") dialogs.tell("Your last payment was made.");
    if (payment.outcome === "not-executed") dialogs.tell("Your last payment was not made.");
    if (payment.outcome === "unknown" && (await dialogs.confirm(payment.quote))) await payment.finish();
  }
}
