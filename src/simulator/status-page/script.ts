/** Keeps the page up to date. Rows that the user opens, focuses or selects stay as they are. */
export const script = `
import { mountCalls } from "./viewer.js";

const ROOT = "/_simulator";
const GUIDES = "https://github.com/payments-sdk/payments-sdk/blob/main/docs/guides/";
const REFRESH_MS = 2000;
const [message, rows] = ["message", "rows"].map((id) => document.getElementById(id));
const isCalls = rows.hasAttribute("data-calls");
let isGone = false;

function report(gone) {
  if (isGone !== gone) message.textContent = gone ? "The simulator does not respond." : "";
  isGone = gone;
}

const show = (now) => document.getElementById("now").replaceChildren(now);

async function act(name, value) {
  const body = new URLSearchParams({ [name]: value });
  const response = await fetch(ROOT + "/faults", { method: "POST", body });
  if (!response.ok) throw new Error("The simulator refused the fault.");
}

async function detail(id) {
  const response = await fetch(ROOT + "/calls/" + id);
  if (!response.ok) throw new Error("unknown call");
  return response.json();
}

function follow(sink) {
  const stream = new EventSource(ROOT + "/calls");
  stream.onopen = () => report(false);
  stream.onerror = () => report(true);
  stream.addEventListener("calls", ({ data }) => sink.calls(JSON.parse(data)));
  stream.addEventListener("clear", () => sink.clear());
  stream.addEventListener("changed", () => {
    sink.changed();
    // The smallest view: only its bar is shown.
    load(ROOT + "/faults");
  });
  stream.addEventListener("now", ({ data }) => show(JSON.parse(data)));
}

function update(page) {
  report(!page);
  if (!page) return;
  for (const id of ["now", "faults"]) document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
  const isInUse = rows.querySelector(":focus, details[open]") || !getSelection().isCollapsed;
  if (!isCalls && !isInUse) rows.replaceChildren(...page.getElementById("rows").childNodes);
}

function load(address, form) {
  // Trusted Types allow an XMLHttpRequest to parse HTML, but not a DOMParser.
  const request = new XMLHttpRequest();
  request.open(form ? "POST" : "GET", address);
  request.responseType = "document";
  request.timeout = REFRESH_MS;
  request.onloadend = () => {
    update(request.response);
    if (form && request.response) message.replaceChildren(...request.response.getElementById("message").childNodes);
  };
  request.send(form);
}

// Open rows stay open, because the page does not load again.
document.addEventListener("submit", (event) => {
  event.preventDefault();
  load(location.href, new URLSearchParams(new FormData(event.target, event.submitter)));
});

if (isCalls) {
  rows.removeAttribute("tabindex");
  mountCalls(rows, { follow, detail, act, guide: (page) => GUIDES + page });
} else setInterval(() => document.hidden || load(location.href), REFRESH_MS);
`;
