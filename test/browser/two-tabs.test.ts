import type { Route } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import type { WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser(ONE_PROCESS);
const soon = { timeout: 20_000 };
/** 1 USDC. */
const AMOUNT = 1_000_000;

let site: WalletSite;
let first: Tab;
let second: Tab;

function call<Name extends keyof WalletProgram>(
  tab: Tab,
  name: Name,
  ...parameters: Parameters<WalletProgram[Name]>
) {
  return tab.call<WalletProgram, Name>(name, ...parameters);
}

/** Two tabs of one customer, who is signed in. */
async function openTabs(isStoreLate = false, areLocksMissing = false): Promise<void> {
  first = await browser.visit(site.origin);
  // The wallet waits 3 seconds for a store.
  if (isStoreLate) await first.page.clock.install();
  second = await first.openAnother(site.origin);
  if (areLocksMissing) for (const tab of [first, second]) await call(tab, "removeLocks");
  await call(first, "open", { ...site.setup, isStoreLate });
  await call(second, "open", site.setup);
  await call(first, "registerEmail");
  await call(first, "signInByEmail", site.world.code());
  await call(second, "restore");
}

beforeEach(async () => {
  site = await WalletSite.create(browser);
});

describe("a payment whose record settles after the first tab has given it up", () => {
  let bank: string;
  let before: number;

  /** The first tab gives up. */
  async function giveUp(): Promise<void> {
    const { destination } = await site.world.quote();
    if (!("accountId" in destination)) throw new Error("the quote pays to an account");
    bank = String(destination.accountId);
    before = await site.world.balance();
    await call(first, "askToPay", bank, AMOUNT);
    const confirmed = call(first, "confirmPayment");
    await expect.poll(() => call(first, "isWriteLate"), soon).toBe(true);
    // The record, then its removal, which waits for the record.
    for (const _ of ["put", "delete"]) await first.page.clock.fastForward(3_500);
    expect(await confirmed).toMatchObject({ code: "STORE_UNAVAILABLE" });
  }

  it("is sent by no other tab until it is gone, and then made once", async () => {
    await openTabs(true);
    await giveUp();
    const finishing = call(second, "failToFinish");
    await expect.poll(() => call(second, "waitingForLocks"), soon).toBe(1);
    await call(first, "settleWrite");
    expect(await finishing).toMatchObject({ code: "INVALID_REQUEST" });
    expect(await call(second, "pendingOutcomes")).toEqual([]);
    expect(await site.world.balance()).toBe(before);
    expect(await call(second, "pay", bank, AMOUNT)).toBe("COMPLETED");
    expect(await site.world.balance()).toBe(before - AMOUNT);
  });

  it("stays when another tab has sent it meanwhile without locks, and an equal one is refused", async () => {
    await openTabs(true, true);
    await giveUp();
    let isSent = false;
    await second.page.route("**/wallet/quotes/**", async (route: Route) => {
      if (route.request().method() === "POST") {
        await route.fetch();
        isSent = true;
      }
      return isSent ? route.abort() : route.continue();
    });
    expect(await call(second, "failToFinish")).toMatchObject({ code: "CONNECTION_FAILED" });
    await second.page.unrouteAll();
    await call(first, "settleWrite");
    const equal = { code: "PAYMENT_OPEN", message: expect.stringContaining("was made and not yet seen") };
    for (const tab of [first, second]) {
      expect(await call(tab, "failToPay", bank, AMOUNT)).toMatchObject(equal);
      expect(await call(tab, "pendingOutcomes")).toEqual(["executed"]);
    }
    expect(await site.world.balance()).toBe(before - AMOUNT);
  });
});

it("a sign-out waits for that of another tab", async () => {
  await openTabs();
  let end = () => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  let requests = 0;
  await first.page.route("**/wallet/auth/sessions/**", async (route) => {
    requests += 1;
    await held;
    await route.continue();
  });
  // Listens to other tabs.
  await call(second, "watchState");
  const ended: string[] = [];
  const one = call(first, "signOut").then(() => ended.push("first"));
  await expect.poll(() => requests, soon).toBe(1);
  await expect.poll(() => call(second, "heldSessions"), soon).toEqual([]);
  const other = call(second, "signOut").then(() => ended.push("second"));
  await expect.poll(() => call(second, "waitingForLocks"), soon).toBe(1);
  expect(ended).toEqual([]);
  expect(site.world.sentTo("DELETE", /sessions/)).toEqual([]);
  end();
  await Promise.all([one, other]);
  // The first tab's two: one for the payload, and one that is signed.
  expect(site.world.sentTo("DELETE", /sessions/)).toHaveLength(2);
});
