/** A row of the list of calls. Part of the viewer, for browsers. */
export const rowScript = String.raw`
const SHOWN = 100;
const KEPT = 10000;
const TEXT_LIMIT = 20000;
const ATTEMPTS = 20;
const ID = /\b[A-Z][A-Za-z]+:[\w-]{8,}/g;

const outcomes = {
  All: () => true,
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

/** The class of a row. A response that the client did not get as it was is not good. */
function kindOf({ status, fault }) {
  if (status === undefined || (status < 400 && fault !== undefined)) return "none";
  return status < 400 ? "good" : status < 500 ? "refused" : "failed";
}

/** What the service did, and the fault that the client met. */
function outcomeOf({ status, fault }) {
  const outcome = status === undefined ? "not executed" : String(status);
  return fault === undefined ? outcome : outcome + " · " + fault;
}

function searchable({ id, method, path, operation, status, fault, key, ids }) {
  return [id, method, path, operation, status, fault, key, ...ids].join(" ").toLowerCase();
}

/** A text in which each id finds its calls. */
function linked(text, find) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(ID)) {
    const [id] = match;
    const link = element("button", { type: "button", class: "id", title: "Show the calls with " + id, onclick: () => find(id) }, id);
    parts.push(text.slice(end, match.index), link);
    end = match.index + id.length;
  }
  return [...parts, text.slice(end)];
}

function block(title, value, find) {
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const shown = text.length > TEXT_LIMIT ? text.slice(0, TEXT_LIMIT) + "\n…" : text;
  const body = element("pre", { tabindex: "0" }, ...linked(shown, find));
  return element("section", {}, element("h4", {}, title), body);
}

const some = (list) => (list.length > 0 ? list : undefined);

/** Everything about one attempt, under a heading. */
function attemptNodes(call, heading, detail, { find, source, say }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(detail.curl);
      say("Copied. Set PAYMENTS_CLIENT_ID and PAYMENTS_CLIENT_SECRET to run it.");
    } catch {
      say("The browser did not allow it. Copy the command below.");
    }
  };
  const lose = async () => {
    try {
      await source.act("lose", call.operation);
      say("The next response of " + call.operation + " gets lost after the service acted.");
    } catch (error) {
      say(String(error));
    }
  };
  const { request, response } = detail;
  const address = detail.guide && source.guide(detail.guide);
  return [
    element("h3", {}, heading),
    element(
      "p",
      { class: "actions" },
      element("button", { type: "button", onclick: copy }, "Copy as curl"),
      call.operation && element("button", { type: "button", onclick: lose }, "Lose this response next time"),
      address && element("a", { href: address, target: "_blank", rel: "noreferrer" }, "Open in the guide"),
    ),
    block("Request headers", request.headers, find),
    block("Request body", request.body, find),
    block("Response headers", response && response.headers, find),
    block("Response body", response && response.body, find),
    block("Postings", some(detail.postings), find),
    block("Events", some(detail.events), find),
    block("Deliveries", some(detail.deliveries), find),
    block("As curl", detail.curl, find),
  ].filter((node) => node !== undefined && node !== "");
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
    if (this.node.firstChild.open) void this.open();
  }

  cells() {
    const { id, at, method, path, operation, fault, durationMs, key } = this.last;
    const cell = (name, text, title) => element("span", { class: name, title }, text);
    return [
      cell("outcome " + kindOf(this.last), outcomeOf(this.last), fault && "The client got the fault " + fault),
      cell("operation", operation === undefined ? method : operation),
      cell("path", method + " " + path, path),
      cell("attempts", this.count === 1 ? "1 attempt" : this.count + " attempts", key && "Key " + key),
      cell("duration", durationMs + " ms"),
      cell("time", at.slice(11, 23), at + ", " + id),
    ];
  }

  async open() {
    const { attempts, count, context } = this;
    const details = await Promise.all(attempts.map(({ id }) => context.source.detail(id).catch(() => undefined)));
    // Another attempt came in while these were loaded, or the user closed the row.
    if (count !== this.count || !this.node?.firstChild.open) return;
    const nodes = attempts.flatMap((attempt, index) => {
      const heading = "Attempt " + (count - attempts.length + index + 1) + " of " + count + ": " + outcomeOf(attempt);
      const detail = details[index];
      return detail
        ? attemptNodes(attempt, heading, detail, context)
        : [element("h3", {}, heading), element("p", {}, "The simulator has forgotten this attempt.")];
    });
    this.body.replaceChildren(...nodes);
  }

  /** The row's element. A row that is not shown has none. */
  get element() {
    if (this.node) return this.node;
    this.summary = element("summary", {}, ...this.cells());
    this.body = element("div", { class: "detail" });
    const toggle = ({ target }) => {
      if (target.open) void this.open();
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
