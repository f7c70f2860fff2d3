import { h } from "./dom";

/** A row of a list of facts. Empty for a missing value. */
export function fact(name: string, value: Node | string | undefined | null): HTMLElement[] {
  if (value === undefined || value === null || value === "") return [];
  return [h("div", {}, h("dt", {}, name), h("dd", {}, value))];
}

/** A value with a smaller line below it. */
export function withHint(value: string, hint: string | undefined): HTMLElement {
  return h("span", {}, foreign(value), hint !== undefined && h("span", { class: "hint" }, foreign(hint)));
}

/** A list of names and values. */
export function facts(...rows: HTMLElement[]): HTMLElement {
  return h("dl", { class: "facts" }, ...rows);
}

/** Characters that change the direction of the text after them (Unicode, UAX #9): embeddings, overrides and isolates. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text of other people. It does not change the text around it, and a character that would reorder it is shown as its number. */
export function foreign(text: string): HTMLElement | undefined {
  if (text === "") return undefined;
  return h("bdi", {}, visible(text));
}

/** The same inside a sentence. */
export function visible(text: string): string {
  return text.replace(TURNING, (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase()}⟩`);
}
