import { listFaults } from "../api/faults";
import type { Host } from "../api/host";
import { operationsByName } from "../runtime/operations";
import { oneFault } from "./controls";
import { views } from "./views";
import type { Action, Row } from "./views";

export const ROOT = "/_simulator";

/** The mark of the documentation, scripts/docs/mark.svg. */
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0a6847"/>' +
  '<path d="M11 25V7.5h5.6a5.9 5.9 0 0 1 4.2 10" fill="none" stroke="#fff" stroke-width="3.8" stroke-linecap="round" ' +
  'stroke-linejoin="round"/><circle cx="16.4" cy="19.9" r="2.3" fill="#ffb07c"/></svg>';

/** Longer JSON is cut. */
const DETAIL_LIMIT = 20_000;

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);

function detailHtml([title, value]: [string, unknown]): string {
  const text = JSON.stringify(value, null, 2);
  const shown = text.length > DETAIL_LIMIT ? `${text.slice(0, DETAIL_LIMIT)}\n…` : text;
  return `<details><summary>${title}</summary><pre tabindex="0">${escaped(shown)}</pre></details>`;
}

function buttonHtml({ name, value, label }: Action): string {
  return `<form method="post"><button name="${name}" value="${escaped(value)}">${label}</button></form>`;
}

function rowHtml({ cells, details = {}, action }: Row): string {
  const texts = Object.values(cells).map((text) => `<td>${escaped(text)}</td>`);
  const present = Object.entries(details).filter(([, value]) => value !== undefined);
  return `<tr>${texts.join("")}<td>${present.map(detailHtml).join("")}${action ? buttonHtml(action) : ""}</td></tr>`;
}

function tableHtml(title: string, rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return `<p>No ${title.toLowerCase()} to show.</p>`;
  const heads = [...Object.keys(first.cells), "Details"].map((head) => `<th>${head}</th>`);
  return `
    <table aria-label="${title}">
      <thead><tr>${heads.join("")}</tr></thead>
      <tbody>${rows.map(rowHtml).join("\n")}</tbody>
    </table>`;
}

const optionHtml = (text: string): string => `<option>${escaped(text)}</option>`;

/** A fault that can still strike, with a button that removes it. */
function faultHtml({ id, fault, left, toSkip }: ReturnType<typeof listFaults>[number]): string {
  const times = Number.isFinite(left) ? `${String(left)} left` : "without a limit";
  const later = toSkip > 0 ? `, after ${String(toSkip)}` : "";
  return `
        <form method="post" class="chip">
          <b>${fault.kind}</b> ${escaped(String(fault.operation ?? "every call"))} · ${times}${later}
          <button name="remove-fault" value="${id}" aria-label="Remove ${id}">×</button>
        </form>`;
}

/** The clock and the faults. */
function barHtml({ world }: Host): string {
  const faults = listFaults(world).filter(({ left }) => left > 0);
  return `
    <section class="bar" aria-label="Clock and faults">
      <div>
        <span>Clock <strong id="now">${world.clock.iso()}</strong></span>
        <form method="post">
          <button name="by" value="1h" title="One hour">+1h</button>
          <button name="by" value="1d" title="One day">+1d</button>
        </form>
        <form method="post">
          <input name="by" aria-label="Advance by" required size="4" value="6m" />
          <button>Advance</button>
        </form>
      </div>
      <div>
        <span>Faults</span>
        <span id="faults">${faults.length > 0 ? faults.map(faultHtml).join("") : "none"}</span>
        <form method="post">
          <select name="fault" aria-label="Fault">${Object.keys(oneFault).map(optionHtml).join("")}</select>
          <select name="on" aria-label="Calls that it hits">
            <option value="">any call</option>${[...operationsByName.keys()].map(optionHtml).join("")}
          </select>
          <button>Add</button>
        </form>
      </div>
    </section>`;
}

const SEED = `
        <form method="post">
          <label>Seed <input name="seed" required size="4" value="100" inputmode="numeric" /> transactions</label>
          <button>Seed</button>
        </form>`;

/**
 * The page with one table.
 *
 * @param baseUrl the address of the API
 */
export function pageHtml(host: Host, title: string, baseUrl: string, error = ""): string {
  const links = Object.keys(views).map(
    (other) =>
      `<a href="${ROOT}/${other.toLowerCase()}"${other === title ? ' aria-current="page"' : ""}>${other}</a>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} - Payments simulator</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}" />
    <link rel="stylesheet" href="${ROOT}/style.css" />
    <script type="module" src="${ROOT}/script.js"></script>
  </head>
  <body>
    <header class="top">
      ${MARK}
      <h1>Payments simulator</h1>
      <p>${host.options.environment} at <code>${escaped(baseUrl)}</code></p>
    </header>
    ${barHtml(host)}
    <nav aria-label="Views">${links.join("\n")}</nav>
    <p id="message" role="status">${escaped(error)}</p>
    <main>
      <h2>${title}</h2>${title === "Transactions" ? SEED : ""}
      <div id="rows"${title === "Requests" ? " data-calls" : ""} role="region" aria-label="Rows" tabindex="0">
        ${tableHtml(title, views[title]?.(host) ?? [])}
      </div>
    </main>
  </body>
</html>
`;
}
