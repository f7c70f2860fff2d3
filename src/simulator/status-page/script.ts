/** Refreshes the rows, and filters while you type. Without it, reload the page and press Enter. */
export const script = `
const REFRESH_MS = 2000;
const message = document.getElementById("message");
let isGone = false;

/** The HTML of each row as sent. A row that the user opened still counts as unchanged. */
const sources = new WeakMap();
const remember = (row) => sources.set(row, row.outerHTML);
document.querySelectorAll("tbody tr").forEach(remember);

/** Trusted Types allow an XMLHttpRequest to parse HTML, but not a DOMParser. */
const load = (address) => new Promise((resolve) => {
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = "document";
  request.timeout = REFRESH_MS;
  request.onloadend = () => resolve(request.status === 200 ? request.response : undefined);
  request.send();
});

/** Replaces changed rows only, and never the row with the focus. Open details stay open. */
function updateRows(body, rows) {
  const known = new Map(Array.from(body.rows, (row) => [row.dataset.id, row]));
  const kept = rows.map((row) => {
    const old = known.get(row.dataset.id);
    if (old && (old.matches(":focus-within") || sources.get(old) === row.outerHTML)) return old;
    remember(row);
    const isOpen = old ? Array.from(old.querySelectorAll("details"), ({ open }) => open) : [];
    row.querySelectorAll("details").forEach((details, index) => (details.open = isOpen[index] ?? false));
    old?.replaceWith(row);
    return row;
  });
  for (const row of [...body.rows]) if (!kept.includes(row)) row.remove();
  // A row that moves loses the focus.
  kept.forEach((row, index) => {
    if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
  });
}

async function refresh() {
  const address = location.href;
  const page = await load(address);
  if (address !== location.href) return;
  if (isGone !== !page) message.textContent = page ? "" : "The simulator does not respond.";
  isGone = !page;
  if (isGone) return;
  document.getElementById("now").replaceWith(page.getElementById("now"));
  const [current, next] = [document, page].map((one) => one.getElementById("rows"));
  const [body, newBody] = [current, next].map((one) => one.querySelector("tbody"));
  if (body && newBody) updateRows(body, [...newBody.rows]);
  else {
    next.querySelectorAll("tbody tr").forEach(remember);
    current.replaceWith(next);
  }
}

document.getElementById("filter").addEventListener("input", ({ target }) => {
  history.replaceState(null, "", "?" + new URLSearchParams({ q: target.value }));
  void refresh();
});
setInterval(() => document.hidden || refresh(), REFRESH_MS);
`;
