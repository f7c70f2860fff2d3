import { faultKinds } from "../runtime/fault";
import * as data from "./data";
import type { Row, Rows, Shown } from "./data";

const entities = new Map(
  [..."&<>\"'"].map((character) => [character, `&#${String(character.charCodeAt(0))};`]),
);

/** Escaped HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | readonly Html[];

function escaped(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part !== "string") return part.map(({ text }) => text).join("");
  return part.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? "");
}

/** Builds HTML and escapes every inserted string. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(fixed.map((text, index) => text + escaped(parts[index] ?? "")).join(""));
}

export const ROOT = "/_simulator";

/** A table shows this many rows. A filter reads this many. */
const SHOWN = 100;
const FILTERED = 1000;

/** Longer JSON is cut. */
const DETAIL_LIMIT = 20_000;

/** The tables by their titles. Each has a page of its own. */
const views: ReadonlyMap<string, Rows> = new Map([
  ["Requests", data.exchanges],
  ["Transactions", data.transactions],
  ["Quotes", data.quotes],
  ["Accounts", data.accounts],
  ["Customers", data.customers],
  ["Deliveries", data.deliveries],
  ["E-mails", data.emails],
  ["Faults", data.faults],
]);

/** The title of the view at a path below the root. The root itself shows the first view. */
export const viewAt = (path: string): string | undefined =>
  [...views.keys()].find((title) => path === title.toLowerCase() || path === "");

/** A form without an address posts to the current view. */
const form = (action: string, ...fields: readonly Html[]): Html =>
  html`<form method="post"><input type="hidden" name="action" value="${action}" />${fields}</form>`;

function detailHtml([title, value]: [string, unknown]): Html {
  const text = JSON.stringify(value, null, 2);
  const shown = text.length > DETAIL_LIMIT ? `${text.slice(0, DETAIL_LIMIT)}\n…` : text;
  return html`<details>
    <summary>${title}</summary>
    <pre tabindex="0">${shown}</pre>
  </details>`;
}

const failed = /^(?:FAILED|REJECTED|EXPIRED|[45]\d\d|not executed)$/;

function rowHtml({ id, cells, details = {}, control }: Row): Html {
  const cell = (text: string) => html`<td class="${failed.test(text) ? "failed" : ""}">${text}</td>`;
  const present = Object.entries(details).filter(([, value]) => value !== undefined);
  const button =
    control &&
    form(
      control.action,
      html`<button name="id" value="${control.target}" aria-label="${control.label} ${control.target}">
        ${control.label}
      </button>`,
    );
  return html`<tr data-id="${id}">
    ${Object.values(cells).map(cell)}
    <td>${present.map(detailHtml)}${button ?? ""}</td>
  </tr>`;
}

function tableHtml(title: string, rows: readonly Row[]): Html {
  const [first] = rows;
  if (!first) return html`<p>No ${title.toLowerCase()} to show.</p>`;
  const heads = [...Object.keys(first.cells), "Details"];
  return html`<table aria-label="${title}">
    <thead>
      <tr>
        ${heads.map((head) => html`<th>${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(rowHtml)}
    </tbody>
  </table>`;
}

/** The newest rows that contain the text in a cell. Case does not matter. */
function rowsOf(shown: Shown, title: string, filter: string): Row[] {
  const rows = views.get(title)?.(shown, filter === "" ? SHOWN : FILTERED) ?? [];
  const wanted = filter.toLowerCase();
  const contains = (text: string) => text.toLowerCase().includes(wanted);
  return rows.filter(({ cells }) => Object.values(cells).some(contains)).slice(0, SHOWN);
}

const numberField = ([name, label]: [string, string]): Html =>
  html`<label>${label} <input name="${name}" size="6" inputmode="decimal" /></label>`;

const faultForm = (operations: readonly string[]): Html =>
  form(
    "faults/add",
    html`<label>
      Kind
      <select name="kind">
        ${faultKinds.map((kind) => html`<option>${kind}</option>`)}
      </select>
    </label>`,
    html`<label>Operation <input name="operation" list="operations" placeholder="every call" /></label>
      <datalist id="operations">
        ${operations.map((operation) => html`<option value="${operation}"></option>`)}
      </datalist>`,
    ...Object.entries({
      times: "Times",
      skip: "Calls to skip",
      rate: "Rate, 0 to 1",
      status: "Status",
      retryAfter: "Retry-After, seconds",
      delay: "Delay, milliseconds",
    }).map(numberField),
    html`<label><input type="checkbox" name="after" /> The service acts first</label>`,
    html`<button>Add fault</button>`,
  );

const clockForms = [
  form(
    "clock/advance",
    html`<button name="by" value="30s">+ 30 s</button>`,
    html`<button name="by" value="6m">+ 6 min</button>`,
    html`<button name="by" value="24h">+ 24 h</button>`,
  ),
  form(
    "clock/advance",
    html`<label>Advance by <input name="by" required size="6" placeholder="15m" /></label>`,
    html`<button>Advance</button>`,
  ),
];

interface View {
  title: string;
  /** The address of the API. */
  baseUrl: string;
  filter: string;
  error: string;
}

export function pageHtml(shown: Shown, { title, baseUrl, filter, error }: View): string {
  const link = (other: string) =>
    html`<a href="${ROOT}/${other.toLowerCase()}" aria-current="${String(other === title)}">${other}</a>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Payments simulator</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${ROOT}/style.css" />
        <script type="module" src="${ROOT}/script.js"></script>
      </head>
      <body>
        <header>
          <h1>Payments simulator</h1>
          <p>${data.environment(shown)} at <code>${baseUrl}</code></p>
          <p>Clock: <strong id="now">${data.now(shown)}</strong></p>
          ${clockForms}
        </header>
        <nav aria-label="Views">${[...views.keys()].map(link)}</nav>
        <p id="message" role="status">${error}</p>
        <main>
          <h2>${title}</h2>
          ${title === "Faults" ? faultForm(shown.simulator.faults.operations) : ""}
          <form id="filter" role="search">
            <label>Filter <input type="search" name="q" value="${filter}" /></label>
          </form>
          <div id="rows" role="region" aria-label="Rows" tabindex="0">
            ${tableHtml(title, rowsOf(shown, title, filter))}
          </div>
        </main>
      </body>
    </html> `.text;
}
