import type { Row, RowControl, RowDetail, RowPage } from "../shapes";
import { read } from "./api";
import { element, one, say } from "./dom";

/** Carries out what a row offers. */
type Act = (action: string, input: Readonly<Record<string, unknown>>) => void;

interface ColumnHead {
  name: string;
  kind: string;
  title: string;
}

/** What each row of the page shows now. */
const shown = new WeakMap<Element, string>();

const good = /^(?:COMPLETED|APPROVED|ACTIVE|2\d\d)$/;
const bad = /^(?:FAILED|REJECTED|EXPIRED|INACTIVE|[45]\d\d|did not act)$/;

function cellContent({ kind }: ColumnHead, text: string): Node | string {
  if (kind === "time") return text.replace("T", " ").replace("Z", "");
  if (kind !== "status") return text;
  const mood = good.test(text) ? "good" : bad.test(text) ? "bad" : "other";
  return element("span", { class: `status ${mood}` }, text);
}

function detailElement({ title, text, copyable }: RowDetail, isOpen: boolean): HTMLElement {
  const details = element("details", { "data-title": title }, element("summary", {}, title));
  details.open = isOpen;
  details.append(element("pre", { tabindex: "0" }, text));
  if (copyable) {
    const copy = element("button", { type: "button" }, "Copy");
    copy.addEventListener("click", () => {
      navigator.clipboard.writeText(text).then(
        () => {
          say("Copied.");
        },
        () => {
          say("The browser did not allow copying.", true);
        },
      );
    });
    details.append(copy);
  }
  return details;
}

function controlElement(id: string, { action, label, options, value }: RowControl, act: Act): HTMLElement {
  const button = element("button", { type: "button", "aria-label": `${label} ${id}` }, label);
  if (options === undefined) {
    button.addEventListener("click", () => {
      act(action, { id });
    });
    return button;
  }
  const choices = options.map((option) => element("option", {}, option));
  const select = element("select", { "aria-label": `Status of ${id}` }, ...choices);
  if (value !== undefined) select.value = value;
  button.addEventListener("click", () => {
    act(action, { id, value: select.value });
  });
  return element("div", { class: "control" }, select, button);
}

function rowElement(
  row: Row,
  columns: readonly ColumnHead[],
  opened: ReadonlySet<string>,
  act: Act,
): HTMLElement {
  const cells = columns.map((column) => {
    const text = row.cells[column.name] ?? "";
    const attributes = { role: "cell", class: column.kind, "data-title": column.title };
    return element(
      "td",
      text === "" ? { ...attributes, "data-empty": "" } : attributes,
      cellContent(column, text),
    );
  });
  const extras = (row.details ?? []).map((detail) => detailElement(detail, opened.has(detail.title)));
  if (row.control) extras.unshift(controlElement(row.id, row.control, act));
  const last = element("td", { role: "cell", class: "extras" }, ...extras);
  return element("tr", { role: "row", "data-id": row.id }, ...cells, last);
}

const focusable = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>("button, select, summary, pre"),
];

/** Puts a changed row in the place of the old one; what is opened, chosen and focused stays so. */
function replaceRow(old: Element, next: Element): void {
  const [before, after] = [old.querySelector("select"), next.querySelector("select")];
  if (before && after && before === document.activeElement) after.value = before.value;
  const position = focusable(old).findIndex((part) => part === document.activeElement);
  old.replaceWith(next);
  if (position >= 0) focusable(next)[position]?.focus();
}

function update(body: Element, rows: readonly Row[], columns: readonly ColumnHead[], act: Act): void {
  const old = new Map([...body.children].map((row) => [row.getAttribute("data-id") ?? "", row]));
  for (const [index, row] of rows.entries()) {
    const known = old.get(row.id);
    old.delete(row.id);
    const text = JSON.stringify(row);
    let current = known;
    if (known === undefined || shown.get(known) !== text) {
      const openDetails = [...(known?.querySelectorAll("details[open]") ?? [])];
      const opened = new Set(openDetails.map((part) => part.getAttribute("data-title") ?? ""));
      current = rowElement(row, columns, opened, act);
      shown.set(current, text);
      if (known) replaceRow(known, current);
    }
    // Moving an element takes its focus away: only what stands elsewhere is moved.
    if (current && body.children[index] !== current) body.insertBefore(current, body.children[index] ?? null);
  }
  for (const row of old.values()) row.remove();
}

function columnsOf(list: Element): ColumnHead[] {
  return [...list.querySelectorAll<HTMLElement>("th[data-name]")].map(({ dataset, textContent }) => ({
    name: dataset["name"] ?? "",
    kind: dataset["kind"] ?? "text",
    title: textContent.trim(),
  }));
}

/** Fetches the rows of a list and shows them; `false` when the simulator does not respond. */
export async function refreshList(list: HTMLElement, act: Act): Promise<boolean> {
  const { list: name = "", page: wanted = "1" } = list.dataset;
  const received = await read<RowPage>(`lists/${name}?page=${wanted}`);
  if (!received) return false;
  // Another page was asked for meanwhile: its own refresh follows.
  if ((list.dataset["page"] ?? "1") !== wanted) return true;
  const { rows, page, pages, total } = received;
  list.dataset["page"] = String(page);
  // Rows that go away must not leave the new ones out of sight: rows come before what is hidden.
  update(one(list, "tbody", HTMLElement), rows, columnsOf(list), act);
  one(list, ".empty", HTMLElement).hidden = total > 0;
  one(list, ".scroll", HTMLElement).hidden = total === 0;
  one(list, ".pager", HTMLElement).hidden = pages === 1;
  one(list, "[data-pages]", HTMLElement).textContent = `Page ${String(page)} of ${String(pages)}`;
  one(list, '[data-step="-1"]', HTMLButtonElement).disabled = page === 1;
  one(list, '[data-step="1"]', HTMLButtonElement).disabled = page === pages;
  return true;
}
