import { beforeEach, describe, expect, it } from "vitest";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import type { WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser(ONE_PROCESS);
/** 1 USDC. */
const AMOUNT = 1_000_000;
let site: WalletSite;

beforeEach(async () => {
  site = await WalletSite.create(browser);
});

/** Calls the page's program. */
function call<Name extends keyof WalletProgram>(
  tab: Tab,
  name: Name,
  ...parameters: Parameters<WalletProgram[Name]>
) {
  return tab.call<WalletProgram, Name>(name, ...parameters);
}

async function signIn(tab: Tab): Promise<void> {
  await call(tab, "registerEmail");
  await call(tab, "signInByEmail", site.world.code());
}

describe("the state of a wallet in two tabs", () => {
  it("follows a sign-in and a sign-out in the other tab", async () => {
    const tab = await site.open();
    const other = await site.openAnother(tab);
    await call(other, "watchState");
    await signIn(tab);
    await expect.poll(() => call(other, "seenStates")).toEqual(["signed-in"]);
    await call(tab, "signOut");
    await expect.poll(() => call(other, "seenStates")).toEqual(["signed-in", "signed-out"]);
    expect(await call(other, "session")).toBeUndefined();
    expect(await other.problems()).toEqual([]);
  });
});

describe("payments in IndexedDB", () => {
  it("are reported and finished after a reload, and made once", async () => {
    const tab = await site.open();
    await signIn(tab);
    const quote = await site.world.quote();
    const before = await site.world.balance();
    if (!("accountId" in quote.destination)) throw new Error("the quote pays to an account");
    const accountId = String(quote.destination.accountId);
    const lose = (kind: "reset-before" | "reset-after") =>
      site.world.simulator.faults.add({ kind, operation: "POST /quotes/{quoteId}/execute", times: 1 });

    lose("reset-before");
    expect(await call(tab, "failToPay", accountId, AMOUNT)).toMatchObject({ name: "ServerError" });
    await site.reload(tab);
    expect(await call(tab, "finishPending")).toBe("COMPLETED");
    expect(await call(tab, "pendingOutcomes")).toEqual(["executed"]);
    await call(tab, "dismissPending");
    expect(await call(tab, "pendingOutcomes")).toEqual([]);
    expect(await site.world.balance()).toBe(before - AMOUNT);

    lose("reset-after");
    expect(await call(tab, "failToPay", accountId, AMOUNT)).toMatchObject({ name: "ServerError" });
    await site.reload(tab);
    expect(await call(tab, "pendingOutcomes")).toEqual(["executed"]);
    await site.reload(tab);
    expect(await call(tab, "pendingOutcomes")).toEqual(["executed"]);
    await call(tab, "dismissPending");
    expect(await call(tab, "pendingOutcomes")).toEqual([]);
    expect(await site.world.balance()).toBe(before - 2 * AMOUNT);
    expect(await call(tab, "warnings")).toEqual([]);
  });

  it("open beside damaged rows of a day ago, which can be dismissed [W27]", async () => {
    const tab = await site.open();
    await signIn(tab);
    await call(tab, "leaveDamagedRows", site.world.accountId, "Quote:damaged");
    await site.reload(tab);
    expect(await call(tab, "restore")).toEqual({ id: expect.any(String), publicKey: expect.any(String) });
    expect(await call(tab, "pendingOutcomes")).toEqual(["unreadable"]);
    await call(tab, "dismissPending");
    expect(await call(tab, "pendingOutcomes")).toEqual([]);
    expect(await call(tab, "storedIds")).not.toContain("Session:damaged");
    expect(await call(tab, "warnings")).toEqual([expect.stringContaining("an entry that is not a session")]);
    expect(await tab.problems()).toEqual([]);
  });

  it("fit into the database of an earlier version, whose sessions have ended", async () => {
    const tab = await site.open();
    await call(tab, "makeFirstDatabase", "Session:earlier");
    await signIn(tab);
    const { id } = (await call(tab, "session")) ?? {};
    expect(await call(tab, "storedIds")).toEqual([id]);
    expect(await call(tab, "pendingOutcomes")).toEqual([]);
    expect(await call(tab, "warnings")).toEqual([]);
  });
});
