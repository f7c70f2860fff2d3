import type { Quote } from "payments-sdk";
import { CredentialMismatchError } from "payments-sdk/wallet";
import type { StoredPayment } from "payments-sdk/wallet";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AMOUNT, FUNDS, paymentWorld, unfinished } from "./payment-world";

describe("a stored payment", () => {
  it("is removed if the service refused it, and its quote has expired", async () => {
    const { platform, wallet, params, store, ada } = await paymentWorld();
    const confirm = async () => {
      await platform.simulator.clock.advance("10m");
      return true;
    };
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "not-executed" });
    expect(await store.listPayments(ada.accountId)).toEqual([]);
  });

  it("is removed if nobody could sign it", async () => {
    const { wallet, params, store, ada, keys } = await paymentWorld();
    await wallet.signOut();
    await expect(wallet.pay(params)).rejects.toMatchObject({ name: "SessionRequiredError" });
    expect(keys).toEqual([]);
    expect(await store.listPayments(ada.accountId)).toEqual([]);
  });

  it("is removed if it was never sent", async () => {
    const { wallet, open, params, store, ada, keys } = await paymentWorld();
    const storing = new AbortController();
    const { putPayment } = store;
    vi.spyOn(store, "putPayment").mockImplementationOnce(async (payment) => {
      await putPayment(payment);
      storing.abort();
    });
    await expect(wallet.pay(params, { signal: storing.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(await store.listPayments(ada.accountId)).toEqual([]);

    await wallet.signOut();
    const declined = new Error("the customer closed the dialog");
    const asking = open({ onSessionRequired: () => Promise.reject(declined) });
    await expect(asking.pay(params)).rejects.toBe(declined);
    expect(await asking.pending()).toEqual([]);

    const leaving = new AbortController();
    const waiting = open({ onSessionRequired: () => leaving.abort() });
    await expect(waiting.pay(params, { signal: leaving.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(await waiting.pending()).toEqual([]);
    expect(keys).toEqual([]);
  });

  it("is removed if the sign-in of onSessionRequired fails, and the error says that nobody paid", async () => {
    const { wallet, open, params, store, ada, keys } = await paymentWorld();
    await wallet.signOut();
    // The service opened a session, but this device could not read its key.
    const failed = new CredentialMismatchError("AuthMethod:1", { operation: "wallet.signIn" });
    expect(failed.outcome).toBe("executed");
    const asking = open({ onSessionRequired: () => Promise.reject(failed) });
    await expect(asking.pay(params)).rejects.toBe(failed);
    expect(failed.outcome).toBe("not-executed");
    expect(await store.listPayments(ada.accountId)).toEqual([]);
    expect(keys).toEqual([]);
  });

  it("stays if the caller aborts after it was sent", async () => {
    const { wallet, params, store, ada, keys, lose } = await paymentWorld();
    const leaving = new AbortController();
    lose("stall-headers", 1);
    const paying = wallet.pay(params, { signal: leaving.signal });
    await vi.waitFor(() => expect(keys).toHaveLength(1));
    leaving.abort();
    await expect(paying).rejects.toMatchObject({ name: "AbortError" });
    expect(await store.listPayments(ada.accountId)).toHaveLength(1);
  });

  it("is returned even if another one cannot be read now", async () => {
    const { platform, wallet, open, params, lose } = await paymentWorld();
    const begun: string[] = [];
    const confirm = (quote: Quote) => begun.push(quote.id) > 0;
    lose("reset-after", 1);
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("5s");
    lose("reset-before", 1);
    const other = { ...params, lockedCurrencyAmount: AMOUNT + 1, confirm };
    await expect(wallet.pay(other)).rejects.toMatchObject({ outcome: "unknown" });
    const { faults } = platform.simulator;
    faults.add({ kind: "status", status: 503, operation: "GET /quotes/{quoteId}", times: 1, skip: 1 });
    const outcomes = (await open().pending()).map(({ outcome }) => outcome);
    expect(outcomes).toContain("unreadable");
    expect(outcomes).toHaveLength(2);
    expect(await open().pending()).toMatchObject([
      { outcome: "executed", quote: { id: begun[0] } },
      { outcome: "unknown", quote: { id: begun[1] } },
    ]);
  });

  it("stays if finish fails for another reason, or if it cannot be read", async () => {
    const { platform, wallet, open, params, lose, store, ada } = await paymentWorld();
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const payment = unfinished(await wallet.pending());
    await wallet.signOut();
    await expect(payment.finish()).rejects.toMatchObject({ name: "SessionRequiredError" });

    const { faults } = platform.simulator;
    faults.add({ kind: "status", status: 503, operation: "GET /quotes/{quoteId}", times: 1 });
    expect(await open().pending()).toMatchObject([{ outcome: "unreadable", error: { status: 503 } }]);
    expect(await store.listPayments(ada.accountId)).toHaveLength(1);
  });

  it("is unreadable for another user, and kept after its quote expires", async () => {
    const { platform, store, wallet, params, lose } = await paymentWorld("relay");
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const stranger = platform.wallet({ ...platform.mallory, accountId: wallet.accountId }, { store });
    expect(await stranger.pending()).toMatchObject([{ outcome: "unreadable", error: { status: 404 } }]);
    const own = platform.wallet(platform.mallory, { store });
    expect(await own.pending()).toEqual([]);
    await platform.simulator.clock.advance("10m");
    expect(await stranger.pending()).toHaveLength(1);
    expect(await wallet.pending()).toMatchObject([{ outcome: "not-executed" }]);
  });

  it("is returned even if other rows are damaged, and each can be dismissed", async () => {
    const { wallet, open, params, lose, store, ada } = await paymentWorld();
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const [good] = (await store.listPayments(ada.accountId)) ?? [];
    if (good === undefined) throw new Error("nothing was stored");
    const later = { startedAt: "2126-01-01T00:00:00.000Z", expiresAt: "2126-01-01T00:05:00.000Z" };
    // Not an id, an id that the service does not know, and an entry that lacks fields.
    await store.putPayment({ ...good, ...later, quoteId: "../quotes" });
    await store.putPayment({ ...good, ...later, quoteId: "Quote:gone" });
    await store.putPayment({ ...good, quoteId: "Quote:lacking", idempotencyKey: "" });
    const found = await open().pending();
    expect(new Map(found.map(({ quoteId, outcome }) => [quoteId, outcome]))).toEqual(
      new Map([
        [good.quoteId, "unknown"],
        ["../quotes", "unreadable"],
        ["Quote:gone", "unreadable"],
        ["Quote:lacking", "unreadable"],
      ]),
    );
    for (const payment of found) if (payment.outcome === "unreadable") await payment.dismiss();
    expect(await open().pending()).toMatchObject([{ outcome: "unknown", quoteId: good.quoteId }]);
  });

  it("reaches the other pages that share the store", async () => {
    const { wallet, open, params } = await paymentWorld();
    const other = open();
    onTestFinished(other.subscribe(() => {}));
    await other.pending();
    expect(other.payments.isCurrent).toBe(true);
    await wallet.pay(params);
    await vi.waitFor(() => expect(other.payments.isCurrent).toBe(false));
  });

  it("is not listed again if it is dismissed while its quote is read", async () => {
    const { platform, wallet, open, params, lose, store } = await paymentWorld("relay");
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const { quoteId } = unfinished(await open().pending());
    let isReading = () => {};
    const reading = new Promise<void>((resolve) => (isReading = resolve));
    let respond = () => {};
    const page = platform.wallet(platform.ada, {
      store,
      fetch: async (url, init) => {
        const response = await platform.relay(new Request(url, init));
        if (url.includes("/quotes/")) {
          isReading();
          await new Promise<void>((resolve) => (respond = resolve));
        }
        return response;
      },
    });
    const pending = page.pending();
    await reading;
    await page.dismiss(quoteId);
    respond();
    expect(await pending).toEqual([]);
    expect(page.payments).toMatchObject({ stored: [], isCurrent: false });
  });

  it.each([
    ["idempotencyKey", 5],
    ["startedAt", null],
    ["accountId", undefined],
    ["intent", ""],
    ["intent", { x: 1 }],
  ])("refuses an equal one though its %s is damaged, until it is dismissed", async (field, value) => {
    const { wallet, open, params, lose, store, platform, ada, balance } = await paymentWorld();
    const list = store.listPayments?.bind(store);
    lose("reset-after", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    store.listPayments = async (accountId) =>
      ((await list?.(accountId)) ?? []).map((row) =>
        row.isReturned === true ? row : { ...row, [field]: value },
      );
    const page = open();
    await expect(page.pay(params)).rejects.toMatchObject({ code: "PAYMENT_OPEN" });
    // Also while its quote cannot be read.
    const mend = platform.simulator.faults.add({ operation: "quotes.retrieve", kind: "status", status: 503 });
    await expect(page.pay(params, { maxRetries: 0 })).rejects.toMatchObject({ code: "PAYMENT_OPEN" });
    mend();
    expect(await balance()).toBe(FUNDS - AMOUNT);
    const other = { destinationType: "ACCOUNT", accountId: await platform.bankAccount(ada) } as const;
    await page.pay({ ...params, destination: other });
    const stored = await page.pending();
    expect(stored).toHaveLength(2);
    await Promise.all(stored.map((payment) => payment.dismiss()));
    await page.pay(params);
    expect(await balance()).toBe(FUNDS - 3 * AMOUNT);
  });

  it.each([
    ["PROCESSING", "executed"],
    ["COMPLETED", "executed"],
    ["FAILED", "executed"],
    ["REFUNDED", "executed"],
    ["EXPIRED", "not-executed"],
    ["CANCELLED", "not-executed"],
    ["PENDING_AUTHORIZATION", "unknown"],
    ["PENDING", "unknown"],
    ["A_NEWER_STATUS", "unknown"],
  ])("has the outcome of its quote: %s is %s", async (status, outcome) => {
    const { platform, wallet, ada, store, params } = await paymentWorld();
    const { confirm: _, ...wanted } = params;
    const quote = await wallet.quotes.create(wanted);
    const [quoteId, accountId] = [quote.id, ada.accountId];
    const startedAt = "2026-04-27T09:00:00.000Z";
    await store.putPayment({ quoteId, accountId, idempotencyKey: "key", startedAt } as StoredPayment);
    const fetch = async () => Response.json({ ...quote, status });
    const page = platform.wallet(ada, { store, fetch });
    expect(await page.pending()).toMatchObject([{ outcome, startedAt, quote: { id: quoteId, status } }]);
    expect(await store.listPayments(accountId)).toHaveLength(1);
  });

  it("is returned oldest first, only to its own wallet", async () => {
    const { platform, wallet, open, params, lose, store, ada } = await paymentWorld();
    const begun: string[] = [];
    const confirm = (quote: Quote) => begun.push(quote.id) > 0;
    lose("reset-before", 2);
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("5s");
    await wallet.balance();
    const other = { ...params, lockedCurrencyAmount: AMOUNT + 1, confirm };
    await expect(wallet.pay(other)).rejects.toMatchObject({ outcome: "unknown" });
    const stored = (await store.listPayments(ada.accountId)) ?? [];
    const list = vi.spyOn(store, "listPayments");
    for (const payments of [stored, stored.toReversed()]) {
      list.mockResolvedValue(payments);
      expect((await open().pending()).map(({ quoteId }) => quoteId)).toEqual(begun);
    }
    list.mockResolvedValue(stored.map((payment) => ({ ...payment, accountId: "InternalAccount:other" })));
    expect(await open().pending()).toEqual([]);
  });

  it("is skipped if it names no quote, or belongs to another wallet", async () => {
    const { wallet, store, ada } = await paymentWorld();
    const other = { quoteId: "Quote:1", accountId: "InternalAccount:other", idempotencyKey: "k" };
    const rows = [other, null, 1, { accountId: ada.accountId, quoteId: "" }, { quoteId: "Quote:2" }];
    vi.spyOn(store, "listPayments").mockResolvedValue(rows as never);
    expect(await wallet.pending()).toMatchObject([{ quoteId: "Quote:2", outcome: "unreadable" }]);
  });
});
