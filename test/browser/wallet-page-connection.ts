import { describe, expect, it } from "vitest";
import type { WalletPage } from "./wallet-page-support";

/** Uses the browser and the site of the calling file, because a start takes longer than most tests. */
export function connectionTests(wallet: WalletPage): void {
  describe("the wallet page and its connection", () => {
    it("shows one alarm while offline, and reloads afterwards", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.opens("Security");
      await ada.sees("Security");
      await ada.page.context().setOffline(true);
      await ada.opens("Overview");
      const banner = ada.page.locator(".banner");
      await banner.getByText("You are offline.").first().waitFor();
      // Each part has had its tries by then, and waits.
      await ada.page.waitForTimeout(2_500);
      expect(await ada.page.getByRole("button", { name: /Try again/ }).count()).toBe(0);
      expect(await ada.page.getByText("could not be reached").count()).toBe(0);
      await ada.page.context().setOffline(false);
      await banner.waitFor({ state: "hidden" });
      await ada.reads("0.00 USDC");
      await ada.reads("Nothing has happened yet");
      await ada.reads("You have only one way to sign in.");
      await ada.expectNothingWrong(/ERR_INTERNET_DISCONNECTED/);
    });

    it("loads every screen again that was opened offline", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.addsMoney();
      const banner = ada.page.locator(".banner");
      const last = { Send: "Amount", "Add money": "500.00 USDC", Security: "", Overview: "" } as const;
      for (const place of ["Send", "Add money", "Security", "Overview"] as const) {
        await ada.page.context().setOffline(true);
        await ada.opens(place);
        await banner.getByText("You are offline.").first().waitFor();
        await ada.page.context().setOffline(false);
        await banner.waitFor({ state: "hidden" });
        if (last[place] !== "") await ada.page.getByLabel(last[place]).waitFor();
        await expect.poll(() => ada.page.getByText("Could not load").count()).toBe(0);
      }
      await ada.reads("100.00 USDC");
      await ada.expectNothingWrong(/ERR_INTERNET_DISCONNECTED/);
    });

    it("shows how long to wait, and then continues", async () => {
      const ada = await wallet.visit();
      await ada.createsWallet();
      await ada.registersPasskey();
      wallet.simulator.faults.add({
        operation: "GET /transactions",
        kind: "status",
        status: 429,
        retryAfter: 3,
        times: 1,
      });
      await ada.presses("Sign in with passkey");
      await ada.page
        .getByText(/Too many requests at the moment. Trying again in [23] s\./)
        .first()
        .waitFor();
      await ada.reads("Nothing has happened yet");
      await ada.page.locator(".banner").waitFor({ state: "hidden" });
      // The wallet does not wait longer than a minute. The page does.
      wallet.simulator.faults.add({
        operation: "GET /transactions",
        kind: "status",
        status: 429,
        retryAfter: 61,
        times: 1,
      });
      await ada.opens("Overview");
      await ada.reads(/Trying again in (60|61) s\./);
      await ada.reads("Could not load the activity.");
      await ada.expectNothingWrong(/429/);
    });

    it("distinguishes a lost platform sign-in from a wrong code, and leads back in", async () => {
      const ada = await wallet.visit();
      const email = `${crypto.randomUUID()}@example.com`;
      await ada.createsWallet("Ada", email);
      await ada.presses("Use an e-mail code instead");
      await ada.sees("Check your e-mail");
      const code = await ada.codeInInbox();
      await ada.page.context().clearCookies();
      await ada.fills("Code", code);
      await ada.presses("Sign in");
      await ada.sees("You are signed out");
      await ada.reads("Your wallet and what you were writing are still here.");
      expect(await ada.page.getByText("This is not the code that we sent").count()).toBe(0);
      await ada.presses("Sign in to Alder");
      await ada.sees("Sign in");
      await ada.presses("E-mail me a code");
      await ada.fills("Code", await ada.codeInInbox());
      await ada.presses("Sign in");
      await ada.sees("Balance");

      // While the wallet is open: its key and the draft stay.
      await ada.addsMoney();
      await ada.opens("Send");
      await ada.fills("Amount", "7");
      await ada.page.context().clearCookies();
      await ada.presses("Review payment");
      await ada.sees("You are signed out");
      await ada.presses("Sign in to Alder");
      await ada.sees("Send money");
      expect(await ada.page.getByLabel("Amount").inputValue()).toBe("7");

      // A new visitor can sign in, too.
      await ada.page.context().clearCookies();
      await ada.tab.reload();
      await ada.presses("I have a wallet");
      await ada.fills("E-mail", email);
      await ada.presses("Sign in to Alder");
      await ada.sees("Send money");
      await ada.expectNothingWrong(/401/);
    });

    it("shows the session's time by the service's clock, also after a reload", async () => {
      const ada = await wallet.visit();
      await ada.page.clock.install({ time: Date.now() + 40 * 60_000 });
      await ada.tab.reload();
      await ada.joins();
      const remaining = ada.page.locator(".remaining");
      // In 15 minutes, as the clock of this device shows it.
      const ends = () =>
        ada.page.evaluate(() =>
          [14, 15, 16].map((minutes) => {
            const format = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
            return `Signed in until ${format.format(Date.now() + minutes * 60_000)}`;
          }),
        );
      expect(await ends()).toContain(await remaining.innerText());
      await ada.tab.reload();
      await ada.sees("Balance");
      expect(await ends()).toContain(await remaining.innerText());
      // Nothing of the service is needed for it.
      await ada.page.route("**/wallet/**", (route) => route.abort());
      await ada.tab.reload();
      await remaining.waitFor();
      expect(await ends()).toContain(await remaining.innerText());
      await ada.expectNothingWrong(/ERR_FAILED/);
    });
  });

  describe("the sign-in of the wallet page", () => {
    it("loads the credentials once, and lets the customer cancel a pending passkey dialog", async () => {
      const ada = await wallet.visit();
      await ada.createsWallet();
      await ada.authenticator.setPresent(false);
      await ada.presses("Create a passkey");
      await ada.presses("Cancel");
      await ada.page.getByRole("button", { name: "Create a passkey", exact: true }).waitFor();
      await ada.authenticator.setPresent(true);
      await ada.registersPasskey();

      const lists = () => ada.traffic.urls.filter((url) => /\/auth\/credentials\?/.test(url)).length;
      const before = lists();
      const prepared = ada.page.waitForResponse(/\/challenge$/);
      await ada.tab.reload();
      await ada.sees("Sign in");
      await prepared;
      expect(lists()).toBe(before + 1);
      await ada.authenticator.setPresent(false);
      await ada.presses("Sign in with passkey");
      await ada.reads("Waiting for your device…");
      await ada.presses("Cancel");
      const again = ada.page.getByRole("button", { name: "Sign in with passkey" });
      await again.waitFor();
      expect(await again.evaluate((element) => element === document.activeElement)).toBe(true);
      // Whoever cancels needs no word for it.
      expect(await ada.page.getByRole("alert").count()).toBe(0);
      await ada.authenticator.setPresent(true);
      await ada.signsInWithPasskey();
      await ada.expectNothingWrong();
    });

    it("asks for a reload if a file of the page is missing since a deployment", async () => {
      const ada = await wallet.visit();
      await ada.page.route("**/assets/inside*", (route) => route.fulfill({ status: 404 }));
      await ada.createsWallet();
      await ada.registersPasskey();
      await ada.presses("Sign in with passkey");
      await ada.reads("The wallet could not be reached. Check your connection, or reload the page.");
      await ada.page.unrouteAll();
      await ada.tab.reload();
      await ada.sees("Balance");
      await ada.expectNothingWrong(/404/);
    });

    it("keeps two tabs in the same state", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      const other = await ada.another();
      await other.sees("Balance");
      // Money from elsewhere is read at the focus, and a payment of a tab at once.
      await ada.addsMoney();
      await other.page.evaluate(() => dispatchEvent(new Event("focus")));
      await other.reads("100.00 USDC");
      await ada.reviewsPayment("Grace Hopper", "1");
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      // The screen says it, and no card repeats it.
      expect(await ada.page.getByRole("region", { name: "Payment", exact: true }).count()).toBe(0);
      await other.reads("99.00 USDC");
      await other.reads("Grace Hopper");
      await ada.opens("Overview");
      await ada.reads("99.00 USDC");
      await expect
        .poll(() => other.page.getByRole("region", { name: "Payment", exact: true }).count())
        .toBe(0);
      await ada.presses("Sign out");
      await other.sees("Sign in");
      await other.page.getByRole("button", { name: "Sign in with passkey" }).waitFor();
      expect(await other.page.getByRole("navigation").count()).toBe(0);
      await ada.signsInWithPasskey();
      await other.sees("Balance");
      await other.expectNothingWrong();
      await ada.expectNothingWrong();
    });

    it("never lets a screen reader announce the recovery phrase", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.opens("Security");
      await ada.follows("Show the recovery phrase");
      await ada.page.getByLabel("I am alone").check();
      await ada.presses("Show recovery phrase");
      const words = ada.page.getByRole("list", { name: "Recovery phrase" });
      await words.waitFor();
      const live = await words.evaluate(
        (list) => list.closest("[aria-live], [role=status], [role=alert], [role=log], output")?.outerHTML,
      );
      expect(live).toBeUndefined();
      await ada.expectNothingWrong();
    });
  });
}
