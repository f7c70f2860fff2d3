import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import { useWalletPage } from "../browser/wallet-page-support";
import type { Person } from "../browser/wallet-page-support";

// The Chromium from npm keeps no page, and Playwright forbids it to others.
const browser = useBrowser([], ["--disable-back-forward-cache"]);
const wallet = useWalletPage(browser);
const EXECUTE = "POST /quotes/{quoteId}/execute";

if (process.env["CHROMIUM_PATH"] === undefined)
  throw new Error("start this with `node test/engines/run.mjs`");

let ada: Person;

beforeEach(async () => {
  ada = await wallet.visit();
  await ada.joins();
  await ada.addsMoney();
});

/** How often the service executed a payment. */
const executions = () =>
  wallet.simulator.requests.filter(
    ({ route, status, headers }) =>
      route === EXECUTE && status === 200 && headers["service-wallet-signature"],
  ).length;

/** Leaves the page, and marks it. */
async function leaves(): Promise<void> {
  await ada.page.evaluate(() => void Object.assign(globalThis, { isKept: true }));
  await ada.page.goto("about:blank");
}

/** Goes back. Resolves to whether the browser kept the page, with its scripts. */
async function returns(): Promise<boolean> {
  // Playwright waits for a load, and a kept page does not load.
  await ada.page.evaluate(() => void setTimeout(() => history.back()));
  await expect.poll(() => ada.page.evaluate(() => document.title)).toMatch(/Alder/);
  return ada.page.evaluate(() => Reflect.get(globalThis, "isKept") === true);
}

/** Goes back to the page, which shows one payment more than before. */
async function returnsToOnePayment(before: number): Promise<void> {
  expect(await returns()).toBe(true);
  await ada.sees("Payment sent");
  await ada.follows("Done");
  await ada.reads("99.00 USDC");
  expect(executions()).toBe(before + 1);
  await ada.expectNothingWrong();
}

describe("a wallet page that the browser keeps while the customer is elsewhere", () => {
  it("shows a payment that was sent, and makes it once", async () => {
    const before = executions();
    await ada.reviewsPayment("Grace Hopper", "1");
    await ada.presses("Sign and send");
    await ada.sees("Payment sent");
    await leaves();
    await returnsToOnePayment(before);
  });

  it("signs a payment that was in review", async () => {
    const before = executions();
    await ada.reviewsPayment("Grace Hopper", "1");
    await leaves();
    expect(await returns()).toBe(true);
    await ada.sees("Check and sign");
    await ada.presses("Sign and send");
    await ada.sees("Payment sent");
    expect(executions()).toBe(before + 1);
    await ada.expectNothingWrong();
  });

  it.each([
    ["before the service acted", false],
    ["after the service acted", true],
  ])("makes a payment once if the customer leaves while it is sent, %s", async (_, isActed) => {
    const before = executions();
    await ada.reviewsPayment("Grace Hopper", "1");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => {
      void ada.page.route("**/execute", async (route) => {
        const isSigned = route.request().headers()["service-wallet-signature"] !== undefined;
        if (!isSigned) return route.continue();
        const response = isActed ? await route.fetch() : undefined;
        resolve();
        await held;
        await (response ? route.fulfill({ response }) : route.continue()).catch(() => undefined);
      });
    });
    await ada.presses("Sign and send");
    await reached;
    await leaves();
    release();
    await returnsToOnePayment(before);
  });

  it("shows the sign-in if another tab has signed out", async () => {
    const other = await ada.another();
    await other.sees("Balance");
    await leaves();
    await other.presses("Sign out");
    await other.sees("Sign in");
    // The message of the other tab makes Chromium drop the page.
    expect(await returns()).toBe(false);
    await ada.sees("Sign in");
    await ada.expectNothingWrong();
  });

  it("shows the payment of another tab", async () => {
    const other = await ada.another();
    await ada.opens("Overview");
    await ada.reads("100.00 USDC");
    await leaves();
    await other.reviewsPayment("Grace Hopper", "1");
    await other.presses("Sign and send");
    await other.sees("Payment sent");
    expect(await returns()).toBe(false);
    await ada.reads("Your payment of 1.00 USDC to Grace Hopper was made.");
    await ada.reads("99.00 USDC");
    await ada.expectNothingWrong();
  });

  it("asks for a sign-in if the session has ended, and keeps the entries", async () => {
    await ada.opens("Send");
    await ada.fills("Amount", "7");
    await leaves();
    await wallet.simulator.clock.advance("16m");
    expect(await returns()).toBe(true);
    await ada.presses("Review payment");
    await ada.sees("Your session has expired");
    await ada.presses("Sign in with passkey");
    await ada.sees("Send money");
    expect(await ada.page.getByLabel("Amount").inputValue()).toBe("7");
    await ada.expectNothingWrong();
  });
});
