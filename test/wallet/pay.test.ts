import { PaymentsClient } from "payments-sdk";
import type { Quote } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { Fault } from "payments-sdk/simulator";
import { memoryStore, Wallet } from "payments-sdk/wallet";
import type { PendingPayment, SessionStore, WalletClientOptions } from "payments-sdk/wallet";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Platform } from "../relay/support";
import { brokenStore, warnings } from "./support";

const EXECUTE = "POST /quotes/{quoteId}/execute";
const FUNDS = 10_000_000;
const AMOUNT = 1_000_000;
const modes = ["client", "relay"] as const;
type Mode = (typeof modes)[number];

/** A production service over real HTTP, and Ada's wallet, which is signed in. `open` gives the wallet of the page after a reload. */
async function world(mode: Mode = "client", store: SessionStore = memoryStore()) {
  const platform = await Platform.create();
  const { ada, simulator } = platform;
  const server = await simulator.listen();
  onTestFinished(() => server.close());
  /** The keys of the executions, as the service received them. */
  const keys: string[] = [];
  const client = new PaymentsClient({
    ...simulator.clientOptions(),
    baseUrl: server.url,
    fetch: (url, init) => fetch(url, init),
    timeout: 200,
    maxRetries: 0,
    logLevel: "off",
    hooks: {
      onRequest: ({ operation, url, idempotencyKey }) => {
        if (operation === "quotes.execute" || url.endsWith("/execute")) keys.push(idempotencyKey ?? "");
      },
    },
  });
  const relay = createWalletRelay({ ...platform.relayOptions, client });
  await platform.fund(ada, FUNDS);
  const bank = await platform.bankAccount(ada);
  await platform.registerEmail(ada);
  const open = (options: Pick<WalletClientOptions, "store" | "logger" | "logLevel"> = {}) => {
    const shared = { store, logLevel: "off", ...options } as const;
    return mode === "client"
      ? new Wallet({ client, accountId: ada.accountId, customerId: ada.customerId, ...shared })
      : platform.wallet(ada, {
          fetch: (url, init) => relay(new Request(url, init)),
          maxRetries: 0,
          ...shared,
        });
  };
  const wallet = open();
  await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
  return {
    platform,
    wallet,
    open,
    store,
    keys,
    ada,
    params: {
      destination: { destinationType: "ACCOUNT", accountId: bank },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: AMOUNT,
      confirm: () => true,
    } as const,
    balance: async () => (await open().balance()).amount,
    lose: (kind: Fault["kind"], times: number) => simulator.faults.add({ kind, operation: EXECUTE, times }),
  };
}

/** The only payment of a list, which is not finished. */
function unfinished(pending: PendingPayment[]): PendingPayment & { outcome: "unknown" } {
  const [payment] = pending;
  if (pending.length !== 1 || payment?.outcome !== "unknown") throw new Error("not one unfinished payment");
  return payment;
}

describe.each(modes)("a payment of the wallet (%s)", (mode) => {
  it("is quoted, shown, signed and executed, and then forgotten", async () => {
    const { wallet, params, balance, store, ada, keys } = await world(mode);
    const confirm = vi.fn(async (quote: Quote) => quote.totalSendingAmount === AMOUNT);
    const paid = await wallet.pay({ ...params, confirm });
    expect(confirm).toHaveBeenCalledOnce();
    expect(paid).toMatchObject({ id: confirm.mock.calls[0]?.[0].id, totalSendingAmount: AMOUNT });
    expect(await balance()).toBe(FUNDS - AMOUNT);
    expect(keys).toHaveLength(1);
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
    expect(await wallet.pending()).toEqual([]);
  });

  it.each([false, undefined, "yes", 1])("is not made when the customer's word is %s", async (word) => {
    const { wallet, params, balance, store, ada, keys } = await world(mode);
    const confirm = () => word as boolean; // JavaScript may return anything.
    await expect(wallet.pay({ ...params, confirm })).resolves.toBeUndefined();
    expect(keys).toEqual([]);
    expect(await balance()).toBe(FUNDS);
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
  });

  it("is remembered before it is sent, with the key that is sent", async () => {
    const store = memoryStore();
    const { wallet, params, keys } = await world(mode, store);
    let sentBefore: number | undefined;
    const put = vi.spyOn(store, "putPayment").mockImplementation(async () => {
      sentBefore = keys.length;
    });
    const paid = await wallet.pay(params);
    expect(sentBefore).toBe(0);
    const [stored] = put.mock.calls[0] ?? [];
    expect(stored).toMatchObject({ quoteId: paid?.id, accountId: wallet.accountId });
    // The relay makes a key of its own out of the page's.
    if (mode === "client") expect(keys).toEqual([stored?.idempotencyKey]);
  });

  it.each(["reset-after", "stall-headers", "reset-body"] as const)(
    "whose response is lost (%s) is told after a reload as made, once, and is not made again",
    async (kind) => {
      const { wallet, open, params, balance, lose } = await world(mode);
      lose(kind, 1);
      await expect(wallet.pay(params)).rejects.toMatchObject({
        operation: expect.stringMatching(/execute/i),
        outcome: expect.stringMatching(/^(?:unknown|executed)$/),
      });
      const page = open();
      const [told, ...others] = await page.pending();
      expect(told).toMatchObject({ outcome: "executed", quote: { totalSendingAmount: AMOUNT } });
      expect(told?.quote.status).toMatch(/^(?:PROCESSING|COMPLETED)$/);
      expect(others).toEqual([]);
      expect(await open().pending()).toEqual([]);
      expect(await balance()).toBe(FUNDS - AMOUNT);
    },
  );

  it("that never arrived is finished after a reload with the same key, once however often", async () => {
    const { wallet, open, params, balance, lose, keys, store, ada } = await world(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    expect(await balance()).toBe(FUNDS);

    const page = open();
    const payment = unfinished(await page.pending());
    expect(payment).toMatchObject({ quote: { status: "PENDING", totalSendingAmount: AMOUNT } });
    lose("reset-after", 2);
    await expect(payment.finish()).rejects.toMatchObject({ outcome: "unknown" });
    // Made, but its response was lost again: another try with the same key tells.
    await expect(payment.finish()).rejects.toMatchObject({ outcome: "unknown" });
    const finished = await payment.finish();

    expect(finished.id).toBe(payment.quote.id);
    expect(await balance()).toBe(FUNDS - AMOUNT);
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
  });

  it("is made once when two tabs finish it at the same time", async () => {
    const { wallet, open, params, balance, lose } = await world(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const tabs = [open(), open()];
    const payments = await Promise.all(tabs.map(async (tab) => unfinished(await tab.pending())));
    const finished = await Promise.allSettled(payments.map((payment) => payment.finish()));
    expect(finished.some(({ status }) => status === "fulfilled")).toBe(true);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("that expired before it was finished moved nothing, and is told once", async () => {
    const { platform, wallet, open, params, balance, lose } = await world(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("10m");
    expect(await open().pending()).toMatchObject([{ outcome: "not-executed", quote: { status: "EXPIRED" } }]);
    expect(await open().pending()).toEqual([]);
    expect(await balance()).toBe(FUNDS);
  });
});

describe("what is remembered of payments", () => {
  it("is nothing that the service refused", async () => {
    const { platform, wallet, params, store, ada } = await world();
    const confirm = async () => {
      await platform.simulator.clock.advance("10m");
      return true;
    };
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({ outcome: "not-executed" });
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
  });

  it("is nothing that nobody could sign", async () => {
    const { wallet, params, store, ada, keys } = await world();
    await wallet.signOut();
    await expect(wallet.pay(params)).rejects.toMatchObject({ name: "SessionRequiredError" });
    expect(keys).toEqual([]);
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
  });

  it("stays when finishing it fails for another reason, and when it cannot be read", async () => {
    const { platform, wallet, open, params, lose, store, ada } = await world();
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

  it("is left out, and kept, for somebody who may not read it", async () => {
    const { platform, store, wallet, params, lose } = await world("relay");
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const stranger = platform.wallet({ ...platform.mallory, accountId: wallet.accountId }, { store });
    expect(await stranger.pending()).toEqual([]);
    const own = platform.wallet(platform.mallory, { store });
    expect(await own.pending()).toEqual([]);
    expect(await store.listPayments?.(wallet.accountId)).toHaveLength(1);
  });

  it("is in memory for a store of the user's own that keeps sessions only", async () => {
    const { get, put, delete: remove, list } = memoryStore();
    const { wallet, open, params, lose } = await world("client", { get, put, delete: remove, list });
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    expect(await open().pending()).toEqual([]);
    await unfinished(await wallet.pending()).finish();
    expect(await wallet.pending()).toEqual([]);
  });

  it("is in memory when the store fails, which is a warning and names no payment", async () => {
    const { open, params, platform, balance } = await world();
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

  it("is read with care: entries of others, and what is not a payment, are left out", async () => {
    const { wallet, store, ada } = await world();
    const list = vi.spyOn(store, "listPayments");
    const payment = {
      quoteId: "Quote:1",
      accountId: "InternalAccount:other",
      idempotencyKey: "k",
      startedAt: "",
    };
    for (const entries of [[payment, null, 1, { accountId: ada.accountId, quoteId: 7 }], null, "payments"]) {
      list.mockResolvedValue(entries as never);
      expect(await wallet.pending()).toEqual([]);
    }
  });
});

describe("pay", () => {
  it("refuses what is no payment before anything is sent", async () => {
    const { wallet, params, platform } = await world();
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

  it("ends with the caller's signal while the customer decides, and sends nothing", async () => {
    const { wallet, params, keys, store, ada } = await world();
    const controller = new AbortController();
    const reason = new Error("closed");
    const confirm = () => {
      controller.abort(reason);
      return new Promise<boolean>(() => {});
    };
    await expect(wallet.pay({ ...params, confirm }, { signal: controller.signal })).rejects.toBe(reason);
    expect(keys).toEqual([]);
    expect(await store.listPayments?.(ada.accountId)).toEqual([]);
  });

  it("does not count the time of the customer, and rejects with what confirm throws", async () => {
    const { wallet, params } = await world();
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
