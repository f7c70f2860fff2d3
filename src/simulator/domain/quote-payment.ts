import type { SeededRandom } from "../runtime/random";
import { bookAccount } from "./ledger";
import type { QuoteRequest } from "./parties";
import { paymentAccount } from "./payment-instructions";
import type { Price } from "./pricing";
import { decider, newReference } from "./transactions";
import type { IncomingTransactionRecord, Money, OutgoingTransactionRecord } from "./records/payments";
import type { World } from "./world";

/** How the sender pays; `undefined` for an account that the service debits itself. */
export function instructionsFor(
  random: SeededRandom,
  { funding, currency, cryptoNetwork }: QuoteRequest["sender"],
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

/** The postings of a quote, in two steps: from the sender, and to the receiver. */
export function moneyOf({ sender, receiver }: QuoteRequest, totals: Price): Money {
  const posting = (account: string, currency: string, amount: number) => ({ account, currency, amount });
  const { totalSendingAmount: sent, totalReceivingAmount: received, feesIncluded: fees } = totals;
  const [from, to] = [sender.currency, receiver.currency];
  return {
    at: "source",
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

/** The receiver's transaction of a payment inside the service. The sender's transaction moves the money (OP-68). */
export function receiverTransaction(
  world: World,
  { sender, receiver }: QuoteRequest,
  outgoing: OutgoingTransactionRecord,
  amount: number,
): IncomingTransactionRecord | undefined {
  const { recipient, currency, outcome } = receiver;
  if (!recipient) return undefined;
  const { accountId, customerId, byUma } = recipient;
  // Somebody outside who pays from an UMA address owns no account here.
  const isOutside = sender.source.sourceType === "UMA_ADDRESS" && !sender.customer;
  if (!isOutside && (sender.customer?.id ?? null) === customerId) return undefined;
  return {
    id: world.random.id("Transaction"),
    type: "INCOMING",
    status: "PENDING",
    source: outgoing.source,
    destination: { destinationType: "ACCOUNT", accountId, currency },
    customerId,
    createdAt: outgoing.createdAt,
    updatedAt: outgoing.createdAt,
    ...(outgoing.description === undefined ? {} : { description: outgoing.description }),
    ...(sender.counterpartyInformation && { counterpartyInformation: sender.counterpartyInformation }),
    receivedAmount: { amount, currency },
    reference: newReference(world.random),
    awaitsApproval: false,
    sender: {
      transactionId: outgoing.id,
      needsApproval: byUma && decider(world) !== "automatic",
      outcome,
    },
    money: { at: "source", departure: [], arrival: [] },
  };
}
