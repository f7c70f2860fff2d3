import type { Transaction } from "payments-sdk";
import { link, loaded } from "../controls";
import { h, heading, icon } from "../dom";
import { dateTime, money } from "../format";
import type { Shell, View } from "../shell";

/** The balance, what can be done with it, and what happened. */
export function overview(shell: Shell): View {
  const { wallet } = shell;
  const balance = async () => {
    const { amount, currency } = await wallet.balance();
    const [figure, ...unit] = money(amount, currency).split(" ");
    return [h("p", { class: "amount" }, figure, " ", h("span", { class: "currency" }, unit.join(" ")))];
  };
  const activity = async () => {
    const { data } = await wallet.transactions.list({ limit: 50 });
    // One that was never signed moved no money, and is left out.
    const transactions = data.filter(({ status }) => status !== "PENDING" && status !== "EXPIRED");
    if (transactions.length > 0) {
      return [h("ul", { class: "activity" }, ...transactions.map((each) => activityItem(shell, each)))];
    }
    return [
      h(
        "div",
        { class: "empty" },
        h("p", { class: "empty-title" }, "Nothing has happened yet"),
        h("p", {}, "Add some simulated money, then send a payment: both show here."),
      ),
    ];
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
          h("p", {}, h("strong", {}, "One way in is one to lose.")),
          h("p", {}, "Add a second way to sign in, so that a lost device does not lock the wallet."),
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
            loaded("the balance", balance),
          ),
          h(
            "div",
            { class: "actions even" },
            link("Send", "#/send", "primary", "send"),
            link("Add money", "#/add-money", "secondary", "add"),
          ),
          loaded("advice", advice),
        ),
        h(
          "section",
          { "aria-labelledby": "activity-title" },
          h("h2", { id: "activity-title" }, "Activity"),
          loaded("the activity", activity),
        ),
      ),
    ],
  };
}

const statuses: Record<string, string> = {
  CREATED: "Announced",
  PROCESSING: "On its way",
  FAILED: "Failed",
  REJECTED: "Rejected",
  REFUNDED: "Refunded",
};

function activityItem({ user }: Shell, transaction: Transaction): HTMLElement {
  const { destination, createdAt, status, description } = transaction;
  const isIncoming = "accountId" in destination && destination.accountId === user.accountId;
  const moved =
    isIncoming || transaction.type === "INCOMING" ? transaction.receivedAmount : transaction.sentAmount;
  const payee = user.payees.find(({ destination: known }) =>
    known.destinationType === "ACCOUNT"
      ? "accountId" in destination && destination.accountId === known.accountId
      : "umaAddress" in destination && destination.umaAddress === known.umaAddress,
  );
  const title = isIncoming ? "Money added" : (payee?.name ?? "Payment");
  // A completed payment needs no word for it.
  const word = status === "COMPLETED" ? undefined : (statuses[status] ?? status);
  return h(
    "li",
    {},
    h(
      "span",
      { class: `direction ${isIncoming ? "in" : "out"}` },
      icon(isIncoming ? "incoming" : "outgoing"),
    ),
    h(
      "div",
      { class: "what" },
      h("p", { class: "title" }, title, word !== undefined && h("span", { class: "tag" }, word)),
      h(
        "p",
        { class: "hint" },
        createdAt && h("time", { datetime: createdAt }, dateTime(createdAt)),
        description && ` · ${description}`,
      ),
    ),
    h(
      "p",
      { class: `moved ${isIncoming ? "in" : ""}` },
      h("span", { class: "visually-hidden" }, isIncoming ? "received " : "sent "),
      h("span", { "aria-hidden": "true" }, isIncoming ? "+" : "−"),
      moved && money(moved.amount, moved.currency),
    ),
  );
}
