import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Tab } from "../support/browser";
import type { useSite } from "./built-site";

type Profile = Parameters<ReturnType<typeof useSite>["browser"]["open"]>[1];

/** A tab with the playground, ready to run. */
export async function openPlayground(
  { browser, origin }: ReturnType<typeof useSite>,
  hash = "",
  profile?: Profile,
): Promise<Tab> {
  const tab = await browser.open(`${origin}/playground.html${hash}`, profile);
  await tab.page.locator(".cm-content").waitFor();
  return tab;
}

/** Writes a program into the editor. */
export const write = (page: Page, code: string) => page.locator(".cm-content").fill(code);

/** Runs the program to its end. Returns what it printed. */
export async function run(page: Page): Promise<string> {
  const button = page.getByRole("button", { name: "Run", exact: true });
  await button.click();
  await expect.poll(() => button.isEnabled(), { timeout: 30_000 }).toBe(true);
  return page.locator("#console").innerText();
}

/** The calls of an operation. */
export const callsOf = (page: Page, operation: string) =>
  page.locator(".calls > li").filter({ hasText: operation });

/** The simulator's time, in milliseconds. */
export const clockOf = async (page: Page) => Date.parse(await page.locator("#clock").innerText());
