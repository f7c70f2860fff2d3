import type { Quote } from "payments-sdk";
import type { Payee } from "../../shared";
import { money } from "../amount";
import { link } from "../controls";
import { h, heading, icon } from "../dom";
import type { View } from "../shell";

/** The receipt of a payment that was just made. */
export function paymentSent(payee: Payee, quote: Quote): View {
  const isThere = quote.status === "COMPLETED";
  const { transactionId } = quote;
  return {
    title: "Payment sent",
    body: [
      h(
        "section",
        { class: "card narrow done" },
        h("span", { class: "big-check" }, icon("check")),
        heading("Payment sent"),
        h(
          "p",
          { class: "lead" },
          `${payee.name} ${isThere ? "got" : "gets"} ${money(quote.totalReceivingAmount, quote.receivingCurrency)}.`,
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
