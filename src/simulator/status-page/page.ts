import { faultKinds } from "../runtime/fault";
import { views } from "./tables";
import type { Table, View } from "./tables";
import type { World } from "./world";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML that is safe to insert. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | readonly Html[];

const textOf = (part: Part): string =>
  part instanceof Html
    ? part.text
    : typeof part === "string"
      ? part.replaceAll(/[&<>"']/g, (character) => entities[character] ?? "")
      : part.map(({ text }) => text).join("");

/** Writes HTML; every text that is inserted is escaped. */
function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(fixed.map((text, index) => text + textOf(parts[index] ?? "")).join(""));
}

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6848"/>' +
  '<path d="M4 6h8M9.5 3.5 12 6M12 10H4M6.5 12.5 4 10" fill="none" stroke="#fff" stroke-width="1.5"/></svg>';

// The explicit roles keep a table a table where a narrow screen shows its rows as blocks.
const tableHtml = ({ name, title, empty, columns }: Table, isAlone: boolean): Html =>
  html` <div class="list" data-list="${name}">
    <h3 id="${name}-title" ${new Html(isAlone ? ' class="hidden"' : "")}>${title}</h3>
    <p class="empty" hidden>${empty}</p>
    <div class="scroll" role="region" aria-labelledby="${name}-title" tabindex="0" hidden>
      <table role="table" aria-labelledby="${name}-title">
        <thead role="rowgroup">
          <tr role="row">
            ${columns.map(
              (column) =>
                html`<th
                  role="columnheader"
                  scope="col"
                  data-name="${column.name}"
                  data-kind="${column.kind ?? "text"}"
                >
                  ${column.title}
                </th>`,
            )}
            <th role="columnheader" scope="col"><span class="hidden">Details and controls</span></th>
          </tr>
        </thead>
        <tbody role="rowgroup"></tbody>
      </table>
    </div>
    <nav class="pager" aria-label="Pages of ${title}" hidden>
      <button type="button" data-step="-1">Newer</button>
      <span data-pages></span>
      <button type="button" data-step="1">Older</button>
    </nav>
  </div>`;

const numberField = (name: string, label: string, limits: string): Html =>
  html` <div class="field">
    <label for="fault-${name}">${label}</label>
    <input id="fault-${name}" name="${name}" type="number" ${new Html(limits)} />
  </div>`;

const faultForm = (operations: readonly string[]): Html =>
  html` <form data-action="faults/add" class="card">
    <h3>Let calls fail</h3>
    <div class="fields">
      <div class="field">
        <label for="fault-kind">Kind</label>
        <select id="fault-kind" name="kind">
          ${faultKinds.map((kind) => html`<option>${kind}</option>`)}
        </select>
      </div>
      <div class="field wide">
        <label for="fault-operation">Operation, empty for every call</label>
        <input
          id="fault-operation"
          name="operation"
          list="operations"
          autocomplete="off"
          spellcheck="false"
        />
        <datalist id="operations">
          ${operations.map((operation) => html`<option value="${operation}"></option>`)}
        </datalist>
      </div>
      ${[
        numberField("times", "How often, empty for always", 'min="1" step="1" value="1"'),
        numberField("skip", "Calls to let pass first", 'min="0" step="1"'),
        numberField("rate", "Share of the calls, 0 to 1", 'min="0" max="1" step="any"'),
        numberField("status", "Status of the response", 'min="200" max="599" step="1"'),
        numberField("retryAfter", "Retry-After, in seconds", 'min="0" step="1"'),
        numberField("delayMs", "Delay, in real milliseconds", 'min="0" step="1"'),
      ]}
      <div class="field check">
        <input id="fault-after" name="after" type="checkbox" />
        <label for="fault-after">The service acts first</label>
      </div>
    </div>
    <button type="submit">Add the fault</button>
  </form>`;

const worldForms = (root: string): Html =>
  html` <div class="card">
      <h3>Save</h3>
      <p>
        A snapshot is the whole world as one JSON file: resources, balances, events, faults and the clock. It
        contains secrets such as one-time codes.
      </p>
      <a class="button" href="${root}/api/snapshot" download>Download a snapshot</a>
    </div>
    <form class="card" data-restore>
      <h3>Restore</h3>
      <p>
        The world becomes that of the file. The file must come from a simulator with the same seed and
        environment.
      </p>
      <div class="field">
        <label for="snapshot-file">Snapshot</label>
        <input id="snapshot-file" type="file" accept="application/json,.json" required />
      </div>
      <button type="submit">Restore the snapshot</button>
    </form>
    <div class="card">
      <h3>Reset</h3>
      <p>Forgets everything and starts again: clock, identifiers, faults and logs.</p>
      <button
        type="button"
        class="danger"
        data-action="world/reset"
        data-confirm="Forget everything and start again?"
      >
        Reset the simulator
      </button>
    </div>`;

function viewHtml({ name, title, tables }: View, operations: readonly string[], root: string): Html {
  return html` <section id="view-${name}" hidden>
    <h2 tabindex="-1">${title}</h2>
    ${name === "faults" ? faultForm(operations) : name === "world" ? worldForms(root) : ""}
    ${tables.map((table) => tableHtml(table, tables.length === 1 && name !== "faults"))}
  </section>`;
}

const navigation = (): Html =>
  html` <nav aria-label="Views">
    <ul>
      ${views.map(
        ({ name, title, tables: [table] }) =>
          html`<li>
            <a href="#${name}"
              >${title}${table ? html` <span class="count" data-count="${table.name}"></span>` : ""}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;

const step = (by: string, label: string): Html =>
  html`<button type="button" data-action="clock/advance" data-by="${by}">${label}</button>`;

/**
 * The page without its data, which the script fetches.
 *
 * @param root the path of the page.
 * @param baseUrl the address of the API.
 */
export function shell({ simulator, domain }: World, root: string, baseUrl: string): string {
  const { environment } = domain().options;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Payments simulator</title>
        <link rel="icon" href="${root}/icon.svg" />
        <link rel="stylesheet" href="${root}/style.css" />
        <script type="module" src="${root}/script.js"></script>
      </head>
      <body data-root="${root}">
        <header>
          <div>
            <h1>Payments simulator</h1>
            <p>${environment} at <code>${baseUrl}</code></p>
          </div>
          <section class="clock" aria-labelledby="clock-title">
            <h2 id="clock-title">Clock</h2>
            <p id="now" class="now">${simulator.clock.iso()}</p>
            <div class="steps">
              ${[step("30s", "+ 30 s"), step("6m", "+ 6 min"), step("24h", "+ 24 h")]}
              <form data-action="clock/advance">
                <label for="by" class="hidden">Advance by, for example 90s, 15m or 2d</label>
                <input id="by" name="by" required size="6" placeholder="15m" autocomplete="off" />
                <button type="submit">Advance</button>
              </form>
            </div>
          </section>
        </header>
        ${navigation()}
        <p id="message" role="status"></p>
        <main>
          <noscript><p>This page needs its script to show anything.</p></noscript>
          ${views.map((view) => viewHtml(view, simulator.faults.operations, root))}
        </main>
      </body>
    </html> `.text;
}
