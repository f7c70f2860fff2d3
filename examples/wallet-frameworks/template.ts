import type { PlatformUser } from "./wallet-page.js";

/** Puts the page that the server rendered, and whom it is for, into `index.html`. */
export function fillTemplate(template: string, markup: string, user: PlatformUser | undefined): string {
  const json = JSON.stringify(user ?? null)
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;");
  return template.replace("<!--app-->", () => markup).replace('data-user=""', () => `data-user="${json}"`);
}

/** In the browser: the element that the page is in, and whom the server rendered it for. */
export function readTemplate(): { element: HTMLElement; user: PlatformUser | undefined } {
  const element = document.getElementById("app");
  if (element === null) throw new Error("index.html has no #app");
  return { element, user: JSON.parse(element.dataset["user"] ?? "null") ?? undefined };
}
