/** The button that switches between light and dark. The head of each page applies the choice before the first paint. */
const KEY = "scheme";

export function addSchemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>("[data-scheme]");
  const { style } = document.documentElement;
  const current = () =>
    style.colorScheme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const show = () => button?.setAttribute("data-scheme", current());
  button?.addEventListener("click", () => {
    style.colorScheme = current() === "dark" ? "light" : "dark";
    show();
    try {
      globalThis.localStorage.setItem(KEY, style.colorScheme);
    } catch {
      // The choice holds for this page.
    }
  });
  show();
}
