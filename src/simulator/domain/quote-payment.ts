import type { SeededRandom } from "../runtime/random";
import { bookAccount } from "./ledger";
import type { Posting } from "./ledger";
import { paymentAccount } from "./payment-instructions";
import type { Price } from "./pricing";
import type { Receiver, Sender } from "./quote-parties";

interface Parties {
  sender: Sender;
  receiver: Receiver;
}

/**
 * The text that a wallet's owner signs. Its spacing, its order and its accents are on purpose: a client that parses and
 * rewrites it, or signs anything but its UTF-8 bytes, is found out.
 */
export function payloadToSign(
  nonce: string,
  quoteId: string,
  { sender, receiver }: Parties,
  totals: Price,
): string {
  return (
    `{"type" : "QUOTE_EXECUTION",  "nonce":"${nonce}", "quoteId":"${quoteId}",\n` +
    `\t"amount": {"value":"${String(totals.totalSendingAmount)}" ,"currency":"${sender.currency}"},` +
    `"arrives":{ "currency":"${receiver.currency}","value":"${String(totals.totalReceivingAmount)}" }, ` +
    `"note":"Zahlung bestätigen – 確認 ✓" }`
  );
}

/** How the sender pays; `undefined` for a managed account, from which the service takes the money itself. */
export function instructionsFor(
  random: SeededRandom,
  { funding, currency, cryptoNetwork }: Sender,
  payload: string | undefined,
) {
  if (payload !== undefined) {
    return [
      {
        accountOrWalletInfo: { accountType: "EMBEDDED_WALLET", payloadToSign: payload },
        instructionsNotes: "Sign the payload with a session key of the wallet and execute the quote.",
      },
    ];
  }
  if (funding !== "instructions") return undefined;
  return [
    {
      accountOrWalletInfo: paymentAccount(random, currency, cryptoNetwork),
      instructionsNotes: "Pay the exact amount before the quote expires, with the reference if there is one.",
    },
  ];
}

/** The way of a quote's money through the books, in two steps: from the sender, and to the receiver. */
export function ways(
  { sender, receiver }: Parties,
  totals: Price,
): { departure: Posting[]; arrival: Posting[] } {
  const posting = (account: string, currency: string, amount: number): Posting => ({
    account,
    currency,
    amount,
  });
  const { totalSendingAmount: sent, totalReceivingAmount: received, feesIncluded: fees } = totals;
  const [from, to] = [sender.currency, receiver.currency];
  return {
    departure: [posting(sender.book, from, -sent), posting(bookAccount.suspense(from), from, sent)],
    arrival: [
      posting(bookAccount.suspense(from), from, -sent),
      posting(bookAccount.fees(from), from, fees),
      posting(bookAccount.exchange(from), from, sent - fees),
      posting(bookAccount.exchange(to), to, -received),
      posting(receiver.book, to, received),
    ],
  };
}
