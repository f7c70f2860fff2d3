import type { Quote } from "payments-sdk";

import { describe, expect, it, onTestFinished, vi } from "vitest";
import { LIMIT_MS, passLimitOnSilence } from "../support/silence";
import { AMOUNT, FUNDS, modes, paymentWorld, unfinished } from "./payment-world";
import { splitStore } from "./split-store";

describe.each(modes)("a payment of the wallet (%s)", (mode) => {
  it("is quoted, shown, signed and executed, and then listed until it is dismissed", async () => {
    const { wallet, params, balance, store, ada, keys } = await paymentWorld(mode);
    const confirm = vi.fn(async (quote: Quote) => quote.totalSendingAmount === AMOUNT);
    const paid = await wallet.pay({ ...params, confirm });
    expect(confirm).toHaveBeenCalledOnce();
    expect(paid).toMatchObject({ id: confirm.mock.calls[0]?.[0].id, totalSendingAmount: AMOUNT });
    expect(await balance()).toBe(FUNDS - AMOUNT);
    expect(keys).toHaveLength(1);
    expect(await wallet.pending()).toMatchObject([{ quoteId: paid?.id, outcome: "executed" }]);
    await wallet.dismiss(paid?.id ?? "Quote:");
    expect(await store.listPayments(ada.accountId)).toEqual([]);
    expect(await wallet.pending()).toEqual([]);
  });

  it.each([false, undefined, "yes", 1])("is not made if confirm returns %s", async (word) => {
    const { wallet, params, balance, store, ada, keys } = await paymentWorld(mode);
    const confirm = () => word as boolean; // JavaScript may return anything.
    await expect(wallet.pay({ ...params, confirm })).resolves.toBeUndefined();
    expect(keys).toEqual([]);
    expect(await balance()).toBe(FUNDS);
    expect(await store.listPayments(ada.accountId)).toEqual([]);
  });

  it("is stored with its key before it is sent", async () => {
    const store = splitStore();
    const { wallet, params, keys } = await paymentWorld(mode, { store });
    let sentBefore: number | undefined;
    const put = vi.spyOn(store, "putPayment").mockImplementation(async () => {
      sentBefore ??= keys.length;
    });
    const paid = await wallet.pay(params);
    expect(sentBefore).toBe(0);
    const [stored] = put.mock.calls[0] ?? [];
    expect(stored).toMatchObject({ quoteId: paid?.id, accountId: wallet.accountId });
    // The relay makes a key of its own out of the page's.
    if (mode === "client") expect(keys).toEqual([stored?.idempotencyKey]);
  });

  it("is not sent until the store has it", async () => {
    const store = splitStore();
    const { wallet, params, keys } = await paymentWorld(mode, { store });
    let sentBefore: number | undefined;
    vi.spyOn(store, "putPayment").mockImplementation(async () => {
      // As long as an execution takes that does not wait.
      await vi.waitFor(() => expect(keys).not.toEqual([]), { timeout: 150 }).catch(() => {});
      sentBefore ??= keys.length;
    });
    await expect(wallet.pay(params)).resolves.toBeDefined();
    expect(sentBefore).toBe(0);
    expect(keys).toHaveLength(1);
  });

  it.each(["reset-after", "stall-headers", "reset-body"] as const)(
    "is reported as executed once after a lost response (%s), and is not repeated",
    async (kind) => {
      const { platform, wallet, open, params, balance, lose } = await paymentWorld(mode, {
        timeout: LIMIT_MS,
      });
      passLimitOnSilence(platform.simulator);
      lose(kind, 1);
      await expect(wallet.pay(params)).rejects.toMatchObject({
        operation: expect.stringMatching(/execute/i),
        outcome: expect.stringMatching(/^(?:unknown|executed)$/),
      });
      const page = open();
      const [told, ...others] = await page.pending();
      expect(told).toMatchObject({ outcome: "executed", quote: { totalSendingAmount: AMOUNT } });
      expect(told?.quote?.status).toMatch(/^(?:PROCESSING|COMPLETED)$/);
      expect(others).toEqual([]);
      expect(await open().pending()).toHaveLength(1);
      await told?.dismiss();
      expect(await open().pending()).toEqual([]);
      expect(await balance()).toBe(FUNDS - AMOUNT);
    },
  );

  it("is finished after a reload with the same key, and is made once", async () => {
    const { platform, wallet, open, params, balance, lose, keys, store, ada } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    expect(await balance()).toBe(FUNDS);

    const page = open();
    const payment = unfinished(await page.pending());
    expect(payment).toMatchObject({ quote: { status: "PENDING", totalSendingAmount: AMOUNT } });
    lose("reset-after", 2);
    await expect(payment.finish()).rejects.toMatchObject({ outcome: "unknown" });
    // Made, but its response was lost again: another try with the same key tells, even after the quote expired.
    await expect(payment.finish()).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("10m");
    await page.credentials.list();
    const finished = await payment.finish();

    expect(finished.id).toBe(payment.quote.id);
    expect(await balance()).toBe(FUNDS - AMOUNT);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(await store.listPayments(ada.accountId)).toHaveLength(1);
    await payment.dismiss();
    expect(await store.listPayments(ada.accountId)).toEqual([]);
  });

  it("is reported after a PENDING response until its status is known", async () => {
    const { wallet, open, params, balance, store, ada, sayStatus } = await paymentWorld(mode);
    sayStatus("PENDING", "/execute");
    const paid = await wallet.pay(params);
    expect(paid).toMatchObject({ status: "PENDING" });
    expect(await store.listPayments(ada.accountId)).toMatchObject([{ quoteId: paid?.id }]);

    const [told, ...others] = await open().pending();
    expect(told).toMatchObject({ outcome: "executed", quote: { id: paid?.id } });
    expect(others).toEqual([]);
    expect(await open().pending()).toMatchObject([{ outcome: "executed" }]);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("keeps its key if finish returns PENDING again, and is made once", async () => {
    const { wallet, open, params, balance, keys, store, ada, sayStatus } = await paymentWorld(mode);
    sayStatus("PENDING", "/execute");
    const paid = await wallet.pay(params);
    sayStatus("PENDING", paid?.id.replace("Quote:", "") ?? "", "/execute");
    const payment = unfinished(await open().pending());
    expect(await payment.finish()).toMatchObject({ id: paid?.id, status: "PENDING" });
    expect(await store.listPayments(ada.accountId)).toHaveLength(1);

    expect(await payment.finish()).toMatchObject({
      status: expect.stringMatching(/^(?:PROCESSING|COMPLETED)$/),
    });
    expect(await open().pending()).toMatchObject([{ outcome: "executed" }]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("is not judged by the status of another quote", async () => {
    const { platform, wallet, params, ada, store, lose } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const fetch = async () =>
      Response.json({ id: "Quote:other", status: "COMPLETED", source: {}, destination: {} });
    expect(await platform.wallet(ada, { store, fetch, logLevel: "off" }).pending()).toMatchObject([
      {
        outcome: "unreadable",
        error: { code: "UNRELATED_RESPONSE", outcome: "not-executed", issues: [{ path: "id" }] },
      },
    ]);
    expect(await store.listPayments(ada.accountId)).toHaveLength(1);
  });

  it("is made once if two tabs finish it at the same time", async () => {
    const { wallet, open, params, balance, lose } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const tabs = [open(), open()];
    const payments = await Promise.all(tabs.map(async (tab) => unfinished(await tab.pending())));
    const finished = await Promise.allSettled(payments.map((payment) => payment.finish()));
    expect(finished.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("moves no money if it expires first, and is reported until it is dismissed", async () => {
    const { platform, wallet, open, params, balance, lose } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("10m");
    const [told] = await open().pending();
    expect(told).toMatchObject({ outcome: "not-executed", quote: { status: "EXPIRED" } });
    expect(await open().pending()).toHaveLength(1);
    await told?.dismiss();
    expect(await open().pending()).toEqual([]);
    expect(await balance()).toBe(FUNDS);
  });
});

describe("pay", () => {
  it("rejects invalid parameters before it sends anything", async () => {
    const { wallet, params, platform } = await paymentWorld();
    const requests = platform.simulator.requests.length;
    for (const [given, path] of [
      [undefined, "params"],
      [{ ...params, confirm: undefined }, "confirm"],
      [{ ...params, source: { sourceType: "ACCOUNT", accountId: wallet.accountId } }, "source"],
      [{ ...params, immediatelyExecute: false }, "immediatelyExecute"],
      [{ ...params, lockedCurrencyAmount: 0.5 }, "lockedCurrencyAmount"],
    ] as const) {
      await expect(Reflect.apply(wallet.pay, wallet, [given])).rejects.toMatchObject({
        name: "InvalidRequestError",
        issues: [{ path }],
      });
    }
    expect(platform.simulator.requests).toHaveLength(requests);
  });

  it("reports not-executed if it cannot get a quote", async () => {
    const { platform, wallet, params, keys } = await paymentWorld();
    const { faults } = platform.simulator;
    for (const kind of ["reset-after", "reset-body"] as const) {
      faults.add({ kind, operation: "POST /quotes", times: 1 });
      await expect(wallet.pay(params)).rejects.toMatchObject({
        operation: "quotes.create",
        outcome: "not-executed",
      });
    }
    expect(keys).toEqual([]);
  });

  it("ends when the caller aborts during confirm, and sends nothing", async () => {
    const { wallet, params, keys, store, ada } = await paymentWorld();
    const controller = new AbortController();
    const reason = new Error("closed");
    const aborted = { name: "AbortError", code: "ABORTED", cause: reason };
    const confirm = () => {
      controller.abort(reason);
      return new Promise<boolean>(() => {});
    };
    await expect(wallet.pay({ ...params, confirm }, { signal: controller.signal })).rejects.toMatchObject(
      aborted,
    );
    expect(keys).toEqual([]);
    expect(await store.listPayments(ada.accountId)).toEqual([]);
  });

  it("does not count the customer's time, and rejects with confirm's error", async () => {
    const { wallet, params } = await paymentWorld();
    const now = vi.spyOn(performance, "now");
    onTestFinished(() => now.mockRestore());
    const confirm = async () => {
      const before = performance.now();
      now.mockImplementation(() => before + 3_600_000);
      return true;
    };
    await expect(wallet.pay({ ...params, confirm }, { totalTimeout: 5_000 })).resolves.toBeDefined();
    now.mockRestore();
    const trouble = new Error("the dialog broke");
    const fails = () => Promise.reject(trouble);
    await expect(wallet.pay({ ...params, confirm: fails })).rejects.toBe(trouble);
  });
});

it("keeps a payment that was sent if an error of another class follows", async () => {
  const { service, wallet, open, params } = await paymentWorld();
  const { fetch } = service;
  service.fetch = async (url, init) => {
    const response = await fetch(url, init);
    const isExecution = url.endsWith("/execute");
    // A response of a careless `fetch`: it fails once the client has read the body.
    return isExecution ? Object.defineProperty(response, "headers", { value: undefined }) : response;
  };
  await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
  service.fetch = fetch;
  expect(await open().pending()).toMatchObject([{ outcome: "executed" }]);
});
