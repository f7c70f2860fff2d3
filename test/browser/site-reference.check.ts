import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { resources } from "../../.ci/readme.mjs";
import { documents } from "../docs/blocks/extract";
import { folder, siteFiles, useSite } from "./built-site";

const site = useSite();
const { browser } = site;

describe("the reference", () => {
  it("begins the sidebar with the resources, as the client has them", async () => {
    const { page } = await browser.open(`${site.origin}/index.html`);
    const first = page.locator(".tsd-navigation > ul > li, #tsd-nav-container > li").first();
    await expect.poll(() => first.locator("summary").first().innerText()).toBe("Resources");
    const names = await first.locator("ul a").allTextContents();
    expect(names).toEqual(resources().map(({ resource }) => resource));
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
