import type { Quote } from "payments-sdk";
import type { Wallet } from "payments-sdk/wallet";

/** The dialogs of the page. */
export interface PaymentDialogs {
  /** Shows the price. Resolves to `true` if the customer wants to pay. */
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
  dialogs.tell(paid === undefined ? "Nothing was paid." : resultOf(paid));
}

/** A quote can come back as failed, or with a status that leaves the outcome unknown. */
function resultOf({ status }: Quote): string {
  if (status === "FAILED" || status === "EXPIRED") return "The payment failed.";
  return status === "PROCESSING" || status === "COMPLETED"
    ? "Paid."
    : "We do not know yet whether it was paid.";
}

/** Call this when the page opens. It shows the outcomes of payments with a lost response. */
export async function finishPayments(wallet: Wallet, dialogs: PaymentDialogs) {
  for (const payment of await wallet.pending()) {
    if (payment.outcome === "unreadable") {
      dialogs.tell("We cannot read your last payment now. Try again later.");
      continue;
    }
    if (payment.outcome !== "unknown") dialogs.tell(`Your last payment: ${resultOf(payment.quote)}`);
    else if (await dialogs.confirm(payment.quote)) dialogs.tell(resultOf(await payment.finish()));
    else continue;
    // The customer has seen the outcome.
    await payment.dismiss();
  }
}
