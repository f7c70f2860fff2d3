import type { Quote } from "payments-sdk";
import type { PendingPayment } from "payments-sdk/wallet";
import { money } from "./amount";
import { Alert, button, link, loaded, perform } from "./controls";
import { h, icon } from "./dom";
import { visible } from "./facts";
import { payeeOf } from "./payee";
import type { Shell } from "./shell";

/** Payments with an unknown or unseen outcome, above every screen until the customer has dealt with them. */
export class UnfinishedPayments {
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Loads their outcomes. */
  check(): HTMLElement {
    const load = async () => {
      const pending = await this.#shell.wallet.pending();
      // The cards say more than the earlier message.
      if (pending.length > 0) this.#shell.say("");
      return pending.map((payment) => this.#card(payment));
    };
    const element = loaded("unfinished payments", load);
    element.classList.add("unfinished");
    return element;
  }

  #card(payment: PendingPayment): HTMLElement {
    const { quote } = payment;
    const alert = new Alert();
    const dismiss = button("Dismiss", { kind: "quiet" });
    const card = h("section", { class: "notice unfinished-payment", "aria-label": "Payment" });
    dismiss.addEventListener("click", () => {
      const remove = async () => {
        await payment.dismiss();
        card.remove();
      };
      void perform(dismiss, { busy: "Dismissing…", alert, run: remove });
    });
    card.append(
      icon(payment.outcome === "executed" ? "check" : "warning"),
      h("div", {}, ...this.#text(payment).map((text) => h("p", {}, text)), alert.element),
      h("div", { class: "actions" }, ...this.#ways(payment, alert), dismiss),
    );
    card.classList.add(payment.outcome === "executed" && quote?.status !== "FAILED" ? "good" : "warn");
    return card;
  }

  #text({ quote, outcome, startedAt }: PendingPayment): string[] {
    if (outcome === "unreadable") {
      return [
        startedAt === undefined
          ? "The record of a payment is damaged in this browser."
          : "A payment cannot be read now.",
        "It may have been made. See your activity before you pay again. If you know the outcome, dismiss it.",
      ];
    }
    const what = this.#describe(quote);
    if (outcome === "unknown") {
      return [`${what} was not finished.`, "Finish it, or let its quote expire. It is never made twice."];
    }
    if (outcome === "not-executed") return [`${what} was not made. No money moved.`];
    return [quote.status === "FAILED" ? `${what} failed.` : `${what} was made.`];
  }

  #describe({ totalSendingAmount, sendingCurrency, destination }: Quote): string {
    const payee = payeeOf(this.#shell.user, destination);
    return `Your payment of ${money(totalSendingAmount, sendingCurrency)}${payee === undefined ? "" : ` to ${visible(payee.name)}`}`;
  }

  #ways(payment: PendingPayment, alert: Alert): HTMLElement[] {
    if (payment.outcome === "executed") {
      const { quote } = payment;
      return quote.transactionId
        ? [link("See the payment", `#/activity/${quote.transactionId}`, "quiet")]
        : [];
    }
    if (payment.outcome !== "unknown") return [];
    const finish = button("Finish payment", { kind: "primary" });
    finish.addEventListener("click", () =>
      perform(finish, {
        busy: "Finishing…",
        alert,
        run: async () => {
          await payment.finish();
          this.#shell.go("#/");
          // The card says how it ended.
          this.#shell.checkPayments();
        },
        onError: (error) => this.#shell.handled(error),
      }),
    );
    return [finish];
  }
}
