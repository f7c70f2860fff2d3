import type { Quote } from "payments-sdk";
import type { Wallet } from "payments-sdk/wallet";
import type { Payee } from "../shared";

/** What somebody wants to pay. */
export interface WantedPayment {
  readonly payee: Payee;
  /** In the smallest unit of the wallet's currency. */
  readonly amount: number;
  readonly note: string;
}

/** A payment with its price, which waits for the customer's word. It goes on when its screen is left. */
export interface OpenPayment {
  readonly wanted: WantedPayment;
  readonly quote: Quote;
  /** Signs it, or lets it be. */
  decide(isConfirmed: boolean): void;
  /** How it ended: `undefined` when nothing was sent. */
  readonly ended: Promise<Quote | undefined>;
}

/** Asks for the price of a payment; the rest of `wallet.pay` goes on with `decide`. */
export function openPayment(wallet: Wallet, wanted: WantedPayment): Promise<OpenPayment> {
  const { payee, amount, note } = wanted;
  return new Promise((resolve, reject) => {
    const ended = wallet.pay({
      destination: payee.destination,
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: amount,
      ...(note === "" ? {} : { description: note }),
      confirm: (quote) => new Promise<boolean>((decide) => resolve({ wanted, quote, decide, ended })),
    });
    // Before the price is there, this is the caller's error; afterwards it is that of `ended`.
    ended.catch(reject);
  });
}

/** What a quote that was executed says about its payment. A status that this page does not know says nothing. */
export function endOf({ status }: Quote): "made" | "failed" | "unknown" {
  if (status === "FAILED" || status === "EXPIRED") return "failed";
  return status === "PROCESSING" || status === "COMPLETED" ? "made" : "unknown";
}
