import { isApiError, isPaymentsError } from "payments-sdk";
import type { Quote } from "payments-sdk";
import type { Wallet } from "payments-sdk/wallet";
import type { Payee } from "../../shared";
import { money } from "../amount";
import { explain } from "../backend";
import { countdown } from "../format";
import type { Shell, View } from "../shell";
import { facts, foreign, visible, withHint } from "../parts";
import { actions, Alert, card, h, heading, icon, link, worker } from "../ui";
import { setOnScreen } from "./pending";
import { feeText } from "./receipt";

/** The payment that the user entered, in the smallest unit of the wallet's currency. */
interface WantedPayment {
  readonly payee: Payee;
  readonly amount: number;
  readonly note: string;
}

/** A payment with its quote, which waits for confirmation. It continues if the user leaves its screen. */
interface OpenPayment {
  readonly wanted: WantedPayment;
  readonly quote: Quote;
  /** Confirms or declines the payment. */
  decide(isConfirmed: boolean): void;
  /** Resolves when the payment ends. `undefined` if it was declined. */
  readonly ended: Promise<Quote | undefined>;
}

/** Requests a quote for a payment. `decide` then continues `wallet.pay`. */
export function openPayment(wallet: Wallet, wanted: WantedPayment): Promise<OpenPayment> {
  const { payee, amount, note } = wanted;
  return new Promise((resolve, reject) => {
    const ended = wallet.pay({
      destination: payee.destination,
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: amount,
      ...(note === "" ? {} : { description: note }),
      confirm: (quote) => new Promise<boolean>((decide) => resolve({ wanted, quote, decide, ended })),
    });
    // Before the quote arrives, the caller gets this error. Afterwards, `ended` rejects with it.
    ended.catch(reject);
  });
}

/** How long before its end a quote is announced as expiring, in milliseconds. */
const SOON_MS = 30_000;

/** Shows the remaining time of a quote, every second. */
function countDown(shell: Shell, quote: Quote, expire: () => void): HTMLElement {
  const clock = h("strong.clock");
  const spoken = h("p.visually-hidden", { "aria-live": "polite" });
  const element = h("div", h("p.hint", "This quote holds for ", clock), spoken);
  const end = Date.parse(quote.expiresAt);
  const lifetime = end - Date.parse(quote.createdAt);
  const tick = () => {
    const left = end - shell.wallet.serviceTime();
    // The service's time has whole seconds.
    clock.textContent = countdown(Math.min(left, lifetime));
    if (left <= SOON_MS) spoken.textContent ||= "This quote holds for 30 more seconds.";
    if (left <= 0) expire();
  };
  const timer = setInterval(tick, 1_000);
  // After the screen is shown. Until then, it would be the earlier screen that is left.
  queueMicrotask(() => shell.leaving.addEventListener("abort", () => clearInterval(timer)));
  tick();
  return element;
}

/**
 * Shows the cost of a payment until its quote expires. The signature confirms it. If the customer leaves before signing,
 * nothing is paid. If they leave afterwards, the page shows the outcome later.
 */
export function review(shell: Shell, payment: OpenPayment): View {
  const { quote, wanted } = payment;
  const { payee, note } = wanted;
  const { sendingCurrency, receivingCurrency, totalReceivingAmount, totalSendingAmount, feesIncluded } =
    quote;
  const alert = new Alert();
  const title = heading("Check and sign");
  const [paid, received] = [
    money(totalSendingAmount, sendingCurrency),
    money(totalReceivingAmount, receivingCurrency),
  ];
  const what = `Your payment of ${paid} to ${visible(payee.name)}`;
  let step: "open" | "signing" | "over" = "open";
  let isLeft = false;
  const expire = () => {
    // The service decides about a signature that is already sent.
    if (step !== "open") return;
    end("Quote expired");
    payment.decide(false);
    alert.show("This quote has expired. Nothing was sent.");
  };
  /** This quote is over. Each quote needs its own confirmation. */
  const end = (newTitle?: string) => {
    step = "over";
    clock.remove();
    finality.remove();
    ways.replaceChildren(renew, change);
    if (newTitle === undefined) return;
    title.textContent = newTitle;
    title.focus();
  };
  /** The card above every screen says how it ended, until the customer dismisses it. */
  const leave = () => {
    // A draft sent again would be another payment.
    shell.draft.clear();
    if (!isLeft) shell.go("#/");
  };
  const run = async () => {
    step = "signing";
    setOnScreen(quote.id);
    payment.decide(true);
    const made = await payment.ended.finally(() => (step = "open"));
    if (made === undefined) return;
    if (made.status !== "PROCESSING" && made.status !== "COMPLETED") return leave();
    shell.draft.clear();
    if (isLeft) return;
    shell.replace(paymentSent(shell, payee, made));
    setOnScreen(made.id);
  };
  const onError = (error: unknown) => {
    if (isPaymentsError(error) && error.outcome === "unknown") {
      leave();
      return true;
    }
    if (shell.handled(error)) return true;
    // On this screen, the customer sees that it was not made. Elsewhere, a card says so.
    if (!isLeft) void shell.wallet.dismiss(quote.id).catch(() => undefined);
    if (isLeft) shell.warn(`${what} was not made. ${explain(error)}`);
    else if (isApiError(error) && error.code === "QUOTE_EXPIRED") expire();
    else end();
    return isLeft || (isApiError(error) && error.code === "QUOTE_EXPIRED");
  };
  const askAgain = async () => {
    const renewed = await openPayment(shell.wallet, wanted);
    if (isLeft) renewed.decide(false);
    else shell.replace(review(shell, renewed));
  };
  const sign = worker("Sign and send", () => ({ busy: "Signing…", alert, run, onError }), {
    kind: "primary",
  });
  const getQuote = () => ({ busy: "Getting a quote…", alert, run: askAgain });
  const renew = worker("Get a new quote", getQuote, { kind: "primary" });
  const change = link("Change", "#/send");
  const ways = actions(sign, change);
  const finality = h("p.hint", "Signed by your session’s key, in this browser. It cannot be undone.");
  const clock = countDown(shell, quote, expire);
  const isExchanged = sendingCurrency.code !== receivingCurrency.code;
  const fee = withHint(money(feesIncluded, sendingCurrency), feeText(quote.rateDetails, sendingCurrency));
  return {
    title: "Check and sign",
    onLeave: () => {
      isLeft = true;
      setOnScreen(undefined);
      if (step !== "signing") payment.decide(false);
    },
    body: [
      card(
        title,
        facts({
          To: withHint(payee.name, payee.detail),
          "You pay": h("strong", paid),
          "Fee, included": fee,
          // The two amounts are exact. A rate would be rounded.
          Exchanged:
            isExchanged && `${money(totalSendingAmount - feesIncluded, sendingCurrency)} = ${received}`,
          "They get": h("strong", received),
          Note: foreign(note),
        }),
        clock,
        alert.element,
        ways,
        finality,
      ),
    ],
  };
}

/** The receipt of a payment that was just made. Whoever leaves it has seen it. Until then, a reload shows the payment. */
function paymentSent({ wallet }: Shell, payee: Payee, quote: Quote): View {
  const { id, status, transactionId } = quote;
  const verb = status === "COMPLETED" ? "got" : "gets";
  const received = money(quote.totalReceivingAmount, quote.receivingCurrency);
  const paid = money(quote.totalSendingAmount, quote.sendingCurrency);
  return {
    title: "Payment sent",
    // If the store fails, a card shows the payment once more.
    onLeave: () => {
      const leave = () => setOnScreen(undefined);
      void wallet.dismiss(id).then(leave, leave);
    },
    body: [
      card(
        h("p.badge.good", icon("check"), "Signed and sent"),
        heading("Payment sent"),
        h("p.lead", `${visible(payee.name)} ${verb} ${received}.`),
        h("p.hint", `You paid ${paid}, fee included.`),
        actions(
          link("Done", "#/", { kind: "primary" }),
          transactionId && link("See the receipt", `#/activity/${transactionId}`),
        ),
      ),
    ],
  };
}
