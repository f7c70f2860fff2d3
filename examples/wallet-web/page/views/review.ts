import type { Quote } from "payments-sdk";
import { isPaymentsError } from "payments-sdk";
import { money } from "../amount";
import { Alert, button, link, perform } from "../controls";
import { h, heading } from "../dom";
import { explain } from "../errors";
import { fact, facts, foreign, visible, withHint } from "../facts";
import { countdown } from "../format";
import { endOf, openPayment } from "../payment";
import type { OpenPayment } from "../payment";
import { feeText, rateText } from "../price";
import type { Shell, View } from "../shell";
import { paymentSent } from "./sent";

/** How long before its end a quote is announced as expiring, in milliseconds. */
const SOON_MS = 30_000;

/** Shows the remaining time of a quote, every second. */
class Validity {
  readonly element: HTMLElement;
  readonly spoken = h("p", { class: "visually-hidden", "aria-live": "polite" });
  readonly #clock = h("span", { class: "clock" });
  readonly #bar = h("progress", { max: 1, value: 1, "aria-hidden": "true" });
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(shell: Shell, quote: Quote, expire: () => void) {
    this.element = h(
      "div",
      { class: "validity" },
      h("p", {}, "This quote holds for ", this.#clock),
      this.#bar,
    );
    const end = Date.parse(quote.expiresAt);
    const lifetime = Math.max(1, end - Date.parse(quote.createdAt));
    const tick = () => {
      const left = end - shell.wallet.serviceTime();
      if (left <= 0) return expire();
      // The service's time has whole seconds.
      this.#clock.textContent = countdown(Math.min(left, lifetime));
      this.#bar.value = left / lifetime;
      const isSoon = left <= SOON_MS;
      this.element.classList.toggle("soon", isSoon);
      if (isSoon && this.spoken.textContent === "") {
        this.spoken.textContent = "This quote holds for 30 more seconds.";
      }
    };
    this.#timer = setInterval(tick, 1_000);
    tick();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.element.remove();
  }
}

/**
 * Shows the cost of a payment until its quote expires. The signature confirms it. If the customer leaves before signing,
 * nothing is paid. If they leave afterwards, the page shows the outcome later.
 */
export function reviewPayment(shell: Shell, payment: OpenPayment): View {
  const { quote, wanted } = payment;
  const { payee } = wanted;
  const { sendingCurrency, receivingCurrency } = quote;
  const alert = new Alert();
  const title = heading("Check and sign");
  const sign = button("Sign and send", { kind: "primary" });
  const renew = button("Get a new quote", { kind: "primary" });
  const change = link("Change", "#/send", "quiet");
  const actions = h("div", { class: "actions" }, sign, change);
  const finality = h(
    "p",
    { class: "hint" },
    "Signed by your session’s key, in this browser. It cannot be undone.",
  );
  let isSigning = false;
  let isLeft = false;
  const expire = () => {
    // The service decides about a signature that is already sent.
    if (isSigning) return;
    payment.decide(false);
    validity.stop();
    finality.remove();
    alert.show("This quote has expired. Nothing was sent.");
    actions.replaceChildren(renew, change);
    title.textContent = "Quote expired";
    title.focus();
  };
  /** A draft sent again would be another payment. */
  const forgetDraft = () => shell.draft.clear();
  /** The cards above every screen say how it ended, until the customer dismisses them. */
  const leave = (warning: string) => {
    forgetDraft();
    if (!isLeft) shell.go("#/");
    shell.warn(warning);
    shell.checkPayments();
  };
  const leaveUnknown = () => leave(`We do not know yet whether ${describe(payment, "your")} was made.`);
  const validity: Validity = new Validity(shell, quote, () => expire());

  sign.addEventListener("click", () =>
    perform(sign, {
      busy: "Signing…",
      alert,
      run: async () => {
        isSigning = true;
        payment.decide(true);
        const paid = await payment.ended.finally(() => (isSigning = false));
        if (paid === undefined) return;
        const end = endOf(paid);
        if (end === "unknown") return leaveUnknown();
        if (end === "failed") return leave(`${describe(payment)} failed.`);
        forgetDraft();
        if (isLeft) shell.checkPayments();
        else shell.replace(paymentSent(shell, payee, paid));
      },
      onError: (error) => {
        if (isPaymentsError(error) && error.outcome === "unknown") {
          leaveUnknown();
          return true;
        }
        if (shell.handled(error)) return true;
        if (isLeft) shell.warn(`${describe(payment)} was not made. ${explain(error)}`);
        else if (isPaymentsError(error) && "status" in error && error.status === 409) expire();
        // This quote is over. Each quote needs its own confirmation.
        else actions.replaceChildren(renew, change);
        return isLeft || (isPaymentsError(error) && "status" in error && error.status === 409);
      },
    }),
  );
  renew.addEventListener("click", () =>
    perform(renew, {
      busy: "Getting a quote…",
      alert,
      run: async () => {
        const renewed = await openPayment(shell.wallet, wanted);
        if (isLeft) renewed.decide(false);
        else shell.replace(reviewPayment(shell, renewed));
      },
      onError: (error) => shell.handled(error),
    }),
  );

  return {
    title: "Check and sign",
    onLeave: () => {
      isLeft = true;
      validity.stop();
      if (!isSigning) payment.decide(false);
    },
    body: [
      h(
        "section",
        { class: "card narrow" },
        title,
        facts(
          ...fact("To", withHint(payee.name, payee.detail)),
          ...fact("You pay", h("strong", {}, money(quote.totalSendingAmount, sendingCurrency))),
          ...fact(
            "Fee, included",
            withHint(money(quote.feesIncluded, sendingCurrency), feeText(quote.rateDetails, sendingCurrency)),
          ),
          ...fact("Rate", rateText(quote)),
          ...fact("They get", h("strong", {}, money(quote.totalReceivingAmount, receivingCurrency))),
          ...fact("Note", foreign(wanted.note)),
        ),
        validity.element,
        validity.spoken,
        alert.element,
        actions,
        finality,
      ),
    ],
  };
}

function describe({ quote, wanted }: OpenPayment, your: "Your" | "your" = "Your"): string {
  return `${your} payment of ${money(quote.totalSendingAmount, quote.sendingCurrency)} to ${visible(wanted.payee.name)}`;
}
