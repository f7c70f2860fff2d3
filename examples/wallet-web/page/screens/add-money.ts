import { money } from "../amount";
import { fund } from "../backend";
import type { Shell, View } from "../shell";
import { choices } from "../parts";
import { actions, Alert, button, card, form, h, heading, link, loaded, perform } from "../ui";

/** In whole units of the wallet's currency. */
const AMOUNTS = [25, 100, 500];

/** Simulates a bank transfer into the wallet. */
export function addMoney(shell: Shell): View {
  const load = async () => {
    const { currency } = await shell.wallet.balance();
    const alert = new Alert();
    const submit = button("Add money", undefined, { kind: "primary" });
    const amounts = AMOUNTS.map((whole) => whole * 10 ** currency.decimals);
    const options = amounts.map((amount) => [String(amount), money(amount, currency)] as [string, string]);
    const chosen = choices("How much?", "amount", options, String(amounts[1]));
    const run = async () => {
      const amount = Number(chosen.value());
      await fund(amount);
      shell.go("#/");
      shell.say(`${money(amount, currency)} added.`);
    };
    const add = () => perform(submit, { busy: "Adding…", alert, run });
    return [form(add, chosen.element, alert.element, actions(submit, link("Cancel", "#/")))];
  };
  const text = "Simulates a bank transfer into your wallet. No real money moves.";
  return {
    title: "Add money",
    body: [card(heading("Add money"), h("p", text), loaded("the amounts", load))],
  };
}
