import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityProblems } from "./accessibility";
import { folder, siteFiles, useSite } from "./built-site";

const site = useSite();
const { browser } = site;

/** One page of each kind. */
const kinds = [
  "index.html",
  "404.html",
  "all.html",
  "overview.html",
  "modules.html",
  "guides/webhooks.html",
  "documents/errors.html",
  "reference/quotes.html",
  "reference/payments-sdk.html",
  "reference/payments-sdk/wallet/Wallet.html",
  "reference/payments-sdk/Quote.html",
  "reference/payments-sdk/formatAmount.html",
  "reference/payments-sdk/Advice.html",
  "reference/payments-sdk/ConflictError.html",
  "reference/payments-sdk/API_VERSION.html",
  "playground.html",
];

/** Opens a page that adds up its layout shifts, as browsers report them. */
async function open(name: string, colorScheme: "light" | "dark", width: number): Promise<Page> {
  const { page } = await browser.open("about:blank", { colorScheme, viewport: { width, height: 800 } });
  await page.addInitScript(() => {
    const total = { shift: 0 };
    Object.assign(globalThis, { total });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total.shift += Number(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${site.origin}/${name}`);
  await page.waitForLoadState("networkidle");
  if (name === "playground.html") await page.locator(".cm-content").waitFor();
  return page;
}

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  it.each(kinds)("%s has no accessibility problem, fits 360 px and does not jump", async (name) => {
    for (const width of [360, 1280]) {
      const page = await open(name, scheme, width);
      expect(await accessibilityProblems(page, scheme)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const shift = await page.evaluate(() => (Reflect.get(globalThis, "total") as { shift: number }).shift);
      expect(shift).toBeLessThan(0.02);
      const pictures = process.env["SITE_PICTURES"];
      if (pictures !== undefined)
        await page.screenshot({
          path: path.join(pictures, `${name.replaceAll(/\W/g, "-")}-${scheme}-${width}.png`),
        });
    }
  });
});

describe("without JavaScript", () => {
  it.each(kinds.filter((name) => name !== "playground.html"))(
    "%s reads, and leads to all pages",
    async (name) => {
      const { page } = await browser.open(`${site.origin}/${name}`, { javaScriptEnabled: false });
      expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(100);
      expect(await page.getByRole("contentinfo").getByRole("link", { name: "All pages" }).count()).toBe(1);
    },
  );
});

describe("every page", () => {
  const own = ["playground.html", "404.html"];
  const pages = siteFiles().filter((name) => name.endsWith(".html") && !own.includes(name));

  it("has a Markdown twin with its words, and every link of a twin leads to a file", () => {
    expect(pages.length).toBeGreaterThan(400);
    for (const name of pages) {
      const twin = readFileSync(path.join(folder, name.replace(/html$/, "md")), "utf8");
      expect(twin, name).toMatch(/^# /m);
      for (const [, link = ""] of twin
        .replaceAll(/^```[^]*?^```$/gm, "")
        .matchAll(/\]\((?![a-z]+:)([^)#]+)/g))
        expect(existsSync(path.join(folder, path.dirname(name), link)), `${name}: ${link}`).toBe(true);
    }
  });

  const contentOf = (name: string, attribute: string) =>
    new RegExp(`${attribute}"\\s+content="([^"]*)"`).exec(
      readFileSync(path.join(folder, name), "utf8"),
    )?.[1] ?? "";

  it("is described by words of its own", () => {
    const described = [...pages, ...own].map((name) => [name, contentOf(name, 'name="description')] as const);
    expect(described.filter(([, text]) => text === "" || text.startsWith("Documentation for"))).toEqual([]);
  });

  it("has a title picture of 1200 × 630 pixels, and documents and resources have one of their own", () => {
    const picture = (name: string) => {
      const address = new URL(contentOf(name, 'property="og:image'));
      return path.join(folder, address.pathname.split("/").slice(2).join("/"));
    };
    const drawn = [...pages, "playground.html"].map(picture);
    for (const file of new Set(drawn)) {
      const bytes = readFileSync(file);
      expect(bytes.subarray(1, 4).toString(), file).toBe("PNG");
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], file).toEqual([1200, 630]);
    }
    const titled = pages
      .filter((name) => /^(?:guides|documents|reference)[\\/][^\\/]+$/.test(name))
      .map(picture);
    // The page of an entry has the picture of the reference.
    expect(new Set(titled).size).toBeGreaterThan(50);
    expect(contentOf("guides/queues.html", 'property="og:title')).toContain("Queues");
    expect(contentOf("guides/queues.html", 'property="og:description')).not.toBe("");
  });

  it("is in llms.txt, if it is a document or a resource", () => {
    const list = readFileSync(path.join(folder, "llms.txt"), "utf8");
    const listed = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    for (const link of listed) expect(existsSync(path.join(folder, link)), link).toBe(true);
    const wanted = pages.filter((name) => /^(?:guides|documents|reference)[\\/][^\\/]+$/.test(name));
    const entries = ["payments-sdk", "types"].map((name) => path.normalize(`reference/${name}.html`));
    const missing = wanted.filter(
      (name) => !listed.includes(name.replaceAll("\\", "/").replace(/html$/, "md")),
    );
    expect(missing.toSorted()).toEqual(entries);
  });
});

describe("the list of pages", () => {
  it("has open groups and at most 25 pages, and marks its own", async () => {
    for (const name of ["guides/webhooks.html", "reference/quotes.html"]) {
      const { page } = await browser.open(`${site.origin}/${name}`);
      const links = page.locator("nav.pages li a");
      expect(await links.count(), name).toBeLessThanOrEqual(25);
      expect(await links.evaluateAll((all) => all.every((link) => link.checkVisibility()))).toBe(true);
      expect(await page.locator("nav.pages [aria-current=page]").getAttribute("href")).toContain(name);
    }
  });

  it.each([true, false])("opens by a button on a phone, with JavaScript: %s", async (javaScriptEnabled) => {
    const viewport = { width: 360, height: 740 };
    const { page } = await browser.open(`${site.origin}/guides/webhooks.html`, {
      viewport,
      javaScriptEnabled,
    });
    expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThan(70);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator("nav.pages").getByRole("link", { name: "Queues" }).click();
    expect(await page.locator("h1").innerText()).toBe("Queues");
  });
});

describe("the scheme", () => {
  it("follows the system until the reader switches, and stays for the next page", async () => {
    const { page } = await browser.open(`${site.origin}/index.html`, { colorScheme: "dark" });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByRole("button", { name: "Light or dark" }).click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.goto(`${site.origin}/guides/webhooks.html`);
    expect(await ground()).toBe(light);
  });
});

describe("the sitemap", () => {
  it("lists every page but the one for wrong addresses", () => {
    const text = readFileSync(path.join(folder, "sitemap.xml"), "utf8");
    const listed = [...text.matchAll(/<loc>https:\/\/[^/]+\/payments-sdk\/([^<]+)<\/loc>/g)].map(
      ([, name]) => name,
    );
    const pages = siteFiles().filter((name) => name.endsWith(".html") && name !== "404.html");
    expect(listed.toSorted()).toEqual(pages.map((name) => name.replaceAll("\\", "/")).toSorted());
  });
});

describe("a guide", () => {
  it("leads to the one before and the one after, and to its source", async () => {
    const { page } = await browser.open(`${site.origin}/guides/money-safety.html`);
    const edit = page.getByRole("link", { name: "Edit this page" });
    expect(await edit.getAttribute("href")).toMatch(/\/edit\/main\/docs\/guides\/money-safety\.md$/);
    await page.getByRole("link", { name: /^Next:\s+Queues$/ }).click();
    expect(await page.locator("h1").innerText()).toBe("Queues");
    await page.getByRole("link", { name: /^Previous:\s+Money safety$/ }).click();
    expect(await page.locator("h1").innerText()).toBe("Money safety");
  });

  it("is copied as Markdown", async () => {
    const { page } = await browser.open(`${site.origin}/guides/money-safety.html`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByRole("button", { name: "Copy page" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Copied" }).count()).toBe(1);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(readFileSync(path.join(folder, "guides/money-safety.md"), "utf8"));
  });

  it("prints its words, without menus and buttons", async () => {
    const { page } = await browser.open(`${site.origin}/guides/money-safety.html`);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("main").isVisible()).toBe(true);
    for (const hidden of [
      "header",
      "footer",
      ".pages",
      ".contents",
      ".run-bar",
      ".page-tools",
      ".neighbours",
    ])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
});
