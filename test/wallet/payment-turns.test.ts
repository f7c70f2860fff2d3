import type { Quote } from "payments-sdk";

import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AMOUNT, FUNDS, paymentWorld } from "./payment-world";
import { splitStore } from "./split-store";
import type { SplitStore } from "./split-store";

const OPEN = { name: "PaymentOpenError", code: "PAYMENT_OPEN", outcome: "not-executed" };

describe("two calls of one wallet at the same time", () => {
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));
  const denied = async () => {
    await aMoment();
    throw new DOMException("Access is denied", "SecurityError");
  };
  const { listPayments, ...others } = splitStore();
  /** As slow as a database. */
  const list = async (accountId: string) => {
    const rows = (await listPayments(accountId)) ?? [];
    await aMoment();
    return rows;
  };
  const closed = { putPayment: denied, deletePayment: denied, listPayments: denied, lock: denied };

  it.each<[string, SplitStore]>([
    ["is slow", { ...others, listPayments: list }],
    ["is closed to the page", { ...splitStore(), ...closed }],
  ])("send a payment once, also if the store %s", async (_name, store) => {
    const { open, params, keys, balance } = await paymentWorld("client", { store });
    const page = open({ allowUnrecordedPayments: true });
    const ended = await Promise.allSettled([page.pay(params), page.pay(params)]);
    const reasons = ended.map((each) => (each.status === "rejected" ? (each.reason as unknown) : undefined));
    expect(reasons).toContainEqual(expect.objectContaining(OPEN));
    expect(keys).toHaveLength(1);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("show the payment that is sent, and not that another one is refused", async () => {
    const { wallet, params } = await paymentWorld();
    const statuses: string[] = [];
    wallet.subscribe((_, { progress }) => {
      if (statuses.at(-1) !== progress.status) statuses.push(progress.status);
    });
    const ended = await Promise.allSettled([wallet.pay(params), wallet.pay(params)]);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(ended).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining(OPEN) as unknown }),
    );
    expect(statuses).toEqual(["quote", "confirm", "sending", "sent"]);
    await wallet.pay({ ...params, confirm: () => false });
    expect(wallet.payments.progress.status).toBe("idle");
  });

  it("list the payments as the later one found them, whichever ends first", async () => {
    const { service, wallet, params, lose } = await paymentWorld();
    lose("reset-after", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const { fetch } = service;
    let answer: (() => void) | undefined;
    service.fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (answer !== undefined || init.method !== "GET") return response;
      const quote = (await response.json()) as Quote;
      await new Promise<void>((resolve) => (answer = resolve));
      return Response.json({ ...quote, status: "PENDING" });
    };
    const earlier = wallet.pending();
    await vi.waitFor(() => expect(answer).toBeDefined());
    await wallet.pending();
    answer?.();
    expect(await earlier).toMatchObject([{ outcome: "unknown" }]);
    expect(wallet.payments.stored).toMatchObject([{ outcome: "executed" }]);
  });
});

it("pays twice, one payment after the other, if the methods of its store return nothing", async () => {
  const store = splitStore();
  const lock = ((_: string, work: () => Promise<void>) => void work()) as unknown as SplitStore["lock"];
  const put = async (...given: Parameters<SplitStore["put"]>) => void (await store.put(...given)) as never;
  const { open, params, keys } = await paymentWorld("client", { store: { ...store, lock, put } });
  const page = open();
  await page.pay(params);
  await page.pay(params, { timeout: 5_000 });
  expect(keys).toHaveLength(2);
});

it("a payment that was given up does not come back when its slow write fails, if the option allows that", async () => {
  const { store, open, params, keys } = await paymentWorld();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const putPayment = vi.fn(store.putPayment).mockImplementation(() => new Promise(() => {}));
  const page = open({ store: { ...store, putPayment } as SplitStore, allowUnrecordedPayments: true });
  const giveUp = new AbortController();
  const paying = expect(page.pay(params, { signal: giveUp.signal })).rejects.toMatchObject({
    code: "ABORTED",
    outcome: "not-executed",
  });
  await vi.waitFor(() => expect(putPayment).toHaveBeenCalledOnce());
  giveUp.abort();
  await vi.advanceTimersByTimeAsync(7_000);
  await paying;
  expect(await page.pending()).toEqual([]);
  expect(page.payments.forgetsOnReload).toBe(false);
  expect(keys).toEqual([]);
});

it("a payment that the store has is not forgotten on a reload, though its outcome could not be stored", async () => {
  const { store, open, params } = await paymentWorld();
  const full = () => Promise.reject(new Error("full"));
  const putPayment = vi.fn(full).mockImplementationOnce(store.putPayment as never);
  const page = open({
    store: { ...store, putPayment, deletePayment: full } as SplitStore,
    allowUnrecordedPayments: true,
  });
  const paid = await page.pay(params);
  expect(putPayment).toHaveBeenCalledTimes(2);
  expect(page.payments.forgetsOnReload).toBe(false);
  // The store may still have it, so nobody hears that it was dismissed.
  await expect(page.dismiss(paid?.id ?? "Quote:")).rejects.toMatchObject({
    name: "StoreUnavailableError",
    method: "delete",
  });
  expect(await page.pending()).toMatchObject([{ outcome: "executed" }]);
});

it("dismisses nothing after the dismissal was aborted while the store listed its payments", async () => {
  const { open, params, store, ada } = await paymentWorld();
  const page = open();
  const { id = "" } = (await page.pay(params)) ?? {};
  const list = store.listPayments?.bind(store);
  let listed: (() => void) | undefined;
  store.listPayments = async (accountId) => {
    await new Promise<void>((resolve) => (listed = resolve));
    return (await list?.(accountId)) ?? [];
  };
  const controller = new AbortController();
  const dismissed = page.dismiss(id, { signal: controller.signal });
  await vi.waitFor(() => expect(listed).toBeDefined());
  controller.abort();
  await expect(dismissed).rejects.toMatchObject({ code: "ABORTED" });
  listed?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await list?.(ada.accountId)).toHaveLength(1);
});
