/** The basics of a wallet page: its wallet, and each state in words, with the next step. */
import { describeTransaction, formatAmount } from "payments-sdk";
import type { Quote, Transaction } from "payments-sdk";
import { browserPasskeys, indexedDbStore, Wallet, wordsFor } from "payments-sdk/wallet";
import type { PaymentProgress, PendingPayment, WalletDevice, WalletState } from "payments-sdk/wallet";

/** The user who is signed in to the platform. */
export interface PlatformUser {
  /** The embedded wallet. */
  readonly accountId: string;
  /** The bank account that the page pays to. */
  readonly payeeId: string;
}

/** Uses no browser API, so a server can call it while it renders the page. */
export function openWallet({ accountId }: PlatformUser): Wallet {
  return new Wallet({ relay: "/wallet", accountId, passkeys: browserPasskeys(), store: indexedDbStore() });
}

/** Describes the state of the sign-in. */
export function describe(state: WalletState): string {
  if ("until" in state) {
    const until = new Date(state.until).toLocaleTimeString();
    return state.status === "expiring"
      ? `Signed in until ${until}. Sign in again to stay signed in.`
      : `Signed in until ${until}`;
  }
  return wordsFor(state).title;
}

/** Describes the payment in progress. The list of payments says how it ended, except that nothing was sent. */
export function describeProgress(progress: PaymentProgress): string {
  switch (progress.status) {
    case "quote":
      return "Asking for the price …";
    case "confirm":
      return question(progress.quote);
    case "sending":
      return "Paying …";
    case "failed":
      return progress.error === undefined ? "" : `Nothing was paid. ${wordsFor(progress.error).next}`;
    default:
      return "";
  }
}

/** Describes a payment of the list. */
export function describePayment({ outcome, quote }: PendingPayment): string {
  if (outcome === "unreadable") {
    return "We cannot read one of your payments now. It may have been made. Check your balance before you pay again.";
  }
  const what = `Your payment of ${formatAmount(quote.totalSendingAmount, quote.sendingCurrency)}`;
  if (outcome === "unknown") {
    return `${what} has no known outcome yet. Finish it: it is made once. If you give it up, it may still be made.`;
  }
  if (outcome === "not-executed") return `${what} was not made. You can pay again.`;
  if (quote.status === "FAILED") return `${what} failed. The money comes back to your balance.`;
  return quote.status === "REFUNDED" ? `${what} was paid back to you.` : `${what} was made.`;
}

/** Describes a transaction. */
export function describeActivity(transaction: Transaction, { accountId }: PlatformUser): string {
  const { direction, amount, state } = describeTransaction(transaction, accountId);
  const moved = amount && formatAmount(amount.amount, amount.currency);
  return `${direction === "incoming" ? "Received" : "Sent"} ${moved ?? ""}: ${state}`;
}

/** Describes a device that signs in with a passkey. */
export function describeDevice({ name, isThisDevice }: WalletDevice): string {
  return isThisDevice === true ? `${name} (this one)` : name;
}

/** Says what to do after an error. `error.message` is for developers. */
export function explain(error: unknown): string {
  if (error === undefined) return "";
  const { title, sentence, next } = wordsFor(error);
  return `${title}. ${sentence} ${next}`.trim();
}

/** Describes a list that could not be read. */
export const UNREADABLE =
  "We cannot read your payments now. Refresh, and do not pay again until you see them.";

/** The name of the button that removes a payment from the list. */
export function dismissalOf({ outcome }: PendingPayment): string {
  return outcome === "unknown" || outcome === "unreadable" ? "Give it up" : "OK";
}

/** The text that the customer confirms. */
export function question(quote: Quote): string {
  const sent = formatAmount(quote.totalSendingAmount, quote.sendingCurrency);
  const received = formatAmount(quote.totalReceivingAmount, quote.receivingCurrency);
  return `Send ${sent}? ${received} arrives.`;
}
