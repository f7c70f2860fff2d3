import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds wrong with what is visible. In the dark scheme only colours differ, so only they are checked. */
export async function accessibilityProblems(page: Page, scheme: "light" | "dark"): Promise<string[]> {
  const rules = scheme === "light" ? undefined : ["color-contrast"];
  const hasAxe = await page.evaluate(() => Reflect.get(globalThis, "axe") !== undefined);
  // Evaluated by the debugger, because the page's own policy allows no such script.
  if (!hasAxe) await page.evaluate(await readFile(axePath, "utf8"));
  return page.evaluate(async (only) => {
    const axe = Reflect.get(globalThis, "axe") as {
      run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
    const { violations } = await axe.run(only === undefined ? {} : { runOnly: only });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, rules);
}
