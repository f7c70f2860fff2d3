/** Keeps the page up to date. Rows that the user opens, focuses or selects stay as they are. */
export const script = `
import { mountCalls } from "./viewer.js";

const ROOT = "/_simulator";
const GUIDES = "https://github.com/payments-sdk/payments-sdk/blob/main/docs/guides/";
const REFRESH_MS = 2000;
const [message, rows] = ["message", "rows"].map((id) => document.getElementById(id));
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
  stream.addEventListener("now", ({ data }) => show(JSON.parse(data)));
}

function update(page) {
  report(!page);
  if (!page) return;
  show(page.getElementById("now").textContent);
  const isInUse = rows.querySelector(":focus, details[open]") || !getSelection().isCollapsed;
  if (!isInUse) rows.replaceChildren(...page.getElementById("rows").childNodes);
}

function refresh() {
  if (document.hidden) return;
  // Trusted Types allow an XMLHttpRequest to parse HTML, but not a DOMParser.
  const request = new XMLHttpRequest();
  request.open("GET", location.href);
  request.responseType = "document";
  request.timeout = REFRESH_MS;
  request.onloadend = () => update(request.response);
  request.send();
}

if (rows.hasAttribute("data-calls")) {
  rows.removeAttribute("tabindex");
  mountCalls(rows, { follow, detail, act, guide: (page) => GUIDES + page });
} else setInterval(refresh, REFRESH_MS);
`;
