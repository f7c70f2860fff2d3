import { describeTransaction } from "payments-sdk";
import type { Transaction } from "payments-sdk";
import { copyButton, link, loaded } from "../controls";
import { h, heading } from "../dom";
import { fact, facts, foreign, withHint } from "../facts";
import { dateTime } from "../format";
import { money } from "../amount";
import { payeeOf } from "../payee";
import { feeText } from "../price";
import type { Shell, View } from "../shell";
import { stateWord } from "../state-word";

/** One payment, as a receipt. */
export function transactionDetail(shell: Shell, id: string): View {
  const leaving = new AbortController();
  const receipt = async () => {
    const transaction = shell.transactions.get(id) ?? (await find(shell, id, leaving.signal));
    return transaction === undefined ? [notThere()] : [receiptOf(shell, transaction)];
  };
  return {
    title: "Receipt",
    onLeave: () => leaving.abort(),
    body: [
      h(
        "section",
        { class: "card narrow" },
        heading("Receipt"),
        loaded("the receipt", receipt),
        h("div", { class: "actions" }, link("Back to the overview", "#/", "quiet")),
      ),
    ],
  };
}

/** For an address from elsewhere: searches the wallet's list, newest first. */
async function find({ wallet }: Shell, id: string, signal: AbortSignal): Promise<Transaction | undefined> {
  for await (const transaction of wallet.transactions.list({}, { signal })) {
    if (transaction.id === id) return transaction;
  }
  return undefined;
}

function notThere(): HTMLElement {
  return h(
    "div",
    { class: "empty" },
    h("p", { class: "empty-title" }, "There is no such payment"),
    h("p", {}, "It may belong to another wallet."),
  );
}

/** A code of the service in words: `QUOTE_EXPIRED` becomes "Quote expired". */
function inWords(code: string | null | undefined): string | undefined {
  const text = code?.toLowerCase().replaceAll("_", " ");
  return text && text.charAt(0).toUpperCase() + text.slice(1);
}

function receiptOf({ user }: Shell, transaction: Transaction): HTMLElement {
  const { direction, amount, fee, state, at } = describeTransaction(transaction, user.accountId);
  const { settledAt, description, receivedAmount } = transaction;
  const isIncoming = direction === "incoming";
  const payee = isIncoming ? undefined : payeeOf(user, transaction.destination);
  return h(
    "div",
    { class: "stack" },
    h(
      "p",
      { class: "receipt-amount" },
      h("span", { class: "visually-hidden" }, isIncoming ? "received " : "sent "),
      h("span", { "aria-hidden": "true" }, isIncoming ? "+" : "−"),
      amount && money(amount.amount, amount.currency),
    ),
    facts(
      ...fact(
        isIncoming ? "From" : "To",
        withHint(isIncoming ? "Your bank" : (payee?.name ?? "Payment"), payee?.detail),
      ),
      ...fact("Status", stateWord(state)),
      ...fact("Reason", "failureReason" in transaction ? inWords(transaction.failureReason) : undefined),
      ...fact(
        "They get",
        !isIncoming && receivedAmount ? money(receivedAmount.amount, receivedAmount.currency) : undefined,
      ),
      ...fact(
        "Fee, included",
        fee && withHint(money(fee.amount, fee.currency), feeText(transaction.rateDetails, fee.currency)),
      ),
      ...fact("Note", description && foreign(description)),
      ...fact("Started", at && dateTime(at)),
      ...fact("Done", settledAt && dateTime(settledAt)),
      ...fact("Reference", copyButton("Copy the reference", transaction.id)),
    ),
  );
}
