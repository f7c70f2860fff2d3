import type { Quote } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { AMOUNT, FUNDS, modes, paymentWorld, unfinished } from "./payment-world";

const shouted = (id: string) => id.replace(/:.*/, (letters) => letters.toUpperCase());

describe.each(modes)("a quote's id in another case (%s)", (mode) => {
  it("dismisses the payment, so that an equal one can be made", async () => {
    const { wallet, open, params, lose, balance } = await paymentWorld(mode);
    lose("reset-after", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const [payment] = await wallet.pending();
    const id = payment?.quoteId ?? "Quote:";
    expect(shouted(id)).not.toBe(id);
    await wallet.dismiss(shouted(id));
    expect(wallet.payments.stored).toEqual([]);
    expect(await open().pending()).toEqual([]);
    await wallet.pay(params);
    expect(await balance()).toBe(FUNDS - 2 * AMOUNT);
  });

  it("dismisses the progress of the payment, too", async () => {
    const { wallet, params } = await paymentWorld(mode);
    const { id = "" } = (await wallet.pay(params)) ?? {};
    expect(wallet.payments.progress.status).toBe("sent");
    await wallet.dismiss(shouted(id));
    expect(wallet.payments.progress.status).toBe("idle");
  });

  it("names the same payment: finish makes it once", async () => {
    const { wallet, open, params, lose, alterQuotes, balance, store, ada } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    alterQuotes((quote: Quote) => ({ ...quote, id: shouted(quote.id) }));
    const payment = unfinished(await open().pending());
    await payment.finish();
    expect(await balance()).toBe(FUNDS - AMOUNT);
    await payment.dismiss();
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
  });

  it("waits for the same payment: nothing is dismissed while it is sent", async () => {
    const { wallet, open, params } = await paymentWorld(mode);
    const page = open({
      checkPayload: async (_, intent) => {
        const { progress } = page.payments;
        if (intent.operation !== "quotes.execute" || progress.status !== "sending") return true;
        dismissed ??= page.dismiss(shouted(progress.quote.id));
        await new Promise((resolve) => setTimeout(resolve, 100));
        atSending = await wallet.pending();
        return true;
      },
    });
    let dismissed: Promise<void> | undefined;
    let atSending: unknown;
    await page.pay(params);
    expect(atSending).toHaveLength(1);
    await dismissed;
    expect(await wallet.pending()).toEqual([]);
  });
});
