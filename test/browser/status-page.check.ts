import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { MoneyService } from "../support/money-service";
import { accessibilityProblems } from "./accessibility";

const browser = useBrowser();

type Profile = Parameters<typeof browser.open>[1];

/** A tab with a view of the status page. */
async function open(
  view: string,
  profile?: Profile,
): Promise<{ service: MoneyService; tab: Tab; page: Page }> {
  const service = new MoneyService();
  const server = await service.simulator.listen({ statusPage: true });
  onTestFinished(() => server.close());
  const tab = await browser.open(`${server.statusPageUrl ?? ""}/${view}`, profile);
  return { service, tab, page: tab.page };
}

/** Adds rows to most tables. */
async function populate(service: MoneyService): Promise<{ account: string; bank: string }> {
  const payer = await service.fundedCustomer({ USD: 10_000 });
  const account = payer.accounts["USD"] ?? "";
  const bank = await service.external("USD", "000", { customerId: payer.id });
  await service.transferOut(account, bank, 1234);
  const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
  await service.quote(service.quoteBody("", await service.external("EUR"), 500, { source }));
  await service.call("GET", "/customers/Customer:1");
  service.simulator.faults.add({ kind: "delay", operation: "GET /customers", skip: 3 });
  return { account, bank };
}

const views = [
  "Requests",
  "Transactions",
  "Quotes",
  "Accounts",
  "Customers",
  "Deliveries",
  "E-mails",
  "Faults",
];

async function expectNoTrouble(tab: Tab): Promise<void> {
  expect(await tab.violations()).toEqual([]);
  expect(await tab.problems()).toEqual([]);
}

async function goTo(page: Page, view: string): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).click();
  await page.getByRole("heading", { name: view, level: 2 }).waitFor();
}

const rowWith = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });

describe("the status page in a browser", () => {
  it("shows a payment without a reload", async () => {
    const { service, tab, page } = await open("transactions");
    await page.getByText("No transactions to show.").waitFor();
    const { account, bank } = await populate(service);
    await rowWith(page, "12.34 USD").filter({ hasText: "COMPLETED" }).waitFor();
    await service.transferOut(account, bank, 100);
    await rowWith(page, "1.00 USD").waitFor();
    expect(await page.locator("tbody tr").first().textContent()).toContain("1.00 USD");
    for (const view of views) await goTo(page, view);
    await expectNoTrouble(tab);
  });

  it("advances the clock with the keyboard", async () => {
    const { service, tab, page } = await open("quotes");
    await populate(service);
    await rowWith(page, "PENDING").waitFor();
    await page.getByRole("button", { name: "+ 6 min" }).focus();
    await page.keyboard.press("Enter");
    await rowWith(page, "EXPIRED").waitFor();
    expect(service.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
    await page.getByLabel("Advance by").fill("1d");
    await page.keyboard.press("Enter");
    await page.getByText("2026-04-28T09:06:00.000Z").waitFor();
    await page.getByLabel("Advance by").fill("soon");
    await page.keyboard.press("Enter");
    const failure = page.getByRole("status").filter({ hasText: "expected a duration" });
    await failure.waitFor();
    await service.simulator.clock.advance("1h");
    await page.getByText("2026-04-28T10:06:00.000Z").waitFor();
    // A refresh keeps the failure in sight.
    expect(await failure.isVisible()).toBe(true);
    expect(await tab.violations()).toEqual([]);
  });

  it("pays a quote, and adds and removes a fault, even without scripts", async () => {
    const { service, page } = await open("quotes", { javaScriptEnabled: false });
    await populate(service);
    await page.reload();
    await page.getByRole("button", { name: /^Pay Quote:/ }).click();
    await rowWith(page, "COMPLETED").waitFor();
    await goTo(page, "Faults");
    await page.getByRole("button", { name: /^Remove/ }).click();
    await page.getByText("No faults to show.").waitFor();
    await page.getByLabel("Kind").selectOption("status");
    await page.getByLabel("Operation").fill("POST /customers");
    await page.getByRole("textbox", { name: "Status" }).fill("429");
    await page.getByRole("button", { name: "Add fault" }).click();
    await rowWith(page, "POST /customers").waitFor();
    expect((await service.post("/customers", { customerType: "INDIVIDUAL" })).status).toBe(429);
    await goTo(page, "Requests");
    await rowWith(page, "not executed").waitFor();
    await page.getByLabel("Filter").fill("post /quotes");
    await page.keyboard.press("Enter");
    await rowWith(page, "not executed").waitFor({ state: "detached" });
    await page.getByText("Request body").click();
    await page.locator("details[open] pre", { hasText: "REALTIME_FUNDING" }).waitFor();
    expect(await page.locator("tbody tr").count()).toBe(1);
  });

  it("filters while you type, and a refresh keeps open details, selection and focus", async () => {
    const { service, tab, page } = await open("customers");
    await service.customer(["USD"], { fullName: "Ada Lovelace" });
    const { id } = await service.customer(["USD"], { fullName: "Bob Byron" });
    const [ada, bob] = [rowWith(page, "Ada Lovelace"), rowWith(page, "Bob Byron").locator("summary")];
    await ada.locator("summary").click();
    await bob.click();
    await bob.focus();
    await ada.locator("pre").evaluate((pre) => getSelection()?.selectAllChildren(pre));
    await service.must("PATCH", `/customers/${id}`, { customerType: "INDIVIDUAL", fullName: "Bob Baron" });
    await service.customer(["USD"], { fullName: "Cleo" });
    await rowWith(page, "Cleo").waitFor();
    expect(await bob.evaluate((summary) => summary === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => getSelection()?.toString())).toContain("Ada Lovelace");
    // Without the focus, the changed row is replaced. It stays open.
    await page.getByLabel("Filter").focus();
    await rowWith(page, "Bob Baron").waitFor();
    expect(await rowWith(page, "Bob Baron").locator("pre").isVisible()).toBe(true);
    expect(await ada.locator("pre").isVisible()).toBe(true);
    await page.getByLabel("Filter").fill("ada");
    await rowWith(page, "Cleo").waitFor({ state: "detached" });
    expect(await page.locator("tbody tr").count()).toBe(1);
    expect(page.url()).toMatch(/\?q=ada$/);
    await expectNoTrouble(tab);
  });

  it("shows every text as text", async () => {
    const { service, tab, page } = await open("customers");
    const hostile = "<img src=x onerror=\"document.title='taken'\">";
    await service.customer(["USD"], { fullName: hostile, platformCustomerId: hostile });
    await page.getByRole("cell", { name: hostile }).waitFor();
    for (const view of ["Accounts", "Requests"]) {
      await goTo(page, view);
      for (const summary of await page.locator("summary").all()) await summary.click();
    }
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.title()).toBe("Requests - Payments simulator");
    await expectNoTrouble(tab);
  });

  it("reports a simulator that does not respond", async () => {
    const service = new MoneyService();
    const server = await service.simulator.listen({ statusPage: true });
    const { page } = await browser.open(server.statusPageUrl ?? "");
    await page.getByText("No requests to show.").waitFor();
    await server.close();
    const message = page.getByRole("status").filter({ hasText: "does not respond" });
    await message.waitFor();
    const again = await service.simulator.listen({ port: server.port, statusPage: true });
    onTestFinished(() => again.close());
    await message.waitFor({ state: "detached" });
  });

  it.each([
    ["light", 390],
    ["dark", 1280],
  ] as const)("is accessible in the %s scheme, %i pixels wide", async (colorScheme, width) => {
    const { service, tab, page } = await open("", { colorScheme });
    await populate(service);
    const found: string[] = [];
    await page.setViewportSize({ width, height: 740 });
    for (const view of views) {
      await goTo(page, view);
      for (const summary of await page.locator("summary").all()) await summary.click();
      const problems = await accessibilityProblems(page, colorScheme);
      found.push(...problems.map((problem) => `${view}: ${problem}`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) found.push(`${view} is ${String(overflow)} wider than ${String(width)}`);
    }
    expect(found).toEqual([]);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(18, 18, 18)");
    await expectNoTrouble(tab);
  });
});
