import type { Quote } from "payments-sdk";
import type { Payee } from "../../shared";
import { money } from "../amount";
import { link } from "../controls";
import { h, heading, icon } from "../dom";
import { visible } from "../facts";
import type { Shell, View } from "../shell";

/** The receipt of a payment that was just made. Whoever leaves it has seen it. Until then, a reload shows the payment. */
export function paymentSent({ wallet }: Shell, payee: Payee, quote: Quote): View {
  const isThere = quote.status === "COMPLETED";
  const { transactionId } = quote;
  return {
    title: "Payment sent",
    // If the store fails, a card shows the payment once more.
    onLeave: () => void wallet.dismiss(quote.id).catch(() => undefined),
    body: [
      h(
        "section",
        { class: "card narrow done" },
        h("span", { class: "big-check" }, icon("check")),
        heading("Payment sent"),
        h(
          "p",
          { class: "lead" },
          `${visible(payee.name)} ${isThere ? "got" : "gets"} ${money(quote.totalReceivingAmount, quote.receivingCurrency)}.`,
        ),
        h(
          "p",
          { class: "hint" },
          `You paid ${money(quote.totalSendingAmount, quote.sendingCurrency)}, fee included.`,
        ),
        h(
          "div",
          { class: "actions" },
          link("Done", "#/", "primary"),
          transactionId && link("See the receipt", `#/activity/${transactionId}`, "quiet"),
        ),
      ),
    ],
  };
}
