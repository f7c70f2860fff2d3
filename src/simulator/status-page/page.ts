import type { Host } from "../api/host";
import { views } from "./views";
import type { Action, Row } from "./views";

export const ROOT = "/_simulator";

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

/**
 * The page with one table.
 *
 * @param baseUrl the address of the API
 */
export function pageHtml(host: Host, title: string, baseUrl: string, error = ""): string {
  const links = Object.keys(views).map(
    (other) =>
      `<a href="${ROOT}/${other.toLowerCase()}" aria-current="${String(other === title)}">${other}</a>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} - Payments simulator</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${ROOT}/style.css" />
    <link rel="stylesheet" href="${ROOT}/viewer.css" />
    <script type="module" src="${ROOT}/script.js"></script>
  </head>
  <body>
    <header>
      <h1>Payments simulator</h1>
      <p>${host.options.environment} at <code>${escaped(baseUrl)}</code></p>
      <p>Clock: <strong id="now">${host.world.clock.iso()}</strong></p>
      <form method="post">
        <label>Advance by <input name="by" required size="6" value="6m" /></label>
        <button>Advance</button>
      </form>
      <form method="post">
        <label>Seed <input name="seed" required size="6" value="100" inputmode="numeric" /> transactions</label>
        <button>Seed</button>
      </form>
    </header>
    <nav aria-label="Views">${links.join("\n")}</nav>
    <p id="message" role="status">${escaped(error)}</p>
    <main>
      <h2>${title}</h2>
      <div id="rows"${title === "Requests" ? " data-calls" : ""} role="region" aria-label="Rows" tabindex="0">
        ${tableHtml(title, views[title]?.(host) ?? [])}
      </div>
    </main>
  </body>
</html>
`;
}
