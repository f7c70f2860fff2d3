import type { CurrencyAmount } from "payments-sdk";
import { money, readAmount } from "../amount";
import type { Shell, View } from "../shell";
import { choices, foreign } from "../parts";
import { actions, Alert, button, card, field, form, h, heading, link, loaded, perform } from "../ui";
import { openPayment, review } from "./review";

/** A form for a payment. */
export function send(shell: Shell): View {
  const { user, draft, wallet } = shell;
  const load = async () => {
    const balance = await wallet.balance();
    return [balance.amount === 0 ? nothingToSend() : paymentForm(shell, balance)];
  };
  if (!user.payees.some(({ id }) => id === draft.entries.payeeId))
    draft.change({ payeeId: user.payees[0]?.id ?? "" });
  return { title: "Send", body: [card(heading("Send money"), loaded("your balance", load))] };
}

const nothingToSend = () =>
  h(
    "div.empty",
    h("p.title", "Your wallet is empty"),
    h("p", "Add some simulated money before you send a payment."),
    link("Add money", "#/add-money", { kind: "primary", symbol: "add" }),
  );

function paymentForm(shell: Shell, balance: CurrencyAmount): HTMLElement {
  const { draft, user, wallet } = shell;
  const { currency } = balance;
  const { entries } = draft;
  const alert = new Alert();
  const options = user.payees.map(
    ({ id, name, detail }) =>
      [id, h("span.title", foreign(name)), h("span.hint", foreign(detail))] as [
        string,
        HTMLElement,
        HTMLElement,
      ],
  );
  const payees = choices("To", "payee", options, entries.payeeId);
  const plain = { autocomplete: "off" };
  const has = `You have ${money(balance.amount, currency)}.`;
  const amount = field(
    "Amount",
    { ...plain, name: "amount", inputmode: "decimal", value: entries.amount },
    has,
    currency.code,
  );
  const note = field("Note (optional)", { ...plain, name: "note", maxlength: 80, value: entries.note });
  const submit = button("Review payment", undefined, { kind: "primary" });
  const check = () => {
    const payee = user.payees.find(({ id }) => id === payees.value());
    const read = affordable(amount.input.value, balance);
    if ("problem" in read) return amount.setError(read.problem);
    if (payee === undefined) return alert.show("Choose who gets the money.");
    const run = async () => {
      const { leaving } = shell;
      const wanted = { payee, amount: read.amount, note: note.input.value.trim() };
      const payment = await openPayment(wallet, wanted);
      // The user has left and no longer wants to see it.
      if (leaving.aborted) payment.decide(false);
      else shell.step(review(shell, payment));
    };
    perform(submit, { busy: "Getting a quote…", alert, run });
  };
  const element = form(
    check,
    payees.element,
    link("Pay somebody else", "#/new-payee", { symbol: "add" }),
    amount.element,
    note.element,
    alert.element,
    actions(submit, link("Cancel", "#/")),
  );
  element.addEventListener("input", () =>
    draft.change({ payeeId: payees.value(), amount: amount.input.value, note: note.input.value }),
  );
  return element;
}

function affordable(text: string, { amount: most, currency }: CurrencyAmount): ReturnType<typeof readAmount> {
  const read = readAmount(text, currency);
  if ("problem" in read) return read;
  if (read.amount === 0) return { problem: "Enter an amount above zero." };
  return read.amount > most ? { problem: `That is more than you have: ${money(most, currency)}.` } : read;
}
