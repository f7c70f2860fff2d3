import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityProblems } from "./accessibility";
import { folder, useSite } from "./built-site";

const site = useSite();
const { browser } = site;

describe("the search", () => {
  const results = (page: Page) => page.locator("#search-results [role=option] .text").allInnerTexts();

  it("loads at the first use, and Enter opens the first result", async () => {
    const { page } = await browser.open(`${site.origin}/guides/webhooks.html`);
    const loaded = () => page.evaluate(() => "siteSearch" in globalThis);
    expect(await loaded()).toBe(false);
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(loaded).toBe(true);
    await page.getByRole("combobox").pressSequentially("quotes.execute");
    await expect
      .poll(async () => (await results(page))[0])
      .toBe("quotes.execute POST /quotes/{quoteId}/execute");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/reference/quotes.html#execute");
  });

  it.each(["/", "Control+k"])(
    "opens with %s, chooses with the arrow keys and closes with Escape",
    async (keys) => {
      const { page } = await browser.open(`${site.origin}/index.html`);
      await page.keyboard.press(keys);
      await page.getByRole("combobox").fill("QUOTE_EXPIRED");
      await expect.poll(async () => (await results(page)).length).toBeGreaterThan(1);
      const chosen = () => page.locator("#search-results [aria-selected=true] .text").innerText();
      const [first, second] = await results(page);
      expect(await chosen()).toBe(first);
      await page.keyboard.press("ArrowDown");
      expect(await chosen()).toBe(second);
      await page.keyboard.press("ArrowUp");
      expect(await chosen()).toBe(first);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.getByRole("combobox").isVisible()).toBe(false);
    },
  );

  it("says that it found nothing, and takes HTML for text", async () => {
    const { page } = await browser.open(`${site.origin}/index.html`);
    await page.keyboard.press("/");
    const status = page.locator("#search-status");
    await page.getByRole("combobox").fill("<xyzzyqwv>");
    await expect.poll(() => status.innerText()).toContain("No results for “<xyzzyqwv>”");
  });

  it("groups its results, with the matching part of the text, on a panel that can be read", async () => {
    const { page } = await browser.open(`${site.origin}/index.html`);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("refund");
    await expect.poll(async () => (await results(page)).length).toBeGreaterThan(1);
    const groups = page.locator("#search-results [role=group]");
    expect(await groups.first().getAttribute("aria-label")).toBe("Guides");
    expect(await page.locator("#search-results .snippet mark").first().innerText()).toMatch(/^refund/i);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await accessibilityProblems(page, scheme)).toEqual([]);
    }
  });

  it("works in a page that was opened from a folder", async () => {
    const { page } = await browser.open(pathToFileURL(path.join(folder, "guides/webhooks.html")).href);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("idempotency");
    await expect.poll(async () => (await results(page))[0]).toContain("Money safety");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/guides/money-safety.html");
  });
});
