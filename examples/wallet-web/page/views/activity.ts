import { describeTransaction } from "payments-sdk";
import type { Page, Transaction } from "payments-sdk";
import { money } from "../amount";
import { Alert, button, perform } from "../controls";
import { h, icon } from "../dom";
import { foreign } from "../facts";
import { dateTime } from "../format";
import { payeeOf } from "../payee";
import type { Shell } from "../shell";
import { stateWord } from "../state-word";

/** The page size. */
const PAGE_SIZE = 50;

/** The transactions of the wallet, newest first, with a button for more. */
export async function activity(shell: Shell): Promise<Node[]> {
  const first = await readVisible(shell, shell.wallet.transactions.list({ limit: PAGE_SIZE }));
  // Clears the previous list, because a page may be open for days.
  shell.transactions.clear();
  if (first.transactions.length === 0 && first.next === undefined) return [nothingYet()];
  const list = h("ul", { class: "activity" });
  const alert = new Alert();
  const more = button("Show more", { name: "Show more activity" });
  let { next } = first;
  const append = (transactions: readonly Transaction[]): HTMLElement | undefined => {
    const items = transactions.map((transaction) => {
      shell.transactions.set(transaction.id, transaction);
      return readableItem(shell, transaction);
    });
    list.append(...items);
    return items[0];
  };
  more.addEventListener("click", () =>
    perform(more, {
      busy: "Loading…",
      alert,
      run: async () => {
        if (next === undefined) return;
        const page = await readVisible(shell, next());
        next = page.next;
        append(page.transactions)?.querySelector("a")?.focus();
        if (next === undefined) more.remove();
      },
      onError: (error) => shell.handled(error),
    }),
  );
  append(first.transactions);
  return [list, alert.element, ...(next === undefined ? [] : [h("div", { class: "actions more" }, more)])];
}

interface VisiblePage {
  transactions: Transaction[];
  next: (() => PromiseLike<Page<Transaction>>) | undefined;
}

/** How many pages without visible transactions are skipped at once. The button continues. */
const MOST_SKIPPED = 10;

/** Skips pages without visible transactions. */
async function readVisible(shell: Shell, first: PromiseLike<Page<Transaction>>): Promise<VisiblePage> {
  let page = await first;
  for (let skipped = 1; ; skipped += 1) {
    const { data, nextCursor: cursor } = page;
    const next = cursor === undefined ? undefined : () => shell.wallet.transactions.list({ cursor });
    const transactions = data.filter((transaction) => isShown(shell, transaction));
    if (transactions.length > 0 || next === undefined || skipped === MOST_SKIPPED)
      return { transactions, next };
    page = await next();
  }
}

/** A declined or expired quote moved no money. A receiver's own record of a payment belongs to the receiver. */
function isShown({ user }: Shell, transaction: Transaction): boolean {
  try {
    const { direction, state } = describeTransaction(transaction, user.accountId);
    if (state === "offered" || state === "expired") return false;
    return transaction.type === "OUTGOING" || direction === "incoming";
  } catch {
    return true;
  }
}

/** A row that the page does not understand hides no other one. */
function readableItem(shell: Shell, transaction: Transaction): HTMLElement {
  try {
    return activityItem(shell, transaction);
  } catch {
    return h("li", {}, h("p", { class: "hint" }, "A transaction that this page cannot show."));
  }
}

function nothingYet(): HTMLElement {
  return h(
    "div",
    { class: "empty" },
    h("p", { class: "empty-title" }, "Nothing has happened yet"),
    h("p", {}, "Add some simulated money, then send a payment: both show here."),
  );
}

function activityItem({ user }: Shell, transaction: Transaction): HTMLElement {
  const { id, description } = transaction;
  const { direction, amount, state, at } = describeTransaction(transaction, user.accountId);
  const isIncoming = direction === "incoming";
  const title = isIncoming ? "Money added" : (payeeOf(user, transaction.destination)?.name ?? "Payment");
  const word = state === "completed" ? undefined : stateWord(state);
  return h(
    "li",
    {},
    h(
      "a",
      { href: `#/activity/${id}` },
      h(
        "span",
        { class: `direction ${isIncoming ? "in" : "out"}` },
        icon(isIncoming ? "incoming" : "outgoing"),
      ),
      h(
        "span",
        { class: "what" },
        h(
          "span",
          { class: "title" },
          foreign(title),
          word !== undefined && h("span", { class: "tag" }, word),
        ),
        h(
          "span",
          { class: "hint" },
          at && h("time", { datetime: at }, dateTime(at)),
          description && " · ",
          description && foreign(description),
        ),
      ),
      h(
        "span",
        { class: `moved ${isIncoming ? "in" : ""}` },
        h("span", { class: "visually-hidden" }, isIncoming ? "received " : "sent "),
        h("span", { "aria-hidden": "true" }, isIncoming ? "+" : "−"),
        amount && money(amount.amount, amount.currency),
      ),
    ),
  );
}
