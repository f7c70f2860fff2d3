import type { Quote } from "payments-sdk";
import { CredentialMismatchError, memoryStore } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { FUNDS, AMOUNT, paymentWorld, unfinished } from "./payment-world";
import { brokenStore, warnings } from "./support";

describe("a stored payment", () => {
  it("is removed if the service refused it", async () => {
    const { platform, wallet, params, store, ada } = await paymentWorld();
    const confirm = async () => {
      await platform.simulator.clock.advance("10m");
      return true;
    };
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "not-executed" });
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
  });

  it("is removed if nobody could sign it", async () => {
    const { wallet, params, store, ada, keys } = await paymentWorld();
    await wallet.signOut();
    await expect(wallet.pay(params)).rejects.toMatchObject({ name: "SessionRequiredError" });
    expect(keys).toEqual([]);
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
  });

  it("is removed if it was never sent", async () => {
    const { wallet, open, params, store, ada, keys } = await paymentWorld();
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

    const storing = new AbortController();
    const { putPayment } = store;
    vi.spyOn(store, "putPayment").mockImplementation(async (payment) => {
      await putPayment?.(payment);
      storing.abort();
    });
    await expect(open().pay(params, { signal: storing.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
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
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
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
    expect(await store.listPayments?.(ada.accountId)).toHaveLength(1);
  });

  it("is returned later if another one fails first", async () => {
    const { platform, wallet, open, params, lose } = await paymentWorld();
    const begun: string[] = [];
    const confirm = (quote: Quote) => begun.push(quote.id) > 0;
    lose("reset-after", 1);
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("5s");
    lose("reset-before", 1);
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "unknown" });
    const { faults } = platform.simulator;
    faults.add({ kind: "status", status: 503, operation: "GET /quotes/{quoteId}", times: 1, skip: 1 });
    await expect(open().pending()).rejects.toMatchObject({ status: 503 });
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
    await expect(open().pending()).rejects.toMatchObject({ status: 503 });
    expect(await store.listPayments?.(ada.accountId)).toHaveLength(1);
  });

  it("is hidden from another user, and kept until its quote expires", async () => {
    const { platform, store, wallet, params, lose } = await paymentWorld("relay");
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const stranger = platform.wallet({ ...platform.mallory, accountId: wallet.accountId }, { store });
    expect(await stranger.pending()).toEqual([]);
    const own = platform.wallet(platform.mallory, { store });
    expect(await own.pending()).toEqual([]);
    expect(await store.listPayments?.(wallet.accountId)).toHaveLength(1);

    await platform.simulator.clock.advance("10m");
    await stranger.pending().catch(() => {});
    expect(await stranger.pending()).toEqual([]);
    expect(await store.listPayments?.(wallet.accountId)).toEqual([]);
  });

  it("is returned even if other entries cannot be read, with one warning", async () => {
    const { wallet, open, params, lose, store, ada } = await paymentWorld();
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const [good] = (await store.listPayments?.(ada.accountId)) ?? [];
    if (good === undefined) throw new Error("nothing was stored");
    const later = { startedAt: "2126-01-01T00:00:00.000Z", expiresAt: "2126-01-01T00:05:00.000Z" };
    // Not an id, an id that the service does not know, an entry that lacks fields, and an old one.
    await store.putPayment?.({ ...good, ...later, quoteId: "../quotes" });
    await store.putPayment?.({ ...good, ...later, quoteId: "Quote:gone" });
    await store.putPayment?.({ ...good, quoteId: "Quote:lacking", idempotencyKey: "" });
    await store.putPayment?.({ ...good, quoteId: "Quote:old", expiresAt: "2020-01-01T00:00:00.000Z" });

    const { lines, logger } = warnings();
    const page = open({ logger, logLevel: "warn" });
    for (let count = 0; count < 2; count += 1) {
      expect(await page.pending()).toMatchObject([{ outcome: "unknown", quote: { id: good.quoteId } }]);
    }
    expect(lines).toEqual([expect.stringContaining("has unreadable payments")]);
    const kept = (await store.listPayments?.(ada.accountId)) ?? [];
    expect(kept.map(({ quoteId }) => quoteId).toSorted()).toEqual(
      [good.quoteId, "../quotes", "Quote:gone", "Quote:lacking"].toSorted(),
    );
  });

  it("stays in memory if a custom store keeps only sessions", async () => {
    const { get, put, delete: remove, list } = memoryStore();
    const { wallet, open, params, lose } = await paymentWorld("client", {
      store: { get, put, delete: remove, list },
    });
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    expect(await open().pending()).toEqual([]);
    await unfinished(await wallet.pending()).finish();
    expect(await wallet.pending()).toEqual([]);
  });

  it("stays in memory if the store fails, and the warning names no payment", async () => {
    const { open, params, platform, balance } = await paymentWorld();
    const { lines, logger } = warnings();
    const store = brokenStore("putPayment", "deletePayment", "listPayments");
    const wallet = open({ store, logger, logLevel: "warn" });
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    const paid = await wallet.pay(params);
    expect(await wallet.pending()).toEqual([]);
    expect(await balance()).toBe(FUNDS - AMOUNT);
    for (const call of ["putPayment", "deletePayment", "listPayments"]) {
      expect(lines.join("\n")).toContain(`\`${call}\` (DataCloneError)`);
    }
    expect(lines.join("\n")).not.toContain(paid?.id);
  });

  it.each([
    ["PROCESSING", "executed"],
    ["COMPLETED", "executed"],
    ["FAILED", "executed"],
    ["EXPIRED", "not-executed"],
    ["PENDING", "unknown"],
    ["A_NEWER_STATUS", "unknown"],
  ])("has the outcome of its quote: %s is %s", async (status, outcome) => {
    const { platform, wallet, ada, store, params } = await paymentWorld();
    const { confirm: _, ...wanted } = params;
    const quote = await wallet.quotes.create(wanted);
    const [quoteId, accountId] = [quote.id, ada.accountId];
    const startedAt = "2026-04-27T09:00:00.000Z";
    await store.putPayment?.({ quoteId, accountId, idempotencyKey: "key", startedAt });
    const fetch = async () => Response.json({ ...quote, status });
    const page = platform.wallet(ada, { store, fetch });
    expect(await page.pending()).toMatchObject([{ outcome, startedAt, quote: { id: quoteId, status } }]);
    expect(await store.listPayments?.(accountId)).toHaveLength(outcome === "unknown" ? 1 : 0);
  });

  it("is returned oldest first, only to its own wallet", async () => {
    const { platform, wallet, open, params, lose, store, ada } = await paymentWorld();
    const begun: string[] = [];
    const confirm = (quote: Quote) => begun.push(quote.id) > 0;
    lose("reset-before", 2);
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("5s");
    await wallet.balance();
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "unknown" });
    const stored = (await store.listPayments?.(ada.accountId)) ?? [];
    const list = vi.spyOn(store, "listPayments");
    for (const payments of [stored, stored.toReversed()]) {
      list.mockResolvedValue(payments);
      expect((await open().pending()).map(({ quote }) => quote.id)).toEqual(begun);
    }
    list.mockResolvedValue(stored.map((payment) => ({ ...payment, accountId: "InternalAccount:other" })));
    expect(await open().pending()).toEqual([]);
  });

  it("is skipped if it is invalid or belongs to another wallet", async () => {
    const { wallet, store, ada } = await paymentWorld();
    const list = vi.spyOn(store, "listPayments");
    const payment = {
      quoteId: "Quote:1",
      accountId: "InternalAccount:other",
      idempotencyKey: "k",
      startedAt: "2026-04-27T09:00:00.000Z",
    };
    const empty = { ...payment, accountId: ada.accountId, quoteId: "" };
    for (const entries of [
      [payment, null, 1, empty, { accountId: ada.accountId, quoteId: 7 }],
      null,
      "payments",
    ]) {
      list.mockResolvedValue(entries as never);
      expect(await wallet.pending()).toEqual([]);
    }
  });
});
