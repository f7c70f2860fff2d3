import { isPaymentsError, parseAmount } from "payments-sdk";
import type { Currency, Quote } from "payments-sdk";
import type { Payee } from "../../shared";
import { Alert, button, field, form, link, loaded, perform } from "../controls";
import { h, heading, icon } from "../dom";
import { countdown, money } from "../format";
import type { Shell, View } from "../shell";

interface Balance {
  amount: number;
  currency: Currency;
}

/** Writes a payment. */
export function send(shell: Shell): View {
  const { user, draft, wallet } = shell;
  const fields = async () => {
    const balance = await wallet.balance();
    return balance.amount === 0 ? [nothingToSend()] : [paymentForm(shell, balance)];
  };
  draft.payeeId ||= user.payees[0]?.id ?? "";
  return {
    title: "Send",
    body: [h("section", { class: "card narrow" }, heading("Send money"), loaded("your balance", fields))],
  };
}

function nothingToSend(): HTMLElement {
  return h(
    "div",
    { class: "empty" },
    h("p", { class: "empty-title" }, "Your wallet is empty"),
    h("p", {}, "Add some simulated money before you send a payment."),
    link("Add money", "#/add-money", "primary", "add"),
  );
}

function paymentForm(shell: Shell, balance: Balance): HTMLElement {
  const { draft, user } = shell;
  const { currency } = balance;
  const alert = new Alert();
  const payees = user.payees.map(({ id, name, detail }) => {
    const input = h("input", { type: "radio", name: "payee", value: id, checked: id === draft.payeeId });
    input.addEventListener("change", () => (draft.payeeId = id));
    return h(
      "label",
      { class: "choice wide" },
      input,
      h("span", {}, h("span", { class: "title" }, name), h("span", { class: "hint" }, detail)),
    );
  });
  const amount = field({
    label: "Amount",
    hint: `You have ${money(balance.amount, currency)}.`,
    unit: currency.code,
    attributes: {
      name: "amount",
      inputmode: "decimal",
      autocomplete: "off",
      value: draft.amount,
      class: "figure",
    },
  });
  const note = field({
    label: "Note (optional)",
    attributes: { name: "note", autocomplete: "off", maxlength: 80, value: draft.note },
  });
  amount.input.addEventListener("input", () => (draft.amount = amount.input.value));
  note.input.addEventListener("input", () => (draft.note = note.input.value));
  const submit = button("Review payment", { kind: "primary", type: "submit" });
  const review = () => {
    const payee = user.payees.find(({ id }) => id === draft.payeeId);
    const read = readAmount(draft.amount, balance);
    if ("problem" in read) return amount.setError(read.problem);
    if (payee === undefined) return alert.show("Choose who gets the money.");
    perform(submit, {
      busy: "Getting a quote…",
      alert,
      run: async () => {
        const quote = await quoteFor(shell, payee, read.amount);
        shell.show(reviewPayment(shell, payee, quote));
      },
    });
  };
  return form(
    review,
    h("fieldset", { class: "choices stacked" }, h("legend", {}, "To"), ...payees),
    amount.element,
    note.element,
    alert.element,
    h("div", { class: "actions" }, submit, link("Cancel", "#/", "quiet")),
  );
}

/** Reads what a person wrote, in the smallest unit; never through a floating-point number. */
function readAmount(text: string, balance: Balance): { amount: number } | { problem: string } {
  const { currency } = balance;
  let amount: number;
  try {
    amount = parseAmount(text.trim().replace(",", "."), currency);
  } catch {
    return {
      problem: `Enter an amount, for example 12.50, with at most ${currency.decimals} decimal places.`,
    };
  }
  if (amount === 0) return { problem: "Enter an amount above zero." };
  if (amount > balance.amount) {
    return { problem: `That is more than you have: ${money(balance.amount, currency)}.` };
  }
  return { amount };
}

function quoteFor({ wallet, draft }: Shell, payee: Payee, amount: number): Promise<Quote> {
  const note = draft.note.trim();
  return wallet.quotes.create({
    destination: payee.destination,
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: amount,
    ...(note === "" ? {} : { description: note }),
  });
}

/** Shows what a payment costs, for as long as the service holds the price; the signature is the customer's word. */
function reviewPayment(shell: Shell, payee: Payee, quote: Quote): View {
  const { wallet, draft } = shell;
  const { sendingCurrency, receivingCurrency, totalSendingAmount } = quote;
  const alert = new Alert();
  const title = heading("Check and sign");
  // The same for every attempt: however often it is pressed, the payment is made once.
  const idempotencyKey = crypto.randomUUID();
  const sign = button("Sign and send", { kind: "primary" });
  const renew = button("Get a new quote", { kind: "primary" });
  const change = button("Change", { kind: "quiet" });
  const actions = h("div", { class: "actions" }, sign, change);
  const clock = h("span", { class: "clock" });
  const bar = h("progress", { max: 1, value: 1, "aria-hidden": "true" });
  const finality = h(
    "p",
    { class: "hint" },
    "Signed by your session’s key, in this browser. It cannot be undone.",
  );
  const spoken = h("p", { class: "visually-hidden", "aria-live": "polite" });
  const validity = h("div", { class: "validity" }, h("p", {}, "This quote holds for ", clock), bar);

  const lifetime = Math.max(1, Date.parse(quote.expiresAt) - Date.parse(quote.createdAt));
  const expire = () => {
    clearInterval(timer);
    validity.remove();
    finality.remove();
    alert.show("This quote has expired. Nothing was sent.");
    actions.replaceChildren(renew, change);
    title.textContent = "Quote expired";
    title.focus();
  };
  /** The payment may have been made: from here on only the same one may be tried again, expired or not. */
  const leaveOpen = () => {
    clearInterval(timer);
    validity.remove();
    Object.assign(draft, { amount: "", note: "" });
    actions.replaceChildren(sign, link("See your activity", "#/", "quiet"));
    alert.show(
      "We could not learn whether the payment was made. Press “Sign and send” again: it is never made twice.",
    );
  };
  let isSigning = false;
  const tick = () => {
    const left = Date.parse(quote.expiresAt) - wallet.serviceTime();
    // A signature on its way is left to the service to judge.
    if (left <= 0) return isSigning ? undefined : expire();
    // The service tells its time in whole seconds.
    clock.textContent = countdown(Math.min(left, lifetime));
    bar.value = left / lifetime;
    const isSoon = left <= 30_000;
    validity.classList.toggle("soon", isSoon);
    if (isSoon && spoken.textContent === "") spoken.textContent = "This quote holds for 30 more seconds.";
  };
  const timer = setInterval(tick, 1_000);
  tick();

  sign.addEventListener("click", () =>
    perform(sign, {
      busy: "Signing…",
      alert,
      run: async () => {
        isSigning = true;
        try {
          const paid = await wallet.executeQuote(quote, { idempotencyKey });
          Object.assign(draft, { amount: "", note: "" });
          shell.show(paymentSent(payee, paid));
        } finally {
          isSigning = false;
        }
      },
      onError: (error) => {
        if (shell.handled(error)) return true;
        if (!isPaymentsError(error)) return false;
        if (error.outcome === "unknown") {
          leaveOpen();
          return true;
        }
        if ("status" in error && error.status === 409) {
          expire();
          return true;
        }
        return false;
      },
    }),
  );
  renew.addEventListener("click", () =>
    perform(renew, {
      busy: "Getting a quote…",
      alert,
      run: async () =>
        shell.show(reviewPayment(shell, payee, await quoteFor(shell, payee, totalSendingAmount))),
    }),
  );
  change.addEventListener("click", () => shell.show(send(shell)));

  return {
    title: "Check and sign",
    onLeave: () => clearInterval(timer),
    body: [
      h(
        "section",
        { class: "card narrow" },
        title,
        h(
          "dl",
          { class: "facts" },
          ...fact("To", h("span", {}, payee.name, h("span", { class: "hint" }, payee.detail))),
          ...fact("You pay", h("strong", {}, money(totalSendingAmount, sendingCurrency))),
          ...fact("Fee, included", money(quote.feesIncluded, sendingCurrency)),
          ...fact("They get", h("strong", {}, money(quote.totalReceivingAmount, receivingCurrency))),
          ...(draft.note.trim() === "" ? [] : fact("Note", draft.note.trim())),
        ),
        validity,
        spoken,
        alert.element,
        actions,
        finality,
      ),
    ],
  };
}

function fact(name: string, value: Node | string): HTMLElement[] {
  return [h("div", {}, h("dt", {}, name), h("dd", {}, value))];
}

function paymentSent(payee: Payee, quote: Quote): View {
  const isThere = quote.status === "COMPLETED";
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
        h("div", { class: "actions" }, link("Done", "#/", "primary")),
      ),
    ],
  };
}
