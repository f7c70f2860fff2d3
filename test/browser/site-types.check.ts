import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { useSite } from "./built-site";

const site = useSite();
const { browser } = site;

/** The language service starts in this time, also on a slow machine. */
const WAIT = { timeout: 60_000 };

describe("the types in the playground", () => {
  const open = async () => {
    const { page } = await browser.open("about:blank");
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(`${site.origin}/playground.html`);
    await page.locator(".cm-content").waitFor();
    return { page, loaded };
  };
  const write = (page: Page, ...lines: string[]) => page.locator(".cm-content").fill(lines.join("\n"));
  const errors = (page: Page) => page.locator(".cm-lintRange-error").allInnerTexts();

  it("load after the first keystroke, and no byte of them before", async () => {
    const { page, loaded } = await open();
    await page.locator("#examples").selectOption({ index: 1 });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect.poll(() => page.locator("#console").innerText(), WAIT).not.toBe("");
    await page.locator(".cm-content").click();
    await page.waitForLoadState("networkidle");
    const isTypes = (path: string) => path.endsWith("/types.js");
    expect(loaded.filter(isTypes)).toEqual([]);
    await page.keyboard.press("Space");
    await expect.poll(() => loaded.filter(isTypes).length).toBe(1);
  });

  it("show a wrong member at its line, with the reason", async () => {
    const { page } = await open();
    await write(
      page,
      'import { PaymentsClient } from "payments-sdk";',
      "const client = new PaymentsClient();",
      'await client.quotes.retrive("Quote:1");',
    );
    await expect.poll(() => errors(page), WAIT).toEqual(["retrive"]);
    await expect.poll(() => page.locator(".cm-line").nth(2).locator(".cm-lintRange-error").count()).toBe(1);
    await page.locator(".cm-gutter-lint .cm-lint-marker-error").hover();
    await expect
      .poll(() => page.locator(".cm-tooltip-lint").innerText())
      .toMatch(/Property 'retrive' does not exist on type 'Quotes'/);
    await write(
      page,
      'import { PaymentsClient } from "payments-sdk";',
      "const client = new PaymentsClient();",
      'await client.quotes.retrieve("Quote:1");',
    );
    await expect.poll(() => errors(page), WAIT).toEqual([]);
  });

  it("complete the methods of a resource", async () => {
    const { page } = await open();
    await write(page, "");
    await page.locator(".cm-content").pressSequentially("await payments.quotes.");
    const options = () => page.locator(".cm-tooltip-autocomplete li").allInnerTexts();
    await expect
      .poll(async () => {
        // The service may start after the last keystroke.
        if ((await options()).length === 0) await page.keyboard.press("Control+Space");
        return options();
      }, WAIT)
      .toEqual(expect.arrayContaining(["create", "execute", "retrieve"]));
    await page.keyboard.type("crea");
    await expect.poll(options).toEqual(["create"]);
    await page.keyboard.press("Enter");
    expect(await page.locator(".cm-content").innerText()).toBe("await payments.quotes.create");
  });

  it("explain what the pointer is on", async () => {
    const { page } = await open();
    await write(page, 'import { formatAmount } from "payments-sdk";', 'formatAmount(1, "USD");', "missing;");
    // Then the service knows the program.
    await expect.poll(() => errors(page), WAIT).toEqual(["missing"]);
    await page.getByText("formatAmount", { exact: true }).last().hover();
    await expect
      .poll(() => page.locator(".cm-tooltip-hover").allInnerTexts())
      .toEqual([expect.stringContaining("formatAmount(amount: number")]);
  });

  it.each(["First payment", "Failures on demand", "customers", "A wallet payment with a passkey"])(
    "find nothing wrong in the example: %s",
    async (label) => {
      const { page } = await open();
      await page.locator("#examples").selectOption({ label });
      await page.locator(".cm-content").press("Control+End");
      // The mark shows that the check has seen the program.
      await page.keyboard.type("\nmissing;");
      await expect.poll(() => errors(page), WAIT).toEqual(["missing"]);
    },
  );
});
