import { describe, expect, it } from "vitest";
import type { WalletPage } from "./wallet-page-support";

/** Uses the browser and the site of the calling file, because a start takes longer than most tests. */
export function paymentTests(wallet: WalletPage): void {
  const EXECUTE = "POST /quotes/{quoteId}/execute";

  /** How often the service was asked to execute, by distinct idempotency key. */
  function executedKeys(): number {
    const keys = wallet.simulator.requests
      .filter(({ route }) => route === EXECUTE)
      .map(({ headers }) => headers["idempotency-key"]);
    return new Set(keys).size;
  }

  /** The payments above the screen. */
  const cards = ({ page }: Awaited<ReturnType<WalletPage["visit"]>>) =>
    page.getByRole("region", { name: "Payment", exact: true });

  describe("payments on the wallet page", () => {
    it("show what is exchanged, and the parts of the fee, and a receipt with a reference to copy", async () => {
      const ada = await wallet.visit();
      await ada.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await ada.joins();
      await ada.addsMoney();
      await ada.reviewsPayment("Studio Brandt", "20.5", "Poster prints");
      const facts = await ada.page.locator("dl").innerText();
      // The two amounts, and no rate that is rounded.
      expect(facts).toMatch(/Exchanged\s+20\.3975 USDC = €18\.76/);
      expect(facts).toMatch(/Fee, included\s+0\.1025 USDC\s+0\.5% of the amount/);
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      await ada.follows("Done");
      await ada.follows(/Studio Brandt/);
      await ada.sees("Receipt");
      const receipt = await ada.page.getByRole("main").innerText();
      expect(receipt).toMatch(
        /20\.50 USDC[\s\S]*Studio Brandt[\s\S]*Completed[\s\S]*€18\.76[\s\S]*Poster prints/,
      );
      await ada.presses("Copy the reference");
      const id = decodeURIComponent(ada.page.url().split("/activity/")[1] ?? "");
      await expect.poll(() => ada.page.evaluate(() => navigator.clipboard.readText())).toBe(id);
      // The address of a receipt serves after a reload, too.
      await ada.tab.reload();
      await ada.sees("Receipt");
      await ada.reads("Poster prints");
      await ada.page.goBack();
      await ada.sees("Balance");
      await ada.expectNothingWrong();
    });

    it("show activity beyond the first fifty rows, page by page", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.page.evaluate(async () => {
        for (let count = 0; count < 55; count += 1) {
          const body = JSON.stringify({ amount: 1_000_000 + count });
          await fetch("/demo/fund", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body,
          });
        }
      });
      await ada.opens("Overview");
      const rows = ada.page.getByRole("region", { name: "Activity" }).getByRole("listitem");
      await rows.first().waitFor();
      expect(await rows.count()).toBe(50);
      await ada.presses("Show more activity");
      await rows.nth(54).waitFor();
      expect(await rows.count()).toBe(55);
      expect(await ada.page.getByRole("button", { name: "Show more activity" }).count()).toBe(0);
      // The keyboard focus is on the first new row.
      expect(
        await rows
          .nth(50)
          .getByRole("link")
          .evaluate((link) => link === document.activeElement),
      ).toBe(true);
      await rows.nth(54).getByRole("link").click();
      await ada.sees("Receipt");
      await ada.expectNothingWrong();
    });

    it("report a payment after a lost response once: made, or finished after a reload", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.addsMoney();
      const keys = executedKeys();
      await ada.reviewsPayment("Grace Hopper", "1");
      wallet.simulator.faults.add({ operation: EXECUTE, kind: "reset-after", times: 10 });
      await ada.presses("Sign and send");
      await ada.sees("Balance");
      await ada.readsPayment("Your payment of 1.00 USDC to Grace Hopper", "The payment was made.");
      await ada.presses("Dismiss");
      wallet.simulator.faults.clear();
      expect(executedKeys()).toBe(keys + 1);

      await ada.reviewsPayment("Grace Hopper", "2");
      wallet.simulator.faults.add({ operation: EXECUTE, kind: "reset-before", times: 10 });
      await ada.presses("Sign and send");
      await ada.readsPayment(
        "Your payment of 2.00 USDC to Grace Hopper",
        "We do not know yet whether the payment was made.",
      );
      wallet.simulator.faults.clear();
      await ada.tab.reload();
      await ada.presses("Finish payment");
      await ada.readsPayment("Your payment of 2.00 USDC to Grace Hopper", "The payment was made.");
      // It stays until the customer has seen it [W13].
      await ada.tab.reload();
      await ada.readsPayment("Your payment of 2.00 USDC to Grace Hopper", "The payment was made.");
      await ada.presses("Dismiss");
      await ada.reads("97.00 USDC");
      // The receiver's own record of the payments is not the customer's.
      const rows = ada.page.getByRole("region", { name: "Activity" }).getByRole("listitem");
      expect(await rows.count()).toBe(3);
      await expect.poll(() => cards(ada).count()).toBe(0);
      expect(executedKeys()).toBe(keys + 2);
      await ada.expectNothingWrong(/50[024]/);
    });

    it.each([
      ["FAILED", "The payment was not made. Try again."],
      ["PENDING", "The payment was made."],
      ["ON_HOLD", "The payment was made."],
    ])("show no receipt for a quote with the status %s", async (status, words) => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.addsMoney();
      await ada.reviewsPayment("Grace Hopper", "1");
      const told = status === "FAILED" ? /\/wallet\/quotes\/./ : "**/execute";
      await ada.page.route(told, async (route) => {
        const response = await route.fetch();
        const quote = (await response.json()) as object;
        await route.fulfill({ response, json: { ...quote, status } });
      });
      await ada.presses("Sign and send");
      await ada.sees("Balance");
      await ada.readsPayment("Your payment of 1.00 USDC to Grace Hopper", words);
      await expect.poll(() => cards(ada).count()).toBe(1);
      await ada.expectNothingWrong();
    });

    it("let the customer leave every step, and lose no payment that is being signed", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.addsMoney();
      const keys = executedKeys();
      for (const place of ["Overview", "Add money", "Security", "Send"] as const) {
        await ada.reviewsPayment("Grace Hopper", "1");
        await ada.opens(place);
        await ada.sees(place === "Overview" ? "Balance" : place === "Send" ? "Send money" : place);
      }
      await ada.reviewsPayment("Grace Hopper", "1");
      await ada.page.goBack();
      await ada.sees("Send money");
      expect(await ada.page.getByLabel("Amount").inputValue()).toBe("1");
      await ada.page.goForward();
      await ada.sees("Send money");
      // Nothing was signed so far.
      expect(executedKeys()).toBe(keys);
      await ada.opens("Overview");
      await ada.reads("100.00 USDC");

      await ada.reviewsPayment("Grace Hopper", "1.5");
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      await ada.page.route("**/execute", async (route) => {
        await held;
        await route.continue();
      });
      await ada.presses("Sign and send");
      await ada.reads("Signing…");
      await ada.opens("Security");
      await ada.sees("Security");
      release();
      await ada.readsPayment("Your payment of 1.50 USDC to Grace Hopper", "The payment was made.");
      await ada.opens("Overview");
      await ada.reads("98.50 USDC");

      await ada.reviewsPayment("Grace Hopper", "1");
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      await ada.opens("Security");
      await ada.presses("Add e-mail");
      await ada.sees("Confirm your e-mail");
      await ada.opens("Security");
      await ada.sees("Security");
      await ada.page.goBack();
      await ada.sees("Send money");
      await ada.expectNothingWrong();
    });
  });

  describe("amounts on the wallet page", () => {
    it("are read and displayed in the browser's language", async () => {
      const ada = await wallet.visit({ locale: "de-DE" });
      await ada.joins();
      await ada.addsMoney("500,00 USDC");
      await ada.reads("500,00 USDC");
      await ada.opens("Send");
      await ada.fills("Amount", "1,000");
      await ada.presses("Review payment");
      await ada.reads("“1,000” can be read in two ways. Write 1,00 USDC or 1.000,00 USDC.");
      await ada.fills("Amount", "1.000");
      await ada.presses("Review payment");
      await ada.reads("That is more than you have: 500,00 USDC.");
      await ada.reviewsPayment("Grace Hopper", "1,5");
      expect(await ada.page.locator("dl").innerText()).toContain("1,50 USDC");

      const bob = await wallet.visit({ locale: "en-US" });
      await bob.joins();
      await bob.addsMoney();
      await bob.opens("Send");
      await bob.fills("Amount", "1,000");
      await bob.presses("Review payment");
      await bob.reads("That is more than you have: 100.00 USDC.");
      await bob.reviewsPayment("Grace Hopper", ".5");
      expect(await bob.page.locator("dl").innerText()).toContain("0.50 USDC");
      await bob.expectNothingWrong();
    });
  });
}
