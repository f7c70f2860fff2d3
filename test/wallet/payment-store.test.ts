import type { Quote } from "payments-sdk";

import type { PendingPayment, StoredPayment } from "payments-sdk/wallet";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { LIMIT_MS, passLimitOnSilence } from "../support/silence";
import { AMOUNT, FUNDS, modes, paymentWorld, unfinished } from "./payment-world";
import { brokenStore } from "./support";
import { splitStore } from "./split-store";
import type { SplitStore } from "./split-store";

const UNAVAILABLE = { name: "StoreUnavailableError", code: "STORE_UNAVAILABLE", outcome: "not-executed" };
const OPEN = { name: "PaymentOpenError", code: "PAYMENT_OPEN", outcome: "not-executed", advice: "reconcile" };

/** A store that keeps the sessions of another, and fails at these calls for payments. */
const failing = (store: SplitStore, ...methods: (keyof SplitStore)[]): SplitStore => ({
  ...store,
  ...Object.fromEntries(methods.map((method) => [method, brokenStore(method)[method]])),
});

describe.each(modes)("the store is the only list of payments (%s)", (mode) => {
  it("one tab does not finish what another tab has ended", async () => {
    const store = splitStore();
    const { wallet, open, params, keys, balance, platform } = await paymentWorld(mode, { store });
    const tab = open();
    let shown: PendingPayment[] = [];
    const { putPayment } = store;
    vi.spyOn(store, "putPayment").mockImplementationOnce(async (payment) => {
      await putPayment(payment);
      shown = await tab.pending();
    });
    const operation = "POST /quotes/{quoteId}/execute";
    platform.simulator.faults.add({ kind: "status", status: 429, operation, times: 1 });
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "not-executed" });
    await wallet.pay(params);
    const sent = keys.length;
    await expect(unfinished(shown).finish()).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      outcome: "not-executed",
      issues: [{ path: "payment" }],
    });
    expect(keys).toHaveLength(sent);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("an outcome stays until it is dismissed, for all tabs", async () => {
    const { wallet, open, params, lose } = await paymentWorld(mode);
    lose("reset-after", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const tabs = [open(), open(), open()];
    for (const tab of tabs) expect(await tab.pending()).toMatchObject([{ outcome: "executed" }]);
    await (await tabs[0]?.pending())?.[0]?.dismiss();
    for (const tab of [...tabs, open()]) expect(await tab.pending()).toEqual([]);
  });

  it("an outcome that pay has returned stays, too, until it is dismissed for all tabs [W13]", async () => {
    const { wallet, open, params, balance } = await paymentWorld(mode);
    const paid = await wallet.pay(params);
    const tabs = [wallet, open(), open()];
    for (const tab of tabs) expect(await tab.pending()).toMatchObject([{ outcome: "executed" }]);
    // Somebody got the outcome, so an equal payment is a second one.
    await open().pay(params);
    expect(await balance()).toBe(FUNDS - 2 * AMOUNT);
    await tabs[1]?.dismiss(paid?.id ?? "Quote:");
    for (const tab of tabs) expect(await tab.pending()).toHaveLength(1);
    await (await wallet.pending())[0]?.dismiss();
    for (const tab of tabs) expect(await tab.pending()).toEqual([]);
  });

  it("an outcome that finish has returned refuses no equal payment", async () => {
    const { wallet, open, params, lose, balance } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    await unfinished(await wallet.pending()).finish();
    await open().pay(params);
    expect(await balance()).toBe(FUNDS - 2 * AMOUNT);
  });

  it("an equal payment is refused before anything is sent, until the open one is dismissed", async () => {
    const { wallet, open, params, lose, platform, balance, keys } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const confirm = vi.fn(() => true);
    for (const tab of [wallet, open()]) {
      await expect(tab.pay({ ...params, confirm })).rejects.toMatchObject(OPEN);
    }
    expect(confirm).not.toHaveBeenCalled();
    expect(keys).toHaveLength(1);
    // Another amount is another payment.
    await wallet.pay({ ...params, lockedCurrencyAmount: AMOUNT + 1 });
    await (await open().pending()).find(({ outcome }) => outcome === "unknown")?.dismiss();
    await wallet.pay(params);
    expect(await balance()).toBe(FUNDS - AMOUNT - AMOUNT - 1);
    expect(platform.simulator.requests.length).toBeGreaterThan(0);
  });

  it("a form that changes during the call changes no payment, so an equal one is still refused", async () => {
    const { ada, platform, store, wallet, open, params, lose, balance } = await paymentWorld(mode);
    const other = await platform.bankAccount(ada);
    const form = { ...params, destination: { ...params.destination } };
    const { listPayments } = store;
    vi.spyOn(store, "listPayments").mockImplementationOnce(async (accountId) => {
      form.destination.accountId = other;
      return (await listPayments(accountId)) ?? [];
    });
    const confirm = vi.fn((_: Quote) => true);
    lose("reset-after", 1);
    await expect(wallet.pay({ ...form, confirm })).rejects.toMatchObject({ outcome: "unknown" });
    expect(confirm.mock.lastCall?.[0].destination).toMatchObject(params.destination);
    await expect(open().pay(params)).rejects.toMatchObject(OPEN);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("an equal payment is made if the earlier one has expired", async () => {
    const { platform, wallet, params, lose, balance } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("10m");
    await wallet.pay(params);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("a tab that confirms after another tab has paid sends nothing", async () => {
    const { wallet, open, params, keys } = await paymentWorld(mode);
    const confirm = async () => (await wallet.pay(params)) !== undefined;
    await expect(open().pay({ ...params, confirm })).rejects.toMatchObject(OPEN);
    expect(keys).toHaveLength(1);
  });

  it("two tabs that confirm the same payment at the same time send it once", async () => {
    const world = await paymentWorld(mode, { timeout: LIMIT_MS });
    const { wallet, open, params, keys, lose } = world;
    passLimitOnSilence(world.platform.simulator);
    let waiting = 0;
    const confirm = async () => {
      waiting += 1;
      await vi.waitFor(() => expect(waiting).toBe(2));
      return true;
    };
    lose("stall-headers", 1);
    const ended = await Promise.allSettled([wallet, open()].map((tab) => tab.pay({ ...params, confirm })));
    const reasons = ended.map((each) => (each.status === "rejected" ? (each.reason as unknown) : undefined));
    expect(reasons).toContainEqual(expect.objectContaining({ code: "PAYMENT_OPEN" }));
    expect(reasons).toContainEqual(expect.objectContaining({ outcome: "unknown" }));
    expect(keys).toHaveLength(1);
  });
});

describe("a store that fails", () => {
  it.each([
    ["putPayment", "put"],
    ["listPayments", "list"],
  ] as const)("at %s: nothing is sent", async (failed, method) => {
    const { store, open, params, keys, balance } = await paymentWorld();
    const page = open({ store: failing(store, failed) });
    await expect(page.pay(params)).rejects.toMatchObject({ ...UNAVAILABLE, method });
    expect(keys).toEqual([]);
    expect(await balance()).toBe(FUNDS);
    if (method === "list") await expect(page.pending()).rejects.toMatchObject(UNAVAILABLE);
    expect(page.payments.progress).toMatchObject({ status: "failed", error: UNAVAILABLE });
  });

  it.each([null, "payments"])("with %s as its list is not an empty list", async (entries) => {
    const { wallet, store } = await paymentWorld();
    vi.spyOn(store, "listPayments").mockResolvedValue(entries as never);
    await expect(wallet.pending()).rejects.toMatchObject({ ...UNAVAILABLE, method: "list" });
  });

  it("at deletePayment: the payment stays in the list", async () => {
    const { store, open, params } = await paymentWorld();
    const page = open({ store: failing(store, "deletePayment") });
    await page.pay(params);
    const [payment] = await page.pending();
    await expect(payment?.dismiss()).rejects.toMatchObject({ ...UNAVAILABLE, method: "delete" });
    expect(await page.pending()).toMatchObject([{ outcome: "executed" }]);
  });

  it("after the payment: that is not an error, and an equal one is refused until it is dismissed", async () => {
    const { store, open, params, balance } = await paymentWorld();
    const putPayment = vi.fn(store.putPayment).mockImplementationOnce(store.putPayment as never);
    const warn = vi.fn();
    const logger = { debug() {}, info() {}, warn, error() {} };
    const page = open({ store: { ...store, putPayment } as SplitStore, logger, logLevel: "warn" });
    putPayment.mockImplementation(() => Promise.reject(new Error("full")));
    const paid = await page.pay(params);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    await expect(page.pay(params)).rejects.toMatchObject(OPEN);
    await page.dismiss(paid?.id ?? "Quote:");
    putPayment.mockImplementation(store.putPayment as never);
    await page.pay(params);
    expect(await balance()).toBe(FUNDS - 2 * AMOUNT);
  });

  it("keeps the outcome so late that the system freezes the page: an equal payment of another tab is refused", async () => {
    const { store, open, params, balance } = await paymentWorld();
    const putPayment = vi.fn(store.putPayment).mockImplementationOnce(store.putPayment as never);
    putPayment.mockImplementation(() => new Promise(() => {}));
    const page = open({ store: { ...store, putPayment } as SplitStore });
    // The page may have no time to show it.
    expect((await page.pay(params))?.status).toBe("COMPLETED");
    await expect(open().pay(params)).rejects.toMatchObject(OPEN);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("keeps no payments: nothing is sent, unless the option allows it", async () => {
    const store = failing(splitStore(), "putPayment", "deletePayment", "listPayments");
    const { wallet, open, params, lose, balance, keys } = await paymentWorld("client", { store });
    await expect(wallet.pay(params)).rejects.toMatchObject(UNAVAILABLE);
    expect(keys).toEqual([]);
    const page = open({ allowUnrecordedPayments: true });
    lose("reset-before", 1);
    await expect(page.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    expect(page.payments.forgetsOnReload).toBe(true);
    await expect(page.pay(params)).rejects.toMatchObject(OPEN);
    const payment = unfinished(await page.pending());
    await payment.finish();
    await payment.dismiss();
    expect(await page.pending()).toEqual([]);
    expect(page.payments.forgetsOnReload).toBe(false);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("is closed to the page, with its locks: nothing is sent, unless the option allows it", async () => {
    const { store, open, params, lose, balance, keys } = await paymentWorld();
    const denied = () => Promise.reject(new DOMException("Access is denied", "SecurityError"));
    const locked = open({ store: { ...store, lock: denied } });
    await expect(locked.pay(params)).rejects.toMatchObject({ ...UNAVAILABLE, method: "lock" });
    await expect(locked.dismiss("Quote:1")).rejects.toMatchObject({ ...UNAVAILABLE, method: "lock" });
    const closed = {
      ...store,
      putPayment: denied,
      deletePayment: denied,
      listPayments: denied,
      lock: denied,
    };
    await expect(open({ store: closed }).pay(params)).rejects.toMatchObject(UNAVAILABLE);
    expect(keys).toEqual([]);
    const page = open({ store: closed, allowUnrecordedPayments: true });
    lose("reset-after", 1);
    await expect(page.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    expect(page.payments.forgetsOnReload).toBe(true);
    await expect(page.pay(params)).rejects.toMatchObject(OPEN);
    expect(await page.pending()).toMatchObject([{ outcome: "executed" }]);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it.each<[string, SplitStore["lock"]]>([
    ["never runs the work", async () => {}],
    [
      "throws at once",
      () => {
        throw new RangeError("no locks");
      },
    ],
  ])("has a lock that %s: nothing is sent, and the call ends", async (_, lock) => {
    const { store, open, params, keys } = await paymentWorld();
    const page = open({ store: { ...store, lock } });
    await expect(page.pay(params)).rejects.toMatchObject({ ...UNAVAILABLE, method: "lock" });
    await expect(page.dismiss("Quote:1")).rejects.toMatchObject({ ...UNAVAILABLE, method: "lock" });
    expect([keys, await page.pending()]).toEqual([[], []]);
  });

  it("fails after it was read: its payments are not taken for none", async () => {
    const { store, open, params, keys } = await paymentWorld();
    const listPayments = vi.fn(store.listPayments);
    const page = open({ store: { ...store, listPayments } as SplitStore, allowUnrecordedPayments: true });
    expect(await page.pending()).toEqual([]);
    listPayments.mockRejectedValue(new Error("busy"));
    await expect(page.pending()).rejects.toMatchObject(UNAVAILABLE);
    await expect(page.pay(params)).rejects.toMatchObject(UNAVAILABLE);
    expect(keys).toEqual([]);
  });

  it("writes slowly: what was given up does not come back", async () => {
    const { store, open, params, keys, ada, balance } = await paymentWorld();
    let write: () => void = () => {};
    const slow = {
      ...store,
      putPayment: (payment: StoredPayment) =>
        new Promise<void>((resolve) => {
          write = () => resolve(store.putPayment(payment));
        }),
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const page = open({ store: slow });
    const paying = expect(page.pay(params)).rejects.toMatchObject(UNAVAILABLE);
    await vi.waitFor(() => expect(page.payments.progress.status).toBe("sending"));
    await vi.advanceTimersByTimeAsync(7_000);
    await paying;
    write();
    await vi.waitFor(async () => expect(await store.listPayments(ada.accountId)).toEqual([]));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await store.listPayments(ada.accountId)).toEqual([]);
    expect(await open().pending()).toEqual([]);
    expect(keys).toEqual([]);
    expect(await balance()).toBe(FUNDS);
  });
});

describe("wallet.payments", () => {
  it("shows the progress of a payment, and calls the listeners with it", async () => {
    const { wallet, params } = await paymentWorld();
    const seen: string[] = [];
    onTestFinished(wallet.subscribe((_, { progress }) => seen.push(progress.status)));
    const confirm = (quote: Quote) => wallet.payments.progress.status === "confirm" && quote.id !== "";
    const paid = await wallet.pay({ ...params, confirm });
    expect(wallet.payments.progress).toMatchObject({ status: "sent", quote: { id: paid?.id } });
    await vi.waitFor(() => expect(seen.at(-1)).toBe("sent"));
    expect(new Set(seen)).toEqual(new Set(["quote", "confirm", "sending", "sent"]));
  });

  it.each([
    ["PROCESSING", "sent"],
    ["REFUNDED", "sent"],
    ["FAILED", "failed"],
    ["EXPIRED", "failed"],
    ["A_NEWER_STATUS", "unknown"],
  ])("show a payment with the status %s as %s, until it is dismissed", async (status, progress) => {
    const { wallet, params, sayStatus } = await paymentWorld();
    sayStatus(status, "/execute");
    await wallet.pay(params);
    expect(wallet.payments.progress).toMatchObject({ status: progress, quote: { status } });
    const [payment] = await wallet.pending();
    await payment?.dismiss();
    expect(wallet.payments).toMatchObject({ stored: [], progress: { status: "idle" } });
  });

  it("show a payment as failed if `confirm` fails, because nobody paid", async () => {
    const { wallet, params } = await paymentWorld();
    const error = new Error("the dialog broke");
    await expect(wallet.pay({ ...params, confirm: () => Promise.reject(error) })).rejects.toBe(error);
    expect(wallet.payments.progress).toEqual({ status: "failed", error });
  });

  it.each(["finish", "dismiss"] as const)("follow a stored payment: %s", async (how) => {
    const { wallet, params, lose } = await paymentWorld();
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    await unfinished(await wallet.pending())[how]();
    expect(wallet.payments.progress.status).toBe(how === "finish" ? "sent" : "idle");
  });

  it("has the stored payments, and says when they have changed", async () => {
    const { wallet, params, lose } = await paymentWorld();
    expect(wallet.payments).toMatchObject({ stored: [], isCurrent: false });
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    expect(wallet.payments.progress.status).toBe("unknown");
    const [payment] = await wallet.pending();
    const { payments } = wallet;
    expect(payments).toMatchObject({ stored: [{ outcome: "unknown" }], isCurrent: true });
    expect(wallet.payments).toBe(payments);
    await payment?.dismiss();
    expect(wallet.payments).toMatchObject({ stored: [], isCurrent: false });
  });
});
