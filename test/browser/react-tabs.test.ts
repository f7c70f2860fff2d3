import { expect, it } from "vitest";
import { signInWithNewPasskey } from "../../examples/passkey-device";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { createBank, fund } from "../support/parts";
import type { ReactProgram } from "./pages/react";
import { bundleReactPage } from "./react-site";
import { WalletSite } from "./wallet-site";

const browser = useBrowser(ONE_PROCESS);
const soon = { timeout: 20_000 };
const MADE = "Your payment of 1.000000 USDC was made.";

/** A page of a user with funds and a payee. */
async function visit() {
  const site = await WalletSite.create(browser, undefined, bundleReactPage(19));
  const { world } = site;
  await fund(world.simulator, world.payments, world, 25_000_000);
  const payeeId = await createBank(world.payments, world.customerId, "Ada Owner");
  const tab = await browser.visit(site.origin);
  await tab.addAuthenticator();
  return { site, tab, user: { accountId: world.accountId, payeeId } };
}

/** The same, with a code to sign in. */
async function visitWithCode() {
  const { site, tab, user } = await visit();
  const { payments, accountId } = site.world;
  await payments.auth.credentials.create({ type: "EMAIL_OTP", accountId });
  return { tab, known: { ...user, otp: site.world.code() } };
}

/** The service still works on each payment, so the page reads its quote again. */
async function keepInProgress({ page }: Tab) {
  for (const pattern of ["**/execute", "**/wallet/quotes/Quote*"])
    await page.route(pattern, async (route) => {
      const response = await route.fetch();
      const quote = (await response.json()) as object;
      await route.fulfill({ response, json: { ...quote, status: "PROCESSING" } });
    });
}

it.each(["online", "focus"])("the hooks load what failed again on %s", async (event) => {
  const { site, tab, user } = await visit();
  await tab.page.route("**/wallet/transactions*", (route) => route.fulfill({ status: 403 }));
  await tab.call<ReactProgram, "open">("open", user);
  await tab.page.getByText("Signed out").waitFor(soon);
  await tab.page.getByText("Loaded").waitFor(soon);
  await tab.page.unrouteAll();
  await tab.page.evaluate((name) => globalThis.dispatchEvent(new Event(name)), event);
  // The page has two lists of transactions.
  await expect.poll(() => site.world.sentTo("GET", /^\/transactions/).length, soon).toBe(2);
});

it("the hooks keep a question that another component shows from the same rendering on, and decline it after the last one", async () => {
  const { tab, known } = await visitWithCode();
  expect(await tab.call<ReactProgram, "moveQuestion">("moveQuestion", known)).toEqual(["confirm", "idle"]);
});

it("the hooks clear a payment at once, also if the store fails, and report the store until the next load", async () => {
  const { tab, known } = await visitWithCode();
  expect(await tab.call<ReactProgram, "clearWithoutStore">("clearWithoutStore", known)).toEqual([
    "idle",
    "StoreUnavailableError",
    "StoreUnavailableError",
  ]);
});

it("the hooks remove a dismissed payment before the others are read again", async () => {
  const { tab, user } = await visit();
  await tab.call<ReactProgram, "open">("open", user);
  await signInWithNewPasskey(tab.page);
  await keepInProgress(tab);
  const press = (name: string) => tab.page.getByRole("button", { name, exact: true }).first().click();
  const rows = tab.page.getByText(/^Your payment of \d\.000000 USDC was made\.$/);
  for (const amount of [1, 2]) {
    await tab.page.getByLabel("Amount in USDC").fill(String(amount));
    await press("Pay");
    await press("Confirm");
    await expect.poll(() => rows.count(), soon).toBe(amount);
  }
  let reads = 0;
  await tab.page.route("**/wallet/quotes/Quote*", () => {
    reads += 1;
  });
  await press("OK");
  await expect.poll(() => reads, soon).toBe(1);
  expect(await rows.count()).toBe(1);
});

it("the hooks remove a dismissed payment at once, also while the list is loaded", async () => {
  const { tab, user } = await visit();
  await tab.call<ReactProgram, "open">("open", user);
  await signInWithNewPasskey(tab.page);
  await keepInProgress(tab);
  const press = (name: string) => tab.page.getByRole("button", { name, exact: true }).click();
  await tab.page.getByLabel("Amount in USDC").fill("1");
  await press("Pay");
  await press("Confirm");
  await tab.page.getByText(MADE).waitFor(soon);
  let reads = 0;
  await tab.page.route("**/wallet/quotes/Quote*", () => {
    reads += 1;
  });
  // The click that brings the page to the front.
  await tab.page.evaluate(() => globalThis.dispatchEvent(new Event("focus")));
  await expect.poll(() => reads, soon).toBe(1);
  await press("OK");
  await expect.poll(() => tab.page.getByText(MADE).count(), soon).toBe(0);
});

it("the hooks load the payments again if another tab changes them during a load", async () => {
  const { site, tab, user } = await visit();
  await tab.call<ReactProgram, "open">("open", user);
  await signInWithNewPasskey(tab.page);
  const other = await tab.openAnother(site.origin);
  await other.call<ReactProgram, "open">("open", user);
  await other.page.getByText(/^Signed in until /).waitFor();
  let execute = () => {};
  const held = new Promise<void>((resolve) => (execute = resolve));
  await tab.page.route("**/execute", async (route) => {
    await held;
    await route.continue();
  });
  let answer: (() => void) | undefined;
  await other.page.route("**/wallet/quotes/Quote*", async (route) => {
    const response = await route.fetch();
    if (answer === undefined) await new Promise<void>((resolve) => (answer = resolve));
    await route.fulfill({ response });
  });
  await tab.page.getByRole("button", { name: "Pay", exact: true }).click();
  await tab.page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect.poll(() => answer, soon).toBeDefined();
  execute();
  await tab.page.getByText(MADE).waitFor(soon);
  answer?.();
  await other.page.getByText(MADE).waitFor(soon);
});

it("the hooks show the balance and the transactions after a payment of another tab", async () => {
  const { site, tab, user } = await visit();
  await tab.call<ReactProgram, "open">("open", user);
  await signInWithNewPasskey(tab.page);
  const other = await tab.openAnother(site.origin);
  await other.call<ReactProgram, "open">("open", user);
  await other.page.getByText("Balance: 25.000000 USDC").waitFor(soon);
  const rows = () => other.page.locator("[data-rows]").getAttribute("data-rows");
  await expect.poll(rows, soon).toBe("1");
  await tab.page.getByRole("button", { name: "Pay", exact: true }).click();
  await tab.page.getByRole("button", { name: "Confirm", exact: true }).click();
  await other.page.getByText("Balance: 24.000000 USDC").waitFor(soon);
  await expect.poll(rows, soon).toBe("2");
});

it("the hooks show the devices and the credentials, and load them again on focus", async () => {
  const { tab, user } = await visit();
  await tab.call<ReactProgram, "openWithAccess">("openWithAccess", user);
  const access = () => tab.page.locator("[data-access]").textContent();
  await expect.poll(access, soon).toBe("devices: none; credentials: none");
  await signInWithNewPasskey(tab.page);
  await expect.poll(access, soon).toMatch(/^devices: My laptop/);
  await tab.page.evaluate(() => globalThis.dispatchEvent(new Event("focus")));
  await expect.poll(access, soon).toBe("devices: My laptop; credentials: PASSKEY");
});
