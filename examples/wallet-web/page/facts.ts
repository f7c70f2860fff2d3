import { h } from "./dom";

/** A row of a list of facts. Empty for a missing value. */
export function fact(name: string, value: Node | string | undefined | null): HTMLElement[] {
  if (value === undefined || value === null || value === "") return [];
  return [h("div", {}, h("dt", {}, name), h("dd", {}, value))];
}

/** A value with a smaller line below it. */
export function withHint(value: string, hint: string | undefined): HTMLElement {
  return h("span", {}, value, hint !== undefined && h("span", { class: "hint" }, hint));
}

/** A list of names and values. */
export function facts(...rows: HTMLElement[]): HTMLElement {
  return h("dl", { class: "facts" }, ...rows);
}
