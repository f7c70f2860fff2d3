/** The list of calls with its filters. Part of the viewer, for browsers. */
export const listScript = String.raw`
/** Faults with which the service's response arrives. */
const DELIVERING = new Set(["delay", "duplicate", "cached"]);

/** Whether clients repeat a read that ended like this. The same read after it is its next attempt. */
const isRepeated = ({ status, fault }) =>
  status === undefined || status === 429 || status >= 500 || (fault !== undefined && !DELIVERING.has(fault));

export function mountCalls(root, source) {
  let rows = [];
  let page = 0;
  let isDue = false;
  const byKey = new Map();

  const search = element("input", { type: "search", placeholder: "Search operation, path, status, id, key", "aria-label": "Search", oninput: () => turn(0) });
  const outcome = element("select", { "aria-label": "Outcome", onchange: () => turn(0) }, ...Object.keys(outcomes).map((name) => element("option", {}, name)));
  const status = element("p", { role: "status", class: "said" });
  const range = element("span", { class: "range" });
  const newer = element("button", { type: "button", onclick: () => turn(page - 1) }, "Newer");
  const older = element("button", { type: "button", onclick: () => turn(page + 1) }, "Older");
  const heads = ["Outcome", "Operation", "Amount", "Key", "Attempts", "Time"].map((title) => element("span", {}, title));
  const list = element("ul", { class: "calls", "aria-label": "Calls" });
  const tables = element("div");
  const context = {
    source,
    say: (text) => status.replaceChildren(text),
    find: (id) => {
      search.value = id;
      outcome.value = "All outcomes";
      turn(0);
      search.focus();
    },
  };
  root.replaceChildren(
    element(
      "div",
      { class: "filters" },
      search,
      outcome,
      element("span", { class: "keys" }, "↑ ↓ to move, Enter to open, Esc to close"),
      element("span", { class: "pages" }, range, newer, older),
    ),
    status,
    element("div", { class: "log", onkeydown: move }, element("div", { class: "heads", "aria-hidden": "true" }, ...heads), list),
    tables,
  );
  search.addEventListener("keydown", move);

  /** Moves between the calls with the arrows, and closes an open one. */
  function move(event) {
    const calls = [...list.children].map((one) => one.firstChild);
    const at = calls.findIndex((call) => call.contains(event.target));
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    let next;
    if (event.key === "Escape" && at >= 0 && calls[at].open) {
      calls[at].open = false;
      next = calls[at].firstChild;
    } else if (by && (at < 0 || event.target === calls[at].firstChild)) next = at + by < 0 ? search : calls[at + by]?.firstChild;
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  function turn(to) {
    page = to;
    render();
  }

  function matching() {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const accepts = outcomes[outcome.value];
    return rows.filter((row) => accepts(row.last) && words.every((word) => row.text.includes(word))).reverse();
  }

  function render() {
    isDue = false;
    const found = matching();
    const start = page * SHOWN;
    const wanted = found.slice(start, start + SHOWN);
    let next = list.firstChild;
    for (const row of wanted) {
      if (row.element === next) next = next.nextSibling;
      else list.insertBefore(row.element, next);
    }
    const kept = new Set(wanted);
    for (const row of rows) {
      // An open row stays while others come, but not when the filter excludes it.
      if (!row.node || kept.has(row) || (row.isHeld && page === 0 && found.includes(row))) continue;
      row.node.remove();
      row.node = undefined;
    }
    const end = start + wanted.length;
    const total = found.length.toLocaleString("en");
    range.replaceChildren(found.length > 0 ? start + 1 + "–" + end + " of " + total : rows.length > 0 ? "No call matches." : "No requests to show.");
    newer.disabled = page === 0;
    older.disabled = end >= found.length;
  }

  function schedule() {
    if (isDue) return;
    isDue = true;
    setTimeout(render, 50);
  }

  function forget(count) {
    for (const row of rows.slice(0, count)) {
      if (row.node) row.node.remove();
      if (byKey.get(row.key) === row) byKey.delete(row.key);
    }
    rows = rows.slice(count);
  }

  render();
  source.follow({
    calls(attempts) {
      for (const attempt of attempts) {
        const { method, path, key } = attempt;
        const group = key === undefined && method !== "GET" ? undefined : [method, path, key].join(" ");
        const known = byKey.get(group);
        if (known && (key !== undefined || isRepeated(known.last))) {
          known.add(attempt);
          continue;
        }
        const row = new Row(attempt, context);
        row.key = group;
        if (group) byKey.set(group, row);
        rows.push(row);
      }
      // Cut in large steps, because each cut moves the whole list.
      if (rows.length > KEPT * 1.25) forget(rows.length - KEPT);
      schedule();
    },
    clear() {
      forget(rows.length);
      page = 0;
      tables.replaceChildren();
      schedule();
    },
    changed() {
      for (const row of rows) if (row.node) void row.refresh();
    },
    tables: (views) => showTables(tables, views, context.find),
  });
}
`;
