import { money } from "../amount";
import { link, loaded } from "../controls";
import { h, heading, icon } from "../dom";
import type { Shell, View } from "../shell";
import { activity } from "./activity";

/** The balance, the actions and the latest activity. */
export function overview(shell: Shell): View {
  const { wallet } = shell;
  const balance = async () => {
    const { amount, currency } = await wallet.balance();
    const text = money(amount, currency);
    // Some locales have blanks between the digits. The blank before the code is always a plain one.
    const end = text.lastIndexOf(" ");
    const [figure, unit] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end)];
    return [h("p", { class: "amount" }, figure, h("span", { class: "currency" }, unit))];
  };
  const advice = async () => {
    const { data: credentials } = await wallet.credentials.list();
    if (credentials.length > 1) return [];
    return [
      h(
        "div",
        { class: "notice advice" },
        icon("key"),
        h(
          "div",
          {},
          h("p", {}, h("strong", {}, "You have only one way to sign in.")),
          h("p", {}, "Add a second one. It opens the wallet if you lose this device."),
        ),
        link("Go to security", "#/security"),
      ),
    ];
  };
  return {
    title: "Overview",
    body: [
      h(
        "div",
        { class: "columns" },
        h(
          "div",
          {},
          h(
            "section",
            { class: "balance", "aria-label": "Balance" },
            heading("Balance"),
            loaded("the balance", balance, { isLive: true }),
          ),
          h(
            "div",
            { class: "actions even" },
            link("Send", "#/send", "primary", "send"),
            link("Add money", "#/add-money", "secondary", "add"),
          ),
          loaded("advice", advice, { isLive: true, isOptional: true }),
        ),
        h(
          "section",
          { "aria-labelledby": "activity-title" },
          h("h2", { id: "activity-title" }, "Activity"),
          loaded("the activity", () => activity(shell), { isLive: true }),
        ),
      ),
    ],
  };
}
