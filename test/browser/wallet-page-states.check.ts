import { mkdir } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import { accessibilityProblems } from "./accessibility";
import { walks } from "./wallet-page-states";
import { useWalletPage } from "./wallet-page-support";

const browser = useBrowser();
const wallet = useWalletPage(browser);
const pictures = fileURLToPath(new URL("../../.artifacts/wallet-page/", import.meta.url));

/** With `WALLET_PAGE_PICTURES=all npx vitest run --config test/engines/vitest.config.ts test/browser/wallet-page-states` each state is pictured: in each width, light and dark, and with text of 200 %. */
const isPictured = process.env["WALLET_PAGE_PICTURES"] === "all";
const WIDTHS = [320, 360, 768, 1440];
const schemes = ["light", "dark"] as const;

/** Shows the page in a width and a size of text, and says what reaches beyond the screen. */
async function tooWide(page: Page, width: number, text: string): Promise<string[]> {
  await page.setViewportSize({ width, height: 740 });
  const found = await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    const beyond = [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 80));
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [`${scrollWidth} px`, ...beyond] : beyond;
  }, text);
  return found.map((what) => `${width} px, ${text}: ${what}`);
}

async function picture(page: Page, name: string, state: string): Promise<void> {
  if (!isPictured) return;
  await mkdir(pictures, { recursive: true });
  // A dialog covers the screen, not the page.
  const fullPage = state !== "remove-credential";
  await page.screenshot({
    path: path.join(pictures, `${state}-${name}.png`),
    animations: "disabled",
    fullPage,
  });
}

describe("every state of the wallet page", () => {
  it.each(walks.map((walk) => [walk.title, walk] as const))(
    "is accessible and has no scroll to the side, from 320 px and with text of 200 %: %s",
    async (_title, walk) => {
      const person = await wallet.visit({ viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
      const { page } = person;
      const visited: string[] = [];
      const problems: Record<string, string[]> = {};
      await walk.run(person, wallet, async (state) => {
        visited.push(state);
        const found: string[] = [];
        for (const width of WIDTHS) {
          found.push(...(await tooWide(page, width, "200%")));
          await picture(page, `${width}-200`, state);
          found.push(...(await tooWide(page, width, "100%")));
          for (const colorScheme of schemes) {
            await page.emulateMedia({ colorScheme });
            await picture(page, `${width}-${colorScheme}`, state);
          }
        }
        await page.setViewportSize({ width: 360, height: 740 });
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          found.push(...(await accessibilityProblems(page, colorScheme)));
        }
        if (found.length > 0) problems[state] = found;
      });
      expect(problems).toEqual({});
      expect(visited).toEqual(walk.states);
      expect(await person.tab.violations()).toEqual([]);
    },
  );
});
