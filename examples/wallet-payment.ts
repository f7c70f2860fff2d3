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
  // The customer has seen the outcome. An unknown one stays in `wallet.pending()`.
  if (paid !== undefined && isKnown(paid)) await wallet.dismiss(paid.id);
}

/** A quote can come back as failed, or with a status that leaves the outcome unknown. */
function resultOf(quote: Quote): string {
  if (!isKnown(quote)) return "We do not know yet whether it was paid.";
  if (quote.status === "REFUNDED") return "It was paid back to you.";
  return PAID.includes(quote.status) ? "Paid." : "The payment failed.";
}

const PAID = ["PROCESSING", "COMPLETED"];
const isKnown = ({ status }: Quote) =>
  [...PAID, "FAILED", "REFUNDED", "EXPIRED", "CANCELLED"].includes(status);

/** Call this when the page opens. It shows the outcomes of payments with a lost response. */
export async function finishPayments(wallet: Wallet, dialogs: PaymentDialogs) {
  for (const payment of await wallet.pending()) {
    if (payment.outcome === "unreadable") {
      dialogs.tell("We cannot read your last payment now. It may have been made.");
      continue;
    }
    const { outcome } = payment;
    let { quote } = payment;
    if (payment.outcome === "unknown" && (await dialogs.confirm(quote))) quote = await payment.finish();
    const isNotMade = outcome === "not-executed";
    dialogs.tell(`Your last payment: ${isNotMade ? "It was not made." : resultOf(quote)}`);
    // The customer has seen the outcome.
    if (isNotMade || isKnown(quote)) await payment.dismiss();
  }
}
