import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { operations, resources } from "../../scripts/readme.mjs";
import { documents } from "../docs/blocks/extract";
import { folder, siteFiles, useSite } from "./built-site";

const site = useSite();
const { browser } = site;

/** In the page: true if a line of the editor is inside its frame. */
function isShown(line: Element): boolean {
  const { top, bottom } = line.getBoundingClientRect();
  const frame = line.closest(".cm-scroller")?.getBoundingClientRect();
  return (
    frame !== undefined && top >= Math.max(0, frame.top) && bottom <= Math.min(innerHeight, frame.bottom)
  );
}

describe("the reference", () => {
  it("lists the resources beside each of its pages, as the client has them", async () => {
    const { page } = await browser.open(`${site.origin}/reference/quotes.html`);
    const calls = operations().map(({ method }) => method.slice(0, method.lastIndexOf(".")));
    const names = await page.locator("nav.pages ul").first().locator("a").allTextContents();
    expect(names).toEqual(
      resources().flatMap(({ resource }) => (calls.includes(resource) ? [resource] : [])),
    );
  });

  it("has a page for each resource, with a program unless it only holds others", () => {
    const examples = documents().find(({ path: file }) => file === "docs/resources.md")?.text ?? "";
    for (const { resource } of resources()) {
      expect(existsSync(path.join(folder, `reference/${resource}.html`)), resource).toBe(true);
      if (!["auth", "platform"].includes(resource)) expect(examples).toContain(`\n## ${resource}\n`);
    }
  });

  it("shows a resource with its requests, a program that runs, and the codes of each method", async () => {
    const { page } = await browser.open(`${site.origin}/reference/quotes.html`);
    expect(await page.locator("h1").innerText()).toBe("payments.quotes");
    const row = page.getByRole("row").filter({ hasText: "POST /quotes/{quoteId}/execute" });
    expect(await row.getByRole("link").getAttribute("href")).toContain("reference/quotes.html#execute");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect
      .poll(() => page.locator(".run-output").innerText(), { timeout: 30_000 })
      .toContain("COMPLETED");
    const member = page.locator("section.tsd-member", { has: page.locator("#execute") });
    await member.getByRole("link", { name: "QUOTE_EXPIRED" }).click();
    await page.waitForURL("**/documents/errors.html#code-quote_expired");
    expect(await page.locator("tr", { has: page.locator("#code-quote_expired") }).innerText()).toContain(
      "409",
    );
  });

  it("links each method to its call in the playground, once and below its example", async () => {
    const { page } = await browser.open("about:blank");
    for (const { resource } of resources()) {
      await page.goto(`${site.origin}/reference/${resource}.html`);
      const links = page.getByRole("link", { name: "Open in the playground" });
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      const own = operations().map(({ method }) => method);
      const wanted = own.filter((method) => method.slice(0, method.lastIndexOf(".")) === resource);
      expect(hrefs).toEqual(wanted.map((method) => `../playground.html#call=${method}`));
      expect(await page.locator(".tsd-tag-example a[href*='playground.html']").count()).toBe(hrefs.length);
    }
  });

  it("opens the program of a resource at the call of each method, and marks its line", async () => {
    const { page } = await browser.open(`${site.origin}/reference/quotes.html`);
    const link = page.getByRole("link", { name: "Open in the playground" });
    await link.and(page.locator("[href$='quotes.execute']")).click();
    const marked = page.locator(".cm-line.cm-activeLine");
    await expect.poll(() => marked.innerText()).toContain("payments.quotes.execute(");
    for (const { method } of operations()) {
      await page.evaluate((name) => void (location.hash = `#call=${name}`), method);
      await expect.poll(() => page.locator("#notice").innerText()).toContain(` calls ${method}.`);
      await expect.poll(() => marked.innerText()).toContain(`payments.${method}(`);
      await expect.poll(() => marked.evaluate(isShown), { message: method }).toBe(true);
      const [, number] = /^Line (\d+) /.exec(await page.locator("#notice").innerText()) ?? [];
      expect(await page.locator(".cm-lineNumbers .cm-activeLineGutter").innerText(), method).toBe(number);
    }
  });

  it("opens a function's program, and says that a link with an unknown name is damaged", async () => {
    const { page } = await browser.open(`${site.origin}/reference/payments-sdk/webhooks/webhookRouter.html`);
    await page.getByRole("link", { name: "Open in the playground" }).click();
    await expect.poll(() => page.locator(".cm-activeLine").first().innerText()).toContain("webhookRouter(");
    for (const name of ["quotes.exec", "constructor"]) {
      await page.evaluate((call) => void (location.hash = `#call=${call}`), name);
      await expect.poll(() => page.locator("#notice").innerText()).toContain("The link is damaged");
      await page.evaluate(() => void (location.hash = "#call=quotes.create"));
      await expect.poll(() => page.locator("#notice").innerText()).toContain("calls quotes.create");
    }
  });

  it("links each error to its class", async () => {
    const { page } = await browser.open(`${site.origin}/reference/quotes.html`);
    const link = page.locator(".tsd-tag-throws a").filter({ hasText: /^NotFoundError$/ });
    await link.first().click();
    expect(await page.locator("h1").innerText()).toContain("NotFoundError");
  });

  it("has each entry under its import name", () => {
    const pages = siteFiles();
    for (const name of ["payments-sdk", "payments-sdk/react", "payments-sdk/otel", "payments-sdk/payouts"])
      expect(pages).toContain(path.normalize(`reference/${name}.html`));
    expect(pages.filter((name) => /^reference[\\/]src\b/.test(name))).toEqual([]);
  });

  it("omits pages for contributors", () => {
    const pages = siteFiles();
    expect(
      pages.filter((name) => /maintainers|decisions|requirements|mutation|benchmarks|reliability/.test(name)),
    ).toEqual([]);
  });
});
