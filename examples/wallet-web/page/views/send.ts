import type { CurrencyAmount } from "payments-sdk";
import { money, readAmount } from "../amount";
import { Alert, button, field, form, link, loaded, perform } from "../controls";
import { h, heading } from "../dom";
import { foreign } from "../facts";
import { openPayment } from "../payment";
import type { Shell, View } from "../shell";
import { reviewPayment } from "./review";

/** A form for a payment. */
export function send(shell: Shell): View {
  const { user, draft, wallet } = shell;
  const fields = async () => {
    const balance = await wallet.balance();
    return balance.amount === 0 ? [nothingToSend()] : [paymentForm(shell, balance)];
  };
  if (!user.payees.some(({ id }) => id === draft.entries.payeeId))
    draft.change({ payeeId: user.payees[0]?.id ?? "" });
  return {
    title: "Send",
    body: [h("section", { class: "card narrow" }, heading("Send money"), loaded("your balance", fields))],
  };
}

function nothingToSend(): HTMLElement {
  return h(
    "div",
    { class: "empty" },
    h("p", { class: "empty-title" }, "Your wallet is empty"),
    h("p", {}, "Add some simulated money before you send a payment."),
    link("Add money", "#/add-money", "primary", "add"),
  );
}

function paymentForm(shell: Shell, balance: CurrencyAmount): HTMLElement {
  const { draft, user, wallet } = shell;
  const { currency } = balance;
  const alert = new Alert();
  const payees = user.payees.map(({ id, name, detail }) => {
    const input = h("input", {
      type: "radio",
      name: "payee",
      value: id,
      checked: id === draft.entries.payeeId,
    });
    input.addEventListener("change", () => draft.change({ payeeId: id }));
    return h(
      "label",
      { class: "choice roomy" },
      input,
      h(
        "span",
        {},
        h("span", { class: "title" }, foreign(name)),
        h("span", { class: "hint" }, foreign(detail)),
      ),
    );
  });
  const amount = field({
    label: "Amount",
    hint: `You have ${money(balance.amount, currency)}.`,
    unit: currency.code,
    attributes: {
      name: "amount",
      inputmode: "decimal",
      autocomplete: "off",
      value: draft.entries.amount,
      class: "figure",
    },
  });
  const note = field({
    label: "Note (optional)",
    attributes: { name: "note", autocomplete: "off", maxlength: 80, value: draft.entries.note },
  });
  amount.input.addEventListener("input", () => draft.change({ amount: amount.input.value }));
  note.input.addEventListener("input", () => draft.change({ note: note.input.value }));
  const submit = button("Review payment", { kind: "primary", type: "submit" });
  const review = () => {
    const entered = draft.entries;
    const payee = user.payees.find(({ id }) => id === entered.payeeId);
    const read = affordable(entered.amount, balance);
    if ("problem" in read) return amount.setError(read.problem);
    if (payee === undefined) return alert.show("Choose who gets the money.");
    perform(submit, {
      busy: "Getting a quote…",
      alert,
      run: async () => {
        const { leaving } = shell;
        const payment = await openPayment(wallet, { payee, amount: read.amount, note: entered.note.trim() });
        // The user has left and no longer wants to see it.
        if (leaving.aborted) payment.decide(false);
        else shell.step(reviewPayment(shell, payment));
      },
      onError: (error) => shell.handled(error),
    });
  };
  return form(
    review,
    h("fieldset", { class: "choices stacked" }, h("legend", {}, "To"), ...payees),
    link("Pay somebody else", "#/new-payee", "quiet", "add"),
    amount.element,
    note.element,
    alert.element,
    h("div", { class: "actions" }, submit, link("Cancel", "#/", "quiet")),
  );
}

function affordable(text: string, { amount: most, currency }: CurrencyAmount): ReturnType<typeof readAmount> {
  const read = readAmount(text, currency);
  if ("problem" in read) return read;
  if (read.amount === 0) return { problem: "Enter an amount above zero." };
  return read.amount > most ? { problem: `That is more than you have: ${money(most, currency)}.` } : read;
}
