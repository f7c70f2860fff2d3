import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { delivering } from "../support/endpoint";
import { empty, inOrder } from "../support/local-server";
import { World } from "../support/world";
import { accessibilityProblems } from "./accessibility";

const browser = useBrowser();

type Profile = Parameters<typeof browser.open>[1];

/** A tab with a view of the status page. */
async function open(view: string, profile?: Profile): Promise<{ service: World; tab: Tab; page: Page }> {
  const service = new World();
  const server = await service.simulator.listen({ statusPage: true });
  onTestFinished(() => server.close());
  const tab = await browser.open(`${server.statusPageUrl ?? ""}/${view}`, profile);
  return { service, tab, page: tab.page };
}

/** Adds rows to most tables. */
async function populate(service: World): Promise<{ account: string; bank: string }> {
  const payer = await service.fundedCustomer({ USD: 10_000 });
  const account = payer.accounts["USD"] ?? "";
  const bank = await service.external("USD", "000", { customerId: payer.id });
  await service.transferOut(account, bank, 1234);
  await service.call("GET", "/customers/Customer:1");
  return { account, bank };
}

const views = ["Requests", "Transactions", "Accounts", "Customers", "Deliveries", "E-mails", "Faults"];

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
    const { service, tab, page } = await open("transactions");
    const { account } = await populate(service);
    const slow = await service.external("EUR", "003");
    await service.execute(await service.quote(service.quoteBody(account, slow, 500)));
    await rowWith(page, "PROCESSING").waitFor();
    await page.getByLabel("Advance by").focus();
    await page.keyboard.press("Enter");
    await rowWith(page, "PROCESSING").waitFor({ state: "detached" });
    expect(service.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
    await page.getByLabel("Advance by").fill("1d");
    await page.keyboard.press("Enter");
    await page.getByText("2026-04-28T09:06:00.000Z").waitFor();
    await page.getByLabel("Advance by").fill("soon");
    await page.keyboard.press("Enter");
    const failure = page.getByRole("status").filter({ hasText: "a duration" });
    await failure.waitFor();
    await service.simulator.clock.advance("1h");
    await page.getByText("2026-04-28T10:06:00.000Z").waitFor();
    // A refresh keeps the failure in sight.
    expect(await failure.isVisible()).toBe(true);
    expect(await tab.violations()).toEqual([]);
  });

  it("works without scripts", async () => {
    const { service, page } = await open("requests", { javaScriptEnabled: false });
    await populate(service);
    await page.reload();
    await rowWith(page, "/transfer-out").getByText("Request body").click();
    await page.locator("details[open] pre", { hasText: "1234" }).waitFor();
    await page.getByRole("button", { name: "Advance" }).click();
    await page.getByText("2026-04-27T09:06:00.000Z").waitFor();
    await page.getByRole("heading", { name: "Requests", level: 2 }).waitFor();
  });

  it("leaves rows alone while one is open, focused or selected", async () => {
    const { service, tab, page } = await open("customers");
    await service.customer(["USD"], { fullName: "Ada Lovelace" });
    const ada = rowWith(page, "Ada Lovelace");
    const refreshed = async () => {
      const now = page.locator("#now");
      const before = (await now.textContent()) ?? "";
      await service.simulator.clock.advance("1s");
      await now.filter({ hasNotText: before }).waitFor();
    };
    await ada.locator("summary").click();
    await service.customer(["USD"], { fullName: "Bob Byron" });
    await refreshed();
    expect(await ada.locator("pre").isVisible()).toBe(true);
    expect(await page.locator("tbody tr").count()).toBe(1);
    await ada.locator("summary").click();
    await refreshed();
    expect(await ada.locator("summary").evaluate((one) => one === document.activeElement)).toBe(true);
    await page.getByLabel("Advance by").focus();
    await rowWith(page, "Bob Byron").waitFor();
    await ada.evaluate((row) => getSelection()?.selectAllChildren(row));
    await service.customer(["USD"], { fullName: "Cleo" });
    await refreshed();
    expect(await page.evaluate(() => getSelection()?.toString())).toContain("Ada Lovelace");
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await rowWith(page, "Cleo").waitFor();
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

  it("finds calls by words, outcomes and ids, and opens them", async () => {
    const { service, tab, page } = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
    const { account } = await populate(service);
    const calls = page.locator(".calls > li");
    await calls.filter({ hasText: "customers.retrieve" }).waitFor();
    await page.getByLabel("Outcome").selectOption("Refused");
    await page.getByText("1–1 of 1", { exact: true }).waitFor();
    await page.getByLabel("Outcome").selectOption("All outcomes");
    await page.getByLabel("Search").fill("transfers.out 201");
    await page.getByText("1–1 of 1", { exact: true }).waitFor();
    await calls.locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "-12.34 USD" }).first().waitFor();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByRole("status").filter({ hasText: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("/transfer-out'");
    expect(await page.getByRole("link", { name: "Open in the guide" }).getAttribute("href")).toMatch(
      /\/docs\/guides\/money-safety\.md$/,
    );
    await page.getByRole("button", { name: account }).first().click();
    await calls.filter({ hasText: "sandbox.fund" }).waitFor();
    expect(await page.getByLabel("Search").inputValue()).toBe(account);
    await page.getByLabel("Search").fill("no such call");
    await page.getByText("No call matches.").waitFor();
    await expectNoTrouble(tab);
  });

  it("shows the attempts with one key as one call, and loses the next response", async () => {
    const { service, tab, page } = await open("");
    await service.call("GET", "/customers");
    const list = page.locator(".calls > li").filter({ hasText: "customers.list" });
    await list.locator("summary").click();
    await page.getByRole("button", { name: "Lose this response next time" }).click();
    await page.getByRole("status").filter({ hasText: "gets lost after the service acted" }).waitFor();
    await expect(service.call("GET", "/customers")).rejects.toThrow("fetch failed");
    await list.filter({ hasText: "200 · reset-after" }).locator(".outcome.lost").waitFor();
    await page.getByLabel("Outcome").selectOption("Succeeded");
    await page.getByText("1–1 of 1", { exact: true }).waitFor();
    await page.getByLabel("Outcome").selectOption("All outcomes");
    const body = { customerType: "INDIVIDUAL", region: "US", currencies: ["USD"], fullName: "Ada" };
    const payer = await service.must<{ id: string }>("POST", "/customers", body);
    const bank = await service.external("USD", "000", { customerId: payer.id });
    const headers = { "Idempotency-Key": "once" };
    const transfer = { source: { accountId: payer.id }, destination: { accountId: bank }, amount: 1 };
    for (let attempt = 1; attempt <= 3; attempt += 1)
      await service.call("POST", "/transfer-out", transfer, headers);
    const paid = page.locator(".calls > li").filter({ hasText: "transfers.out" });
    await paid.filter({ hasText: "3 attempts" }).locator("summary").click();
    await page.getByRole("heading", { name: "Attempt 3 of 3: 4" }).waitFor();
    expect(await paid.count()).toBe(1);
    await expectNoTrouble(tab);
  });

  it("shows the outcome, amount, key and attempts of a call in one row", async () => {
    const { service, tab, page } = await open("");
    const { account, bank } = await populate(service);
    const transfer = { source: { accountId: account }, destination: { accountId: bank }, amount: 9_000_000 };
    await service.call("POST", "/transfer-out", transfer, { "Idempotency-Key": "rent-may" });
    const cell = (name: string) => page.locator(".calls > li").first().locator(`.${name}`).innerText();
    await page.getByText("rent-may").waitFor();
    const names = ["outcome", "operation", "amount", "key", "attempts"];
    expect(await Promise.all(names.map(cell))).toEqual([
      "400 AMOUNT_OUT_OF_RANGE",
      "transfers.out POST /transfer-out",
      "90,000.00 USD",
      "rent-may",
      "1 attempt",
    ]);
    await page.getByLabel("Search").fill("12.34 USD");
    await page.getByText("1–1 of 1", { exact: true }).waitFor();
    await expectNoTrouble(tab);
  });

  it("tells a lost response and its repetition as a story", async () => {
    const { service, tab, page } = await open("");
    const { account, bank } = await populate(service);
    const transfer = { source: { accountId: account }, destination: { accountId: bank }, amount: 250 };
    const pay = () => service.call("POST", "/transfer-out", transfer, { "Idempotency-Key": "lost" });
    service.simulator.faults.add({ kind: "reset-after", operation: "transfers.out", times: 1 });
    await expect(pay()).rejects.toThrow("fetch failed");
    const row = page.locator(".calls > li").filter({ hasText: "lost" });
    await row.locator("summary").click();
    const steps = (attempt: number) => row.locator("article").nth(attempt).locator(".step");
    await steps(0)
      .last()
      .filter({ hasText: "With the same key, it can safely send the request again." })
      .waitFor();
    await service.simulator.clock.advance("2s");
    await pay();
    await steps(0).last().filter({ hasText: "again with the same key, 2.0 s later." }).waitFor();
    const titles = await row.locator("article").first().getByRole("heading", { level: 4 }).allInnerTexts();
    expect(titles).toEqual(["Request", "Service", "Events", "Response", "Client"]);
    expect(await steps(0).nth(1).getByRole("row").allInnerTexts()).toEqual(
      expect.arrayContaining([`Paula Payer ${account}\t-2.50 USD`, "On its way suspense:USD\t+2.50 USD"]),
    );
    expect(await steps(1).nth(1).innerText()).toContain(
      "sent the stored response again, and did nothing twice",
    );
    expect(await row.locator("pre").count()).toBe(0);
    await steps(0).first().getByRole("button", { name: "JSON" }).click();
    expect(await row.locator("pre").innerText()).toContain('"amount": 250');
    await steps(0).first().getByRole("button", { name: "JSON", expanded: true }).click();
    expect(await row.locator("pre").count()).toBe(0);
    await expectNoTrouble(tab);
  });

  it("shows a delivery that failed, and its next attempt, in the open call", async () => {
    const { simulator, fund } = await delivering(inOrder(empty(500), empty(204)));
    const server = await simulator.listen({ statusPage: true });
    onTestFinished(() => server.close());
    const tab = await browser.open(server.statusPageUrl ?? "");
    await fund();
    await simulator.webhooks.idle();
    const row = tab.page.locator(".calls > li").filter({ hasText: "sandbox.fund" });
    await row.locator("summary").click();
    await row.getByText(/500\s*delivery 1 at .*, the next at/).waitFor();
    await simulator.clock.advance("5m");
    await row.getByText(/204\s*delivery 2 at/).waitFor();
    await expectNoTrouble(tab);
  });

  it("moves with the arrows, opens with Enter and closes with Escape", async () => {
    const { service, tab, page } = await open("");
    await populate(service);
    const rows = page.locator(".calls > li");
    await rows.filter({ hasText: "customers.retrieve" }).waitFor();
    const focused = () =>
      rows.evaluateAll((all) => all.findIndex((one) => one.contains(document.activeElement)));
    await page.getByLabel("Search").focus();
    const walked = [];
    for (const key of ["ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) {
      await page.keyboard.press(key);
      walked.push(await focused());
    }
    expect(walked).toEqual([-1, 0, 1, 2, 1]);
    await page.keyboard.press("Enter");
    await rows.nth(1).getByRole("button", { name: "Copy as curl" }).focus();
    const outline = () =>
      page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
    expect(await outline()).toBe("solid");
    await page.keyboard.press("Escape");
    expect(await rows.nth(1).locator("details").getAttribute("open")).toBeNull();
    expect([await focused(), await outline()]).toEqual([1, "solid"]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await page.getByLabel("Search").evaluate((input) => input === document.activeElement)).toBe(true);
    await expectNoTrouble(tab);
  });

  it("adds and removes faults and moves the clock in the bar, while a call stays open", async () => {
    const { service, tab, page } = await open("");
    await populate(service);
    const bar = page.getByRole("region", { name: "Clock and faults" });
    const row = page.locator(".calls > li").filter({ hasText: "customers.retrieve" });
    await row.locator("summary").click();
    await row.getByRole("heading", { name: "Client" }).waitFor();
    await bar.getByLabel("Fault", { exact: true }).selectOption("Respond 500");
    await bar.getByLabel("Calls that it hits").selectOption("customers.list");
    await bar.getByRole("button", { name: "Add" }).click();
    const chip = bar.getByText("status customers.list · 1 left");
    await chip.waitFor();
    await bar.getByRole("button", { name: "+1h" }).click();
    await bar.getByText("2026-04-27T10:00:00.000Z").waitFor();
    expect((await service.call("GET", "/customers")).status).toBe(500);
    await chip.waitFor({ state: "detached" });
    await bar.getByRole("button", { name: "Add" }).click();
    await bar.getByRole("button", { name: "Remove fault-2" }).click();
    await bar.getByText("none").waitFor();
    expect(await row.getByRole("heading", { name: "Client" }).isVisible()).toBe(true);
    await expectNoTrouble(tab);
  });

  it("shows a read after a failed one as its next attempt, and keeps reads after a good one apart", async () => {
    const { service, tab, page } = await open("");
    const reads = page.locator(".calls > li").filter({ hasText: "customers.list" });
    const row = (outcome: string, attempts: string) =>
      reads.filter({ hasText: outcome }).filter({ hasText: attempts }).waitFor();
    service.simulator.faults.add({ kind: "reset-after", operation: "customers.list", times: 1 });
    service.simulator.faults.add({ kind: "status", status: 503, operation: "customers.list", times: 1 });
    await service.call("GET", "/customers").catch(() => undefined);
    await service.call("GET", "/customers");
    await service.call("GET", "/customers?limit=1");
    await row("/customers?limit=1", "1 attempt");
    await service.call("GET", "/customers");
    await row("200", "3 attempts");
    await service.call("GET", "/customers");
    await page.getByText("1–3 of 3").waitFor();
    await expectNoTrouble(tab);
  });

  it("keeps 10,000 calls with a constant number of elements", async () => {
    const { service, tab, page } = await open("");
    await page.getByText("No requests to show.").waitFor();
    const elements = () => page.evaluate(() => document.querySelectorAll("*").length);
    for (let index = 1; index <= 500; index += 1) await service.call("GET", `/customers/Customer:${index}`);
    await page.getByText("1–100 of 500").waitFor();
    const few = await elements();
    for (let index = 501; index <= 12_000; index += 1)
      await service.call("GET", `/customers/Customer:${index}`);
    await page.getByText(/^1–100 of 1[0-2],\d{3}$/).waitFor();
    await page.locator(".calls > li").first().getByText("Customer:12000").waitFor();
    expect(await elements()).toBe(few);
    const search = page.getByLabel("Search");
    await search.fill("Customer:11999");
    await page.getByText("1–1 of 1", { exact: true }).waitFor();
    expect(await elements()).toBeLessThan(few);
    await search.fill("");
    await page.getByText(/^1–100 of 1[0-2],\d{3}$/).waitFor();
    expect(await elements()).toBe(few);
    await page.getByRole("button", { name: "Older" }).click();
    await page.getByText(/^101–200 of/).waitFor();
    await expectNoTrouble(tab);
  });

  it("reports a simulator that does not respond", async () => {
    const service = new World();
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
    ["light", 360],
    ["light", 768],
    ["light", 1440],
    ["dark", 360],
    ["dark", 768],
    ["dark", 1440],
  ] as const)("is accessible in the %s scheme, %i pixels wide", async (colorScheme, width) => {
    const { service, tab, page } = await open("", { colorScheme });
    await populate(service);
    const found: string[] = [];
    await page.setViewportSize({ width, height: 740 });
    for (const view of views) {
      await goTo(page, view);
      if (view === "Requests") await page.locator(".calls > li").first().waitFor();
      for (const summary of await page.locator("summary").all()) await summary.click();
      if (view === "Requests") await page.getByRole("cell", { name: "-12.34 USD" }).first().waitFor();
      const problems = await accessibilityProblems(page, colorScheme);
      found.push(...problems.map((problem) => `${view}: ${problem}`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) found.push(`${view} is ${String(overflow)} wider than ${String(width)}`);
    }
    expect(found).toEqual([]);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === "light" ? "rgb(251, 252, 251)" : "rgb(13, 19, 18)");
    await expectNoTrouble(tab);
  });
});
