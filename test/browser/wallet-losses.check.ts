import type { Route } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab, VirtualAuthenticator } from "../support/browser";
import type { WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser();
/** 1 USDC. */
const AMOUNT = 1_000_000;
let site: WalletSite;
let tab: Tab;
let bankId: string;
let before: number;

/** Calls the program of a page. */
const call = <Name extends keyof WalletProgram>(
  page: Tab,
  name: Name,
  ...parameters: Parameters<WalletProgram[Name]>
) => page.call<WalletProgram, Name>(name, ...parameters);

beforeEach(async () => {
  site = await WalletSite.create(browser);
  tab = await site.open();
  // Before the first write, because the browser seldom looks at the space.
  await giveSpace(1_000_000);
  await call(tab, "registerEmail");
  await call(tab, "signInByEmail", site.world.code());
});

/** Funds the wallet, and creates the payee. */
async function prepare(): Promise<void> {
  const { destination } = await site.world.quote();
  if (!("accountId" in destination)) throw new Error("the quote pays to an account");
  bankId = String(destination.accountId);
  before = await site.world.balance();
}

/** Another page of the same profile, after a reload would have found the session. */
async function openAnother(): Promise<Tab> {
  const other = await site.openAnother(tab);
  await call(other, "restore");
  return other;
}

/** Where a payment waits: the address of the request, and whether the service has acted. */
const awaits = {
  "the quote is requested": { path: "**/wallet/quotes", isActed: false },
  "the quote is made": { path: "**/wallet/quotes", isActed: true },
  "the customer is asked": undefined,
  "the execution is requested": { path: "**/execute", isActed: false },
  "the execution is made": { path: "**/execute", isActed: true },
} as const;
type Await = keyof typeof awaits;

/** Starts a payment, and returns when it waits there. The function lets the page see that the connection is lost. */
async function payUntil(where: Await): Promise<() => Promise<void>> {
  const stop = awaits[where];
  if (stop === undefined) {
    await call(tab, "startQuestion", bankId, AMOUNT);
    await expect.poll(() => call(tab, "paymentStatus")).toBe("confirm");
    return async () => undefined;
  }
  const held = new Promise<Route>((hold) => {
    void tab.page.route(stop.path, async (route) => {
      if (stop.isActed) await route.fetch();
      hold(route);
    });
  });
  void call(tab, "failToPay", bankId, AMOUNT).catch(() => undefined);
  const route = await held;
  return () => route.abort("internetdisconnected");
}

/** What happens to the page then. Resolves to the page that the customer uses afterwards. */
const events: Record<string, (lose: () => Promise<void>) => Promise<Tab>> = {
  "the page reloads": async () => {
    await site.reload(tab);
    await call(tab, "restore");
    return tab;
  },
  "the page is closed": async () => {
    const other = await openAnother();
    await tab.page.close();
    return other;
  },
  "the page crashes": async () => {
    const session = await tab.page.context().newCDPSession(tab.page);
    const crashed = tab.page.waitForEvent("crash");
    session.send("Page.crash").catch(() => undefined);
    await crashed;
    return openAnother();
  },
  "the page is offline": async (lose) => {
    const context = tab.page.context();
    await context.setOffline(true);
    await lose();
    await tab.page.unrouteAll({ behavior: "ignoreErrors" });
    // Nobody has confirmed: the page waits for the customer.
    const ends = expect.poll(() => call(tab, "paymentStatus"), { timeout: 60_000 });
    await ends.toMatch(/^(?:confirm|failed|unknown|sent)$/);
    await context.setOffline(false);
    if ((await call(tab, "paymentStatus")) !== "confirm") return tab;
    await site.reload(tab);
    await call(tab, "restore");
    return tab;
  },
};

describe.each(Object.keys(awaits) as Await[])("a payment while %s", (where) => {
  it.each(Object.keys(events))("is made once if %s", async (event) => {
    await prepare();
    const lose = await payUntil(where);
    const page = (await events[event]?.(lose)) ?? tab;
    await page.page.unrouteAll({ behavior: "ignoreErrors" });
    const isSent = where.startsWith("the execution");
    const outcomes = await call(page, "pendingOutcomes");
    if (!isSent) {
      expect(outcomes).toEqual([]);
      expect(await site.world.balance()).toBe(before);
      expect(await call(page, "pay", bankId, AMOUNT)).toBe("COMPLETED");
    } else {
      // A browser that closes a page may still send its request.
      const isMade = where === "the execution is made";
      expect(outcomes).toEqual([expect.stringMatching(isMade ? /^executed$/ : /^(?:executed|unknown)$/)]);
      // The customer pays again before they look at the list.
      expect(await call(page, "failToPay", bankId, AMOUNT)).toMatchObject({ code: "PAYMENT_OPEN" });
      // The refusal read the payment again, so it may be known by now.
      const [known] = await call(page, "pendingOutcomes");
      if (known === "unknown") await call(page, "finishPending");
    }
    expect(await call(page, "pendingOutcomes")).toEqual(["executed"]);
    await call(page, "dismissPending");
    expect(await call(page, "pendingOutcomes")).toEqual([]);
    expect(await site.world.balance()).toBe(before - AMOUNT);
  });
});

describe("three tabs", () => {
  it("see a lost payment, refuse it again, and forget it when one of them dismisses it", async () => {
    await prepare();
    const tabs = [tab, await openAnother(), await openAnother()];
    site.world.simulator.faults.add({ kind: "reset-after", operation: "POST /quotes/{quoteId}/execute" });
    await call(tab, "failToPay", bankId, AMOUNT);
    site.world.simulator.faults.clear();
    for (const each of tabs) {
      expect(await call(each, "pendingOutcomes")).toEqual(["executed"]);
      expect(await call(each, "failToPay", bankId, AMOUNT)).toMatchObject({ code: "PAYMENT_OPEN" });
    }
    await call(tabs[2] ?? tab, "dismissPending");
    for (const each of tabs) expect(await call(each, "pendingOutcomes")).toEqual([]);
    expect(await site.world.balance()).toBe(before - AMOUNT);
  });
});

/** Gives the site this many bytes in the browser, by default as many as a browser gives. */
async function giveSpace(quotaSize?: number): Promise<void> {
  const device = await tab.page.context().newCDPSession(tab.page);
  await device.send("Storage.overrideQuotaForOrigin", {
    origin: site.origin,
    ...(quotaSize !== undefined && { quotaSize }),
  });
}

describe("a database", () => {
  it("of a newer version keeps payments and their outcomes", async () => {
    await prepare();
    const other = await openAnother();
    await call(other, "upgradeDatabase");
    expect(await call(tab, "pay", bankId, AMOUNT)).toBe("COMPLETED");
    await site.reload(tab);
    expect(await call(tab, "pendingOutcomes")).toEqual(["executed"]);
    expect(await site.world.balance()).toBe(before - AMOUNT);
  });

  it("without space sends nothing, and the payment is made once there is space", async () => {
    await prepare();
    expect(await call(tab, "useUpSpace")).toBe("QuotaExceededError");
    expect(await call(tab, "failToPay", bankId, AMOUNT)).toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await call(tab, "pendingOutcomes")).toEqual([]);
    expect(await site.world.balance()).toBe(before);
    await giveSpace();
    expect(await call(tab, "pay", bankId, AMOUNT)).toBe("COMPLETED");
    expect(await site.world.balance()).toBe(before - AMOUNT);
  });

  it("that runs out of space during a payment still has the payment", async () => {
    await prepare();
    await payUntil("the execution is made");
    await call(tab, "useUpSpace");
    await site.reload(tab);
    await tab.page.unrouteAll({ behavior: "ignoreErrors" });
    expect(await call(tab, "pendingOutcomes")).toEqual(["executed"]);
    expect(await call(tab, "failToPay", bankId, AMOUNT)).toMatchObject({ code: "PAYMENT_OPEN" });
    // To dismiss it needs no space.
    await call(tab, "dismissPending");
    expect(await call(tab, "pendingOutcomes")).toEqual([]);
    expect(await site.world.balance()).toBe(before - AMOUNT);
  });

  it("that is full sends nothing", async () => {
    await prepare();
    await call(tab, "breakStorage", "the disk is full");
    expect(await call(tab, "failToPay", bankId, AMOUNT)).toMatchObject({ code: "STORE_UNAVAILABLE" });
    await site.reload(tab);
    expect(await call(tab, "pendingOutcomes")).toEqual([]);
    expect(await site.world.balance()).toBe(before);
  });
});

describe("a passkey", () => {
  let device: VirtualAuthenticator;
  const ids = async (on = device) => (await on.passkeys()).map(({ credentialId }) => credentialId);

  beforeEach(async () => {
    device = await tab.addAuthenticator();
  });

  it("stays if the browser repeats its registration", async () => {
    let copies = 0;
    await tab.page.route("**/auth/credentials", async (route) => {
      const isSigned = route.request().headers()["service-wallet-signature"] !== undefined;
      if (isSigned) copies += (await route.fetch()).ok() ? 1 : 0;
      await route.continue();
    });
    await call(tab, "registerPasskey", []).catch(() => undefined);
    await tab.page.unrouteAll();
    expect(copies).toBe(1);
    expect(await ids()).toHaveLength(1);
    await call(tab, "signInByPasskey");
    expect(await ids()).toHaveLength(1);
  });

  it("stays on a second device that has it, too, and registers again", async () => {
    await call(tab, "registerPasskey", []);
    const [synced] = await device.passkeys();
    if (synced === undefined) throw new Error("the device has no passkey");
    const other = await site.open();
    const second = await other.addAuthenticator();
    await second.add(synced);
    await call(other, "signInByPasskey");
    expect(await call(other, "failToRegisterPasskey", [])).toMatchObject({ reason: "exists" });
    expect(await ids(second)).toEqual([synced.credentialId]);
    // The virtual authenticators do not share their counter, so the first device is behind now.
    await call(other, "signInByPasskey");
  });

  it("stays if the cookie is another person's", async () => {
    await call(tab, "registerPasskey", []);
    const known = await ids();
    site.isStranger = true;
    expect((await call(tab, "failToSignInByPasskey")).name).toMatch(/Error$/);
    await site.world.simulator.clock.advance("2m");
    await call(tab, "failToSignInByPasskey");
    expect(await ids()).toEqual(known);
    site.isStranger = false;
    await call(tab, "signInByPasskey");
    expect(await ids()).toEqual(known);
  });
});
