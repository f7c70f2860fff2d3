import { beforeEach, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import type { WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser();
/** 1 USDC. */
const AMOUNT = 1_000_000;

describe.each([
  ["newest", "held"],
  ["newest", "sealed"],
  ["April", "sealed"],
] as const)("a page that is offline for a moment, %s sign-in, %s keys", (flow, sessionKeys) => {
  let site: WalletSite;
  let tab: Tab;
  let bank: string;
  let before: number;

  const call = <Name extends keyof WalletProgram>(
    name: Name,
    ...parameters: Parameters<WalletProgram[Name]>
  ) => tab.call<WalletProgram, Name>(name, ...parameters);
  const setOffline = (isOffline: boolean) => tab.page.context().setOffline(isOffline);

  async function signIn(): Promise<void> {
    // In April, an account began without a credential. Its registration mails the code.
    await call(flow === "April" ? "registerEmail" : "requestCode");
    await call("signInByCode", "EMAIL_OTP", site.world.simulator.outbox.list.at(-1)?.code ?? "");
  }

  beforeEach(async () => {
    site = await WalletSite.create(browser, undefined, undefined, { newestAccounts: flow === "newest" });
    site.sessionKeys = sessionKeys;
    tab = await site.open();
    await signIn();
    const { destination } = await site.world.quote();
    if (!("accountId" in destination)) throw new Error("the quote pays to an account");
    bank = String(destination.accountId);
    before = await site.world.balance();
  });

  it.each(["a sign-in", "a reload"])(
    "makes its first payment after %s without another file",
    async (start) => {
      if (start === "a reload") {
        await site.reload(tab);
        await call("restoreOnly");
      }
      const loaded = await call("loadedScripts");

      await setOffline(true);
      expect(await call("failToPay", bank, AMOUNT)).toMatchObject({ code: "CONNECTION_FAILED" });
      await setOffline(false);
      await call("askToPay", bank, AMOUNT);
      await setOffline(true);
      expect(await call("confirmPayment")).toMatchObject({ code: "CONNECTION_FAILED" });
      expect(await call("failToFinish").catch(String)).toMatch(/nothing to finish/);
      await setOffline(false);
      expect(await call("finishPending")).toBe("COMPLETED");
      expect(await site.world.balance()).toBe(before - AMOUNT);

      if (flow === "newest") await call("refreshOnly");
      await call("signOut");
      expect(await call("loadedScripts")).toBe(loaded);
      expect(await tab.violations()).toEqual([]);
    },
  );

  it("loads nothing without a session before the first call", async () => {
    const other = await WalletSite.create(browser, undefined, undefined, { newestAccounts: true });
    other.sessionKeys = sessionKeys;
    const visitor = await other.open();
    const scripts = () => visitor.call<WalletProgram, "loadedScripts">("loadedScripts");
    const loaded = await scripts();
    expect(await visitor.call<WalletProgram, "restoreOnly">("restoreOnly")).toBeUndefined();
    expect(await scripts()).toBe(loaded);
    await visitor.call<WalletProgram, "requestCode">("requestCode");
    expect(await scripts()).toBeGreaterThan(loaded);
  });

  it("says at a restore that it lacks a part, and which step helps", async () => {
    await site.reload(tab);
    await tab.page.route("**/*.js", (route) => route.abort());
    const restored = await call("failToRestore");
    const lost = { name: "ConnectionError", code: "PART_NOT_LOADED", message: /reload the page/ };
    expect(restored).toMatchObject({ ...lost, message: expect.stringMatching(lost.message) });
    await tab.page.unrouteAll();
    await site.reload(tab);
    await call("restore");
    expect(await call("pay", bank, AMOUNT)).toBe("COMPLETED");
  });
});
