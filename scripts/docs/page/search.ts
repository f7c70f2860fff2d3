/** The search of every page, in the place of typedoc's own: its dialog and styles, with our index. */
import { loadScript } from "./load";
import { made } from "./made";
import type { Result } from "../search-index.mjs";

declare global {
  /** Searches the site. `search.js` sets it. */
  var siteSearch: ((query: string) => Result[]) | undefined;
}

/** A copy has no listeners of typedoc's script. */
function takeOver<Kind extends HTMLElement>(id: string): Kind | null {
  const old = document.getElementById(id);
  const copy = old?.cloneNode(true) as Kind | undefined;
  if (copy !== undefined) old?.replaceWith(copy);
  return copy ?? null;
}

function optionOf({ name, page, url }: Result, index: number): HTMLLIElement {
  const place = made("span", { className: "parent" }, ` ${page}`);
  const text = made("span", { className: "text" }, name, place);
  const href = `${document.documentElement.dataset["base"] ?? "./"}${url}`;
  return made("li", { id: `tsd-search-${index}`, role: "option" }, made("a", { href, tabIndex: -1 }, text));
}

/** Puts the search into the page. */
export function addSearch(): void {
  const trigger = takeOver<HTMLButtonElement>("tsd-search-trigger");
  const dialog = takeOver<HTMLDialogElement>("tsd-search");
  const field = dialog?.querySelector("input");
  const results = dialog?.querySelector("ul");
  const status = dialog?.querySelector("#tsd-search-status");
  if (!trigger || !dialog || !field || !results || !status) return;
  let chosen = 0;

  const choose = (index: number) => {
    const options = [...results.children];
    chosen = options.length === 0 ? 0 : (index + options.length) % options.length;
    for (const [place, option] of options.entries()) option.ariaSelected = String(place === chosen);
    field.setAttribute("aria-activedescendant", options[chosen]?.id ?? "");
    options[chosen]?.scrollIntoView({ block: "nearest" });
  };
  const show = () => {
    const query = field.value.trim();
    const found = globalThis.siteSearch?.(query) ?? [];
    results.replaceChildren(...found.map(optionOf));
    status.textContent = query !== "" && found.length === 0 ? `No results for “${query}”` : "";
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

  trigger.addEventListener("click", () => void open());
  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose(chosen + step);
    else if (event.key !== "Enter" || event.isComposing) return;
    else results.children[chosen]?.querySelector("a")?.click();
    event.preventDefault();
  });
  dialog.addEventListener("click", ({ target }) => {
    // A click beside the dialog, or on a link into this page.
    if (target === dialog || (target as Element).closest("a") !== null) dialog.close();
  });
  globalThis.addEventListener(
    "keydown",
    (event) => {
      const isTyping =
        (event.target as Element).closest?.("input, textarea, select, [contenteditable=true]") !== null;
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key === "k";
      if (!isShortcut && (isTyping || event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey))
        return;
      event.preventDefault();
      // typedoc's script has the same shortcuts for its own dialog.
      event.stopImmediatePropagation();
      void open();
    },
    { capture: true },
  );
}
