import { describeTransaction } from "payments-sdk";
import type { Page, Transaction } from "payments-sdk";
import { money } from "../amount";
import { dateTime } from "../format";
import { payeeOf } from "../shell";
import type { Shell, View } from "../shell";
import { foreign } from "../parts";
import { actions, Alert, h, heading, icon, link, loaded, notice, worker } from "../ui";
import { signed, stateWord } from "./receipt";

/** The balance, the actions and the latest activity. */
export function overview(shell: Shell): View {
  const { wallet } = shell;
  const balance = async () => {
    const { amount, currency } = await wallet.balance();
    return [h("p.amount", money(amount, currency))];
  };
  const advice = async () => {
    const { data: credentials } = await wallet.credentials.list();
    if (credentials.length > 1) return [];
    const why = "Add a second one. It opens the wallet if you lose this device.";
    const text = [h("p.title", "You have only one way to sign in."), h("p", why)];
    return [notice("warn", "key", ...text, actions(link("Go to security", "#/security")))];
  };
  const newest = new Newest(shell);
  const live = { isLive: true };
  return {
    title: "Overview",
    body: [
      h(
        "div.columns",
        h(
          "div.stack",
          h(
            "section.card.balance",
            { "aria-label": "Balance" },
            heading("Balance"),
            loaded("the balance", balance, live),
          ),
          actions(
            link("Send", "#/send", { kind: "primary", symbol: "send" }),
            link("Add money", "#/add-money", { symbol: "add" }),
          ),
          loaded("advice", advice, { isLive: true, isOptional: true }),
        ),
        h(
          "section.stack",
          { "aria-labelledby": "activity-title" },
          h("h2", { id: "activity-title" }, "Activity"),
          loaded("the activity", () => newest.load(), live),
        ),
      ),
    ],
  };
}

const PAGE_SIZE = 50;
/** How many pages without visible transactions are skipped at once. The button continues. */
const MOST_SKIPPED = 10;

interface VisiblePage {
  transactions: Transaction[];
  next: (() => PromiseLike<Page<Transaction>>) | undefined;
}

/** The transactions of the wallet, newest first, with a button for more. */
class Newest {
  readonly #shell: Shell;
  #first = "";
  #nodes: Node[] = [];

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Reads the first page again. If it is the same, the customer keeps what they have read further down. */
  async load(): Promise<Node[]> {
    const { wallet, transactions } = this.#shell;
    const page = await this.#readVisible(wallet.transactions.list({ limit: PAGE_SIZE }));
    const first = JSON.stringify(page.transactions);
    if (first === this.#first) return this.#nodes;
    this.#first = first;
    // Not the earlier ones, because a page may be open for days.
    transactions.clear();
    const isEmpty = page.transactions.length === 0 && page.next === undefined;
    this.#nodes = isEmpty ? [nothingYet()] : this.#listOf(page);
    return this.#nodes;
  }

  #listOf({ transactions, next }: VisiblePage): Node[] {
    const list = h("ul.rows.card");
    const alert = new Alert();
    const append = (rows: readonly Transaction[]) => {
      for (const row of rows) this.#shell.transactions.set(row.id, row);
      const items = rows.map((row) => this.#item(row));
      list.append(...items);
      return items[0];
    };
    const showMore = async () => {
      if (next === undefined) return;
      const page = await this.#readVisible(next());
      next = page.next;
      append(page.transactions)?.querySelector("a")?.focus();
      if (next === undefined) more.remove();
    };
    const work = () => ({ busy: "Loading…", alert, run: showMore });
    const more: HTMLElement = worker("Show more", work, { name: "Show more activity" });
    append(transactions);
    return [list, alert.element, ...(next === undefined ? [] : [actions(more)])];
  }

  /** Skips pages without visible transactions. */
  async #readVisible(first: PromiseLike<Page<Transaction>>): Promise<VisiblePage> {
    let page = await first;
    for (let skipped = 1; ; skipped += 1) {
      const { data, nextCursor: cursor } = page;
      const next = cursor === undefined ? undefined : () => this.#shell.wallet.transactions.list({ cursor });
      const transactions = data.filter((row) => this.#isShown(row));
      if (transactions.length > 0 || next === undefined || skipped === MOST_SKIPPED)
        return { transactions, next };
      page = await next();
    }
  }

  /** A declined or expired quote moved no money. A receiver's own record of a payment belongs to the receiver. */
  #isShown(transaction: Transaction): boolean {
    const { direction, state } = describeTransaction(transaction, this.#shell.user.accountId);
    if (state === "offered" || state === "expired") return false;
    return transaction.type === "OUTGOING" || direction === "incoming";
  }

  #item(transaction: Transaction): HTMLElement {
    const { user } = this.#shell;
    const { id, description } = transaction;
    const { direction, amount, state, at } = describeTransaction(transaction, user.accountId);
    const isIncoming = direction === "incoming";
    const title = isIncoming ? "Money added" : (payeeOf(user, transaction.destination)?.name ?? "Payment");
    const tag = state !== "completed" && h("span.tag", stateWord(state));
    const when = at && h("time", { datetime: at }, dateTime(at));
    return h(
      "li",
      h(
        "a",
        { href: `#/activity/${id}` },
        icon(isIncoming ? "incoming" : "outgoing"),
        h(
          "span.what",
          h("span.title", foreign(title), " ", tag),
          h("span.hint", when, description && " · ", description && foreign(description)),
        ),
        h(`span.moved.${direction}`, ...signed(isIncoming, amount && money(amount.amount, amount.currency))),
      ),
    );
  }
}

const nothingYet = () =>
  h(
    "div.empty",
    h("p.title", "Nothing has happened yet"),
    h("p", "Add some simulated money, then send a payment: both show here."),
  );
