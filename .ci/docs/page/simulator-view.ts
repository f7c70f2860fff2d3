import type { Row, View } from "./view";

const COLUMNS = {
  requests: ["time", "request", "status", "fault"],
  balances: ["owner", "balance"],
  transactions: ["time", "type", "status"],
} as const;

function cell(name: "th" | "td", text: string | number): HTMLElement {
  const made = document.createElement(name);
  made.textContent = String(text);
  return made;
}

function fill(id: keyof typeof COLUMNS, rows: readonly Row[]): void {
  const head = document.createElement("tr");
  head.append(...COLUMNS[id].map((column) => cell("th", column)));
  const body = rows.map((row) => {
    const line = document.createElement("tr");
    line.append(...row.map((text) => cell("td", text)));
    return line;
  });
  document.getElementById(id)?.replaceChildren(head, ...body);
}

/** Shows the state of a simulator. */
export function showView({ clock, ...tables }: View): void {
  const shown = document.getElementById("clock");
  if (shown !== null) shown.textContent = clock;
  fill("requests", tables.requests);
  fill("balances", tables.balances);
  fill("transactions", tables.transactions);
}
