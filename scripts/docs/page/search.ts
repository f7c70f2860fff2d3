/** The search of every page. Its index loads when somebody opens it. */
import { loadScript } from "./load";
import { made } from "./made";
import type { Result } from "../search-index.mjs";

declare global {
  /** Searches the site. `search.js` sets it. */
  var siteSearch: ((query: string) => Result[]) | undefined;
}

/** A text with its matching words marked. */
function marked(text: string, words: readonly string[]): (Node | string)[] {
  if (words.length === 0) return [text];
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\/]/g, String.raw`\$&`));
  const pattern = new RegExp(`(${escaped.join("|")})`, "gi");
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? made("mark", {}, part) : part));
}

function optionOf({ name, page, url, snippet, words }: Result, index: number): HTMLAnchorElement {
  const href = `${document.documentElement.dataset["base"] ?? "./"}${url}`;
  const place = made("span", { className: "parent" }, page);
  const title = made("span", { className: "text" }, ...marked(name, words), " ", place);
  const text = snippet === "" ? [] : [made("span", { className: "snippet" }, ...marked(snippet, words))];
  const properties = { id: `search-${index}`, role: "option", href, tabIndex: -1 };
  return made("a", properties, title, ...text);
}

/** The results below the names of their groups. */
function groupsOf(found: readonly Result[]): HTMLElement[] {
  const groups = [...new Set(found.map(({ group }) => group))];
  return groups.map((group) => {
    const options = found.flatMap((result, index) =>
      result.group === group ? [optionOf(result, index)] : [],
    );
    const heading = made("p", { ariaHidden: "true" }, group);
    return made("div", { role: "group", ariaLabel: group }, heading, ...options);
  });
}

/** Puts the search into the page. */
export function addSearch(): void {
  const field = made("input", {
    type: "text",
    role: "combobox",
    ariaLabel: "Search",
    ariaExpanded: "true",
    ariaAutoComplete: "list",
    placeholder: "Search guides, methods, codes and names",
    autocomplete: "off",
    spellcheck: false,
    maxLength: 100,
  });
  field.setAttribute("aria-controls", "search-results");
  const results = made("div", { id: "search-results", role: "listbox", ariaLabel: "Results" });
  const status = made("p", { id: "search-status", role: "status" });
  const keys = made("p", { className: "keys", ariaHidden: "true" }, "↑ ↓ choose · Enter opens · Esc closes");
  const dialog = made("dialog", { id: "search", ariaLabel: "Search" }, field, status, results, keys);
  document.body.append(dialog);
  const options = () => [...results.querySelectorAll<HTMLAnchorElement>("[role=option]")];
  let chosen = 0;

  const choose = (index: number) => {
    const all = options();
    chosen = all.length === 0 ? 0 : (index + all.length) % all.length;
    for (const [place, option] of all.entries()) option.ariaSelected = String(place === chosen);
    field.setAttribute("aria-activedescendant", all[chosen]?.id ?? "");
    all[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const show = () => {
    const query = field.value.trim();
    const found = globalThis.siteSearch?.(query) ?? [];
    results.replaceChildren(...groupsOf(found));
    results.hidden = found.length === 0;
    status.textContent =
      query === ""
        ? "Try “refund”, “quotes.execute” or “QUOTE_EXPIRED”."
        : found.length === 0
          ? `No results for “${query}”`
          : "";
    choose(0);
  };
  const open = async () => {
    if (dialog.open) return;
    dialog.showModal();
    field.select();
    if (globalThis.siteSearch !== undefined) return;
    status.textContent = "Loading…";
    try {
      await loadScript("search.js");
      show();
    } catch (error) {
      status.textContent = String(error);
    }
  };

  for (const button of document.querySelectorAll("[data-search]"))
    button.addEventListener("click", () => void open());
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose(chosen + step);
    else if (event.key !== "Enter" || event.isComposing) return;
    else options()[chosen]?.click();
    event.preventDefault();
  });
  dialog.addEventListener("click", ({ target }) => {
    // A click beside the dialog, or on a link into this page.
    if (target === dialog || (target as Element).closest("a") !== null) dialog.close();
  });
  globalThis.addEventListener("keydown", (event) => {
    const isTyping =
      (event.target as Element).closest?.("input, textarea, select, [contenteditable=true]") !== null;
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key === "k";
    if (!isShortcut && (isTyping || event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey))
      return;
    event.preventDefault();
    void open();
  });
}
