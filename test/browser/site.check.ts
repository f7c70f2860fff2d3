import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { documents, blocksOf, isCode } from "../docs/blocks/extract";
import { matches } from "../docs/blocks/run";
import { folder, useSite } from "./built-site";

const site = useSite();
const { browser } = site;

/** The page of a document. */
const pageOf = (file: string) =>
  file === "README.md"
    ? "overview.html"
    : file
        .replace(/^docs\/(?=[^/]+$)/, "documents/")
        .replace(/^docs\//, "")
        .replace(/\.md$/, ".html");

/** The site leaves out the notes for coding agents. */
const pages = documents().filter(({ path: file }) => !["AGENTS.md", "SKILL.md"].includes(file));

/** The blocks that a document runs in the page, with the output that it shows. */
const programs = pages.map(({ path: file, text }) => {
  const blocks = blocksOf(file, text).filter((block) => isCode(block) && block.flags.includes("run"));
  return { file, blocks: blocks.filter(({ code }) => !/from "(?:node:|msw)/.test(code)) };
});

const WAIT = { timeout: 30_000 };

/** Those of the blocks. The demo of the front page has a test of its own. */
const outputs = (page: Page) => page.locator(".run-output:not(#home-demo *)");
const runButtons = (page: Page) =>
  page.locator(".run-bar:not(#home-demo *)").getByRole("button", { name: "Run", exact: true });

async function runBlock(page: Page, index: number): Promise<string> {
  await runButtons(page).nth(index).click();
  await expect.poll(() => page.getByRole("button", { name: "Stop", exact: true }).count(), WAIT).toBe(0);
  return outputs(page).nth(index).innerText();
}

describe("the Run buttons of the documents", () => {
  it.each(programs.filter(({ blocks }) => blocks.length > 0))(
    "print what $file shows",
    async ({ file, blocks }) => {
      const { page } = await browser.open(`${site.origin}/${pageOf(file)}`);
      expect(await runButtons(page).count()).toBe(blocks.length);
      for (const [index, block] of blocks.entries()) {
        const printed = await runBlock(page, index);
        if (block.output !== undefined)
          expect(matches(printed, block.output), `${block.line}: ${printed}`).toBe(true);
      }
    },
    // `docs/resources.md` has dozens of blocks. Each has its own limit.
    600_000,
  );

  it("load the runner only at the first click", async () => {
    const { page } = await browser.open(`${site.origin}/guides/money-safety.html`);
    const loaded = () => page.locator('script[src$="runner.js"]').count();
    expect(await loaded()).toBe(0);
    await runBlock(page, 0);
    expect(await loaded()).toBe(1);
  });

  it("run the reader's code, and show an error with its outcome", async () => {
    const { page } = await browser.open(`${site.origin}/guides/money-safety.html`);
    await page.getByRole("button", { name: "Edit" }).first().click();
    await page
      .locator(".cm-content")
      .fill(
        'import { PaymentsClient } from "payments-sdk";\nconst id: string = "Quote:1";\nawait new PaymentsClient().quotes.retrieve(id);',
      );
    const printed = await runBlock(page, 0);
    expect(printed).toContain("NotFoundError");
    expect(printed).toContain("outcome: not-executed");
    expect(printed).toContain("advice: fix");
  });

  it("replace the output that the document shows", async () => {
    const { page } = await browser.open(`${site.origin}/guides/money-safety.html`);
    const shown = page.locator("pre:visible > code.text");
    const before = await shown.count();
    const printed = await runBlock(page, 0);
    expect(printed.trim()).not.toBe("");
    expect(await shown.count()).toBe(before - 1);
  });

  it("work in a page that was opened from a folder", async () => {
    const { page } = await browser.open(pathToFileURL(path.join(folder, "overview.html")).href);
    expect(await runBlock(page, 0)).toContain("COMPLETED");
  });
});
