import { describe, expect, it } from "vitest";
import { readStoredKeys } from "./kept-by-page";
import type { WalletPage } from "./wallet-page-support";

/** Uses the browser and the site of the calling file, because a start takes longer than most tests. */
export function troubleTests(wallet: WalletPage): void {
  describe("the wallet page after errors and with a keyboard", () => {
    it("reports an expired session, signs in again, and keeps the input [SES-05, SES-06]", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.addsMoney();
      await ada.opens("Send");
      await ada.page.getByLabel("Elm Street Rentals").check();
      await ada.fills("Amount", "12.34");
      await wallet.simulator.clock.advance("16m");
      await ada.opens("Security");
      await ada.sees("Your session has ended");
      expect(await ada.page.getByRole("navigation").count()).toBe(0);
      expect(await ada.page.evaluate(readStoredKeys)).toEqual([]);
      await ada.presses("Sign in with passkey");
      await ada.sees("Security");
      await ada.reads("You are signed in again.");
      await ada.opens("Send");
      expect(await ada.page.getByLabel("Amount").inputValue()).toBe("12.34");
      expect(await ada.page.getByLabel("Elm Street Rentals").isChecked()).toBe(true);
      await ada.presses("Review payment");
      await ada.sees("Check and sign");
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      await ada.expectNothingWrong();
    });

    it("reports a quote that expired, by its own clock or the service's, and requests a new one [QUO-03]", async () => {
      const ada = await wallet.visit();
      await ada.page.clock.install();
      await ada.tab.reload();
      await ada.joins();
      await ada.addsMoney();
      await ada.reviewsPayment("Grace Hopper", "3");
      const passes = async (time: string, name: `${number}s`) => {
        await wallet.simulator.clock.advance(name);
        await ada.page.clock.fastForward(time);
      };
      await passes("01:35", "95s");
      await ada.page.getByText("This quote holds for 30 more seconds.").waitFor({ state: "attached" });
      await passes("00:30", "30s");
      await ada.sees("Quote expired");
      await ada.reads("This quote has expired. Nothing was sent.");
      expect(await ada.page.getByRole("button", { name: "Sign and send" }).count()).toBe(0);
      await ada.presses("Get a new quote");
      await ada.sees("Check and sign");
      // This time the page does not know: the service refuses.
      await wallet.simulator.clock.advance("3m");
      await ada.presses("Sign and send");
      await ada.sees("Quote expired");
      await ada.presses("Get a new quote");
      await ada.sees("Check and sign");
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      await ada.follows("Done");
      await ada.reads("97.00 USDC");
      await ada.expectNothingWrong(/409/);
    });

    it("works with the keyboard alone, with correct focus and titles", async () => {
      const ada = await wallet.visit();
      const { page } = ada;
      const tabTo = async (role: "button" | "link" | "radio" | "textbox", name: string | RegExp) => {
        const wanted = page.getByRole(role, { name, exact: typeof name === "string" }).first();
        await wanted.waitFor();
        for (let steps = 0; steps < 30; steps += 1) {
          await page.keyboard.press("Tab");
          if (await wanted.evaluate((element) => element === document.activeElement)) return;
        }
        throw new Error(`the keyboard does not reach ${String(name)}`);
      };
      const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");

      await page.keyboard.press("Tab");
      expect(await focused()).toBe("Skip to content");
      // The page may still be loading when the first key is pressed.
      await page.waitForFunction(() => document.title === "Welcome · Alder");
      await tabTo("textbox", "Your name");
      await page.keyboard.type("Ada");
      await tabTo("textbox", "E-mail");
      await page.keyboard.type("ada@example.com");
      await page.keyboard.press("Enter");
      await ada.sees("Secure your wallet, Ada");
      expect(await focused()).toBe("Secure your wallet, Ada");
      await tabTo("button", "Create a passkey");
      await page.keyboard.press("Enter");
      await ada.sees("Sign in");
      await tabTo("button", "Sign in with passkey");
      await page.keyboard.press("Space");
      await ada.sees("Balance");
      expect(await page.title()).toBe("Overview · Alder");

      await tabTo("link", "Add money");
      await page.keyboard.press("Enter");
      await tabTo("radio", "100.00 USDC");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await ada.reads("500.00 USDC added.");
      await tabTo("link", "Send");
      await page.keyboard.press("Enter");
      await ada.sees("Send money");
      expect(await focused()).toBe("Send money");
      await tabTo("radio", /Grace Hopper/);
      await page.keyboard.press("ArrowDown");
      await tabTo("textbox", "Amount");
      await page.keyboard.type("1.5");
      await page.keyboard.press("Enter");
      await ada.sees("Check and sign");
      expect(await focused()).toBe("Check and sign");
      expect(await page.getByRole("main").innerText()).toContain("Elm Street Rentals");
      await tabTo("button", "Sign and send");
      const outline = await page.evaluate(
        () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
      );
      expect(outline).toBe("solid");
      await page.keyboard.press("Enter");
      await ada.sees("Payment sent");
      await tabTo("link", "Done");
      await page.keyboard.press("Enter");
      await ada.reads("498.50 USDC");
      await ada.expectNothingWrong();
    });

    it("explains errors, and offers a retry", async () => {
      const ada = await wallet.visit();
      await ada.createsWallet();
      await ada.authenticator.setUserVerified(false);
      await ada.presses("Create a passkey");
      await ada.reads("The dialog was closed, took too long, or found no passkey for this site.");
      await ada.authenticator.setUserVerified(true);
      await ada.registersPasskey();
      await ada.page.route("**/wallet/transactions?*", (route) => route.abort());
      await ada.signsInWithPasskey();
      await ada.reads("The wallet could not be reached.");
      await ada.presses("Try again");
      await ada.page.unroute("**/wallet/transactions?*");
      await ada.reads("Nothing has happened yet");

      await ada.expectNothingWrong(/ERR_FAILED/);
    });
  });
}
