import { afterEach, describe, expect, it } from "vitest";
import type { Person, WalletPage } from "./wallet-page-support";

/** Everything on the screen that says what is wrong. */
function alarms({ page }: Person): Promise<string[]> {
  return page.locator(".banner:visible, .notice.danger:visible").allInnerTexts();
}

/** Waits until no part of the page is loading. */
async function settles({ page }: Person): Promise<void> {
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
}

/** Needs the browser and the site of the file that calls it. */
export function noticeTests(wallet: WalletPage): void {
  describe("the wallet page and its notices", () => {
    afterEach(() => wallet.simulator.faults.clear());

    it("shows one alarm while the service is down, and removes it afterwards", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.opens("Security");
      await settles(ada);
      wallet.simulator.faults.add({ operation: /^GET /, kind: "status", status: 503 });
      await ada.opens("Overview");
      await ada.reads(/The wallet has a problem/);
      await settles(ada);
      expect(await alarms(ada)).toHaveLength(1);
      const balance = ada.page.getByRole("region", { name: "Balance" });
      expect(await balance.locator(".notice").count()).toBe(0);
      expect(await balance.innerText()).toContain("Could not load the balance.");
      wallet.simulator.faults.clear();
      await ada.reads("0.00 USDC");
      await ada.reads("Nothing has happened yet");
      await settles(ada);
      expect(await alarms(ada)).toEqual([]);
      await ada.expectNothingWrong(/503/);
    });

    it("shows one alarm after an offline payment, keeps the form, and removes the alarm when online", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.addsMoney();
      await ada.opens("Send");
      await ada.fills("Amount", "5");
      await ada.page.context().setOffline(true);
      const review = ada.page.getByRole("button", { name: "Review payment" });
      await review.click();
      await review.waitFor();
      const [alarm, ...others] = await alarms(ada);
      expect(alarm).toContain("You are offline.");
      expect(others).toEqual([]);
      await ada.page.context().setOffline(false);
      await ada.page.locator(".banner").waitFor({ state: "hidden" });
      expect(await alarms(ada)).toEqual([]);
      await ada.presses("Review payment");
      await ada.sees("Check and sign");

      // A declined quote disappears.
      await ada.follows("Change");
      await ada.sees("Send money");
      await ada.opens("Overview");
      const activity = ada.page.getByRole("region", { name: "Activity" });
      await activity.getByRole("listitem").first().waitFor();
      expect(await activity.getByRole("listitem").allInnerTexts()).toEqual([
        expect.stringContaining("Money added"),
      ]);
      expect(await ada.page.getByRole("region", { name: "Payment", exact: true }).count()).toBe(0);
      await ada.expectNothingWrong(/ERR_INTERNET_DISCONNECTED/);
    });

    it("fits its header in one row, shows no ids, and lists each device once", async () => {
      const ada = await wallet.visit({ viewport: { width: 768, height: 900 } });
      await ada.joins();
      const id = /\b[A-Z]\w+:[\da-f]{4,}/;
      const reads = () => ada.page.locator("body").innerText();
      expect((await ada.page.locator("header").boundingBox())?.height).toBeLessThan(80);
      await ada.addsMoney();
      await ada.reviewsPayment("Grace Hopper", "1");
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      expect(await reads()).not.toMatch(id);
      await ada.follows("See the receipt");
      await ada.page.locator("dl").waitFor();
      expect(await reads()).not.toMatch(id);
      await ada.addsEmail();
      const rows = ada.page.getByRole("region", { name: "Signed-in devices" }).getByRole("listitem");
      await rows.first().waitFor();
      expect(await rows.allInnerTexts()).toEqual([
        expect.stringMatching(
          /This browser[\s\S]*Linux[\s\S]*Passkey[\s\S]*since .*\d:\d\d[\s\S]*E-mail code/,
        ),
      ]);
      expect(await reads()).not.toMatch(id);

      // An email code also replaces an expired session in place.
      // Not 15: the page knows the service's time to a second, and might ask for a refresh that comes too late.
      await wallet.simulator.clock.advance("16m");
      await ada.opens("Overview");
      await ada.sees("Your session has ended");
      await ada.presses("E-mail me a code");
      await ada.sees("Check your e-mail");
      await ada.presses("Back");
      await ada.sees("Your session has ended");
      await ada.presses("E-mail me a code");
      await ada.fills("Code", await ada.codeInInbox());
      await ada.presses("Sign in");
      await ada.sees("Balance");
      await ada.reads("You are signed in again.");
      await ada.expectNothingWrong();
    });

    it("offers a sign-in in place before and after the session ends, and keeps the input", async () => {
      const ada = await wallet.visit();
      await ada.page.clock.install();
      await ada.tab.reload();
      await ada.joins();
      await ada.addsMoney();
      await ada.opens("Send");
      await ada.fills("Amount", "1.25");
      await ada.fills("Note (optional)", "Marble");
      // The same element, not another one with the same text.
      const note = await ada.page.getByLabel("Note (optional)").elementHandle();
      const isKept = () => note?.evaluate((input) => input.isConnected);

      const passes = async (name: `${number}m`, time: string) => {
        await wallet.simulator.clock.advance(name);
        await ada.page.clock.fastForward(time);
      };
      // Two tabs are in use. One of them refreshes, or both do, until 30 minutes after the sign-in.
      const second = await ada.another();
      await second.sees("Send money");
      const refreshes = () => ada.traffic.urls.filter((url) => url.endsWith("/refresh")).length;
      for (const requests of [2, 4]) {
        const earlier = refreshes();
        const until = await ada.page.locator(".remaining").innerText();
        await passes("14m", "14:00");
        await expect.poll(() => ada.page.locator(".remaining").innerText()).not.toBe(until);
        await expect.poll(refreshes).toBeGreaterThanOrEqual(earlier + 2);
        expect(refreshes()).toBeLessThanOrEqual(2 * requests);
        expect(await ada.page.getByText(/Your session ends in/).isVisible()).toBe(false);
      }
      await second.page.close();
      const made = refreshes();
      await passes("14m", "14:00");
      await ada.reads(/Your session ends in \d:\d\d/);
      expect(refreshes()).toBe(made);
      expect(await isKept()).toBe(true);
      await ada.presses("Sign in again");
      await ada.sees("Sign in again");
      await ada.presses("Back");
      await ada.sees("Send money");
      await ada.presses("Sign in again");
      await ada.presses("Sign in with passkey");
      await ada.sees("Send money");
      await ada.reads("You are signed in again.");
      await ada.page.getByText(/Your session ends in/).waitFor({ state: "hidden" });
      expect(await isKept()).toBe(true);

      await passes("16m", "16:00");
      await ada.sees("Your session has ended");
      expect(await ada.page.getByRole("navigation").count()).toBe(0);
      expect(await ada.page.getByText("Marble").count()).toBe(0);
      await ada.presses("Sign in with passkey");
      await ada.sees("Send money");
      expect(await isKept()).toBe(true);
      expect(await ada.page.getByLabel("Note (optional)").inputValue()).toBe("Marble");
      await ada.presses("Review payment");
      await ada.sees("Check and sign");
      await ada.expectNothingWrong();
    });
  });
}
