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

/** With `WALLET_PAGE_PICTURES=all npx vitest run --config test/engines/vitest.config.ts test/browser/wallet-page-states` each state is pictured: on a desktop, a tablet and a phone, light and dark. */
const isPictured = process.env["WALLET_PAGE_PICTURES"] === "all";
const screens = {
  desktop: { width: 1280, height: 800 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 360, height: 740 },
};
const sizes = (isPictured ? ["desktop", "tablet", "phone"] : ["phone"]) as (keyof typeof screens)[];
const schemes = ["light", "dark"] as const;

/** Elements that reach beyond the screen. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
      .map((element) => element.outerHTML.slice(0, 80)),
  );
}

describe.each(sizes)("every state of the wallet page, %s", (size) => {
  it.each(walks.map((walk) => [walk.title, walk] as const))(
    "is accessible and fits the screen, light and dark: %s",
    async (_title, walk) => {
      const person = await wallet.visit({ viewport: screens[size], reducedMotion: "reduce" });
      const { page } = person;
      const visited: string[] = [];
      const problems: Record<string, string[]> = {};
      await walk.run(person, wallet, async (state) => {
        visited.push(state);
        const found = await tooWide(page);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          found.push(...(await accessibilityProblems(page, colorScheme)));
          if (!isPictured) continue;
          await mkdir(pictures, { recursive: true });
          const file = path.join(pictures, `${state}-${size}-${colorScheme}.png`);
          await page.screenshot({
            path: file,
            animations: "disabled",
            fullPage: state !== "remove-credential",
          });
        }
        if (found.length > 0) problems[state] = found;
      });
      expect(problems).toEqual({});
      expect(visited).toEqual(walk.states);
      expect(await person.tab.violations()).toEqual([]);
    },
  );
});
