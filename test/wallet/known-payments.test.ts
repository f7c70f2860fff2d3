import { memoryStore } from "payments-sdk/wallet";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AMOUNT, FUNDS, modes, paymentWorld } from "./payment-world";
import type { SplitStore } from "./split-store";

const READ = "GET /quotes/{quoteId}";

describe.each(modes)("what is known of a payment (%s)", (mode) => {
  it("stays known without a network, and a final outcome is not read again", async () => {
    const { platform, wallet, open, params } = await paymentWorld(mode);
    const paid = await wallet.pay(params);
    expect(paid?.status).toBe("COMPLETED");
    const before = platform.simulator.requests.length;
    platform.simulator.faults.add({ operation: READ, kind: "refuse" });
    for (const page of [wallet, open()]) {
      expect(await page.pending()).toMatchObject([
        { outcome: "executed", quote: { id: paid?.id, status: "COMPLETED", totalSendingAmount: AMOUNT } },
      ]);
    }
    expect(platform.simulator.requests).toHaveLength(before);
  });

  it("that was executed stays executed while its quote cannot be read", async () => {
    const { platform, wallet, open, params, sayStatus } = await paymentWorld(mode);
    sayStatus("PROCESSING", "/execute");
    await wallet.pay(params);
    platform.simulator.faults.add({ operation: READ, kind: "refuse" });
    expect(await open().pending()).toMatchObject([{ outcome: "executed", quote: { status: "PROCESSING" } }]);
  });

  it("has its amounts and its payee although its outcome cannot be read", async () => {
    const { platform, wallet, open, params, lose } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    platform.simulator.faults.add({ operation: READ, kind: "refuse" });
    const { destination } = params;
    expect(await open().pending()).toMatchObject([
      { outcome: "unreadable", quote: { totalSendingAmount: AMOUNT, destination } },
    ]);
  });

  it("settles what shows the progress, and an equal payment is refused as made", async () => {
    const { wallet, params, lose, balance } = await paymentWorld(mode);
    lose("reset-after", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    expect(wallet.payments.progress.status).toBe("unknown");
    await wallet.pending();
    expect(wallet.payments.progress).toMatchObject({ status: "sent", quote: { status: "COMPLETED" } });
    await expect(wallet.pay(params)).rejects.toMatchObject({
      code: "PAYMENT_OPEN",
      message: expect.stringContaining("was made and not yet seen"),
    });
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("says failed when the quote has expired", async () => {
    const { platform, wallet, params, lose } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("10m");
    await wallet.pending();
    expect(wallet.payments.progress).toMatchObject({ status: "failed", quote: { status: "EXPIRED" } });
  });

  it("holds no data of people, and leaves the device with a sign-out", async () => {
    const store = memoryStore();
    const { wallet, params, ada, alterQuotes, open, lose } = await paymentWorld(mode, {
      store: store as SplitStore,
    });
    alterQuotes((quote) => ({
      ...quote,
      counterpartyInformation: { FULL_NAME: "Bob Person" },
      destination: { ...quote.destination, beneficiary: { fullName: "Bob Person" }, bankName: "Bob Person" },
    }));
    lose("reset-after", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    await open().pending();
    const rows = await store.list("payments", ada.accountId);
    expect(rows).toMatchObject([{ known: { status: "COMPLETED" } }]);
    expect(JSON.stringify(rows)).not.toMatch(/Bob Person|payloadToSign/);
    await wallet.signOut();
    expect(await store.list("payments", ada.accountId)).toEqual([]);
  });
});

describe("a payment without `confirm`", () => {
  it.each(["confirm", "decline"] as const)("asks the page: %s", async (answer) => {
    const { wallet, params, keys } = await paymentWorld();
    const { confirm: _, ...asked } = params;
    onTestFinished(
      wallet.subscribe((_state, { progress }) => {
        if (progress.status === "confirm") progress[answer]();
      }),
    );
    const paid = await wallet.pay(asked);
    expect(paid?.status).toBe(answer === "confirm" ? "COMPLETED" : undefined);
    expect(keys).toHaveLength(answer === "confirm" ? 1 : 0);
  });

  it("may be answered by the page before its own `confirm`", async () => {
    const { wallet, params } = await paymentWorld();
    const confirm = vi.fn(() => new Promise<boolean>(() => {}));
    const paying = wallet.pay({ ...params, confirm });
    await vi.waitFor(() => expect(confirm).toHaveBeenCalled());
    const { progress } = wallet.payments;
    if (progress.status === "confirm") progress.confirm();
    await expect(paying).resolves.toMatchObject({ status: "COMPLETED" });
  });
});
