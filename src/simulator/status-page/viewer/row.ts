/** A row of the list of calls. Part of the viewer, for browsers. */
export const rowScript = String.raw`
const SHOWN = 100;
const KEPT = 10000;
const TEXT_LIMIT = 20000;
const ATTEMPTS = 20;
const DOTS = 5;
const ID = /\b[A-Z][A-Za-z]+:[\w-]{8,}/g;

const outcomes = {
  "All outcomes": () => true,
  Succeeded: ({ status, fault }) => status < 400 && fault === undefined,
  Refused: ({ status }) => status >= 400 && status < 500,
  Failed: ({ status }) => status >= 500,
  "With a fault": ({ fault }) => fault !== undefined,
  "Not executed": ({ status }) => status === undefined,
};

/** An element with attributes, listeners ("onclick") and children. */
function element(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** The class of an attempt. A response that the client did not get as it was is lost. */
function kindOf({ status, fault }) {
  if (status === undefined || (status < 400 && fault !== undefined)) return "lost";
  return status < 400 ? "good" : status < 500 ? "refused" : "failed";
}

/** What the service did, and the fault that the client met. */
function outcomeOf({ status, code, fault }) {
  const outcome = status === undefined ? "not executed" : code === undefined ? String(status) : status + " " + code;
  return fault === undefined ? outcome : outcome + " · " + fault;
}

function searchable({ id, method, path, operation, status, code, fault, amount, key, ids }) {
  return [id, method, path, operation, status, code, fault, amount, key, ...ids].join(" ").toLowerCase();
}

/** One call with its attempts. */
class Row {
  constructor(first, context) {
    this.count = 0;
    this.attempts = [];
    this.text = "";
    this.context = context;
    this.add(first);
  }

  add(attempt) {
    this.count += 1;
    this.last = attempt;
    this.attempts = [...this.attempts, attempt].slice(-ATTEMPTS);
    this.text = (searchable(attempt) + " " + this.text).slice(0, TEXT_LIMIT);
    if (!this.node) return;
    this.summary.replaceChildren(...this.cells());
    void this.refresh();
  }

  cells() {
    const { id, at, method, path, operation, fault, amount, durationMs, key } = this.last;
    const cell = (name, title, ...content) => element("span", { class: name, title }, ...content);
    const dots = this.attempts.slice(-DOTS).map((attempt) => element("i", { class: kindOf(attempt) }));
    return [
      cell("outcome " + kindOf(this.last), fault && "The client got the fault " + fault, outcomeOf(this.last)),
      cell("operation", path, element("b", {}, operation === undefined ? method : operation), " ", cell("path", undefined, method + " " + path)),
      cell("amount", undefined, amount ?? ""),
      cell("key", key && "Key " + key, key ?? ""),
      cell("attempts", undefined, ...dots, this.count === 1 ? "1 attempt" : this.count + " attempts"),
      cell("time", at + ", " + id + ", " + durationMs + " ms", at.slice(11, 19)),
    ];
  }

  /** Shows an open call again, if there is something new. */
  async refresh() {
    if (!this.node?.firstChild.open) return;
    const { attempts, count, context } = this;
    const details = await Promise.all(attempts.map(({ id }) => context.source.detail(id).catch(() => undefined)));
    // Another attempt came in while these were loaded, or the user closed the row.
    if (count !== this.count || !this.node?.firstChild.open) return;
    const shown = JSON.stringify([count, details]);
    if (this.body.firstChild && shown === this.shown) return;
    this.shown = shown;
    const nodes = attempts.map((attempt, index) => {
      const { id, at } = attempt;
      const number = count - attempts.length + index + 1;
      const heading = element(
        "h3",
        {},
        count > 1 ? "Attempt " + number + " of " + count + ": " : "",
        element("span", { class: "outcome " + kindOf(attempt) }, outcomeOf(attempt)),
        element("span", { class: "quiet" }, " " + at.slice(11, 23) + " · " + id),
      );
      const detail = details[index];
      return detail
        ? attemptNode(attempt, attempts[index + 1], heading, index === 0, detail, context)
        : element("article", {}, heading, element("p", {}, "The simulator has forgotten this attempt."));
    });
    this.body.replaceChildren(...nodes);
  }

  /** The row's element. A row that is not shown has none. */
  get element() {
    if (this.node) return this.node;
    this.summary = element("summary", {}, ...this.cells());
    this.body = element("div", { class: "detail" });
    const toggle = ({ target }) => {
      if (target.open) void this.refresh();
      else this.body.replaceChildren();
    };
    this.node = element("li", {}, element("details", { ontoggle: toggle }, this.summary, this.body));
    return this.node;
  }

  get isHeld() {
    return this.node !== undefined && (this.node.firstChild.open || this.node.contains(document.activeElement));
  }
}
`;
