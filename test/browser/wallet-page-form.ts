import { describe, expect, it } from "vitest";
import type { Person, WalletPage } from "./wallet-page-support";

const EXECUTE = "POST /quotes/{quoteId}/execute";

/** The buttons of a notice that stand alone in a line, and do not fill it. */
function strayButtons({ page }: Person, notice: string): Promise<string[]> {
  return page.locator(notice).evaluate((element) => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const width = box.width - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const shown = [...element.querySelectorAll(".icon, p, .button")].filter(
      (each) => each.getClientRects().length > 0 && each.textContent !== null,
    );
    const isBeside = (one: Element, other: Element) => {
      const [first, second] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return one !== other && first.top < second.bottom && second.top < first.bottom;
    };
    const buttons = shown.filter((each) => each.matches(".button"));
    if (buttons.length === 0) return ["no button is shown"];
    return buttons
      .filter((each) => !shown.some((other) => isBeside(each, other)))
      .filter((each) => each.getBoundingClientRect().width < width - 3)
      .map((each) => each.textContent ?? "");
  });
}

/** Uses the browser and the site of the calling file, because a start takes longer than most tests. */
export function formTests(wallet: WalletPage): void {
  describe("the payment form of the wallet page", () => {
    it("shows an override of the direction of text as its number, wherever it shows the text [W9]", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.addsMoney();
      await ada.opens("Send");
      await ada.follows("Pay somebody else");
      await ada.sees("New payee");
      await ada.page.getByLabel("How do they get the money?").selectOption("MXN");
      await ada.fills("CLABE", "002010077777777771");
      await ada.fills("Full name", "Eve \u202Eecila");
      await ada.presses("Add payee");
      await ada.sees("Send money");
      // The form leaves it out.
      const shown = "Eve ecila";
      const overridden = () =>
        ada.page.evaluate(() => /[\u202A-\u202E\u2066-\u2069]/.test(document.body.innerText));
      expect(await ada.page.getByLabel(shown).isChecked()).toBe(true);
      await ada.fills("Amount", "1");
      await ada.fills("Note (optional)", "\u202Egnp.exe");
      await ada.presses("Review payment");
      await ada.sees("Check and sign");
      const facts = await ada.page.locator("dl").innerText();
      expect(facts).toContain(shown);
      expect(facts).toContain("⟨U+202E⟩gnp.exe");
      expect(await ada.page.locator("dl bdi").allInnerTexts()).toEqual(
        expect.arrayContaining([shown, "⟨U+202E⟩gnp.exe"]),
      );
      expect(await overridden()).toBe(false);
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      await ada.reads(`${shown} `);
      expect(await overridden()).toBe(false);
      await ada.follows("Done");
      await ada.reads("⟨U+202E⟩gnp.exe");
      expect(await overridden()).toBe(false);
      await ada.follows(/U\+202E/);
      await ada.sees("Receipt");
      await ada.reads("⟨U+202E⟩gnp.exe");
      expect(await overridden()).toBe(false);
      await ada.expectNothingWrong();
    });

    it("keeps its entries over a reload in review, until the payment is sent or the customer signs out [W9]", async () => {
      const ada = await wallet.visit();
      const entries = async () => [
        await ada.page.getByLabel("Elm Street Rentals").isChecked(),
        await ada.page.getByLabel("Amount").inputValue(),
        await ada.page.getByLabel("Note (optional)").inputValue(),
      ];
      const stored = () => ada.page.evaluate(() => sessionStorage.length);
      await ada.joins();
      await ada.addsMoney();
      await ada.reviewsPayment("Elm Street Rentals", "12.5", "Rent for May");
      await ada.tab.reload();
      await ada.sees("Send money");
      await ada.page.getByLabel("Amount").waitFor();
      expect(await entries()).toEqual([true, "12.5", "Rent for May"]);
      await ada.presses("Review payment");
      await ada.sees("Check and sign");
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      expect(await stored()).toBe(0);
      await ada.opens("Send");
      await ada.page.getByLabel("Amount").waitFor();
      expect(await entries()).toEqual([false, "", ""]);

      await ada.fills("Note (optional)", "Marble");
      expect(await stored()).toBe(1);
      await ada.presses("Sign out");
      await ada.sees("Sign in");
      expect(await stored()).toBe(0);
      await ada.expectNothingWrong();
    });

    it("takes any payee: a bank account of each currency, or a UMA address [W9]", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.addsMoney();
      await ada.opens("Send");
      await ada.follows("Pay somebody else");
      await ada.fills("UMA address", "grace");
      await ada.presses("Add payee");
      await ada.reads("Enter $name@domain.");
      await ada.fills("UMA address", "$nobody@alder.example");
      await ada.presses("Add payee");
      await ada.reads("Nobody can be paid there. Check what you entered.");

      const kind = ada.page.getByLabel("How do they get the money?");
      const owner = ada.page.getByLabel("Who owns the account?");
      const currencies = await kind
        .locator("option")
        .evaluateAll((options) =>
          options.map((option) => option.getAttribute("value")).filter((value) => value),
        );
      expect(currencies).toHaveLength(35);
      // In the order of what the customer reads.
      const [, ...shown] = await kind.locator("option").allInnerTexts();
      expect(shown).toEqual(shown.toSorted((one, other) => one.localeCompare(other, "en-US")));
      // Each one has a form, and none fails.
      for (const currency of currencies) {
        await kind.selectOption(currency);
        expect(await ada.page.getByRole("main").getByRole("textbox").count()).toBeGreaterThan(0);
      }
      await kind.selectOption("GBP");
      await ada.fills("Sort code", "12-34-5");
      await ada.fills("Account number", "12345678");
      await ada.presses("Add payee");
      await ada.reads("Sort code does not look right.");
      await owner.selectOption("BUSINESS");
      await ada.fills("Sort code", "12-34-56");
      await ada.fills("Account number", "12345678");
      await ada.fills("Company name", "Wool and Sons");
      await ada.presses("Add payee");
      await ada.sees("Send money");
      expect(await ada.page.getByLabel("Wool and Sons").isChecked()).toBe(true);
      await ada.tab.reload();
      await ada.reviewsPayment("Wool and Sons", "10");
      expect(await ada.page.locator("dl").innerText()).toMatch(/Wool and Sons[\s\S]*They get\s+£7\.\d\d/);
      await ada.presses("Sign and send");
      await ada.sees("Payment sent");
      await ada.reads("Wool and Sons");
      await ada.expectNothingWrong(/400/);
    });

    it("shows a damaged record of a payment, which can be dismissed [W27]", async () => {
      const ada = await wallet.visit();
      await ada.joins();
      await ada.page.evaluate(async () => {
        const user = await (await fetch("/demo/user")).json();
        const { accountId } = user.user as { accountId: string };
        const opening = indexedDB.open("payments-sdk");
        await new Promise((resolve) => (opening.onsuccess = resolve));
        const transaction = opening.result.transaction(["sessions", "payments"], "readwrite");
        transaction.objectStore("sessions").put({ id: "Session:damaged", accountId, storedAt: 0 });
        transaction.objectStore("payments").put({ quoteId: "Quote:damaged", accountId });
        await new Promise((resolve) => (transaction.oncomplete = resolve));
        opening.result.close();
      });
      await ada.tab.reload();
      await ada.sees("Balance");
      await ada.reads("We cannot see this payment now. It may have been made.");
      await ada.presses("Dismiss");
      await ada.page.getByText("We cannot see this payment now.").waitFor({ state: "hidden" });
      await ada.tab.reload();
      await ada.sees("Balance");
      await ada.reads("0.00 USDC");
      expect(await ada.page.getByText("We cannot see this payment now.").count()).toBe(0);
      await ada.expectNothingWrong();
    });

    it("aligns the buttons of every notice on a phone [W9]", async () => {
      const ada = await wallet.visit({ viewport: { width: 360, height: 740 } });
      await ada.page.clock.install();
      await ada.tab.reload();
      await ada.joins();
      await ada.addsMoney();
      const places: Record<string, string[]> = {};
      const look = async (notice: string) => {
        places[notice] = await strayButtons(ada, notice);
      };
      wallet.simulator.faults.add({ operation: EXECUTE, kind: "reset-before", times: 10 });
      await ada.reviewsPayment("Grace Hopper", "1");
      await ada.presses("Sign and send");
      await ada.readsPayment("Your payment of 1.00 USDC", "We do not know yet");
      wallet.simulator.faults.clear();
      await look(".notice.payment");
      await ada.presses("Finish payment");
      await ada.reads("The payment was made.");
      await look(".notice.payment.good");
      // A refresh would remove the notice, at once or a moment later.
      wallet.simulator.faults.add({ operation: /\/refresh$/, kind: "status", status: 503 });
      await wallet.simulator.clock.advance("14m");
      await ada.page.clock.fastForward("14:00");
      await ada.reads(/Your session ends in \d:\d\d/);
      await look(".session-end");
      wallet.simulator.faults.add({ operation: /^GET /, kind: "status", status: 503 });
      await ada.opens("Security");
      await ada.opens("Overview");
      await ada.reads(/The wallet has a problem/);
      await look(".banner .wide");
      wallet.simulator.faults.clear();
      expect(places).toEqual({
        ".notice.payment": [],
        ".notice.payment.good": [],
        ".session-end": [],
        ".banner .wide": [],
      });
      await ada.expectNothingWrong(/50[023]/);
    });
  });
}
