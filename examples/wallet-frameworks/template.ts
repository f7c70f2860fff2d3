import type { PlatformUser } from "./wallet-basics.js";

/** Fills `index.html` with the rendered page and its user. */
export function fillTemplate(template: string, markup: string, user: PlatformUser | undefined): string {
  const json = JSON.stringify(user ?? null)
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;");
  return template.replace("<!--app-->", () => markup).replace('data-user=""', () => `data-user="${json}"`);
}

/** In the browser: the element of the page, and the user that the server rendered it for. */
export function readTemplate(): { element: HTMLElement; user: PlatformUser | undefined } {
  const element = document.getElementById("app");
  if (element === null) throw new Error("index.html has no #app");
  return { element, user: JSON.parse(element.dataset["user"] ?? "null") ?? undefined };
}
