import { describeTransaction } from "payments-sdk";
import type { Currency, RateDetails, Transaction, TransactionState } from "payments-sdk";
import { money } from "../amount";
import { browserLocale, dateTime } from "../format";
import { payeeOf } from "../shell";
import type { Shell, View } from "../shell";
import { copyButton, facts, foreign, withHint } from "../parts";
import { actions, card, h, heading, link, loaded } from "../ui";

const words: Record<TransactionState, string> = {
  offered: "Waiting",
  processing: "On its way",
  completed: "Completed",
  failed: "Failed",
  refunded: "Refunded",
  expired: "Expired",
  unknown: "Unknown",
};

/** The state of a transaction, in words for a customer. */
export const stateWord = (state: TransactionState): string => words[state];

/** An amount with its direction, for eyes and for screen readers. */
export const signed = (isIncoming: boolean, amount: string | undefined) => [
  h("span.visually-hidden", isIncoming ? "received " : "sent "),
  h("span", { "aria-hidden": "true" }, isIncoming ? "+" : "−"),
  amount,
];

/** One payment, as a receipt. */
export function receipt(shell: Shell, id: string): View {
  const leaving = new AbortController();
  const load = async () => {
    const transaction = shell.transactions.get(id) ?? (await find(shell, id, leaving.signal));
    return transaction === undefined ? [notThere()] : receiptOf(shell, transaction);
  };
  return {
    title: "Receipt",
    onLeave: () => leaving.abort(),
    body: [
      card(heading("Receipt"), loaded("the receipt", load), actions(link("Back to the overview", "#/"))),
    ],
  };
}

/** For an address from elsewhere: searches the wallet's list, newest first. */
async function find({ wallet }: Shell, id: string, signal: AbortSignal): Promise<Transaction | undefined> {
  for await (const transaction of wallet.transactions.list({}, { signal }))
    if (transaction.id === id) return transaction;
  return undefined;
}

const notThere = () =>
  h("div.empty", h("p.title", "There is no such payment"), h("p", "It may belong to another wallet."));

/** A code of the service in words: `QUOTE_EXPIRED` becomes "Quote expired". */
function inWords(code: string | null | undefined): string | undefined {
  const text = code?.toLowerCase().replaceAll("_", " ");
  return text && text.charAt(0).toUpperCase() + text.slice(1);
}

function receiptOf({ user }: Shell, transaction: Transaction): Node[] {
  const { direction, amount, fee, state, at } = describeTransaction(transaction, user.accountId);
  const { settledAt, description, receivedAmount: received } = transaction;
  const isIncoming = direction === "incoming";
  const payee = isIncoming ? undefined : payeeOf(user, transaction.destination);
  const moved = amount && money(amount.amount, amount.currency);
  return [
    h("p.amount", ...signed(isIncoming, moved)),
    facts({
      [isIncoming ? "From" : "To"]: withHint(
        isIncoming ? "Your bank" : (payee?.name ?? "Payment"),
        payee?.detail,
      ),
      Status: stateWord(state),
      Reason: "failureReason" in transaction && inWords(transaction.failureReason),
      "They get": !isIncoming && received && money(received.amount, received.currency),
      "Fee, included":
        fee && withHint(money(fee.amount, fee.currency), feeText(transaction.rateDetails, fee.currency)),
      Note: description && foreign(description),
      Started: at && dateTime(at),
      Done: settledAt && dateTime(settledAt),
      Reference: copyButton("Copy the reference", transaction.id),
    }),
  ];
}

/** The reported parts of the fees: "0.5% of the amount and 0.10 USDC". */
export function feeText(details: RateDetails | null | undefined, sending: Currency): string | undefined {
  const share = details?.serviceApiVariableFeeRate ?? 0;
  const fixed = (details?.serviceApiFixedFee ?? 0) + (details?.counterpartyFixedFee ?? 0);
  const percent = new Intl.NumberFormat(browserLocale(), { style: "percent", maximumFractionDigits: 10 });
  const parts = [
    ...(share > 0 ? [`${percent.format(share)} of the amount`] : []),
    ...(Number.isSafeInteger(fixed) && fixed > 0 ? [money(fixed, sending)] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(" and ");
}
