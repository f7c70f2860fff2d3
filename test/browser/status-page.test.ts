import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { MoneyService } from "../support/money-service";
import { accessibilityProblems } from "./accessibility";

const browser = useBrowser();

/** A simulator with some payments, and a tab that shows its status page. */
async function open(hash = ""): Promise<{ service: MoneyService; tab: Tab; page: Page }> {
  const service = new MoneyService();
  const server = await service.simulator.listen({ statusPage: true });
  onTestFinished(() => server.close());
  const tab = await browser.open(`${server.statusPageUrl ?? ""}${hash}`);
  return { service, tab, page: tab.page };
}

/** Everything that the page can show, with something in each table. */
async function populate(service: MoneyService): Promise<{ account: string; bank: string }> {
  const payer = await service.fundedCustomer({ USD: 10_000 });
  const account = payer.accounts["USD"] ?? "";
  const bank = await service.external("USD", "000", { customerId: payer.id });
  await service.transferOut(account, bank, 1234);
  const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
  await service.quote(service.quoteBody("", await service.external("EUR"), 500, { source }));
  await service.must("POST", "/verifications", { customerId: payer.id });
  await service.call("GET", "/customers/Customer:1");
  service.simulator.faults.add({ kind: "delay", operation: "GET /customers", skip: 3 });
  return { account, bank };
}

const views = [
  "Transactions",
  "Quotes",
  "Accounts",
  "Customers",
  "Requests",
  "Events",
  "E-mails",
  "Faults",
  "Save and reset",
];

async function expectNoTrouble(tab: Tab): Promise<void> {
  expect(await tab.violations()).toEqual([]);
  expect(await tab.problems()).toEqual([]);
}

/** Goes to a view by its link. */
async function goTo(page: Page, view: string): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).click();
  await page.getByRole("heading", { name: view, level: 2 }).waitFor();
}

describe("the status page in a browser", () => {
  it("sees a payment appear, with nothing to complain about", async () => {
    const { service, tab, page } = await open();
    await page.getByText("There are no transactions yet.").waitFor();
    const { account, bank } = await populate(service);
    const rows = page.getByRole("table", { name: "Transactions" }).getByRole("row");
    await rows.filter({ hasText: "12.34 USD" }).filter({ hasText: "COMPLETED" }).waitFor();
    await service.transferOut(account, bank, 100);
    await rows.filter({ hasText: "1.00 USD" }).first().waitFor();
    for (const view of views) await goTo(page, view);
    await expectNoTrouble(tab);
  });

  it("advances the clock, with the keyboard alone", async () => {
    const { service, tab, page } = await open("#quotes");
    await populate(service);
    const row = page.getByRole("table", { name: "Quotes" }).getByRole("row").filter({ hasText: "5.00 USD" });
    await row.filter({ hasText: "PENDING" }).waitFor();
    await page.getByRole("button", { name: "+ 6 min" }).focus();
    await page.keyboard.press("Enter");
    await row.filter({ hasText: "EXPIRED" }).waitFor();
    expect(service.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("1d");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "2026-04-28T09:06:00.000Z" }).waitFor();
    await page.getByText("2026-04-28 09:06:00.000 UTC").waitFor();
    await page.getByLabel("Advance by").fill("soon");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "expected a duration" }).waitFor();
    // The browser itself reports the response 400.
    expect(await tab.violations()).toEqual([]);
  });

  it("adds a fault, sees the next request fail, and removes the fault", async () => {
    const { service, tab, page } = await open("#faults");
    await page.getByLabel("Kind").selectOption("status");
    await page.getByLabel("Operation").fill("POST /customers");
    await page.getByLabel("How often").fill("2");
    await page.getByLabel("Status of the response").fill("429");
    await page.getByRole("button", { name: "Add the fault" }).click();
    await page.getByRole("table").getByText("POST /customers").waitFor();
    expect((await service.post("/customers", { customerType: "INDIVIDUAL" })).status).toBe(429);
    await goTo(page, "Requests");
    const request = page.getByRole("row").filter({ hasText: "did not act" });
    await request.waitFor();
    await request.getByText("curl", { exact: true }).click();
    await request.getByText("$PAYMENTS_CLIENT_SECRET").waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await request.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("status").filter({ hasText: "Copied." }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("-X 'POST'");
    // What was opened stays open when other rows come.
    await service.call("GET", "/customers");
    await page.getByRole("row").filter({ hasText: "200" }).waitFor();
    expect(await request.getByText("$PAYMENTS_CLIENT_SECRET").isVisible()).toBe(true);
    await goTo(page, "Faults");
    await page.getByRole("button", { name: /^Remove/ }).click();
    await page.getByText("No call is told to fail.").waitFor();
    expect((await service.post("/customers", { customerType: "INDIVIDUAL" })).status).toBe(201);
    await expectNoTrouble(tab);
  });

  it("pays a quote and sets statuses, resets, and restores a snapshot", async () => {
    const { service, tab, page } = await open("#quotes");
    await populate(service);
    await page.getByRole("button", { name: /^Pay Quote:/ }).click();
    await page.getByRole("table", { name: "Quotes" }).getByText("COMPLETED", { exact: true }).waitFor();
    await goTo(page, "Customers");
    await page.getByLabel(/^Status of Verification:/).selectOption("REJECTED");
    await page.getByRole("button", { name: /^Set Verification:/ }).click();
    await page.getByRole("table", { name: "Customers" }).getByText("REJECTED", { exact: true }).waitFor();

    await goTo(page, "Save and reset");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download a snapshot" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("payments-simulator-2026-04-27T09-00-00-000Z.json");
    const saved = await readFile(await download.path());
    page.on("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Reset the simulator" }).click();
    await page.getByRole("status").filter({ hasText: "started again" }).waitFor();
    expect(service.simulator.requests).toEqual([]);
    await page
      .getByLabel("Snapshot")
      .setInputFiles({ name: "s.json", mimeType: "application/json", buffer: saved });
    await page.getByRole("button", { name: "Restore the snapshot" }).click();
    await page.getByRole("status").filter({ hasText: "restored" }).waitFor();
    await goTo(page, "Transactions");
    await page.getByRole("cell", { name: "12.34 USD" }).first().waitFor();
    await expectNoTrouble(tab);
  });

  it("turns the pages of a long table, and keeps what is chosen and focused while it follows the simulator", async () => {
    const { service, tab, page } = await open("#customers");
    const payer = await service.customer(["USD"], { fullName: "Customer 1" });
    const { id } = await service.must<{ id: string }>("POST", "/verifications", { customerId: payer.id });
    for (let index = 2; index <= 30; index += 1)
      await service.customer(["USD"], { fullName: `Customer ${String(index)}` });
    const customers = page.locator("[data-list=customers]");
    const newest = customers.getByRole("cell", { name: "Customer 30", exact: true });
    await newest.waitFor();
    await customers.getByText("Page 1 of 2").waitFor();
    await customers.getByRole("button", { name: "Older" }).click();
    await customers.getByRole("cell", { name: "Customer 1", exact: true }).waitFor();
    expect(await newest.count()).toBe(0);
    await customers.getByRole("button", { name: "Newer" }).click();
    await newest.waitFor();

    const choice = page.getByLabel(/^Status of Verification:/);
    await choice.focus();
    await choice.selectOption("REJECTED");
    service.simulator.setVerificationStatus(id, "IN_PROGRESS");
    await page
      .getByRole("table", { name: "Verifications" })
      .locator("span", { hasText: "IN_PROGRESS" })
      .waitFor();
    expect(await choice.inputValue()).toBe("REJECTED");
    expect(await choice.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectNoTrouble(tab);
  });

  it("shows what comes from requests as text", async () => {
    const { service, tab, page } = await open("#customers");
    const hostile = "<img src=x onerror=\"document.title='taken'\">";
    await service.customer(["USD"], { fullName: hostile, platformCustomerId: hostile });
    await page.getByRole("cell", { name: hostile }).waitFor();
    for (const view of ["Accounts", "Requests"]) {
      await goTo(page, view);
      await page.getByRole("table").first().waitFor();
      for (const summary of await page.locator("summary:visible").all()) await summary.click();
    }
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).toBe("Payments simulator");
    await expectNoTrouble(tab);
  });

  it("says when the simulator is gone", async () => {
    const service = new MoneyService();
    const server = await service.simulator.listen({ statusPage: true });
    const { page } = await browser.open(server.statusPageUrl ?? "");
    await page.getByText("There are no transactions yet.").waitFor();
    await server.close();
    await page.getByRole("status").filter({ hasText: "does not respond" }).waitFor();
  });

  it.each(["light", "dark"] as const)(
    "is accessible in the %s scheme, and fits a phone without scrolling sideways",
    async (colorScheme) => {
      const { service, tab, page } = await open();
      await populate(service);
      await page.emulateMedia({ colorScheme });
      const found: string[] = [];
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 740 });
        for (const view of views) {
          await goTo(page, view);
          if (view === "Transactions") await page.getByText("12.34 USD").first().waitFor();
          found.push(
            ...(await accessibilityProblems(page, colorScheme)).map(
              (problem) => `${view}, ${String(width)}: ${problem}`,
            ),
          );
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (overflow > 0) found.push(`${view} is ${String(overflow)} wider than ${String(width)}`);
        }
      }
      expect(found).toEqual([]);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(ground).toBe(colorScheme === "light" ? "rgb(243, 246, 244)" : "rgb(14, 20, 18)");
      await expectNoTrouble(tab);
    },
  );
});
