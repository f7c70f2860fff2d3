import { wordsFor } from "payments-sdk/wallet";
import type { PendingPayment } from "payments-sdk/wallet";
import { money } from "../amount";
import { LOAD_AGAIN } from "../connection";
import { payeeOf } from "../shell";
import type { Shell } from "../shell";
import { visible } from "../parts";
import { actions, Alert, h, link, loaded, notice, worker } from "../ui";

let onScreen: string | undefined;

/** The payment of the current screen, which no card repeats. */
export function setOnScreen(quoteId: string | undefined): void {
  onScreen = quoteId;
  document.querySelector(".pending")?.dispatchEvent(new Event(LOAD_AGAIN));
}

/** Payments with an unknown or unseen outcome, above every screen until the customer has dealt with them. */
export function pendingPayments(shell: Shell): HTMLElement {
  let cards = new Map<string, HTMLElement>();
  const load = async () => {
    const pending = await shell.wallet.pending();
    cards = new Map(
      pending
        .filter(({ quoteId }) => quoteId !== onScreen)
        .map((payment) => {
          const [known, next] = [cards.get(payment.quoteId), cardOf(shell, payment)];
          // A card with a running button stays.
          const isKept =
            known?.querySelector("[aria-disabled]") != null || known?.outerHTML === next.outerHTML;
          return [payment.quoteId, isKept && known !== undefined ? known : next];
        }),
    );
    return [...cards.values()];
  };
  const element = loaded("unfinished payments", load, { isLive: true, isOptional: true });
  element.classList.add("pending");
  element.ariaLive = "polite";
  return element;
}

function cardOf(shell: Shell, payment: PendingPayment): HTMLElement {
  const { quote, outcome } = payment;
  const alert = new Alert();
  const { sentence, next } = wordsFor(payment);
  const isRefunded = outcome === "executed" && quote.status === "REFUNDED";
  const isGood = outcome === "executed" && quote.status !== "FAILED" && !isRefunded;
  const step = outcome === "unknown" ? "Finish it: it is made once." : next;
  const text = isRefunded ? "It was paid back to you." : `${sentence} ${step}`;
  const work = (busy: string, run: () => Promise<unknown>) => () => ({ busy, alert, run });
  const finish =
    payment.outcome === "unknown" &&
    worker(
      "Finish payment",
      work("Finishing…", () => payment.finish()),
      { kind: "primary" },
    );
  const seen = outcome === "executed" && quote.transactionId;
  const [kind, symbol] = isGood ? (["good", "check"] as const) : (["warn", "warning"] as const);
  const element = notice(kind, symbol, h("p.title", describe(shell, payment)), h("p", text), alert.element);
  element.append(
    actions(
      finish,
      seen && link("See the payment", `#/activity/${seen}`),
      worker(
        "Dismiss",
        work("Dismissing…", () => payment.dismiss()),
      ),
    ),
  );
  element.classList.add("payment");
  return h("section", { "aria-label": "Payment" }, element);
}

function describe({ user }: Shell, { quote }: PendingPayment): string {
  if (quote === undefined) return "A payment from this browser";
  const payee = payeeOf(user, quote.destination);
  const paid = money(quote.totalSendingAmount, quote.sendingCurrency);
  return `Your payment of ${paid}${payee === undefined ? "" : ` to ${visible(payee.name)}`}`;
}
