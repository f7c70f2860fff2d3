import { money } from "../amount";
import { fund } from "../demo-calls";
import { Alert, button, form, link, loaded, perform } from "../controls";
import { h, heading } from "../dom";
import type { Shell, View } from "../shell";

/** In whole units of the wallet's currency. */
const choices = [25, 100, 500];

/** Simulates a bank transfer into the wallet. */
export function addMoney(shell: Shell): View {
  const amounts = async () => {
    const { currency } = await shell.wallet.balance();
    const alert = new Alert();
    const submit = button("Add money", { kind: "primary", type: "submit" });
    const unit = 10 ** currency.decimals;
    const options = choices.map((whole, index) => {
      const input = h("input", { type: "radio", name: "amount", value: whole, checked: index === 1 });
      return {
        input,
        element: h("label", { class: "choice" }, input, h("span", {}, money(whole * unit, currency))),
      };
    });
    const add = () => {
      const chosen = Number(options.find(({ input }) => input.checked)?.input.value) * unit;
      perform(submit, {
        busy: "Adding…",
        alert,
        run: async () => {
          await fund(chosen);
          shell.go("#/");
          shell.say(`${money(chosen, currency)} added.`);
        },
        onError: (error) => shell.handled(error),
      });
    };
    return [
      form(
        add,
        h(
          "fieldset",
          { class: "choices stacked" },
          h("legend", {}, "How much?"),
          ...options.map(({ element }) => element),
        ),
        alert.element,
        h("div", { class: "actions" }, submit, link("Cancel", "#/", "quiet")),
      ),
    ];
  };
  return {
    title: "Add money",
    body: [
      h(
        "section",
        { class: "card narrow" },
        heading("Add money"),
        h("p", {}, "Simulates a bank transfer into your wallet. No real money moves."),
        loaded("the amounts", amounts),
      ),
    ],
  };
}
