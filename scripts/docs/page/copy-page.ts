import { made } from "./made";

/** Adds the button that copies a page as Markdown. A page that was opened from a folder cannot read its twin, so it has the link only. */
export function addCopyButton(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-twin]");
  if (link === null || !globalThis.location.protocol.startsWith("http")) return;
  const button = made("button", { type: "button" }, "Copy page");
  button.addEventListener("click", async () => {
    try {
      const response = await fetch(link.href);
      if (!response.ok) throw new Error(String(response.status));
      await navigator.clipboard.writeText(await response.text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not copied: open the Markdown";
    }
  });
  link.before(button);
}
