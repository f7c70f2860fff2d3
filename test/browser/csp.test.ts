import { beforeEach, describe, expect, it } from "vitest";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import type { WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser(ONE_PROCESS);
/** Allows only scripts from files, and calls to the page's own backend. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'";
/** 1 USDC. */
const AMOUNT = 1_000_000;
let site: WalletSite;
let tab: Tab;

beforeEach(async () => {
  site = await WalletSite.create(browser, policy);
  tab = await site.open();
});

/** Calls the page's program. */
function call<Name extends keyof WalletProgram>(name: Name, ...parameters: Parameters<WalletProgram[Name]>) {
  return tab.call<WalletProgram, Name>(name, ...parameters);
}

describe("a wallet under the strictest Content-Security-Policy, with Trusted Types", () => {
  it("signs in by email and passkey, pays, exports and signs out without a violation", async () => {
    await tab.addAuthenticator();
    const { world } = site;
    const { destination } = await world.quote();
    if (!("accountId" in destination)) throw new Error("the quote pays to an account");
    const before = await world.balance();

    await call("registerEmail");
    await call("signInByEmail", world.code());
    expect(await call("pay", String(destination.accountId), AMOUNT)).toBe("COMPLETED");
    await call("registerPasskey", []);
    await call("signInByPasskey");
    expect(await call("pay", String(destination.accountId), AMOUNT)).toBe("COMPLETED");
    expect(await world.balance()).toBe(before - 2 * AMOUNT);
    expect((await call("exportMnemonic")).split(" ")).toHaveLength(12);
    await site.reload(tab);
    expect(await call("restore")).toBeDefined();
    await call("signOut");

    expect(await call("warnings")).toEqual([]);
    expect(await tab.violations()).toEqual([]);
    expect(await tab.problems()).toEqual([]);
  });

  it("is effective: it reports evaluated code and markup from text", async () => {
    expect(await call("breakPolicy")).toEqual(["EvalError", "TypeError"]);
    // With Trusted Types both are reported under their name.
    const report = "require-trusted-types-for: trusted-types-sink";
    expect(await tab.violations()).toEqual([report, report]);
  });
});
