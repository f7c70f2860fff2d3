/** Gives the Copy button of every code block its work. */
export function addCodeButtons(): void {
  document.addEventListener("click", async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>("pre > button") : null;
    if (button === null) return;
    const code = button.parentElement?.querySelector("code")?.innerText ?? "";
    try {
      await navigator.clipboard.writeText(code);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not copied";
    }
    setTimeout(() => (button.textContent = "Copy"), 2_000);
  });
}
