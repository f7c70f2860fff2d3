/** Refreshes the page. Rows that the user opens, focuses or selects stay as they are. */
export const script = `
const REFRESH_MS = 2000;
const [message, rows] = ["message", "rows"].map((id) => document.getElementById(id));
let isGone = false;

function update(page) {
  if (isGone !== !page) message.textContent = page ? "" : "The simulator does not respond.";
  isGone = !page;
  if (isGone) return;
  document.getElementById("now").replaceWith(page.getElementById("now"));
  const isInUse = rows.querySelector(":focus, details[open]") || !getSelection().isCollapsed;
  if (!isInUse) rows.replaceChildren(...page.getElementById("rows").childNodes);
}

setInterval(() => {
  if (document.hidden) return;
  // Trusted Types allow an XMLHttpRequest to parse HTML, but not a DOMParser.
  const request = new XMLHttpRequest();
  request.open("GET", location.href);
  request.responseType = "document";
  request.timeout = REFRESH_MS;
  request.onloadend = () => update(request.response);
  request.send();
}, REFRESH_MS);
`;
