import { beforeEach, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { bundlePage } from "../support/site";
import type { WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser();
/** 1 USDC. */
const AMOUNT = 1_000_000;

describe.each(["held", "sealed"] as const)("a page of an earlier release, %s keys", (sessionKeys) => {
  let files: Map<string, string | Uint8Array>;
  let all: typeof files;
  let site: WalletSite;
  let tab: Tab;

  const call = <Name extends keyof WalletProgram>(
    name: Name,
    ...parameters: Parameters<WalletProgram[Name]>
  ) => tab.call<WalletProgram, Name>(name, ...parameters);
  const code = () => site.world.simulator.outbox.list.at(-1)?.code ?? "";

  /** Removes the files that the page has not loaded yet. */
  async function deploy(): Promise<void> {
    const loaded = await tab.page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
    );
    for (const name of files.keys()) if (![...loaded, "/index.html"].includes(name)) files.delete(name);
    expect(files.size).toBeLessThan(all.size);
  }

  /** The customer reloads, and gets all files of the newer release. */
  async function reload(): Promise<void> {
    for (const [name, content] of all) files.set(name, content);
    await site.reload(tab);
  }

  const lost = {
    name: "ConnectionError",
    code: "PART_NOT_LOADED",
    message: expect.stringContaining("reload the page"),
  };

  beforeEach(async () => {
    files = await bundlePage("test/browser/pages/wallet.ts");
    all = new Map(files);
    site = await WalletSite.create(browser, undefined, Promise.resolve(files), { newestAccounts: true });
    site.sessionKeys = sessionKeys;
    tab = await site.open();
    await call("requestCode");
    await call("signInByCode", "EMAIL_OTP", code());
    await tab.addAuthenticator();
    await call("registerPasskey", []);
    await site.reload(tab);
  });

  it("pays after a restore, because every file for that is there", async () => {
    const { destination } = await site.world.quote();
    if (!("accountId" in destination)) throw new Error("the quote pays to an account");
    const bank = String(destination.accountId);
    const before = await site.world.balance();
    await call("restoreOnly");
    await deploy();
    expect(await call("pay", bank, AMOUNT)).toBe("COMPLETED");
    expect(await site.world.balance()).toBe(before - AMOUNT);
  });

  it("asks for a reload at a sign-in by passkey, and keeps the session and the passkey", async () => {
    await deploy();
    site.world.sent.length = 0;
    expect(await call("failToSignInByPasskey")).toMatchObject(lost);
    // Some browsers remember the failure, so the page cannot say more the second time.
    expect(await call("failToSignInByPasskey")).toMatchObject(lost);
    expect(site.world.sentTo("POST", /\/(?:challenge|verify)$/)).toEqual([]);
    await reload();
    expect(await call("restoreOnly")).toBeDefined();
    await call("signInByPasskey");
  });

  it("signs in by passkey after a restore, because every file for that is there", async () => {
    await call("restoreOnly");
    await deploy();
    await call("signInByPasskeyOnly");
  });

  it("asks for a reload at a sign-in by code, and uses up no code", async () => {
    await call("requestCode");
    await deploy();
    site.world.sent.length = 0;
    expect(await call("failToSignInByCode", code())).toMatchObject(lost);
    expect(site.world.sentTo("POST", /\/verify$/)).toEqual([]);
    await reload();
    // A held key's code belongs to the page that asked for it.
    if (sessionKeys === "held") await call("requestCode");
    await call("signInByCode", "EMAIL_OTP", code());
  });
});
