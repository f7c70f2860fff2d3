import type { Quote } from "payments-sdk";
import type { Wallet } from "payments-sdk/wallet";
import type { Payee } from "../shared";

/** The payment that the user entered. */
export interface WantedPayment {
  readonly payee: Payee;
  /** In the smallest unit of the wallet's currency. */
  readonly amount: number;
  readonly note: string;
}

/** A payment with its quote, which waits for confirmation. It continues if the user leaves its screen. */
export interface OpenPayment {
  readonly wanted: WantedPayment;
  readonly quote: Quote;
  /** Confirms or declines the payment. */
  decide(isConfirmed: boolean): void;
  /** Resolves when the payment ends. `undefined` if it was declined. */
  readonly ended: Promise<Quote | undefined>;
}

/** Requests a quote for a payment. `decide` then continues `wallet.pay`. */
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
    // Before the quote arrives, the caller gets this error. Afterwards, `ended` rejects with it.
    ended.catch(reject);
  });
}

/** The outcome of an executed quote. An unknown status leaves it unknown. */
export function endOf({ status }: Quote): "made" | "failed" | "unknown" {
  if (status === "FAILED" || status === "EXPIRED") return "failed";
  return status === "PROCESSING" || status === "COMPLETED" ? "made" : "unknown";
}
